import CarillonLanguage
import MessageFormat

/// A pattern with the source that each of its elements has.
struct WrittenPattern {
    let pattern: Message.Pattern
    /// As many as the pattern has elements; together they are its source.
    let slices: [String]
    /// Bytes of the message's source.
    let range: Range<Int>

    /// The source of another pattern: what both begin and end with stays as it is written.
    func source(of new: Message.Pattern) -> String {
        let limit = min(pattern.count, new.count)
        let front = zip(pattern, new).prefix { $0.isExactly($1) }.count
        let back = zip(pattern.reversed(), new.reversed()).prefix(limit - front).prefix { $0.isExactly($1) }.count
        return slices[..<front].joined() + Message.source(of: Array(new[front..<(new.count - back)]))
            + slices[(slices.count - back)...].joined()
    }

    /// The source of words that keep every placeholder of this pattern in its order.
    ///
    /// - Throws: ``FormFault/locked`` for others.
    func source(ofFrozen text: FormPattern) throws(FormFault) -> String {
        guard text.frozen == FormPattern(frozen: self).frozen, text.marks.isEmpty else { throw .locked }
        var texts: [String: String] = [:]
        for case (.text(let text), let slice) in zip(pattern, slices) { texts[text] = slice }
        var source = ""
        for part in text.parts {
            switch part {
            case .text(let text): source += texts[text] ?? Message.source(of: [.text(text)])
            case .frozen(let slice): source += slice
            case .chip, .point: throw .locked
            }
        }
        return source
    }
}

extension Message.PatternElement {
    /// Byte for byte in texts, not only by what Unicode calls equivalent.
    fileprivate func isExactly(_ other: Message.PatternElement) -> Bool {
        guard case .text(let left) = self, case .text(let right) = other else { return self == other }
        return left.utf8.elementsEqual(right.utf8)
    }
}

/// A message's source, with the ranges of its patterns.
struct WrittenSource {
    let source: String
    /// Nil after a syntax error.
    let message: Message?
    /// Whether a form can be made of it: faults that a form itself can show and mend don't count.
    let isReadable: Bool
    /// One, or one for each variant; none where the source can't be read.
    let patterns: [(keys: [Message.Key], pattern: WrittenPattern)]
    /// Whether the whole source is one pattern without `{{` and `}}`.
    let isSimple: Bool

    init(_ source: String) {
        self.source = source
        let parsed = Message.parse(source)
        let bytes = Array(source.utf8)
        let ranges = Self.patternRanges(MessageTokens(source), count: bytes.count)
        isSimple = ranges.isSimple
        let problems = parsed.problems.filter { $0.kind != .missingFallbackVariant && $0.kind != .duplicateVariant }
        let found = parsed.message.flatMap { Self.patterns(of: $0, ranges.elements, bytes) }
        message = parsed.message
        patterns = found ?? []
        isReadable = problems.isEmpty && found != nil
    }

    /// The ranges of each pattern's elements.
    private static func patternRanges(
        _ read: MessageTokens,
        count: Int
    ) -> (elements: [(whole: Range<Int>, elements: [Range<Int>])], isSimple: Bool) {
        var patterns: [(whole: Range<Int>, elements: [Range<Int>])] = []
        var elements: [Range<Int>] = []
        // Where the pattern began; nil between patterns.
        let opens = read.tokens.first.map { $0.kind == .brace && $0.range.count == 2 || $0.kind == .keyword } ?? false
        var start: Int? = opens ? nil : 0
        var placeholder: Int?
        var text: Range<Int>?
        func endText() {
            if let range = text { elements.append(range) }
            text = nil
        }
        for token in read.tokens {
            if token.kind == .brace, token.range.count == 2, placeholder == nil {
                if let begin = start {
                    endText()
                    patterns.append((begin..<token.range.lowerBound, elements))
                    start = nil
                } else {
                    start = token.range.upperBound
                }
                elements = []
                continue
            }
            if token.kind == .brace {
                if let begin = placeholder {
                    if start != nil { elements.append(begin..<token.range.upperBound) }
                    placeholder = nil
                } else {
                    if start != nil { endText() }
                    placeholder = token.range.lowerBound
                }
                continue
            }
            guard start != nil, placeholder == nil else { continue }
            text = (text?.lowerBound ?? token.range.lowerBound)..<token.range.upperBound
        }
        guard !opens else { return (patterns, false) }
        endText()
        return ([(0..<count, elements)], true)
    }

    private static func patterns(
        of message: Message,
        _ ranges: [(whole: Range<Int>, elements: [Range<Int>])],
        _ bytes: [UInt8]
    ) -> [(keys: [Message.Key], pattern: WrittenPattern)]? {
        let all: [(keys: [Message.Key], pattern: Message.Pattern)] =
            switch message.body {
            case .pattern(let pattern): [([], pattern)]
            case .select(_, let variants): variants.map { ($0.keys, $0.pattern) }
            }
        guard all.count == ranges.count else { return nil }
        var patterns: [(keys: [Message.Key], pattern: WrittenPattern)] = []
        for (one, range) in zip(all, ranges) {
            guard one.pattern.count == range.elements.count else { return nil }
            let slices = range.elements.map { String(decoding: bytes[$0], as: UTF8.self) }
            patterns.append((one.keys, WrittenPattern(pattern: one.pattern, slices: slices, range: range.whole)))
        }
        return patterns
    }

    /// The source with other patterns in the places of its own.
    func replacing(_ sources: [String]) -> String {
        var bytes = Array(source.utf8)
        for (new, old) in zip(sources, patterns).reversed() {
            bytes.replaceSubrange(old.pattern.range, with: new.utf8)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
