import CarillonModel

/// A provider's own message, as far as it may be recorded.
public enum ProviderText {
    /// How many characters are kept.
    public static let longest = 200
    private static let longestRead = 4096

    /// One line of plain text of at most ``longest`` characters; nil where nothing is left.
    ///
    /// Words that could be a token or an address (a bracketed push token, one with `@`, a long run of letters and digits) are
    /// left out.
    ///
    /// - Parameter hidden: what must not be repeated, such as the texts that were sent; shorter ones than four bytes reveal
    ///   nothing.
    public static func plain(_ text: String, hiding hidden: [String] = []) -> String? {
        let known = hidden.filter { $0.utf8.count > 3 }.sorted { ($1.utf8.count, $0) < ($0.utf8.count, $1) }
        let rest = known.reduce(String(text.prefix(longestRead))) { $0.replacing($1, with: "…") }
        let tokens = withoutPushTokens(rest).split(whereSeparator: \.isWhitespace)
        let line = tokens.map { isRevealing($0) ? "…" : String($0) }.joined(separator: " ")
        let plain = String(String.UnicodeScalarView(line.unicodeScalars.filter(isPlain)))
        guard plain.contains(where: \.isLetter) else { return nil }
        return plain.count <= longest ? plain : plain.prefix(longest) + "…"
    }

    /// With `…` for `ExponentPushToken[…]` and its like, whatever is in the brackets.
    private static func withoutPushTokens(_ text: String) -> String {
        var kept = ""
        var rest = text[...]
        while let name = rest.firstRange(of: "PushToken[") {
            let before = rest[..<name.lowerBound]
            kept += before.trimmingLetters + "…"
            rest = rest[name.upperBound...].drop { $0 != "]" }.dropFirst()
        }
        return kept + rest
    }

    private static func isRevealing(_ word: Substring) -> Bool {
        if word.contains("@") { return true }
        let runs = word.utf8.split { byte in
            !(48...57).contains(byte) && !(65...90).contains(byte & 0xDF) && !"_-+".utf8.contains(byte)
        }
        // Words, however long, have no digits.
        return runs.contains { $0.count >= 32 && $0.contains { (48...57).contains($0) } }
    }

    /// Neither a control character nor one that changes the direction of the text around it.
    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: false
        default: scalar != "\u{FFFD}"
        }
    }
}

extension OutcomeReason {
    /// The same, with the provider's own message appended.
    ///
    /// - Parameters:
    ///   - text: as the provider sent it.
    ///   - hidden: what must not be repeated of it.
    public func quoting(_ text: String?, hiding hidden: [String] = []) -> OutcomeReason {
        guard let text = text.flatMap({ ProviderText.plain($0, hiding: hidden) }) else { return self }
        return OutcomeReason(code, message.isEmpty ? text : "\(message): \(text)", scope: scope)
    }
}

extension OutgoingMessage {
    /// What no recorded message may repeat: the texts that were sent, their data, and their address.
    public var sentTexts: [String] {
        [address] + slots.values.sorted() + data.members.compactMap(\.value.string)
    }
}

extension Substring {
    /// Without the letters at the end: `"Exponent` is `"`.
    fileprivate var trimmingLetters: Substring {
        var kept = self
        while let last = kept.last, last.isLetter { kept.removeLast() }
        return kept
    }
}
