import CarillonDiagnostics
import CarillonModel

/// The possible values of a request field are valid for the host: events, categories, priorities, platforms and
/// languages exist, ranges aren't empty, and defaults are possible values.
struct RequestValueChecker {
    let tenant: TenantContext
    let file: TenantFile
    let operation: Operation
    /// The path of the route's `request`.
    let place: [JSONStep]

    func check(_ field: RequestField, _ node: JSONNode, _ report: inout RuleReport) {
        let step = place + [.name(field.target.description)]
        checkMeanings(of: field, node, step, &report)
        checkRule(field.rule, node, step, &report)
        checkDefault(field, node, step, &report)
        checkRange(field, node, step, &report)
        if case .each(_, let elements, _) = field.source {
            for element in elements {
                guard let inner = node["fields"]?[element.name] else { continue }
                checkRule(element.rule, inner, step + [.name("fields"), .name(element.name)], &report)
            }
            checkElements(node, step, &report)
        }
    }

    /// Checks the rules for path parameters.
    func checkParameters(of route: ContractRoute, at step: [JSONStep], _ nodes: JSONNode?, _ report: inout RuleReport) {
        for parameter in route.parameters {
            guard let node = nodes?[parameter.name] else { continue }
            checkRule(parameter.rule, node, step + [.name(parameter.name)], &report)
        }
    }

    // MARK: meanings

    private func checkMeanings(
        of field: RequestField,
        _ node: JSONNode,
        _ step: [JSONStep],
        _ report: inout RuleReport
    ) {
        guard field.target.steps.count == 1, let vocabulary = vocabulary(field.target.steps[0]) else { return }
        check(node["value"], vocabulary, &report)
        checkValues(node["values"], vocabulary, &report)
        checkValues(node["items"]?["values"], vocabulary, &report)
        // A default beside `values` is one of them, or is reported for not being one.
        if node["values"] == nil { check(node["default"], vocabulary, &report) }
    }

    /// Checks a list of values, or an object that maps clients' values to their meanings.
    private func checkValues(_ node: JSONNode?, _ vocabulary: Vocabulary, _ report: inout RuleReport) {
        for element in node?.elements ?? [] { check(element, vocabulary, &report) }
        for member in node?.members ?? [] { check(member.value, vocabulary, &report) }
    }

    private func check(_ node: JSONNode?, _ vocabulary: Vocabulary, _ report: inout RuleReport) {
        guard let node, let text = node.string, !vocabulary.accepts(text) else { return }
        let span = Span(file.source, node.range)
        switch vocabulary.code {
        case .requestedLanguage: report.add(.requestedLanguage(text, known: vocabulary.known, span))
        default: report.add(.unknownName(text, .unknownMeaning, vocabulary.noun, known: vocabulary.known, span))
        }
    }

    /// Checks members of `as` that pass on a list of the request: `"types": "{notificationTypes}"`.
    private func checkElements(_ node: JSONNode, _ step: [JSONStep], _ report: inout RuleReport) {
        for member in node["as"]?.members ?? [] {
            guard let vocabulary = vocabulary(member.name), let text = member.value.string,
                let name = (try? PlaceholderText(text))?.onlyField?.steps.first
            else { continue }
            checkValues(node["fields"]?[name]?["values"], vocabulary, &report)
            checkValues(node["fields"]?[name]?["items"]?["values"], vocabulary, &report)
        }
    }

    private struct Vocabulary {
        let noun: String
        let known: [String]
        let code: DiagnosticCode
        let accepts: (String) -> Bool

        init(_ noun: String, _ known: [String], code: DiagnosticCode = .unknownMeaning) {
            self.init(noun, known, code: code) { known.contains($0) }
        }

        init(_ noun: String, _ known: [String], code: DiagnosticCode, accepts: @escaping (String) -> Bool) {
            self.noun = noun
            self.known = known
            self.code = code
            self.accepts = accepts
        }
    }

    /// The valid values of an operation's field; nil where any value is valid, or where the profile's names are
    /// unreliable.
    private func vocabulary(_ input: String) -> Vocabulary? {
        switch input {
        case "type", "types":
            // An event with an error may turn out to have any name.
            let events = tenant.profile.events
            guard let names = tenant.eventsFile?.names(in: "events"), names.count == events.count,
                events.allSatisfy({ event in
                    guard let node = tenant.eventNodes[event.id], node.isObject else { return false }
                    return event.alias != nil || node["alias"] == nil
                })
            else { return nil }
            return Vocabulary("event", events.map(\.id.rawValue) + events.compactMap(\.alias))
        case "category":
            return tenant.profileFile?.names(in: "categories").map { Vocabulary("category", $0) }
        case "categories":
            return tenant.profileFile?.names(in: "categories").map { known in
                Vocabulary("category", known, code: .unknownMeaning) { text in
                    text.split(separator: ",").allSatisfy { known.contains(String($0)) }
                }
            }
        case "priority": return Vocabulary("priority", Priority.allCases.map(\.rawValue))
        case "order": return Vocabulary("order", ["priority", "time"])
        case "platform": return Vocabulary("platform", Platform.allCases.map(\.rawValue))
        case "role":
            let roles = tenant.profile.subscriptions.roles
            return roles.isEmpty || !tenant.isSound("subscriptions") ? nil : Vocabulary("role", roles)
        case "locale":
            guard tenant.hasSoundLocales else { return nil }
            let locales = tenant.profile.locales
            return Vocabulary("language", locales.supported.map(\.rawValue), code: .requestedLanguage) { text in
                guard let tag = LocaleTag(text) else { return false }
                return tag.truncations.contains { locales.supported.contains($0) || locales.fallbacks[$0] != nil }
            }
        default: return nil
        }
    }

