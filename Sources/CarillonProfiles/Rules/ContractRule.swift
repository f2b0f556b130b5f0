import CarillonDiagnostics
import CarillonModel

/// Each route of the contract fills its operation's fields from existing places, and its answer uses values that the
/// operation returns.
enum ContractRule: Rule {
    static let scope = RuleScope.settings

    static func check(_ tenant: TenantContext, _ report: inout RuleReport) {
        guard let file = tenant.contractFile, let contract = tenant.profile.contract else { return }
        var seen: [RouteShape: Int] = [:]
        for (index, node) in (file.root["routes"]?.elements ?? []).enumerated() {
            let place: [JSONStep] = [.name("routes"), .index(index)]
            guard !file.isLost(place), let route = tenant.contractRoutes[index] else { continue }
            let shapes = contract.paths(of: route).map { RouteShape(route.method, $0) }
            let span = file.span(place + [.name("path")])
            if let first = shapes.lazy.compactMap({ seen[$0] }).first {
                report.add(
                    .duplicateRoute(route, span, first: file.span([.name("routes"), .index(first), .name("path")]))
                )
            }
            if let profile = tenant.profileFile, let host = tenant.profile.hosts.first,
                let own = shapes.lazy.compactMap({ HostRoutes.byShape[$0] }).first
            {
                report.add(.routeOfTheHost(own, at: host, span, hosts: profile.span([.name("hosts")])))
            }
            for shape in shapes { seen[shape] = index }
            let checker = RouteChecker(tenant: tenant, file: file, route: route, place: place, node: node)
            checker.check(&report)
        }
        if let errors = file.root["errors"] {
            checkErrors(errors, file, &report)
        }
        let places: [[JSONStep]] =
            [[.name("errors")]] + contract.routes.indices.map { [.name("routes"), .index($0), .name("errors")] }
        guard places.allSatisfy({ !file.isDamaged($0) }) else { return }
        ErrorNumberChecker(tenant: tenant, file: file, contract: contract).check(&report)
    }

    /// Bodies and messages of errors, both the contract's and a route's.
    static func checkErrors(_ errors: JSONNode?, _ file: TenantFile, _ report: inout RuleReport) {
        let checker = AnswerChecker(file: file, root: .errors)
        checker.check(errors?["body"], &report)
        for member in errors?["codes"]?.members ?? [] {
            guard let message = member.value["message"], let text = message.string,
                (try? PlaceholderText(text)) != nil
            else { continue }
            checker.check(message, &report)
        }
    }
}
