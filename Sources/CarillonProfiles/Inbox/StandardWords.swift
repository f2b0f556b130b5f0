import CarillonModel

/// The built-in texts of the inbox, used where a tenant has none of its own.
enum StandardWords {
    /// Language → ``InboxText/key`` → MessageFormat 2.
    static let byLanguage: [String: [String: String]] = [
        "ar": arabic, "de": german, "en": english, "es": spanish, "fr": french, "nb": norwegian,
    ]

    /// The text in a language; nil where the language has none.
    static func source(of text: InboxText, language: String) -> String? {
        byLanguage[sameLanguage[language] ?? language]?[text.key]
    }

    /// `no` covers both written forms of Norwegian, and mostly means Bokmål.
    private static let sameLanguage = ["no": "nb"]

    /// The same in all languages, because the function formats by language.
    static let time = "{$at :carillon:relative}"
    static let date = "{$date :date length=long}"
}