    // MARK: bounds and defaults

    private func checkRule(_ rule: ValueRule, _ node: JSONNode, _ step: [JSONStep], _ report: inout RuleReport) {
        checkForm(rule, step, &report)
        for (low, high, lowest, highest) in [
            (rule.minimum, rule.maximum, "minimum", "maximum"), (rule.minItems, rule.maxItems, "minItems", "maxItems"),
        ] {
            guard let low, let high, low > high else { continue }
            report.add(.emptyRange(file.span(step + [.name(highest)]), low: low, called: lowest))
        }
        guard case .each(let inner) = rule.items, let items = node["items"] else { return }
        checkRule(inner, items, step + [.name("items")], &report)
    }

    /// A constant in the route is a number that the operation accepts.
    private func checkRange(_ field: RequestField, _ node: JSONNode, _ step: [JSONStep], _ report: inout RuleReport) {
        guard let range = operation.specification.field(field.target.description)?.kind.range else { return }
        for name in ["value", "default"] {
            guard let number = node[name]?.integer, !range.contains(number) else { continue }
            report.add(.beyondRange(range, file.span(step + [.name(name)])))
        }
    }

    private func checkDefault(_ field: RequestField, _ node: JSONNode, _ step: [JSONStep], _ report: inout RuleReport) {
        guard let value = field.defaultValue else { return }
        let span = file.span(step + [.name("default")])
        let rule = field.rule
        if !rule.values.isEmpty {
            if !rule.values.contains(where: { $0.written == value || $0.meaning == value }) {
                report.add(.badDefault("is none of the `values`", span))
            }
            return
        }
        guard field.source.isField else { return }
        let type = rule.type ?? .text
        if value.isNull, rule.isNullable { return }
        if !type.takes(value) {
            report.add(.badDefault("is \(value.kind), and the field is \(type.rawValue.withArticle)", span))
        } else if let number = value.integer, !rule.takes(number) {
            report.add(.badDefault("is beyond the field's own bounds", span))
        } else if let text = value.string, let limit = rule.maxLength, text.unicodeScalars.count > limit {
            report.add(.badDefault("is longer than the field's `maxLength`", span))
        }
    }
}

extension ValueRule {
    /// Whether a number is within the range; an empty range is reported elsewhere.
    fileprivate func takes(_ number: Int64) -> Bool {
        let (low, high) = (minimum.map(Int64.init) ?? .min, maximum.map(Int64.init) ?? .max)
        return low > high || (low...high).contains(number)
    }
}

extension RequestSource {
    var isField: Bool {
        if case .field = self { true } else { false }
    }
}

extension RequestType {
    /// Whether a default of this JSON type is a possible value of the request.
    fileprivate func takes(_ value: JSONValue) -> Bool {
        switch self {
        case .text, .uuid, .url, .email, .instant: value.string != nil
        case .integer, .epochMillis: value.integer != nil
        case .number: if case .number = value { true } else { false }
        case .boolean: value.boolean != nil
        case .object: value.object != nil
        case .list: value.array != nil
        }
    }
}

extension Diagnostic {
    fileprivate static func requestedLanguage(_ tag: String, known: [String], _ span: Span) -> Diagnostic {
        Diagnostic(
            .requestedLanguage,
            "\(quoted(tag)) is not one of the tenant's languages",
            at: span,
            label: "who asks for it gets another one",
            notes: ["supported are \(Shape.list(known))"]
        )
    }

    fileprivate static func beyondRange(_ range: ClosedRange<Int>, _ span: Span) -> Diagnostic {
        Diagnostic(
            .badDefault,
            "the operation takes \(range.upperBound == .max ? "at least \(range.lowerBound)" : "\(range.lowerBound) to \(range.upperBound)") here",
            at: span
        )
    }

    static func badDefault(_ message: String, _ span: Span) -> Diagnostic {
        Diagnostic(.badDefault, "this default \(message)", at: span)
    }
}
