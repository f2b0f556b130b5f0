import CarillonModel

/// The inbox's own words: what readers see where their tenant has written nothing.
enum StandardWords {
    /// Language → ``InboxText/key`` → MessageFormat 2.
    static let byLanguage: [String: [String: String]] = [
        "ar": arabic, "de": german, "en": english, "es": spanish, "fr": french, "nb": norwegian,
    ]

    /// Words in a language that has them.
    static func source(of text: InboxText, language: String) -> String? {
        byLanguage[sameLanguage[language] ?? language]?[text.key]
    }

    /// `no` stands for both written forms of Norwegian, and mostly means this one.
    private static let sameLanguage = ["no": "nb"]

    /// The same in all languages: their customs are in the functions.
    static let time = "{$at :carillon:relative}"
    static let date = "{$date :date length=long}"
}
