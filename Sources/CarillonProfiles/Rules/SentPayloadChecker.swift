import CarillonDiagnostics
import CarillonModel

/// A route that sends fills the payload of its event: with fields that exist, in the tenant's languages, including
/// every required one.
struct SentPayloadChecker {
    let tenant: TenantContext
    let file: TenantFile
    let route: ContractRoute
    /// The path of the route.
    let place: [JSONStep]

    func check(_ report: inout RuleReport) {
        guard let root, let events else { return }
        var filled: Set<String> = []
        var isWhole = false
        for field in route.request where field.target.steps.first == root {
            guard field.target.steps.count > 1 else {
                isWhole = true
                continue
            }
            let name = field.target.steps[1]
            if field.isRequired { filled.insert(name) }
            let step = place + [.name("request"), .name(field.target.description)]
            check(field.target, name, of: events, file.nameSpan(step), &report)
        }
        guard !isWhole, events.count == 1, let event = events.first, !file.isDamaged(place + [.name("request")]) else {
            return
        }
        for field in event.payload where field.isRequired && !filled.contains(field.name) {
            guard !tenant.isUnsure(of: field.name, in: event) else { continue }
            let span = file.span(place + [.name("operation")])
            report.add(.unfilledField(field.name, event.id, root: root, field.type.isLocalized, span))
        }
    }

    private func check(
        _ target: FieldPath,
        _ name: String,
        of events: [EventType],
        _ span: Span,
        _ report: inout RuleReport
    ) {
        guard !events.contains(where: { tenant.isUnsure(of: name, in: $0) }) else { return }
        let fields = events.compactMap { $0.field(name) }
        guard !fields.isEmpty else {
            let known = Set(events.flatMap { $0.payload.map(\.name) }).sorted()
            report.add(.unknownField(name, known: known, span))
            return
        }
        guard target.steps.count == 3, fields.allSatisfy(\.type.isLocalized), tenant.hasSoundLocales else { return }
        let supported = tenant.profile.locales.supported
        guard LocaleTag(target.steps[2]).map(supported.contains) != true else { return }
        report.add(.unsupportedTarget(target.steps[2], supported, span))
    }

    /// The name of the operation's field for the payload.
    private var root: String? { route.operation.specification.payloadField }

    /// The events that the route can send; nil where they aren't known.
    private var events: [EventType]? {
        guard let type = route.request.first(where: { $0.target.steps == ["type"] }) else { return nil }
        let names: [String]
        if case .constant(.string(let name)) = type.source {
            names = [name]
        } else {
            names = type.rule.values.compactMap(\.meaning.string)
        }
        let events = names.compactMap { name in
            tenant.profile.events.first { $0.id.rawValue == name || $0.alias == name }
        }
        guard !events.isEmpty, events.count == names.count, events.allSatisfy({ tenant.variables[$0.id] != nil }) else {
            return nil
        }
        return events
    }
}

extension Diagnostic {
    fileprivate static func unfilledField(
        _ name: String,
        _ id: EventTypeID,
        root: String,
        _ isLocalized: Bool,
        _ span: Span
    ) -> Diagnostic {
        let target = "\(root).\(name)" + (isLocalized ? ".en" : "")
        return Diagnostic(
            .missingInput,
            "`\(id)` needs its payload field \(quoted(name))",
            at: span,
            notes: ["the event would refuse every request"],
            help: "say in `request` where it comes from: \"\(target)\": { \"from\": \"body.…\" }"
        )
    }

    fileprivate static func unsupportedTarget(_ tag: String, _ supported: [LocaleTag], _ span: Span) -> Diagnostic {
        Diagnostic(
            .unsupportedLocaleText,
            "\(quoted(tag)) is not one of the tenant's languages",
            at: span,
            notes: ["supported are \(Shape.list(supported.map(\.rawValue)))"]
        )
    }
}
