import CarillonModel

extension String {
    /// The text cut to at most `limit` bytes of UTF-8, ending in “…”; itself when it fits, empty below three bytes.
    ///
    /// Never cuts inside a character (grapheme cluster), and closes every bidi isolate, embedding and override that the
    /// cut would leave open, so that the words around it keep their direction. Source: UAX #9, sections 2.2 to 2.5.
    public func shortened(toBytes limit: Int) -> String {
        guard utf8.count > limit else { return self }
        return longestCut(within: limit) { $0.utf8.count <= limit } ?? ""
    }

    /// The longest cut, of at most `bytes` bytes without its end, that fits; empty where only that does, nil where nothing
    /// does.
    ///
    /// - Parameter fits: asked a few times only, whatever the length: a longer cut is never smaller than a shorter one, but
    ///   for a mark that its own text closes.
    fileprivate func longestCut(within bytes: Int, fits: (String) -> Bool) -> String? {
        var ends = [startIndex]
        var count = 0
        for index in indices {
            let character = self[index...index]
            count += character.utf8.count
            guard count <= bytes else { break }
            ends.append(character.endIndex)
        }
        guard fits(cut(at: startIndex)) else { return fits("") ? "" : nil }
        var fitting = 0
        var unfitting = ends.count
        while unfitting - fitting > 1 {
            let middle = (fitting + unfitting) / 2
            if fits(cut(at: ends[middle])) { fitting = middle } else { unfitting = middle }
        }
        return cut(at: ends[fitting])
    }

    /// What stands before `end`, without blanks and empty marks at its end, closed and with its ellipsis.
    private func cut(at end: Index) -> String {
        var kept = self[..<end]
        while let last = kept.last, last.isDroppedAtCut { kept.removeLast() }
        return kept + kept.closingMarks + "…"
    }
}

extension Channel {
    /// The message with as much of its body as its size lets stay within `limit`; nil when even no body is short enough.
    ///
    /// Measured as the channel itself does, whatever its encoding makes of quotes, line breaks or other writing. A byte of
    /// body is at least a byte of message, which keeps this quick for a body of any length.
    public static func shortened(_ message: OutgoingMessage, toSize limit: Int) -> OutgoingMessage? {
        guard size(of: message) > limit else { return message }
        guard let body = message.slots["body"], !body.isEmpty else { return nil }
        func with(_ body: String) -> OutgoingMessage {
            var shorter = message
            shorter.slots["body"] = body
            return shorter
        }
        return body.longestCut(within: limit) { size(of: with($0)) <= limit }.map(with)
    }
}

/// U+202A, U+202B, U+202D, U+202E.
private func isEmbedding(_ scalar: Unicode.Scalar) -> Bool {
    (0x202A...0x202E).contains(scalar.value) && scalar.value != 0x202C
}

private func isIsolate(_ scalar: Unicode.Scalar) -> Bool { (0x2066...0x2068).contains(scalar.value) }

extension Substring {
    /// What closes the bidi marks that the text leaves open, the innermost first.
    ///
    /// The end of an isolate ends the embeddings within it too; one of an embedding ends none outside its own isolate. A
    /// closing mark without an opening one does nothing.
    fileprivate var closingMarks: String {
        var open: [Unicode.Scalar] = []
        for scalar in unicodeScalars {
            switch scalar.value {
            case _ where isIsolate(scalar): open.append("\u{2069}")
            case _ where isEmbedding(scalar): open.append("\u{202C}")
            case 0x202C where open.last == "\u{202C}": open.removeLast()
            case 0x2069:
                if let isolate = open.lastIndex(of: "\u{2069}") { open.removeSubrange(isolate...) }
            default: break
            }
        }
        return String(String.UnicodeScalarView(open.reversed()))
    }
}

extension Character {
    /// White space, or a mark that opens and would hold nothing.
    fileprivate var isDroppedAtCut: Bool {
        guard let first = unicodeScalars.first else { return true }
        return isIsolate(first) || isEmbedding(first) || isWhitespace
    }
}
