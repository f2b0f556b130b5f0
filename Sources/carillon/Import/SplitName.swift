/// A name in the words it is made of: `markAsRead`, `mark_as_read` and `MARK-AS-READ` are the same three, and `tok` is `token`.
struct SplitName {
    /// In small letters, and whole.
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
        let isAlone = words.count == 1
        self.words = words.map { Self.whole[$0] ?? (isAlone ? nil : Self.wholeBesideOthers[$0]) ?? $0 }
    }

    /// Words that many abbreviate: `tok`, `plat`.
    private static let whole = [
        "tok": "token", "toks": "tokens", "plat": "platform", "notif": "notification", "notifs": "notifications",
        "msg": "message", "msgs": "messages", "usr": "user", "img": "image", "desc": "description", "cnt": "count",
        "pref": "preference", "prefs": "preferences", "sess": "session", "subs": "subscriptions", "evt": "event",
        "prio": "priority", "cat": "category", "cats": "categories", "ts": "timestamp",
    ]
    /// Alone they mean something else: `/dev` is where a team tries things, `dev_id` is a device's.
    private static let wholeBesideOthers = ["dev": "device", "devs": "devices", "ver": "version"]

    /// All in one: `markasread`.
    var joined: String { words.joined() }

    /// The words without the `s` of a plural.
    var singular: Set<String> {
        Set(words.map { $0.count > 3 && $0.hasSuffix("s") && !$0.hasSuffix("ss") ? String($0.dropLast()) : $0 })
    }
}
