import CarillonDiagnostics
import CarillonModel

/// Each route leads to the tenant's own app or site, whatever values fill its parameters.
enum RouteRule: Rule {
    static let scope = RuleScope.settings

    static func check(_ tenant: TenantContext, _ report: inout RuleReport) {
        guard let file = tenant.profileFile, !file.isDamaged("deepLinks", "schemes"),
            !file.isDamaged("deepLinks", "origins")
        else { return }
        let maker = DeepLinkMaker(tenant.profile.deepLinks)
        for route in tenant.profile.deepLinks.routes {
            let place: [JSONStep] = [.name("deepLinks"), .name("routes"), .name(route.id)]
            guard !file.isDamaged(place) else { continue }
            let kinds = LinkKind.allCases.filter { route[$0] != nil }
            if kinds.isEmpty { report.add(.emptyRoute(route.id, file.nameSpan(place))) }
            var used: Set<String> = []
            for kind in kinds {
                guard let text = route[kind] else { continue }
                used.formUnion(text.fields.map(\.description))
                let diagnostic = fault(in: text, kind, route, maker, tenant.profile.deepLinks) {
                    file.span(place + [.name(kind.rawValue)])
                }
                if let diagnostic { report.add(diagnostic) }
            }
            guard !kinds.isEmpty else { continue }
            RouteAudience(route: route, kinds: kinds, file: file, place: place).check(&report)
            for parameter in route.parameters where !used.contains(parameter.name) {
                let step = place + [.name("params"), .name(parameter.name)]
                report.add(.unusedParameter(parameter.name, file.nameSpan(step)))
            }
        }
    }

    /// - Parameter span: returns the text's place; called only for a fault, because there may be thousands of texts.
    private static func fault(
        in text: PlaceholderText,
        _ kind: LinkKind,
        _ route: Route,
        _ maker: DeepLinkMaker,
        _ links: DeepLinks,
        at span: () -> Span
    ) -> Diagnostic? {
        for field in text.fields where route.parameter(field.description) == nil {
            return .unknownParameter(field.description, known: route.parameters.map(\.name), span())
        }
        if kind != .app, !text.source.hasPrefix("https://"), !text.source.hasPrefix("/") {
            return .foreignLink(text.source, links, span())
        }
        if isAuthorityOpen(text, kind) { return .openAuthority(span()) }
        for field in text.fields where route.parameter(field.description)?.type == .path && !ends(with: field, text) {
            return .pathInside(field.description, span())
        }
        do {
            _ = try maker.text(kind, of: route, values: route.harmlessValues)
            return nil
        } catch {
            switch error {
            case .unknownScheme, .foreignOrigin, .noScheme, .noSuchRoute, .schemeRelative:
                return .foreignLink(text.source, links, span())
            default: return .badLink(error, span())
            }
        }
    }

    /// Whether only the query follows a parameter that is a whole segment or part of the query.
    private static func ends(with field: FieldPath, _ text: PlaceholderText) -> Bool {
        let parts = text.source.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let mark = "{\(field)}"
        guard parts[0].contains(mark) else { return true }
        return parts[0].hasSuffix("/\(mark)") && parts[0].ranges(of: mark).count == 1
    }

    /// Whether a parameter is in a place where it selects the host or screen: in the scheme, or before the first slash
    /// after it.
    private static func isAuthorityOpen(_ text: PlaceholderText, _ kind: LinkKind) -> Bool {
        guard case .text(let first)? = text.segments.first else { return !text.segments.isEmpty }
        if kind == .screen { return !first.hasPrefix("/") }
        guard let range = first.firstRange(of: "://") else { return text.segments.count > 1 }
        let rest = first[range.upperBound...]
        return text.segments.count > 1 && !rest.contains("/") && !rest.contains("?")
    }
}

extension Route {
    /// For each parameter, a value that changes no link's shape.
    var harmlessValues: [String: String] {
        let values = parameters.map { ($0.name, $0.type == .uuid ? "00000000-0000-4000-8000-000000000000" : "1") }
        return Dictionary(values) { first, _ in first }
    }
}

extension Diagnostic {
    fileprivate static func emptyRoute(_ id: String, _ span: Span) -> Diagnostic {
        Diagnostic(
            .emptyRoute,
            "the route \(quoted(id)) leads nowhere",
            at: span,
            help: "give it `app`, `web` or `screen`"
        )
    }

    static func unknownParameter(_ name: String, known: [String], _ span: Span) -> Diagnostic {
        let guess = Suggestion.closest(to: name, among: known)
        return Diagnostic(
            .unknownParameter,
            "the route has no parameter \(quoted(name))",
            at: span,
            label: Suggestion.question(guess),
            notes: [known.isEmpty ? "it has no `params`" : "its `params` are \(Shape.list(known))"]
        )
    }

    fileprivate static func unusedParameter(_ name: String, _ span: Span) -> Diagnostic {
        Diagnostic(.unusedParameter, "nothing uses the parameter \(quoted(name))", at: span)
    }

    fileprivate static func foreignLink(_ text: String, _ links: DeepLinks, _ span: Span) -> Diagnostic {
        let own = links.schemes.map { "\($0)://" } + links.origins
        return Diagnostic(
            .foreignLink,
            "this link leads out of the tenant's own app and site",
            at: span,
            notes: [own.isEmpty ? "`deepLinks` declares no scheme and no origin" : "its own are \(Shape.list(own))"],
            help: "`app` begins with a scheme, `web` with an origin, `screen` with a slash"
        )
    }

    fileprivate static func openAuthority(_ span: Span) -> Diagnostic {
        Diagnostic(
            .openAuthority,
            "a parameter decides where this link leads to",
            at: span,
            notes: ["parameters may stand behind the first slash, and in the query"]
        )
    }

    fileprivate static func pathInside(_ name: String, _ span: Span) -> Diagnostic {
        Diagnostic(
            .badLink,
            "the parameter `\(name)` is a path, and doesn't end this link's path",
            at: span,
            notes: ["nobody could tell where it ends"],
            help: "let it be all that follows a slash: `…/{\(name)}`"
        )
    }

    fileprivate static func badLink(_ fault: DeepLinkFault, _ span: Span) -> Diagnostic {
        Diagnostic(.badLink, "\(fault)", at: span)
    }
}
