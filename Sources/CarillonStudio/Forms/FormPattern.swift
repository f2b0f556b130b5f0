package import MessageFormat

/// The words of one row of a form: text, placeholders as units, and marks over ranges of both.
package struct FormPattern: Sendable, Hashable {
    /// In reading order; no two texts beside one another unless a mark begins or ends between them.
    package private(set) var parts: [Part]
    /// By where they begin, the outer one first.
    package private(set) var marks: [Mark]

    package enum Part: Sendable, Hashable {
        /// What people typed; a brace is a brace.
        case text(String)
        /// A placeholder that shows a value.
        case chip(Chip)
        /// Markup that stands for a point, such as a line break.
        case point(Point)
        /// A placeholder of a locked message, as its source has it, with its braces: it can't be changed.
        case frozen(String)
    }

    /// A placeholder that shows a value.
    package struct Chip: Sendable, Hashable {
        /// A field, term or other variable; or a fixed value.
        package let operand: Message.Operand
        /// How it is shown; nil for its type's own way.
        package let function: Message.Function?

        package init(_ operand: Message.Operand, function: Message.Function? = nil) {
            self.operand = operand
            self.function = function
        }

        /// The variable that it shows; nil for a fixed value.
        package var variable: String? {
            if case .variable(let name) = operand { name } else { nil }
        }
    }

    /// Markup without content.
    package struct Point: Sendable, Hashable {
        package let name: String
        package let options: [Message.Option]

        package init(_ name: String, options: [Message.Option] = []) {
            self.name = name
            self.options = options
        }
    }

    /// Markup around parts, such as bold words or a link.
    package struct Mark: Sendable, Hashable {
        package let name: String
        package let options: [Message.Option]
        /// Indices of parts; never empty.
        package let range: Range<Int>

        package init(_ name: String, options: [Message.Option] = [], over range: Range<Int>) {
            self.name = name
            self.options = options
            self.range = range
        }
    }

    /// - Parameters:
    ///   - parts: in reading order. Empty texts are left out, and texts beside one another joined.
    ///   - marks: in any order; of two over the same range, the first is the outer one.
    /// - Throws: ``FormFault`` where a mark is empty, reaches beyond the parts, or overlaps another one.
    package init(_ parts: [Part], marks: [Mark] = []) throws(FormFault) {
        let sorted = marks.enumerated().sorted { left, right in
            let (a, b) = (left.element.range, right.element.range)
            if a.lowerBound != b.lowerBound { return a.lowerBound < b.lowerBound }
            if a.upperBound != b.upperBound { return a.upperBound > b.upperBound }
            return left.offset < right.offset
        }
        let ordered = sorted.map(\.element)
        var open: [Int] = []
        for mark in ordered {
            guard !mark.range.isEmpty, mark.range.lowerBound >= 0, mark.range.upperBound <= parts.count else {
                throw .mark(mark.name)
            }
            while let end = open.last, end <= mark.range.lowerBound { open.removeLast() }
            guard open.last.map({ mark.range.upperBound <= $0 }) ?? true else { throw .overlap(mark.name) }
            open.append(mark.range.upperBound)
        }
        (self.parts, self.marks) = try Self.joined(parts, ordered)
    }

    /// Words without marks.
    package init(plain text: String) {
        parts = text.isEmpty ? [] : [.text(text)]
        marks = []
    }

    private init(unchecked parts: [Part], marks: [Mark]) {
        self.parts = parts
        self.marks = marks
    }

    /// Leaves out empty texts, and joins those that no end of a mark parts.
    private static func joined(_ parts: [Part], _ marks: [Mark]) throws(FormFault) -> (parts: [Part], marks: [Mark]) {
        let ends = Set(marks.flatMap { [$0.range.lowerBound, $0.range.upperBound] })
        var kept: [Part] = []
        // The new index of each old one.
        var places: [Int] = []
        var hasBoundary = false
        for (index, part) in parts.enumerated() {
            hasBoundary = hasBoundary || ends.contains(index)
            places.append(kept.count)
            guard case .text(let text) = part else {
                kept.append(part)
                hasBoundary = false
                continue
            }
            if text.isEmpty { continue }
            if !hasBoundary, case .text(let before)? = kept.last {
                kept[kept.count - 1] = .text(before + text)
            } else {
                kept.append(part)
            }
            hasBoundary = false
        }
        places.append(kept.count)
        var moved: [Mark] = []
        for mark in marks {
            let range = places[mark.range.lowerBound]..<places[mark.range.upperBound]
            guard !range.isEmpty else { throw .mark(mark.name) }
            moved.append(Mark(mark.name, options: mark.options, over: range))
        }
        return (kept, moved)
    }
}

