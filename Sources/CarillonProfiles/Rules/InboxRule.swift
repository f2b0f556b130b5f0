import CarillonDiagnostics
import CarillonModel
import CarillonPluginKit

/// The inbox page has a path of its own, and a feed to show.
enum InboxRule: Rule {
    static let scope = RuleScope.settings

    static func check(_ tenant: TenantContext, _ report: inout RuleReport) {
        guard let file = tenant.profileFile, let node = file.root["inbox"], node.isObject else { return }
        if tenant.feedChannels.isEmpty, tenant.isSound("channels") {
            report.add(.inboxWithoutFeed(file.nameSpan("inbox")))
        }
        guard let inbox = tenant.profile.inbox, let path = PathTemplate(inbox.page) else { return }
        let span = file.span("inbox", "page")
        if let route = route(at: path, in: tenant) {
            report.add(.inboxPageTaken(by: route.path, span, route: route.span))
        }
        if let host = tenant.profile.hosts.first, case .literal(let first)? = path.segments.first,
            TenantID.reserved.contains(first)
        {
            report.add(.inboxPageOfTheHost(first, at: host, span, hosts: file.span("hosts")))
        }
    }

    /// The contract's route that answers `GET` for paths of the same shape.
    private static func route(at page: PathTemplate, in tenant: TenantContext) -> (path: PathTemplate, span: Span)? {
        guard let file = tenant.contractFile, let contract = tenant.profile.contract else { return nil }
        let shape = RouteShape(.get, page)
        for (index, route) in tenant.contractRoutes.enumerated() {
            guard let route,
                let path = contract.paths(of: route).first(where: { RouteShape(route.method, $0) == shape })
            else { continue }
            return (path, file.span([.name("routes"), .index(index), .name("path")]))
        }
        return nil
    }
}

extension Diagnostic {
    fileprivate static func inboxPageTaken(by path: PathTemplate, _ span: Span, route: Span) -> Diagnostic {
        Diagnostic(
            .inboxPageTaken,
            "the contract answers `GET \(path)`, and only one of the two can be reached there",
            at: span,
            related: [Label(route, "answered here")],
            help: "apps have the contract's path built in: give the page another"
        )
    }

    fileprivate static func inboxPageOfTheHost(
        _ first: String,
        at host: String,
        _ span: Span,
        hosts: Span
    ) -> Diagnostic {
        Diagnostic(
            .inboxPageTaken,
            "on `\(host)`, what is below `/\(first)` belongs to the host itself",
            at: span,
            related: [Label(hosts, "at their root, the page stands beside the host's own paths")],
            help: "begin the path with another name"
        )
    }

    fileprivate static func inboxWithoutFeed(_ span: Span) -> Diagnostic {
        Diagnostic(
            .inboxWithoutFeed,
            "the inbox would stay empty: this tenant has no feed",
            at: span,
            help: #"add a channel for it: "in-app": { "use": "in-app" }"#
        )
    }
}
