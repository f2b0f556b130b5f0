import CarillonDiagnostics
import CarillonModel

/// Checks one route of a contract: who may call it, what it answers, and what fills its operation's fields.
struct RouteChecker {
    let tenant: TenantContext
    let file: TenantFile
    let route: ContractRoute
    let place: [JSONStep]
    let node: JSONNode

    var operation: OperationSpecification {
        route.operation.specification.with(toggles: tenant.profile.toggles.map(\.name))
    }

    func check(_ report: inout RuleReport) {
        if isSound("auth") { checkAccess(&report) }
        if isSound("upstream"), isSound("userId"), isSound("sessionId") { checkLogin(&report) }
        if route.onUnknown == .notFound, !operation.reportsUnknown {
            report.add(.idleOnUnknown(route.operation, file.span(place + [.name("onUnknown")])))
        }
        checkFields(&report)
        let values = RequestValueChecker(
            tenant: tenant,
            file: file,
            operation: route.operation,
            place: place + [.name("request")]
        )
        for member in node["request"]?.members ?? [] where isSound("request", member.name) {
            checkSource(member, &report)
            let field = route.request.first { $0.target.description == member.name }
            if let field { values.check(field, member.value, &report) }
        }
        if isSound("params") {
            let step = place + [.name("params")]
            for parameter in route.parameters where !route.path.parameters.contains(parameter.name) {
                let span = file.nameSpan(step + [.name(parameter.name)])
                report.add(.unknownPathParameter(parameter.name, route.path, span))
            }
            values.checkParameters(of: route, at: step, node["params"], &report)
        }
        SentPayloadChecker(tenant: tenant, file: file, route: route, place: place).check(&report)
        checkAnswer(&report)
        if isSound("errors") { ContractRule.checkErrors(node["errors"], file, &report) }
    }

    /// Whether there is no error at a path of the route, or inside it.
    func isSound(_ path: String...) -> Bool { !file.isDamaged(place + path.map { .name($0) }) }

    private func checkAnswer(_ report: inout RuleReport) {
        guard let response = node["response"], isSound("response") else { return }
        if let status = response.number("status"), status == 204 || status == 205, response["body"] != nil {
            let step = place + [.name("response"), .name("body")]
            report.add(.bodyOfEmptyAnswer(status, file.nameSpan(step)))
        }
        let languages = tenant.hasSoundLocales ? tenant.profile.locales.supported.map(\.rawValue) : nil
        var limits = AnswerChecker.Limits(absent: operation.result.absentNames())
        if operation.givesPages {
            limits.never = route.missingLinks
            limits.feedValues = feedValues
        }
        if operation.result.hasContent { limits.languages = languages }
        let checker = AnswerChecker(file: file, root: operation.result, limits: limits)
        for header in response["headers"]?.members ?? [] { checker.check(header.value, &report) }
        checker.check(response["body"], &report)
    }

    /// The values that a feed shows for event types.
    ///
    /// An event with an error may turn out to have any name.
    private var feedValues: [String: [String]] {
        guard let events = tenant.eventsFile?.names(in: "events"), events.count == tenant.profile.events.count else {
            return [:]
        }
        return tenant.profile.feedValues(registry: tenant.registry)
    }

    // MARK: who may call

    private func checkAccess(_ report: inout RuleReport) {
        let span = file.span(place + [.name("auth")])
        // What can't be read may be an owner for which anyone is right.
        let isAnonymous = tenant.profile.devices.owner == .subscription || !tenant.isSound("devices")
        let isRight =
            switch operation.callers {
            case .service: route.access == .service
            case .user: route.access == .user
            case .userOrService: route.access == .user || route.access == .service
            case .anyone: route.access == .user || isAnonymous || operation.answer == .forwardedLogin
            }
        if !isRight { report.add(.wrongAccess(route, operation.callers, span)) }
        let users = tenant.profile.authentication.users
        if route.access == .user || route.access == .optionalUser, users == nil, tenant.isSound("auth") {
            report.add(.noAuthentication("auth.users", span))
        }
        if route.access == .service, tenant.profile.authentication.services.isEmpty, tenant.isSound("auth") {
            report.add(.noAuthentication("auth.services", span))
        }
    }

    private func checkLogin(_ report: inout RuleReport) {
        let keys = ["upstream", "userId", "sessionId"]
        let span = file.span(place + [.name("operation")])
        if operation.answer == .forwardedLogin {
            let missing = keys.filter { node[$0] == nil }
            if !missing.isEmpty { report.add(.incompleteLogin(missing, span)) }
            let answer = AnswerChecker(file: file, root: .object([.open("response", "", .null)]))
            for key in ["userId", "sessionId"] {
                guard let value = node[key], let path = node.made(key, { FieldPath($0) }) else { continue }
                answer.check(path, value, &report)
            }
        } else if let extra = (keys + ["headers"]).first(where: { node[$0] != nil }) {
            report.add(.notALogin(extra, file.nameSpan(place + [.name(extra)])))
        }
    }
}
