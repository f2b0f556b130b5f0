import CarillonDiagnostics
import CarillonModel

/// The messages of ``RouteChecker`` about values whose type doesn't fit an operation's field.
extension Diagnostic {
    static func wrongInputType(_ input: OperationField, _ type: RequestType, _ span: Span) -> Diagnostic {
        Diagnostic(
            .wrongInputType,
            "the field `\(input.name)` is \(input.form.summary), not \(type.rawValue.withArticle)",
            at: span,
            help: input.form.help(insteadOf: type)
        )
    }

    /// - Parameter type: the type in the list's `items`.
    static func wrongElementType(_ input: OperationField, _ type: RequestType, _ span: Span) -> Diagnostic {
        let fitting = RequestType.allCases.filter(input.form.takesElements).map(\.rawValue)
        return Diagnostic(
            .wrongInputType,
            "the elements of `\(input.name)` are \(input.form.elementDescription), not of the type \(type.rawValue)",
            at: span,
            notes: input.form == .hostIDs ? ["they are ids of the host's own, and these are no numbers"] : [],
            help: "write a `type` that fits: \(Shape.list(fitting))"
        )
    }

    static func wrongMeaning(_ meaning: JSONValue, _ input: OperationField, _ span: Span) -> Diagnostic {
        Diagnostic(
            .wrongInputType,
            "the field `\(input.name)` is \(input.form.summary), and here it would be \(meaning.kind)",
            at: span,
            help: meaningHelp
        )
    }

    static func wrongMeaning(
        _ meaning: JSONValue,
        elementOf input: OperationField,
        _ span: Span
    ) -> Diagnostic {
        Diagnostic(
            .wrongInputType,
            "the elements of `\(input.name)` are \(input.form.elementDescription), and here one would be \(meaning.kind)",
            at: span,
            help: meaningHelp
        )
    }

    static func wrongConstant(_ value: JSONValue, _ input: OperationField, _ span: Span) -> Diagnostic {
        let text = value.wholeNumber.map { "\($0)" }
        let help = text.flatMap { text in
            input.form.takes(.string(text)) ? "write it as text: \"\(text)\"" : nil
        }
        return Diagnostic(
            .wrongInputType,
            "the field `\(input.name)` is \(input.form.summary), and this is \(value.described(for: input.form))",
            at: span,
            help: help
        )
    }

    private static let meaningHelp = "say what clients' words mean: \"values\": { \"1\": … }"
}

extension JSONValue {
    /// The value, or the first element of a list that doesn't fit.
    fileprivate func described(for type: FieldForm) -> String {
        guard let element = array?.first(where: { !type.takesElement($0) }) else { return kind }
        return "\(kind) with \(element.kind)"
    }
}

extension FieldForm {
    fileprivate var summary: String { self == .names || self == .hostIDs ? "a list of texts" : rawValue.withArticle }

    fileprivate var elementDescription: String { self == .list ? "texts, or objects of them" : "texts" }

    /// What to do where a request's field has another type.
    fileprivate func help(insteadOf type: RequestType) -> String {
        let fitting = RequestType.allCases.filter(takes).map(\.rawValue)
        let types = fitting.count == 1 ? "`\"type\": \"\(fitting[0])\"`" : "a `type` that fits: \(Shape.list(fitting))"
        let values = "say in `values` what each of clients' values means"
        switch (self, type) {
        case (.list, _), (.hostIDs, _): return "write \(types)"
        case (.text, .integer):
            return "\(values), put the number into a text (`order-{body.…}`), or write \(types)"
        default: return "write \(types), or \(values)"
        }
    }
}
