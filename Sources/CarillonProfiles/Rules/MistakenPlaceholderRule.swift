import CarillonDiagnostics
import CarillonModel
import MessageFormat

/// Reports texts that were probably meant as placeholders: `{minutes}`, which MessageFormat shows as that word,
/// `{{minutes}}` as a whole text, and placeholders of other tools.
enum MistakenPlaceholderRule: Rule {
    static let scope = RuleScope.texts

    static func check(_ tenant: TenantContext, _ report: inout RuleReport) {
        for text in tenant.texts {
            guard let message = text.message, text.problems.isEmpty, message.mayHoldPlaceholders || text.isDoubled,
                let variables = tenant.variables(of: text)
            else { continue }
            let guess = NameGuess(variables, message)
            let bytes = Array(text.source.utf8)
            if let place = doubled(message, bytes, guess) {
                guard let span = tenant.span(0..<bytes.count, of: text) else { continue }
                report.add(.nameAsText(place.word, place.name, replacement: "{$\(place.name)}", span))
                continue
            }
            for pattern in text.placedPatterns {
                guard let start = pattern.first?.range.lowerBound else { continue }
                for piece in pattern {
                    switch piece.element {
                    case .text: checkTexts(piece.range, bytes, text, guess, tenant, &report)
                    case .expression(let expression):
                        if let name = quotedName(expression, bytes[piece.range], guess) {
                            guard let span = tenant.span(piece.range, of: text) else { continue }
                            let meaning = OtherPlaceholder.Meaning.variable(name)
                            add(OtherPlaceholder(range: piece.range, meaning: meaning), text, span, guess, &report)
                            continue
                        }
                        guard let place = LiteralPlace(expression, piece.range, in: bytes, from: start) else {
                            continue
                        }
                        check(place, text, guess, tenant, &report)
                    case .markup: continue
                    }
                }
            }
        }
    }

    /// The variable of `{|minutes|}` or `{|$minutes|}`: a quoted literal that is just a variable's name.
    private static func quotedName(
        _ expression: Message.Expression,
        _ bytes: ArraySlice<UInt8>,
        _ guess: NameGuess
    ) -> String? {
        guard expression.function == nil, case .literal(let literal)? = expression.operand,
            bytes.dropFirst().first(where: { $0 > 0x20 }) == UInt8(ascii: "|")
        else { return nil }
        let blankless = literal.trimmingBlanks
        let name = blankless.hasPrefix("$") ? String(blankless.dropFirst()) : blankless
        return name.isBareName ? guess.alike(name) : nil
    }

    /// `{{minutes}}` as the whole text.
    private static func doubled(
        _ message: Message,
        _ bytes: [UInt8],
        _ guess: NameGuess
    ) -> (word: String, name: String)? {
        guard bytes.starts(with: "{{".utf8), case .pattern(let pattern) = message.body, pattern.count == 1,
            case .text(let content) = pattern[0]
        else { return nil }
        let word = content.trimmingBlanks
        return guess.alike(word).map { (word, $0) }
    }

    private static func check(
        _ place: LiteralPlace,
        _ text: WrittenText,
        _ guess: NameGuess,
        _ tenant: TenantContext,
        _ report: inout RuleReport
    ) {
        if place.isNumber {
            guard let span = tenant.span(place.whole, of: text) else { return }
            add(OtherPlaceholder(range: place.whole, meaning: .nameless(nil)), text, span, guess, &report)
            return
        }
        let name = place.hasFunction ? guess.alike(place.bareName) : guess.close(place.bareName)
        guard let name, let span = tenant.span(place.hasSign ? place.whole : place.word, of: text) else { return }
        let replacement = place.hasSign ? "{$\(name)}" : "$" + name
        report.add(.nameAsText(place.literal, name, replacement: replacement, span))
    }

    private static func checkTexts(
        _ range: Range<Int>,
        _ bytes: [UInt8],
        _ text: WrittenText,
        _ guess: NameGuess,
        _ tenant: TenantContext,
        _ report: inout RuleReport
    ) {
        for placeholder in OtherPlaceholder.all(in: range, of: bytes, guess) {
            guard let span = tenant.span(placeholder.range, of: text) else { continue }
            add(placeholder, text, span, guess, &report)
        }
    }

    private static func add(
        _ placeholder: OtherPlaceholder,
        _ text: WrittenText,
        _ span: Span,
        _ guess: NameGuess,
        _ report: inout RuleReport
    ) {
        let written = String(decoding: Array(text.source.utf8)[placeholder.range], as: UTF8.self)
        switch placeholder.meaning {
        case .escaped(let name):
            report.add(.nameAsText("{$\(name)}", name, replacement: "{$\(name)}", span))
        case .variable(let name): report.add(.otherPlaceholder(written, name, known: [], span))
        case .nameless(let letter):
            let shown = Set(text.uses?.arguments.map(\.name) ?? [])
            let left = guess.fields.filter { !shown.contains($0.name) && $0.type.mayBeShown(as: letter) }
            let known = guess.fields.map(\.name)
            guard !known.isEmpty else { return }
            report.add(.otherPlaceholder(written, left.count == 1 ? left[0].name : nil, known: known, span))
        }
    }
}

extension WrittenText {
    /// Whether the source may be `{{minutes}}`, by its first bytes.
    fileprivate var isDoubled: Bool { source.utf8.starts(with: "{{".utf8) }
}

extension Message {
    /// Whether a pattern contains a character with which such a placeholder begins; most don't.
    fileprivate var mayHoldPlaceholders: Bool {
        switch body {
        case .pattern(let pattern): Self.mayHoldPlaceholders(pattern)
        case .select(_, let variants): variants.contains { Self.mayHoldPlaceholders($0.pattern) }
        }
    }

