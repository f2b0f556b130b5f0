/// What in a URL is likely a secret, by its look alone.
enum LikelySecret {
    /// Steps behind which webhooks have ids and keys.
    static let hooks: Set<String> = ["hooks", "hook", "services", "webhook", "webhooks", "incomingwebhook"]
    /// Characters of the shortest text that is taken for one, and behind such a step.
    fileprivate static let shortest = (anywhere: 16, behindHook: 8)
    /// How often digits and letters, or cases, change in it; words with capitals and a version have fewer.
    fileprivate static let changes = 5
}

extension String {
    /// Where a step of a path, or a value of a query, holds what is likely a secret; nil where it doesn't.
    ///
    /// - Parameter isBehindHook: whether a step before it is one of ``LikelySecret/hooks``.
    func likelySecret(isBehindHook: Bool) -> Range<String.Index>? {
        // Telegram's, among others: the bot's number, and its key.
        if let bot = wholeMatch(of: #/bot([0-9]{4,}(?::|%3[Aa])[A-Za-z0-9_-]{8,})/#) { return bot.output.1.indexRange }
        let isPlain = utf8.allSatisfy { byte in
            (48...57).contains(byte) || (65...90).contains(byte & 0xDF) || "_-.=%~+:".utf8.contains(byte)
        }
        guard isPlain else { return nil }
        if isBehindHook, utf8.count >= LikelySecret.shortest.behindHook, contains(where: \.isNumber) {
            return startIndex..<endIndex
        }
        guard utf8.count >= LikelySecret.shortest.anywhere, changes >= LikelySecret.changes else { return nil }
        return startIndex..<endIndex
    }

    /// How often a letter follows a digit, a digit a letter, or a capital a small letter.
    private var changes: Int {
        zip(self, dropFirst()).count { first, second in
            first.isNumber && second.isLetter || first.isLetter && second.isNumber
                || first.isLowercase && second.isUppercase
        }
    }
}

extension Substring {
    fileprivate var indexRange: Range<String.Index> { startIndex..<endIndex }
}
