import CarillonDiagnostics
import CarillonModel

/// Payload declarations are consistent: values are unique, ranges aren't empty, names aren't reserved, examples are
/// valid.
enum PayloadRule: Rule {
    static let scope = RuleScope.settings

    static func check(_ tenant: TenantContext, _ report: inout RuleReport) {
        guard let file = tenant.eventsFile else { return }
        var terms: Set<String> = []
        for locale in tenant.templateFiles.keys { terms.formUnion(tenant.profile.messages.terms(locale: locale).keys) }
        let reader = PayloadReader([], locales: tenant.profile.locales)
        let all =
            tenant.profile.events.map { ("events", $0.id, $0.payload) }
            + tenant.profile.texts.map { ("texts", $0.id, $0.payload) }
        for (group, id, fields) in all {
            let nodes =
                group == "events" ? tenant.eventNodes[id]?["payload"] : file.root[group]?[id.rawValue]?["payload"]
            let event = group == "events" ? tenant.profile.event(id) : nil
            let members = Dictionary((nodes?.members ?? []).map { ($0.name, $0.value) }) { first, _ in first }
            for field in fields {
                let place: [JSONStep] = [.name(group), .name(id.rawValue), .name("payload"), .name(field.name)]
                guard !file.isDamaged(place), let node = members[field.name] else { continue }
                if ["tenant", "recipient", "link"].contains(field.name) || terms.contains(field.name) {
                    let isTerm = terms.contains(field.name)
                    report.add(.reservedName(field.name, isTerm: isTerm, file.nameSpan(place)))
                }
                checkValues(node, file, &report)
                if let low = node.number("minimum"), let high = node.number("maximum"), low > high {
                    report.add(.emptyRange(file.span(place + [.name("maximum")]), low: low))
                }
                if tenant.hasSoundLocales || !field.type.isLocalized {
                    let faults = { (value: JSONValue) -> [Fault] in
                        let ofType = reader.faults(in: value, as: field.type)
                        guard ofType.isEmpty, let event, event.imageField?.name == field.name else { return ofType }
                        return event.imageFaults(inValue: value)
                    }
                    checkExamples(of: field, at: place, file, faults, &report)
                    checkDefault(of: field, at: place, file, faults, &report)
                }
            }
        }
        checkAliases(tenant, file, &report)
        for text in tenant.profile.texts where tenant.profile.hasEvent(text.id) {
            report.add(.textLikeEvent(text.id, file.nameSpan("texts", text.id.rawValue)))
        }
    }

    private static func checkValues(_ node: JSONNode, _ file: TenantFile, _ report: inout RuleReport) {
        var seen: [String: JSONNode] = [:]
        for element in node["values"]?.elements ?? [] {
            guard let value = element.string else { continue }
            if let first = seen[value] {
                let (again, before) = (Span(file.source, element.range), Span(file.source, first.range))
                report.add(.duplicateValue(value, again, first: before))
            }
            seen[value] = element
        }
    }

    private static func checkExamples(
        of field: PayloadField,
        at place: [JSONStep],
        _ file: TenantFile,
        _ faults: (JSONValue) -> [Fault],
        _ report: inout RuleReport
    ) {
        for (index, example) in field.examples.enumerated() {
            guard let fault = faults(example).first else { continue }
            report.add(.badExample(fault, file.span(place + [.name("examples"), .index(index)])))
        }
    }

    private static func checkDefault(
        of field: PayloadField,
        at place: [JSONStep],
        _ file: TenantFile,
        _ faults: (JSONValue) -> [Fault],
        _ report: inout RuleReport
    ) {
        guard let value = field.defaultValue, let fault = faults(value).first else { return }
        report.add(.badDefault("would be refused: it \(fault.message)", file.span(place + [.name("default")])))
    }

    private static func checkAliases(_ tenant: TenantContext, _ file: TenantFile, _ report: inout RuleReport) {
        var seen: [String: EventTypeID] = [:]
        for event in tenant.profile.events {
            guard let alias = event.alias else { continue }
            if let first = seen[alias] {
                report.add(
                    .duplicateAlias(
                        alias,
                        file.span("events", event.id.rawValue, "alias"),
                        first: file.span("events", first.rawValue, "alias")
                    )
                )
            }
            seen[alias] = event.id
        }
    }
}

extension PayloadReader {
    /// The faults of one value of a type.
    func faults(in json: JSONValue, as type: PayloadType) -> [Fault] {
        do {
            _ = try reading([PayloadField("value", type)]).read(.object(JSONObject([.init("value", json)])))
            return []
        } catch {
            return error.faults
        }
    }
}

extension Diagnostic {
    fileprivate static func reservedName(_ name: String, isTerm: Bool, _ span: Span) -> Diagnostic {
        Diagnostic(
            .reservedName,
            "`$\(name)` means something else in templates",
            at: span,
            notes: [isTerm ? "it is one of the `terms`" : "`$tenant`, `$recipient` and `$link` are always there"],
            help: "give the field another name"
        )
    }

    static func emptyRange(_ span: Span, low: Int, called name: String = "minimum") -> Diagnostic {
        Diagnostic(.emptyRange, "no number is between these bounds", at: span, label: "`\(name)` is \(low)")
    }

    fileprivate static func badExample(_ fault: Fault, _ span: Span) -> Diagnostic {
        Diagnostic(.badExample, "this example would be refused: it \(fault.message)", at: span)
    }

    fileprivate static func duplicateAlias(_ alias: String, _ span: Span, first: Span) -> Diagnostic {
        Diagnostic(
            .duplicateAlias,
            "two events have the alias \(quoted(alias))",
            at: span,
            label: "second time",
            related: [Label(first, "first time")]
        )
    }

    fileprivate static func textLikeEvent(_ id: EventTypeID, _ span: Span) -> Diagnostic {
        Diagnostic(
            .duplicateMessage,
            "`\(id)` is an event and an app text at once",
            at: span,
            notes: ["their words stand under one name in the templates"]
        )
    }
}
