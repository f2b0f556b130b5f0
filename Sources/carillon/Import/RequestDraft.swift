import CarillonModel
import CarillonProfiles

/// The `request` of a route: the operation's fields, filled from what the document's clients send.
struct RequestDraft {
    private(set) var fields = JSONObject()
    private(set) var findings: [ImportFinding] = []
    /// Places in the request that fill a field already.
    private var taken: Set<String> = []

    private let route: DocumentOperation
    private let operation: Operation
    private let specification: OperationSpecification
    private let tenant: TenantNames

    init(_ route: DocumentOperation, as operation: Operation, for tenant: TenantNames) {
        self.route = route
        self.operation = operation
        self.tenant = tenant
        specification = operation.specification.with(toggles: tenant.toggles)
        for input in specification.fields { fill(input) }
        complete()
        reportRemaining()
    }

    /// Why no contract can express what this route takes; nil where one can.
    var obstacle: String? {
        switch operation {
        case .sessionsLogin:
            "a log-in is passed on to the tenant's own service: write the route with `upstream`, `userId` and `sessionId`"
        case .notificationsMark, .notificationsOpened:
            fields["ids"] == nil ? "it takes no ids, and \(operation.rawValue) marks by them" : nil
        case .preferencesGet where tenant.toggles.isEmpty, .preferencesSet where tenant.toggles.isEmpty:
            "preferences are mapped by the names of the tenant's toggles, "
                + (tenant.isNamed
                    ? "and profile.json has none: write them under `preferences` first"
                    : "and there are none: name a tenant with --tenant")
        case .preferencesSet where fields.isEmpty:
            "nothing here is named like one of the tenant's toggles, which are \(tenant.toggles.joined(separator: ", "))"
        default: nil
        }
    }

    // MARK: filling

    private mutating func fill(_ input: OperationField) {
        guard input.form != .open || input.name == "data" else { return }
        // Lists of objects and orders of its own are beyond guessing.
        guard !["subscriptions", "order", "cap", "plugin"].contains(input.name) else { return }
        guard let source = source(of: input) else { return }
        let rule = FieldRule(source.schema, for: input, in: source.source.part)
        findings += rule.notes.map { ImportFinding(source.place, "`\(input.name)`: \($0)") }
        guard var field = rule.field else { return }
        field = JSONObject([.init("from", .string(source.source.description))] + field.members)
        if source.isRequired {
            if source.isNullable { field["nullable"] = true }
        } else if let standard = rule.standard {
            field["default"] = standard
        } else if !input.isRequired {
            field["optional"] = true
        } else {
            findings.append(ImportFinding(source.place, needed(input.name)))
        }
        fields[input.name] = .object(field)
        taken.insert(source.source.description)
    }

    private func needed(_ name: String) -> String {
        "clients may leave this out, and \(operation.rawValue) needs `\(name)`"
    }

    /// The surest name first; in the path before the body, in the body before the query.
    private func source(of input: OperationField) -> DocumentOperation.Input? {
        let order: [RequestPath.Part] = [.path, .body, .query, .header]
        let free = route.inputs.filter { candidate in
            !taken.contains { $0 == candidate.source.description || candidate.source.description.hasPrefix($0 + ".") }
                && !(candidate.source.part == .body && route.method == .get)
        }
        var misfit: DocumentOperation.Input?
        for name in FieldNames.of(input.name, in: operation) {
            let named = free.filter { $0.key == name }
            let sorted = named.sorted { left, right in
                (order.firstIndex(of: left.source.part) ?? 4, left.source.steps.count)
                    < (order.firstIndex(of: right.source.part) ?? 4, right.source.steps.count)
            }
            for candidate in sorted {
                let rule = FieldRule(candidate.schema, for: input, in: candidate.source.part)
                if rule.field != nil { return candidate }
                if !rule.notes.isEmpty, misfit == nil { misfit = candidate }
            }
        }
        // Where none fits, the one that should is reported.
        return misfit
    }

    // MARK: what is left

    /// A field that the operation can't do without is read from a member of its own name, for the author to change.
    private mutating func complete() {
        guard obstacle == nil else { return }
        let part = route.method == .get || route.method == .delete ? "query" : "body"
        for input in specification.fields where input.isRequired && fields[input.name] == nil {
            fields[input.name] = .object(stand(in: part, for: input))
            findings.append(
                ImportFinding(
                    route.place,
                    "nothing here fills `\(input.name)`, which \(operation.rawValue) needs: the contract reads "
                        + "`\(part).\(input.name)`, which these clients don't send; say where it comes from"
                )
            )
        }
        namePlugin()
        for names in specification.oneOf {
            let filled = names.filter { fields[$0] != nil }
            if let only = filled.first {
                if filled.count == 1 { require(only) }
                continue
            }
            guard let name = names.first, let input = specification.fields.first(where: { $0.name == name }) else {
                continue
            }
            fields[name] = .object(stand(in: part, for: input))
            findings.append(
                ImportFinding(
                    route.place,
                    "\(operation.rawValue) needs one of \(names.joined(separator: ", ")), and nothing here fills it: the contract "
                        + "reads `\(part).\(name)`; say where it comes from, or write a \"value\""
                )
            )
        }
    }

    /// Clients of an old backend don't send by which plugin their tokens are reached; where there are several, the
    /// contract must.
    private mutating func namePlugin() {
        let plugins = tenant.devicePlugins
        guard operation == .devicesRegister, plugins.count > 1 else { return }
        fields["plugin"] = ["from": "body.plugin", "values": .array(plugins.map { .string($0) })]
        let list = plugins.joined(separator: ", ")
        findings.append(
            ImportFinding(
                route.place,
                "nothing here fills `plugin`, which devices.register needs, because this tenant reaches devices through several: "
                    + "\(list); the contract reads `body.plugin`; say where it comes from, or write a \"value\""
            )
        )
    }

    /// Of fields of which one must be there, the only one.
    private mutating func require(_ name: String) {
        guard var field = fields[name]?.object, field["optional"] != nil else { return }
        field["optional"] = nil
        let source = field["from"]?.string
        let place = route.inputs.first { $0.source.description == source }?.place ?? route.place
        fields[name] = .object(field)
        findings.append(ImportFinding(place, needed(name)))
    }

    private func stand(in part: String, for input: OperationField) -> JSONObject {
        var field = FieldRule.plain(input)
        field = JSONObject([.init("from", .string("\(part).\(input.name)"))] + field.members)
        return field
    }

    private mutating func reportRemaining() {
        guard obstacle == nil else { return }
        let unused = route.inputs.filter { input in
            let name = input.source.description
            let isRead = taken.contains { $0 == name || name.hasPrefix($0 + ".") || $0.hasPrefix(name + ".") }
            return !isRead && input.schema.members.isEmpty && input.source.part != .header
        }
        for input in unused {
            let why = input.source.part == .path ? ", nor is it checked" : ""
            findings.append(
                ImportFinding(
                    input.place,
                    "`\(input.source)` fills no field of \(operation.rawValue): it isn't read\(why)"
                )
            )
        }
    }
}
