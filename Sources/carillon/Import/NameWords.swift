/// A name in the words it is made of: `markAsRead`, `mark_as_read` and `MARK-AS-READ` are the same three.
struct NameWords {
    /// In small letters.
    let words: [String]

    init(_ text: some StringProtocol) {
        var words: [String] = []
        var word = ""
        var wasSmall = false
        for scalar in text.unicodeScalars {
            let isLetter = scalar.properties.isAlphabetic
            let isDigit = (48...57).contains(scalar.value)
            // `pushToken` begins a word with a capital, `deviceUUID` does once.
            if !isLetter && !isDigit || scalar.properties.isUppercase && wasSmall {
                if !word.isEmpty { words.append(word.lowercased()) }
                word = ""
            }
            if isLetter || isDigit { word.unicodeScalars.append(scalar) }
            wasSmall = isLetter && !scalar.properties.isUppercase || isDigit
        }
        if !word.isEmpty { words.append(word.lowercased()) }
        self.words = words
    }

    /// All in one: `markasread`.
    var joined: String { words.joined() }

    /// The words without the `s` of a plural.
    var singular: Set<String> {
        Set(words.map { $0.count > 3 && $0.hasSuffix("s") && !$0.hasSuffix("ss") ? String($0.dropLast()) : $0 })
    }
}