extension FormPattern {
    /// The words of a pattern; nil where its markup isn't balanced, is empty or has options at its end, or where it has what
    /// a form doesn't show.
    init?(_ pattern: Message.Pattern) {
        var parts: [Part] = []
        var marks: [(mark: Message.Markup, start: Int, end: Int?)] = []
        var open: [Int] = []
        for element in pattern {
            switch element {
            case .text(let text): parts.append(.text(text))
            case .expression(let expression):
                guard let operand = expression.operand, expression.attributes.isEmpty else { return nil }
                parts.append(.chip(Chip(operand, function: expression.function)))
            case .markup(let markup):
                guard markup.attributes.isEmpty else { return nil }
                switch markup.kind {
                case .standalone: parts.append(.point(Point(markup.name, options: markup.options)))
                case .open:
                    open.append(marks.count)
                    marks.append((markup, parts.count, nil))
                case .close:
                    guard let last = open.popLast(), marks[last].mark.name == markup.name, markup.options.isEmpty,
                        marks[last].start < parts.count
                    else { return nil }
                    marks[last].end = parts.count
                }
            }
        }
        guard open.isEmpty else { return nil }
        self.init(
            unchecked: parts,
            marks: marks.compactMap { mark in
                mark.end.map { Mark(mark.mark.name, options: mark.mark.options, over: mark.start..<$0) }
            }
        )
    }

    /// The words of a locked pattern: its texts, and each placeholder as it is written.
    init(frozen written: WrittenPattern) {
        self.init(
            unchecked: zip(written.pattern, written.slices).map { element, slice in
                if case .text(let text) = element { .text(text) } else { .frozen(slice) }
            },
            marks: []
        )
    }

    /// As the model has it; nil with frozen placeholders, which only a written pattern has.
    package var pattern: Message.Pattern? {
        var pattern: Message.Pattern = []
        var open: [Mark] = []
        var next = marks[...]
        for index in 0...parts.count {
            while let mark = open.last, mark.range.upperBound == index {
                pattern.append(.markup(Message.Markup(kind: .close, name: mark.name)))
                open.removeLast()
            }
            while let mark = next.first, mark.range.lowerBound == index {
                pattern.append(.markup(Message.Markup(kind: .open, name: mark.name, options: mark.options)))
                open.append(mark)
                next.removeFirst()
            }
            guard index < parts.count else { break }
            switch parts[index] {
            case .text(let text): pattern.append(.text(text))
            case .chip(let chip):
                pattern.append(.expression(Message.Expression(operand: chip.operand, function: chip.function)))
            case .point(let point):
                pattern.append(
                    .markup(Message.Markup(kind: .standalone, name: point.name, options: point.options))
                )
            case .frozen: return nil
            }
        }
        return pattern
    }

    /// The placeholders that can't be changed, in order.
    var frozen: [String] {
        parts.compactMap { part in
            if case .frozen(let source) = part { source } else { nil }
        }
    }

    /// The chips, in order.
    package var chips: [Chip] {
        parts.compactMap { part in
            if case .chip(let chip) = part { chip } else { nil }
        }
    }

    /// Whether nothing at all is written.
    package var isEmpty: Bool { parts.isEmpty }

    /// The texts alone, one after the other.
    package var plainText: String {
        parts.map { part in
            if case .text(let text) = part { text } else { "" }
        }
        .joined()
    }

    /// Whether each sign that turns the direction of the words after it is closed again, by its own kind, and none closes
    /// what nothing opened: else these words would turn what a reader sees around them.
    ///
    /// Source: Unicode Standard Annex 9, sections 2.1 to 2.5.
    package var closesDirections: Bool {
        var open: [Unicode.Scalar] = []
        for case .text(let text) in parts {
            for scalar in text.unicodeScalars {
                switch scalar.value {
                case 0x202A, 0x202B, 0x202D, 0x202E: open.append("\u{202C}")
                case 0x2066, 0x2067, 0x2068: open.append("\u{2069}")
                case 0x202C, 0x2069: guard open.popLast() == scalar else { return false }
                default: break
                }
            }
        }
        return open.isEmpty
    }
}
