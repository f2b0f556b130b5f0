import CarillonDiagnostics
import CarillonModel

/// Each link to a route with an audience, and each send that fills the route's parameters, also has the audience's
/// values.
struct RouteAudience {
    let route: Route
    /// The forms of link that the route has.
    let kinds: [LinkKind]
    let file: TenantFile
    let place: [JSONStep]

    func check(_ report: inout RuleReport) {
        let known = route.parameters.map(\.name)
        for name in route.dataNames.keys.sorted() where route.parameter(name) == nil {
            report.add(.unknownParameter(name, known: known, nameSpan("dataNames", name)))
        }
        guard let audience = route.audience else {
            if !route.dataNames.isEmpty { report.add(.namesWithoutAudience(nameSpan("dataNames"))) }
            return
        }
        for name in Set(audience.fields.map(\.description)).sorted() {
            guard route.parameter(name) != nil else {
                report.add(.unknownParameter(name, known: known, span("audience")))
                continue
            }
            for kind in kinds where route[kind]?.fields.contains(where: { $0.description == name }) != true {
                report.add(.openAudience(name, span(kind.rawValue), stated: span("audience")))
            }
            if !route.dataNames.isEmpty, route.dataNames[name] == nil {
                report.add(.openAudience(name, nameSpan("dataNames"), stated: span("audience")))
            }
        }
    }

    private func span(_ name: String) -> Span { file.span(place + [.name(name)]) }

    private func nameSpan(_ names: String...) -> Span { file.nameSpan(place + names.map { .name($0) }) }
}

extension Diagnostic {
    fileprivate static func openAudience(_ parameter: String, _ span: Span, stated: Span) -> Diagnostic {
        Diagnostic(
            .openAudience,
            "the parameter `\(parameter)` of the audience is missing here",
            at: span,
            label: "nobody could be held against the audience",
            related: [Label(stated, "the audience")]
        )
    }

    fileprivate static func namesWithoutAudience(_ span: Span) -> Diagnostic {
        Diagnostic(
            .openAudience,
            "the route has no audience that these names could tell",
            at: span,
            help: "add `audience`, or remove `dataNames`"
        )
    }
}
