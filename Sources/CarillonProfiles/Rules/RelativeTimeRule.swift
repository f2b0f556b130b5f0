import CarillonDiagnostics
import CarillonModel
import MessageFormat

/// There is no preposition before a time formatted by `:carillon:relative`, which adds its own: “at today at 7:16 PM”.
enum RelativeTimeRule: Rule {
    static let scope = RuleScope.texts

    private static let function = "carillon:relative"

    static func check(_ tenant: TenantContext, _ report: inout RuleReport) {
        for text in tenant.texts where text.uses?.functions.contains(function) == true {
            guard let message = text.message, let prepositions = Prepositions.before(timesIn: text.locale) else {
                continue
            }
            let bytes = Array(text.source.utf8)
            for pattern in text.placedPatterns {
                for (index, piece) in pattern.enumerated() {
                    guard case .expression(let expression) = piece.element,
                        let time = message.relativeTime(expression),
                        let word = LastWord(before: index, of: pattern, in: bytes)
                    else { continue }
                    check(word, prepositions, time, piece.range, text, tenant, &report)
                }
            }
        }
    }

    private static func check(
        _ word: LastWord,
        _ prepositions: Prepositions,
        _ time: RelativeTime,
        _ placeholder: Range<Int>,
        _ text: WrittenText,
        _ tenant: TenantContext,
        _ report: inout RuleReport
    ) {
        guard let span = tenant.span(word.range, of: text) else { return }
        let lower = word.text.lowercased()
        if prepositions.ofClocks.contains(lower) {
            let removed = word.isNextTo ? tenant.span(word.range.lowerBound..<placeholder.lowerBound, of: text) : nil
            report.add(.prepositionBeforeTime(word.text, time, span, removed: removed))
        } else if prepositions.ofBounds.contains(lower) {
            let replaced = time.isDirect ? tenant.span(placeholder, of: text) : nil
            report.add(.boundBeforeTime(word.text, time, span, replaced: replaced))
        }
    }
}

/// A placeholder that shows a time relative to now.
private struct RelativeTime {
    /// `$departure`; `…` for a literal.
    let name: String
    /// Whether the placeholder calls the function itself, instead of showing a declaration.
    let isDirect: Bool
}

extension Message {
    /// Amounts (`unit=day`) don't count, because “in 3 days” contains no time of day.
    fileprivate func relativeTime(_ expression: Expression, depth: Int = 0) -> RelativeTime? {
        let name: String? = if case .variable(let name)? = expression.operand { name } else { nil }
        if let function = expression.function {
            guard function.name == "carillon:relative", !function.options.contains(where: { $0.name == "unit" }) else {
                return nil
            }
            return RelativeTime(name: name.map { "$" + $0 } ?? "…", isDirect: depth == 0)
        }
        guard let name, depth < Self.maximumDeclarationDepth,
            let declaration = declarations.last(where: { $0.name == name }), declaration.value != expression
        else { return nil }
        return relativeTime(declaration.value, depth: depth + 1)
    }
}

/// The word before a placeholder, with a blank between them, and with markup anywhere.
private struct LastWord {
    let text: String
    /// The range of bytes in the source.
    let range: Range<Int>
    /// Whether only blanks are between them.
    let isNextTo: Bool

    init?(before index: Int, of pattern: [PlacedElement], in bytes: [UInt8]) {
        var hasBlank = false
        var hasMarkup = false
        for piece in pattern[..<index].reversed() {
            switch piece.element {
            case .expression: return nil
            case .markup:
                hasMarkup = true
                continue
            case .text: break
            }
            let literal = String(decoding: bytes[piece.range], as: UTF8.self).unicodeScalars
            let end = literal.lastIndex { !$0.properties.isWhitespace }.map { literal.index(after: $0) }
            if end != literal.endIndex { hasBlank = true }
            guard let end else { continue }
            let edge = literal[..<end].lastIndex(where: Self.isEdge)
            let start = edge.map { literal.index(after: $0) } ?? literal.startIndex
            // In “at:”, the word without the colon; but a colon at the end of a line ends the sentence.
            let last = literal.index(before: end)
            let hasColon = literal[last] == ":" && !literal[end...].contains(where: Self.isLineBreak)
            let wordEnd = hasColon ? last : end
            guard hasBlank, start < wordEnd else { return nil }
            let word = String(literal[start..<wordEnd])
            let upper = piece.range.lowerBound + String(literal[..<wordEnd]).utf8.count
            text = word
            range = upper - word.utf8.count..<upper
            isNextTo = !hasMarkup
            return
        }
        return nil
    }

    private static func isLineBreak(_ scalar: Unicode.Scalar) -> Bool { Character(scalar).isNewline }

    /// Characters between words, as far as they matter before a placeholder.
    private static func isEdge(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isWhitespace || scalar.properties.isQuotationMark || "(".unicodeScalars.contains(scalar)
    }
}

extension Diagnostic {
    fileprivate static func prepositionBeforeTime(
        _ word: String,
        _ time: RelativeTime,
        _ span: Span,
        removed: Span?
    ) -> Diagnostic {
        Diagnostic(
            .prepositionBeforeTime,
            "`:carillon:relative` brings a word such as \(quoted(word)) itself",
            at: span,
            label: "leave this out",
            notes: ["it shows “today at 7:16 PM”, “yesterday at 7:16 PM”, or a date with the time"],
            help: "or show the clock alone, `{\(time.name) :time}`, or the date, `{\(time.name) :date}`",
            fixes: removed.map { [Fix("leave out `\(word)`", replace: $0, with: "")] } ?? []
        )
    }

    /// For prepositions that are needed, so that the time after them has to change.
    fileprivate static func boundBeforeTime(
        _ word: String,
        _ time: RelativeTime,
        _ span: Span,
        replaced: Span?
    ) -> Diagnostic {
        let plain = "{\(time.name) :datetime}"
        return Diagnostic(
            .prepositionBeforeTime,
            "what `:carillon:relative` shows doesn't stand behind \(quoted(word))",
            at: span,
            label: "this wants a date",
            notes: ["it shows “Today at 7:16 PM”, “Yesterday at 7:16 PM”, or a date with the time"],
            help: "show the date with the time, `\(plain)`",
            fixes: replaced.map { [Fix("write `\(plain)`", replace: $0, with: plain)] } ?? []
        )
    }
}
