import CarillonDiagnostics

/// The messages of ``AnswerChecker``.
extension Diagnostic {
    static func notAList(_ path: String, _ span: Span) -> Diagnostic {
        Diagnostic(.notAList, "\(quoted(path)) is no list", at: span)
    }

    static func unknownResult(_ path: String, known: [String], _ span: Span) -> Diagnostic {
        let first = path.split(separator: ".").first.map(String.init) ?? path
        return Diagnostic(
            .unknownResult,
            "there is no `{\(path)}` here",
            at: span,
            label: Suggestion.question(Suggestion.closest(to: first, among: known)),
            notes: ["there is \(Shape.wholeList(known))"]
        )
    }

    /// - Parameter known: the part of the path that exists; `shape` is what it leads to.
    static func unknownMember(_ name: String, of known: FieldPath, _ shape: ResultShape, _ span: Span) -> Diagnostic {
        let names = shape.members.map(\.name).sorted() + shape.formNames
        let note =
            switch shape {
            case .list: "`\(known)` is a list: go through it with `each` and `as`"
            case .object: "`\(known)` has \(Shape.wholeList(names))"
            default: "`\(known)` is \(shape.description), and has \(Shape.wholeList(names))"
            }
        return Diagnostic(
            .unknownResult,
            "there is no `{\(known.steps.joined(separator: ".")).\(name)}` here",
            at: span,
            label: Suggestion.question(Suggestion.closest(to: name, among: names)),
            notes: [note]
        )
    }

    static func formatOfOther(_ format: ValueFormat, _ shape: ResultShape, _ span: Span) -> Diagnostic {
        let note =
            shape.formNames.isEmpty ? "it has no other form" : "it can be written as \(Shape.list(shape.formNames))"
        return Diagnostic(
            .misplacedFormat,
            "the value is \(shape.description), which can't be written as \(quoted(format.description))",
            at: span,
            notes: [note]
        )
    }

    static func impossibleValue(_ word: String, _ known: [String], _ span: Span) -> Diagnostic {
        Diagnostic(
            .impossibleValue,
            "the value is never \(quoted(word))",
            at: span,
            label: Suggestion.question(Suggestion.closest(to: word, among: known)),
            notes: ["it is one of \(Shape.list(known))"]
        )
    }

    static func unmappedValue(_ values: [String], _ span: Span) -> Diagnostic {
        Diagnostic(
            .unmappedValue,
            "nothing is said for \(Shape.list(values))",
            at: span,
            label: "these pass as they are",
            help: "write what clients read for each: \(quoted(values[0])): …"
        )
    }

    static func noPageLink(_ path: String, _ span: Span) -> Diagnostic {
        Diagnostic(
            .noPageLink,
            "`{\(path)}` is never there: nothing in the query asks for such a page",
            at: span,
            notes: [
                "all links need `page`, `pageIndex` or `offset` from the query; with `cursor`, there are `next` and `first`"
            ],
            help:
                "say in `request` where the page comes from: \"page\": { \"from\": \"query.page\", \"type\": \"integer\" }"
        )
    }

    static func unsupportedContent(_ tag: String, _ known: [String], _ span: Span) -> Diagnostic {
        Diagnostic(
            .unsupportedLocaleText,
            "there are no words in \(quoted(tag))",
            at: span,
            label: Suggestion.question(Suggestion.closest(to: tag, among: known)),
            notes: ["supported are \(Shape.list(known))"]
        )
    }

    static func absentResult(_ path: String, _ span: Span) -> Diagnostic {
        Diagnostic(
            .absentResult,
            "`{\(path)}` is not always there",
            at: span,
            help: "write `{\(path)?}`, which says that the key may be left out"
        )
    }
}

extension ResultShape {
    /// The names of its other formats.
    fileprivate var formNames: [String] { ValueFormat.named.filter { takes($0.format) }.map(\.name) }
}
