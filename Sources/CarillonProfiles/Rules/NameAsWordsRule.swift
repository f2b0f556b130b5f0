import CarillonDiagnostics
import MessageFormat

/// A placeholder `{minutes}` is the word itself in MessageFormat: beside a variable `$minutes` it was meant to show that.
///
/// So is `{{minutes}}` as a whole text, which others than MessageFormat fill in.
enum NameAsWordsRule: Rule {
    static func check(_ tenant: TenantContext, _ report: inout RuleReport) {
        for text in tenant.texts {
            guard text.source.hasByte(UInt8(ascii: "{")), text.problems.isEmpty, let message = text.message,
                message.mayShowWords,
                let variables = tenant.variables(of: text)
            else { continue }
            let source = Array(text.source.utf8)
            for place in places(in: source) {
                let name = String(decoding: source[place.name], as: UTF8.self)
                guard variables.isKnown(name), message.shows(name), let span = tenant.span(place.whole, of: text) else {
                    continue
                }
                report.add(.nameAsWords(name, replacement: place.replacement(name), span))
            }
        }
    }

    /// A name behind an opening brace.
    struct Place {
        let name: Range<Int>
        /// What has to be written otherwise.
        let whole: Range<Int>
        let isDoubled: Bool

        func replacement(_ name: String) -> String { isDoubled ? "{$\(name)}" : "$" + name }
    }

    /// Names behind `{`, and in `{{…}}` where that is all there is.
    static func places(in source: [UInt8]) -> [Place] {
        if let name = doubled(in: source) { return [name] }
        var places: [Place] = []
        for (offset, byte) in source.enumerated() where byte == UInt8(ascii: "{") && !isEscaped(offset, in: source) {
            var start = offset + 1
            while start < source.count, isBlank(source[start]) { start += 1 }
            var end = start
            while end < source.count, isNameByte(source[end]) { end += 1 }
            guard end > start, end < source.count, isBlank(source[end]) || source[end] == UInt8(ascii: "}") else {
                continue
            }
            places.append(Place(name: start..<end, whole: start..<end, isDoubled: false))
        }
        return places
    }

    /// `{{minutes}}` with nothing around it.
    private static func doubled(in source: [UInt8]) -> Place? {
        guard source.count > 4, source.starts(with: Array("{{".utf8)), source.suffix(2) == Array("}}".utf8)[...] else {
            return nil
        }
        var name = 2..<source.count - 2
        while let first = name.first, isBlank(source[first]) { name.removeFirst() }
        while let last = name.last, isBlank(source[last]) { name.removeLast() }
        guard !name.isEmpty, source[name].allSatisfy(isNameByte) else { return nil }
        return Place(name: name, whole: 0..<source.count, isDoubled: true)
    }

    private static func isEscaped(_ offset: Int, in source: [UInt8]) -> Bool {
        !source[..<offset].reversed().prefix { $0 == UInt8(ascii: "\\") }.count.isMultiple(of: 2)
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        TextFormat.isAlphanumeric(byte) || byte >= 0x80 || "-_.".utf8.contains(byte)
    }
}

extension Message {
    /// Whether there is a placeholder with words instead of a variable, or nothing but words.
    fileprivate var mayShowWords: Bool {
        patterns.contains { pattern in
            pattern.contains { element in
                if case .expression(let expression) = element, case .literal? = expression.operand {
                    true
                } else {
                    false
                }
            }
        } || isWords
    }

    private var isWords: Bool {
        if case .pattern(let pattern) = body, pattern.count == 1, case .text = pattern[0] { true } else { false }
    }

    /// Whether a placeholder shows the word itself, or the whole message does.
    fileprivate func shows(_ word: String) -> Bool {
        patterns.contains { pattern in
            pattern.contains { element in
                switch element {
                case .expression(let expression): expression.operand == .literal(word)
                case .text(let text): isWords && text.trimmingBlanks == word
                case .markup: false
                }
            }
        }
    }
}

extension String {
    fileprivate var trimmingBlanks: Substring {
        var rest = self[...]
        while rest.first?.isWhitespace == true { rest.removeFirst() }
        while rest.last?.isWhitespace == true { rest.removeLast() }
        return rest
    }
}

extension Diagnostic {
    fileprivate static func nameAsWords(_ name: String, replacement: String, _ span: Span) -> Diagnostic {
        Diagnostic(
            .nameAsWords,
            "people would read the word \(quoted(name)), not what `$\(name)` holds",
            at: span,
            label: "did you mean `\(replacement)`?",
            help: "a word that is meant as it stands needs no braces, or is written `{|\(name)|}`",
            fixes: [Fix("write `\(replacement)`", replace: span, with: replacement)]
        )
    }
}
