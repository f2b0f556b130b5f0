import CarillonModel

extension String {
    /// The text truncated to at most `limit` bytes of UTF-8, ending in “…”; itself when it fits, empty below three
    /// bytes.
    ///
    /// Never splits a character (grapheme cluster) that people write, and closes every bidi isolate, embedding and
    /// override that it would leave open, so that the text around it keeps its direction. Source: UAX #9, sections 2.2
    /// to 2.5.
    public func truncated(toBytes limit: Int) -> String {
        guard utf8.count > limit else { return self }
        return longestTruncation(within: limit) { $0.utf8.count <= limit } ?? ""
    }

    /// The longest truncation, of at most `bytes` bytes without its end, that fits; empty where only that does, nil
    /// where nothing does.
    ///
    /// - Parameter fits: called a few times only, whatever the length: a longer text is never smaller than a shorter
    ///   one, but for a mark that its own text closes.
    package func longestTruncation(within bytes: Int, fits: (String) -> Bool) -> String? {
        var ends = [startIndex]
        var count = 0
        characters: for index in indices {
            for piece in self[index...index].truncationPieces {
                count += piece.utf8.count
                guard count <= bytes else { break characters }
                ends.append(piece.endIndex)
            }
        }
        guard fits(truncated(at: startIndex)) else { return fits("") ? "" : nil }
        var fitting = 0
        var unfitting = ends.count
        while unfitting - fitting > 1 {
            let middle = (fitting + unfitting) / 2
            if fits(truncated(at: ends[middle])) { fitting = middle } else { unfitting = middle }
        }
        return truncated(at: ends[fitting])
    }

    /// What precedes `end`, without blanks and empty marks at its end, closed and with its ellipsis.
    fileprivate func truncated(at end: Index) -> String {
        var kept = self[..<end]
        while let last = kept.last, last.isDroppedAtTruncation { kept.removeLast() }
        return kept + kept.closingMarks + "…"
    }
}

extension ChannelKind {
    /// The message with as much of its texts as fits within `limit`; nil when even without them it is too
    /// large.
    ///
    /// A title keeps ``OutgoingMessage/titleLength`` characters and ``OutgoingMessage/titleSize`` bytes while there is
    /// body to truncate, and a few at any rate. A body keeps ``OutgoingMessage/bodySize`` bytes while the title has
    /// more than that.
    ///
    /// Measured as the channel itself does, whatever its encoding makes of quotes, line breaks or other writing. A byte
    /// of text is at least a byte of message, which keeps this quick for texts of any length.
    public func truncated(_ message: OutgoingMessage, toSize limit: Int) -> OutgoingMessage? {
        guard size(of: message) > limit else { return message }
        let message = message.withShortTitle
        guard size(of: message) > limit else { return message }
        let shorter = truncated("body", of: message, toSize: limit)
        if let shorter, shorter.keepsBody(of: message) { return shorter }
        if let shared = truncated("title", of: message.withShortBody, toSize: limit), shared.keepsTitle {
            return shared
        }
        if let shorter { return shorter }
        var bare = message
        if bare.slots["body"] != nil { bare.slots["body"] = "" }
        return truncated("title", of: bare, toSize: limit).flatMap { $0.hasTitle ? $0 : nil }
    }

    /// - Returns: nil where the slot has nothing to give, or not enough.
    private func truncated(_ slot: String, of message: OutgoingMessage, toSize limit: Int) -> OutgoingMessage? {
        guard let text = message.slots[slot], !text.isEmpty else { return nil }
        func with(_ text: String) -> OutgoingMessage {
            var shorter = message
            shorter.slots[slot] = text
            return shorter
        }
        return text.longestTruncation(within: limit) { size(of: with($0)) <= limit }.map(with)
    }
}

extension OutgoingMessage {
    /// Characters of a title that no body pushes out; phones show fewer.
    public static let titleLength = 200

    /// Bytes of a title that no body pushes out: room for so many characters of any script, not for as many pictures that are put
    /// together from several.
    public static let titleSize = 4 * titleLength

    /// Bytes of a body that no title pushes out.
    public static let bodySize = 160

    /// With no more of the title than that, its ellipsis included.
    fileprivate var withShortTitle: OutgoingMessage {
        guard let title = slots["title"] else { return self }
        var shorter = self
        if let end = title.index(title.startIndex, offsetBy: Self.titleLength, limitedBy: title.endIndex),
            end < title.endIndex
        {
            shorter.slots["title"] = title.truncated(at: title.index(before: end))
        }
        shorter.slots["title"] = shorter.slots["title"]?.truncated(toBytes: Self.titleSize)
        return shorter
    }

    fileprivate var withShortBody: OutgoingMessage {
        var shorter = self
        shorter.slots["body"] = slots["body"]?.truncated(toBytes: Self.bodySize)
        return shorter
    }

    /// Whether truncation has left as much of the body as no title pushes out.
    fileprivate func keepsBody(of whole: OutgoingMessage) -> Bool {
        (slots["body"]?.utf8.count ?? 0) >= (whole.withShortBody.slots["body"]?.utf8.count ?? 0)
    }

    /// Whether truncation has left as much of the title as of the body.
    fileprivate var keepsTitle: Bool { (slots["title"]?.utf8.count ?? 0) >= Self.bodySize }

    /// Whether truncation has left anything of the title.
    fileprivate var hasTitle: Bool { !["", "…"].contains(slots["title"] ?? "") }
}

/// U+202A, U+202B, U+202D, U+202E.
private func isEmbedding(_ scalar: Unicode.Scalar) -> Bool {
    (0x202A...0x202E).contains(scalar.value) && scalar.value != 0x202C
}

private func isIsolate(_ scalar: Unicode.Scalar) -> Bool { (0x2066...0x2068).contains(scalar.value) }

extension Substring {
    /// Bytes of a character that is never split: more than any that people write or read.
    ///
    /// A letter with 30 marks, the most that Unicode expects, has fewer; so has a family of four with skin tones. Source: UAX
    /// #15, section 13, Stream-Safe Text Format.
    fileprivate static let longestWhole = 128

    /// One character as it may be truncated: whole, or scalar by scalar where it has marks without end.
    fileprivate var truncationPieces: [Substring] {
        guard utf8.count > Self.longestWhole else { return [self] }
        return unicodeScalars.indices.map { self[$0..<unicodeScalars.index(after: $0)] }
    }

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
    fileprivate var isDroppedAtTruncation: Bool {
        guard let first = unicodeScalars.first else { return true }
        return isIsolate(first) || isEmbedding(first) || isWhitespace
    }
}
