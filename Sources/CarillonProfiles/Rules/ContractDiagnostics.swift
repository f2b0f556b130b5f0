import CarillonDiagnostics
import CarillonModel

/// The messages of ``ContractRule``.
extension Diagnostic {
    static func duplicateRoute(_ route: ContractRoute, _ span: Span, first: Span) -> Diagnostic {
        Diagnostic(
            .duplicateRoute,
            "two routes answer \(route.method.rawValue) on paths of the same shape",
            at: span,
            label: "second time",
            related: [Label(first, "first time")]
        )
    }

    /// - Parameters:
    ///   - own: the method and path of the host's route.
    ///   - hosts: the place where the profile names the hosts at whose root both are served.
    static func routeOfTheHost(_ own: String, at host: String, _ span: Span, hosts: Span) -> Diagnostic {
        Diagnostic(
            .duplicateRoute,
            "on `\(host)`, nothing tells this from the host's own `\(own)`",
            at: span,
            related: [Label(hosts, "at their root, the contract stands beside the host's own routes")],
            help: "write another path, or a name in place of the parameter"
        )
    }

    static func wrongAccess(
        _ route: ContractRoute,
        _ callers: OperationSpecification.Callers,
        _ span: Span
    ) -> Diagnostic {
        let note =
            switch callers {
            case .service: "only the tenant's own services may do this: write `service`"
            case .user: "it concerns the rows of one user: write `user`"
            case .userOrService: "write `user` or `service`"
            case .anyone: "without a user it needs `devices.owner` to be `subscription`; else write `user`"
            }
        return Diagnostic(
            .wrongAccess,
            "`\(route.operation.rawValue)` cannot be open to `\(route.access.rawValue)`",
            at: span,
            notes: [note]
        )
    }

    static func noAuthentication(_ key: String, _ span: Span) -> Diagnostic {
        Diagnostic(
            .noAuthentication,
            "nobody can prove this: profile.json has no `\(key)`",
            at: span,
            help: "add `\(key)` to profile.json"
        )
    }

    static func incompleteLogin(_ missing: [String], _ span: Span) -> Diagnostic {
        Diagnostic(.incompleteLogin, "a forwarded login needs \(Shape.list(missing))", at: span)
    }

    static func notALogin(_ key: String, _ span: Span) -> Diagnostic {
        Diagnostic(.incompleteLogin, "`\(key)` belongs to `sessions.login` only", at: span)
    }

    static func missingInput(_ names: [String], _ operation: Operation, _ span: Span) -> Diagnostic {
        let message = names.count == 1 ? "the field `\(names[0])`" : "one of the fields \(Shape.list(names))"
        return Diagnostic(
            .missingInput,
            "`\(operation.rawValue)` needs \(message)",
            at: span,
            help: "say in `request` where it comes from: \"\(names[0])\": { \"from\": \"body.…\" }"
        )
    }

    static func unknownInput(_ name: String, _ operation: Operation, known: [String], _ span: Span) -> Diagnostic {
        let guess = Suggestion.closest(to: name, among: known)
        let note =
            known.isEmpty
            ? "it has no fields" : "`\(operation.rawValue)` has \(Shape.wholeList(known))"
        return Diagnostic(
            .unknownInput,
            "`\(operation.rawValue)` has no field \(quoted(name))",
            at: span,
            label: Suggestion.question(guess),
            notes: [note]
        )
    }

    /// A part of a field that has no parts.
    static func unknownPart(
        _ name: String,
        of input: OperationField,
        _ operation: Operation,
        open: [String],
        _ span: Span
    ) -> Diagnostic {
        let note = "`\(input.name)` is \(input.form.rawValue.withArticle), without parts"
        let others = open.isEmpty ? "" : "; parts of your own can be in \(Shape.list(open))"
        return Diagnostic(
            .unknownInput,
            "`\(operation.rawValue)` has no field \(quoted(name))",
            at: span,
            notes: [note + others]
        )
    }

    static func unknownPathParameter(_ name: String, _ path: PathTemplate, _ span: Span) -> Diagnostic {
        let known = path.parameters
        let guess = Suggestion.closest(to: name, among: known)
        return Diagnostic(
            .unknownPathParameter,
            "the path has no parameter \(quoted(name))",
            at: span,
            label: Suggestion.question(guess),
            notes: [known.isEmpty ? "it has none" : "it has \(Shape.list(known))"]
        )
    }

    static func bodyOfGet(_ span: Span) -> Diagnostic {
        Diagnostic(.bodyOfGet, "a GET request has no body", at: span, help: "take it from `query.…`")
    }

    static func optionalInput(_ field: RequestField, _ operation: Operation, _ span: Span) -> Diagnostic {
        Diagnostic(
            .missingInput,
            "`\(operation.rawValue)` needs \(quoted(field.target.description)), and a request may leave it out",
            at: span,
            help: "remove `optional`"
        )
    }

    static func idleOnUnknown(_ operation: Operation, _ span: Span) -> Diagnostic {
        let known = Operation.allCases.filter(\.specification.reportsUnknown).map(\.rawValue)
        return Diagnostic(
            .idleOnUnknown,
            "`onUnknown` does nothing for `\(operation.rawValue)`",
            at: span,
            notes: ["it is for \(Shape.list(known))"],
            help: "remove `onUnknown`"
        )
    }

    static func bodyOfEmptyAnswer(_ status: Int, _ span: Span) -> Diagnostic {
        Diagnostic(
            .bodyOfEmptyAnswer,
            "an answer with status \(status) has no body",
            at: span,
            help: "remove `body`, or answer with 200"
        )
    }
}
