import CarillonDiagnostics
import CarillonModel

/// The messages of the shape checker.
extension Diagnostic {
    static func unknownKey(_ name: String, _ guess: String?, known: [String], _ span: Span) -> Diagnostic {
        let list = known.filter { $0 != "$schema" }
        return Diagnostic(
            .unknownKey,
            "there is no key \(quoted(name)) here",
            at: span,
            label: Suggestion.question(guess),
            notes: list.isEmpty ? [] : ["the keys are \(Shape.list(list))"],
            fixes: guess.map { [Fix("rename it to `\($0)`", replace: span, with: "\"\($0)\"")] } ?? []
        )
    }

    static func missingKey(_ shape: MemberShape, _ span: Span, isFirst: Bool) -> Diagnostic {
        let line = "\"\(shape.name)\": \(shape.example.text)"
        let after = Span(span.source, span.range.upperBound..<span.range.upperBound)
        return Diagnostic(
            .missingKey,
            "the key `\(shape.name)` is missing",
            at: span,
            label: "in this object",
            notes: [shape.description.asNote],
            help: "add a line like \(line)",
            fixes: [Fix("add `\(shape.name)`", replace: after, with: " " + line + (isFirst ? " " : ","))]
        )
    }

    static func missingOneOf(_ names: [String], _ span: Span) -> Diagnostic {
        Diagnostic(.missingKey, "one of \(Shape.list(names)) is missing", at: span, label: "in this object")
    }

    static func onlyOneOf(_ names: [String], _ spans: [Span]) -> Diagnostic {
        Diagnostic(
            .conflictingKeys,
            "\(Shape.list(names)) exclude one another",
            at: spans.last ?? spans[0],
            label: "only one of them can stand here",
            related: spans.dropLast().map { Label($0, "and this is the other") }
        )
    }

    static func wrongType(_ span: Span, _ shape: Shape, got kind: String) -> Diagnostic {
        Diagnostic(.wrongType, "this must be \(shape.description), not \(kind)", at: span)
    }

    static func literalKey(_ span: Span) -> Diagnostic {
        Diagnostic(
            .literalSecret,
            "a key must only be named",
            at: span,
            label: "this is not shown here",
            help: #"write {"$secret": "some-name"} and give the value to the operator"#
        )
        .hidingSource()
    }

    static func outOfRange(_ span: Span, _ shape: Shape) -> Diagnostic {
        Diagnostic(.outOfRange, "this must be \(shape.description)", at: span)
    }

    static func notAllowed(_ text: String, _ values: [String], _ span: Span) -> Diagnostic {
        let guess = Suggestion.closest(to: text, among: values)
        return Diagnostic(
            .notAllowed,
            "\(quoted(text)) is not possible here",
            at: span,
            label: Suggestion.question(guess),
            notes: ["it is \(Shape.choice(values).description)"],
            fixes: guess.map { [Fix("write `\($0)`", replace: span, with: "\"\($0)\"")] } ?? []
        )
    }

    static func wrongCount(_ count: Int, _ range: ClosedRange<Int>, _ span: Span) -> Diagnostic {
        let message =
            count < range.lowerBound
            ? "this list needs at least \(range.lowerBound) element\(range.lowerBound == 1 ? "" : "s")"
            : "this list has \(count) elements, at most \(range.upperBound) are possible"
        return Diagnostic(.wrongCount, message, at: Span(span.source, span.range.prefix(1)))
    }

    static func badText(_ text: String, _ shape: TextShape, _ span: Span) -> Diagnostic {
        let guess = Suggestion.closest(to: text, among: shape.candidates)
        return Diagnostic(
            shape.code,
            text.isEmpty ? "this must not be empty" : "\(quoted(text)) is not \(shape.name.withArticle)",
            at: span,
            label: Suggestion.question(guess),
            notes: ["it must be \(shape.description)"]
        )
    }

    static func badKey(_ name: String, _ shape: TextShape, _ span: Span) -> Diagnostic {
        let guess = Suggestion.closest(to: name, among: shape.candidates)
        return Diagnostic(
            shape.code,
            "\(quoted(name)) is not \(shape.name.withArticle)",
            at: span,
            label: Suggestion.question(guess),
            notes: ["it must be \(shape.description)"]
        )
    }
}

extension String {
    /// A sentence of the reference, in the form of notes: lower case, no full stop.
    var asNote: String {
        let text = hasSuffix(".") ? dropLast() : self[...]
        return text.prefix(1).lowercased() + text.dropFirst()
    }

    /// `a duration`, `an event`.
    var withArticle: String { ("aeiou".contains(prefix(1).lowercased()) ? "an " : "a ") + self }
}

extension Range<Int> {
    /// The first `count` positions.
    func prefix(_ count: Int) -> Range<Int> { lowerBound..<Swift.min(lowerBound + count, upperBound) }
}
