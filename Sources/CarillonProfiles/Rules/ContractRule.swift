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
            guard !file.isDamaged(place), let route = reading.route(node) else { continue }
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
            AnswerChecker(file: file, root: .errors).check(errors["body"], &report)
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
        checkAccess(&report)
        checkLogin(&report)
        checkFields(&report)
        for member in node["request"]?.members ?? [] { checkSource(member, &report) }
        AnswerChecker(file: file, root: operation.result).check(node["response"]?["body"], &report)
        AnswerChecker(file: file, root: .errors).check(node["errors"]?["body"], &report)
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
        } else if let extra = keys.first(where: { node[$0] != nil }) {
            report.add(.notALogin(extra, file.nameSpan(place + [.name(extra)])))
        }
    }

    // MARK: the operation's fields

    private func checkFields(_ report: inout RuleReport) {
        let filled = Set(route.request.map { $0.target.steps[0] })
        for input in operation.inputs where input.isRequired && !filled.contains(input.name) {
            report.add(.missingInput([input.name], route.operation, file.span(place + [.name("operation")])))
        }
        for names in operation.oneOf where filled.isDisjoint(with: names) {
            report.add(.missingInput(names, route.operation, file.span(place + [.name("operation")])))
        }
        for field in route.request {
            let step = place + [.name("request"), .name(field.target.description)]
            guard let input = operation.input(field.target.steps[0]) else {
                let known = operation.inputs.map(\.name)
                report.add(.unknownInput(field.target.description, route.operation, known: known, file.nameSpan(step)))
                continue
            }
            if field.target.steps.count > 1, input.type != .open {
                report.add(.unknownInput(field.target.description, route.operation, known: [], file.nameSpan(step)))
            } else if field.target.steps.count == 1, let type = declaredType(of: field), !input.type.takes(type) {
                report.add(.wrongInputType(input, type, file.span(step)))
            }
        }
    }

    /// Nil where anything goes: constants, values that decide for themselves, and whole `open` fields.
    private func declaredType(of field: RequestField) -> RequestType? {
        switch field.source {
        case .constant: nil
        case .each: .list
        case .composed: .text
        case .field: field.rule.type ?? (field.rule.values.isEmpty ? .text : nil)
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
        checkDefault(member, &report)
    }

    private func checkDefault(_ member: JSONMember, _ report: inout RuleReport) {
        guard let value = member.value["default"]?.value,
            let field = route.request.first(where: { $0.target.description == member.name }),
            !field.rule.values.isEmpty,
            !field.rule.values.contains(where: { $0.written == value || $0.meaning == value })
        else { return }
        let step = place + [.name("request"), .name(member.name), .name("default")]
        report.add(.badDefault(file.span(step)))
    }

    private func checkElements(_ member: JSONMember, _ report: inout RuleReport) {
        guard let fields = member.value["fields"], let template = member.value["as"] else { return }
        let shape = ResultShape.object(Dictionary(fields.members.map { ($0.name, .open) }) { first, _ in first })
        AnswerChecker(file: file, root: shape).check(template, &report)
    }
}

/// Placeholders of an answer against what there is.
private struct AnswerChecker {
    let file: TenantFile
    /// Innermost last.
    private let shapes: [ResultShape]

    init(file: TenantFile, root: ResultShape) {
        self.init(file: file, shapes: [root])
    }

    private init(file: TenantFile, shapes: [ResultShape]) {
        self.file = file
        self.shapes = shapes
    }

    func check(_ node: JSONNode?, _ report: inout RuleReport) {
        guard let node else { return }
        switch node.content {
        case .string(let text): check(text, node, &report)
        case .array(let elements): for element in elements { check(element, &report) }
        case .object(let members):
            if let path = node.made("each", { FieldPath($0) }), let element = node["as"], members.count == 2 {
                checkEach(path, element, node["each"] ?? node, &report)
            } else if let from = node["from"], node["values"] != nil, members.count == 2 {
                check(from, &report)
            } else {
                for member in members { check(member.value, &report) }
            }
        case .null, .boolean, .number, .broken: break
        }
    }

    private func checkEach(_ path: FieldPath, _ element: JSONNode, _ node: JSONNode, _ report: inout RuleReport) {
        switch shape(at: path) {
        case .list(let inner)?: AnswerChecker(file: file, shapes: shapes + [inner]).check(element, &report)
        case .open?: break
        case nil: report.add(unknown(path, node))
        default: report.add(.notAList(path.description, Span(file.source, node.range)))
        }
    }

    private func check(_ text: String, _ node: JSONNode, _ report: inout RuleReport) {
        do {
            for path in try PlaceholderText(text).fields where shape(at: path) == nil {
                report.add(unknown(path, node))
            }
        } catch {
            report.add(.badPlaceholder(error, Span(file.source, node.range)))
        }
    }

    private func shape(at path: FieldPath) -> ResultShape? {
        shapes.reversed().lazy.compactMap { $0.shape(at: path.steps[...]) }.first
    }

    private func unknown(_ path: FieldPath, _ node: JSONNode) -> Diagnostic {
        let known = shapes.reversed().flatMap(\.names)
        return .unknownResult(path.description, known: known, Span(file.source, node.range))
    }
}

extension ResultShape {
    fileprivate static let errors = ResultShape.object([
        "error": .object([
            "code": .value, "message": .value, "status": .value, "retryAfter": .value, "errors": .open,
        ])
    ])
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