    private static func mayHoldPlaceholders(_ pattern: Pattern) -> Bool {
        pattern.contains { element in
            switch element {
            case .text(let content): content.withBytes(OtherPlaceholder.mayBegin)
            case .expression(let expression):
                if case .literal? = expression.operand { true } else { false }
            case .markup: false
            }
        }
    }
}

/// A placeholder with a literal in place of a variable: `{minutes}`, but not `{|minutes|}`.
private struct LiteralPlace {
    /// The literal in the parsed message.
    let literal: String
    let hasFunction: Bool
    /// The bytes of the literal.
    let word: Range<Int>
    /// The bytes including a sign before the brace, which other tools require: `${minutes}`, `%{minutes}`.
    let whole: Range<Int>
    let hasSign: Bool

    /// - Parameter start: the offset of the pattern.
    init?(_ expression: Message.Expression, _ range: Range<Int>, in bytes: [UInt8], from start: Int) {
        guard case .literal(let literal)? = expression.operand,
            let first = bytes[range].dropFirst().firstIndex(where: { $0 > 0x20 }), bytes[first] != UInt8(ascii: "|")
        else { return nil }
        self.literal = literal
        hasFunction = expression.function != nil
        let last = bytes[first..<range.upperBound].firstIndex { $0 <= 0x20 || $0 == UInt8(ascii: "}") }
        word = first..<(last ?? range.upperBound)
        let sign = range.lowerBound - 1
        let followsWord = sign > start && bytes[sign - 1].isAlphanumeric
        hasSign = sign >= start && "$%".utf8.contains(bytes[sign]) && !followsWord && !hasFunction
        whole = (hasSign ? sign : range.lowerBound)..<range.upperBound
    }

    /// The name without a word processor's quotation marks: `{“minutes”}`.
    var bareName: String { literal.trimming { $0.properties.isQuotationMark } }

    /// `{0}`: the first value, in tools that number them.
    var isNumber: Bool {
        !hasFunction && literal.utf8.count <= 2 && literal.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }
}

extension PayloadType {
    /// Whether the conversion letter of C fits the type; nil and `s` fit every type.
    fileprivate func mayBeShown(as letter: Character?) -> Bool {
        switch (letter ?? "s", self) {
        case ("d", .integer), ("i", .integer), ("u", .integer), ("f", .decimal), ("f", .integer): true
        case ("d", _), ("i", _), ("u", _), ("f", _): false
        default: true
        }
    }
}

extension String {
    /// The text that people read: `{|name|}` and `\{name\}` are shown as `name` and `{name}`.
    fileprivate var asRead: String {
        guard case .pattern(let pattern)? = Message.parse(self).message?.body, pattern.count == 1 else { return self }
        switch pattern[0] {
        case .text(let content): return content
        case .expression(let expression):
            if case .literal(let content)? = expression.operand, hasPrefix("{|") { return content }
            return self
        case .markup: return self
        }
    }

    /// The text as it is written in a message to be shown literally.
    fileprivate var asLiteral: String {
        if isBareName { return self }
        // Avoids `{|$name|}`, which would be reported as well.
        return hasPrefix("$") ? "{|$|}" + dropFirst() : "{|\(self)|}"
    }

    /// Whether it is a name without any sign around it.
    fileprivate var isBareName: Bool {
        guard let first = utf8.first, let last = utf8.last else { return false }
        return first.isAlphanumeric && last.isAlphanumeric
            && utf8.allSatisfy { $0.isAlphanumeric || "_-. ".utf8.contains($0) }
    }

    fileprivate var trimmingBlanks: String { trimming { $0.properties.isWhitespace } }

    /// Removes characters of a kind from both ends.
    func trimming(_ isEdge: (Unicode.Scalar) -> Bool) -> String {
        var rest = unicodeScalars[...]
        while let first = rest.first, isEdge(first) { rest.removeFirst() }
        while let last = rest.last, isEdge(last) { rest.removeLast() }
        return String(rest)
    }
}

extension Diagnostic {
    /// - Parameters:
    ///   - word: the text that people would read.
    ///   - name: the variable that was probably meant.
    static func nameAsText(_ word: String, _ name: String, replacement: String, _ span: Span) -> Diagnostic {
        Diagnostic(
            .nameAsText,
            "people would read \(quoted(word)), not what `$\(name)` holds",
            at: span,
            label: "did you mean `\(replacement)`?",
            help: "words that are meant as they stand need no braces",
            fixes: [Fix("write `\(replacement)`", replace: span, with: replacement)]
        )
    }

    /// - Parameters:
    ///   - name: the variable that was meant; nil where it isn't known.
    ///   - known: the existing variables, for a placeholder that names none.
    ///   - written: the text in the source.
    fileprivate static func otherPlaceholder(
        _ written: String,
        _ name: String?,
        known: [String],
        _ span: Span
    ) -> Diagnostic {
        let read = written.asRead
        return Diagnostic(
            .otherPlaceholder,
            "people would read \(quoted(read)) as it stands here",
            at: span,
            label: name.map { "did you mean `{$\($0)}`?" } ?? "",
            notes: known.isEmpty ? [] : ["there is \(Shape.list(known.map { "{$\($0)}" }))"],
            help: "a variable is written `{$name}`; words that are meant as they stand, `\(read.asLiteral)`",
            fixes: name.map { [Fix("write `{$\($0)}`", replace: span, with: "{$\($0)}")] } ?? []
        )
    }
}
