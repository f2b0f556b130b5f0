import CarillonModel

extension String {
    /// The text cut to at most `limit` bytes of UTF-8, ending in “…”; itself when it fits, empty below three bytes.
    ///
    /// Never cuts inside a character (grapheme cluster), and closes every bidi isolate (U+2066 to U+2068) that the cut
    /// would leave open, so that the words around it keep their direction. Source: UAX #9, section 2.4.
    public func shortened(toBytes limit: Int) -> String {
        guard utf8.count > limit else { return self }
        let ellipsis = "…"
        guard limit >= ellipsis.utf8.count else { return "" }
        var kept: [Substring] = []
        var bytes = ellipsis.utf8.count
        var openIsolates = 0
        for index in indices {
            let character = self[index...index]
            let depth = openIsolates + character.isolateStep(at: openIsolates)
            // What is open after this character needs three bytes each to close.
            guard bytes + character.utf8.count + depth * 3 <= limit else { break }
            bytes += character.utf8.count
            openIsolates = depth
            kept.append(character)
        }
        while let last = kept.last, last.isDroppedAtCut {
            openIsolates -= last.isolateStep(at: openIsolates)
            kept.removeLast()
        }
        return kept.joined() + String(repeating: "\u{2069}", count: openIsolates) + ellipsis
    }
}

extension Channel {
    /// The message with its body shortened until ``size(of:)`` is at most `limit`; nil when no body is short enough.
    ///
    /// A byte of body is at least a byte of message, so one cut nearly always suffices; escapes may need a second one.
    public static func shortened(_ message: OutgoingMessage, toSize limit: Int) -> OutgoingMessage? {
        var message = message
        while true {
            let excess = size(of: message) - limit
            guard excess > 0 else { return message }
            guard let body = message.slots["body"], !body.isEmpty else { return nil }
            message.slots["body"] = body.shortened(toBytes: max(0, body.utf8.count - excess))
        }
    }
}

extension Substring {
    /// How a single character changes the number of open isolates.
    ///
    /// A closing mark without an opening one does nothing.
    fileprivate func isolateStep(at depth: Int) -> Int {
        switch unicodeScalars.first?.value {
        case 0x2066, 0x2067, 0x2068: 1
        case 0x2069 where depth > 0: -1
        default: 0
        }
    }

    /// White space, or an isolate that opens and holds nothing.
    fileprivate var isDroppedAtCut: Bool {
        switch unicodeScalars.first?.value {
        case 0x2066, 0x2067, 0x2068: true
        default: allSatisfy(\.isWhitespace)
        }
    }
}
