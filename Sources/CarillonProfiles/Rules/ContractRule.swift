import CarillonDiagnostics
import CarillonModel

/// Each route of the contract fills its operation's fields from places that exist, and its answer reads what the
/// operation gives.
enum ContractRule: Rule {
    static func check(_ tenant: TenantContext, _ report: inout RuleReport) {
        guard let file = tenant.contractFile else { return }
        let reading = ContractReading(root: file.root)
        var seen: [String: Int] = [:]
        for (index, node) in (file.root["routes"]?.elements ?? []).enumerated() {
            let place: [JSONStep] = [.name("routes"), .index(index)]
            guard !file.isLost(place), let route = reading.route(node) else { continue }
            let shape = "\(route.method.rawValue) \(route.path.shape)"
            if let first = seen[shape] {
                let before = file.span([.name("routes"), .index(first), .name("path")])
                report.add(.duplicateRoute(route, file.span(place + [.name("path")]), first: before))
            }
            seen[shape] = index
            let checker = RouteChecker(tenant: tenant, file: file, route: route, place: place, node: node)
            checker.check(&report)
        }
        if let errors = file.root["errors"] {
            checkErrors(errors, file, &report)
        }
    }

    /// Bodies and messages of errors, the contract's own or a route's.
    fileprivate static func checkErrors(_ errors: JSONNode?, _ file: TenantFile, _ report: inout RuleReport) {
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

/// One route.
private struct RouteChecker {
    let tenant: TenantContext
    let file: TenantFile
    let route: ContractRoute
    let place: [JSONStep]
    let node: JSONNode

    private var operation: OperationDescription {
        route.operation.description(toggles: tenant.profile.toggles.map(\.name))
    }

    func check(_ report: inout RuleReport) {
        if isSound("auth") { checkAccess(&report) }
        if isSound("upstream"), isSound("userId"), isSound("sessionId") { checkLogin(&report) }
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

    /// Whether nothing is wrong at a place of the route, or inside it.
    private func isSound(_ path: String...) -> Bool { !file.isDamaged(place + path.map { .name($0) }) }

    private func checkAnswer(_ report: inout RuleReport) {
        guard let response = node["response"], isSound("response") else { return }
        if let status = response.number("status"), status == 204 || status == 205, response["body"] != nil {
            let step = place + [.name("response"), .name("body")]
            report.add(.bodyOfEmptyAnswer(status, file.nameSpan(step)))
        }
        let languages = tenant.hasSoundLocales ? tenant.profile.locales.supported.map(\.rawValue) : nil
        var limits = AnswerChecker.Limits(absent: operation.result.absentNames())
        if route.operation == .notificationsList { limits.never = route.missingLinks }
        if route.operation.hasContent { limits.languages = languages }
        let checker = AnswerChecker(file: file, root: operation.result, limits: limits)
        for header in response["headers"]?.members ?? [] { checker.check(header.value, &report) }
        checker.check(response["body"], &report)
    }

    // MARK: who may call

    private func checkAccess(_ report: inout RuleReport) {
        let span = file.span(place + [.name("auth")])
        let isAnonymous = tenant.profile.devices.owner == .subscription
        let isRight =
            switch operation.callers {
            case .service: route.access == .service
            case .user: route.access == .user
            case .userOrService: route.access == .user || route.access == .service
            case .anyone: route.access == .user || isAnonymous || route.operation == .sessionsLogin
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
        if route.operation == .sessionsLogin {
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

    // MARK: the operation's fields

    private func checkFields(_ report: inout RuleReport) {
        guard !file.isLost(place + [.name("request")]) else { return }
        let written = (node["request"]?.members ?? []).compactMap { FieldPath($0.name)?.steps[0] }
        let filled = Set(written)
        // A field with a fault of its own may turn out to be any.
        let isWhole = isSound("request")
        let span = file.span(place + [.name("operation")])
        for input in operation.inputs where input.isRequired {
            if !filled.contains(input.name) {
                if isWhole { report.add(.missingInput([input.name], route.operation, span)) }
            } else if let field = missingWhenAbsent([input.name]) {
                report.add(.optionalInput(field, route.operation, optionalSpan(field)))
            }
        }
        for names in operation.oneOf {
            if filled.isDisjoint(with: names) {
                if isWhole { report.add(.missingInput(names, route.operation, span)) }
            } else if !isLenient, let field = missingWhenAbsent(names) {
                report.add(.optionalInput(field, route.operation, optionalSpan(field)))
            }
        }
        for field in route.request {
            let step = place + [.name("request"), .name(field.target.description)]
            guard let input = operation.input(field.target.steps[0]) else {
                let known = operation.inputs.map(\.name)
                report.add(.unknownInput(field.target.description, route.operation, known: known, file.nameSpan(step)))
                continue
            }
            guard field.target.steps.count == 1 else {
                let open = operation.inputs.filter { $0.type == .open }.map(\.name)
                if input.type != .open {
                    let span = file.nameSpan(step)
                    report.add(.unknownPart(field.target.description, of: input, route.operation, open: open, span))
                }
                continue
            }
            if let type = declaredType(of: field), !input.type.takes(type) {
                report.add(.wrongInputType(input, type, file.span(step)))
            }
            if field.source.isField, let value = field.rule.values.first(where: { !input.type.takes($0.meaning) }) {
                report.add(.wrongMeaning(value, input, file.span(step + [.name("values")])))
            }
        }
    }

    /// A log-out that names no device is ignored like one that names an unknown one.
    private var isLenient: Bool { route.operation == .devicesUnregister && route.onUnknown == .ignore }

    /// The field that a request may leave out although the operation needs one of these, and no other fills one.
    private func missingWhenAbsent(_ names: [String]) -> RequestField? {
        let fields = route.request.filter { names.contains($0.target.steps[0]) }
        guard fields.count == 1, let field = fields.first, field.isOptional, field.defaultValue == nil else {
            return nil
        }
        return field
    }

    private func optionalSpan(_ field: RequestField) -> Span {
        file.span(place + [.name("request"), .name(field.target.description), .name("optional")])
    }

    /// Nil where anything goes: constants, values that decide for themselves, and whole `open` fields.
    private func declaredType(of field: RequestField) -> RequestType? {
        switch field.source {
        case .constant: nil
        case .each: .list
        case .composed: .text
        case .field: field.rule.values.isEmpty ? field.rule.type ?? .text : nil
        }
    }

    // MARK: where they come from

    private func checkSource(_ member: JSONMember, _ report: inout RuleReport) {
        let paths: [RequestPath]
        let key: String
        if let from = member.value.text("from"), let source = RequestSource(written: from) {
            key = "from"
            switch source {
            case .field(let path): paths = [path]
            case .composed(let text): paths = text.fields.compactMap { RequestPath($0.description) }
            case .each, .constant: paths = []
            }
        } else if let each = member.value.text("each") {
            key = "each"
            paths = [RequestPath(each)].compactMap { $0 }
            checkElements(member, &report)
        } else {
            return
        }
        let span = file.span(place + [.name("request"), .name(member.name), .name(key)])
        for path in paths {
            if path.part == .path, !route.path.parameters.contains(path.steps[0]) {
                report.add(.unknownPathParameter(path.steps[0], route.path, span))
            }
            if path.part == .body, route.method == .get { report.add(.bodyOfGet(span)) }
        }
    }

    private func checkElements(_ member: JSONMember, _ report: inout RuleReport) {
        guard let fields = member.value["fields"], let template = member.value["as"] else { return }
        let shape = ResultShape.object(fields.members.map { .open($0.name, "", .null) })
        AnswerChecker(file: file, root: shape).check(template, &report)
    }
}

extension PathTemplate {
    /// The path with all parameters alike: what decides which route a request meets.
    fileprivate var shape: String {
        segments.map { segment in
            switch segment {
            case .literal(let text): "/" + text
            case .parameter: "/{}"
            }
        }
        .joined()
    }
}
