import CarillonDiagnostics
import CarillonModel

/// Placeholders in an event's `data`, keys and topics name existing values.
enum PlaceholderRule: Rule {
    static let scope = RuleScope.texts

    static func check(_ tenant: TenantContext, _ report: inout RuleReport) {
        guard let file = tenant.eventsFile else { return }
        for event in tenant.eventsInFocus {
            let checker = EventPlaceholders(tenant: tenant, event: event, file: file)
            let members = tenant.eventNodes[event.id]
            if let node = members?["image"], tenant.isSound(event, "image") {
                checker.checkImage(event.image, node, &report)
            }
            for name in ["data", "collapse", "dedupe", "supersedes", "audience", "topic"] {
                guard let node = members?[name], tenant.isSound(event, name) else { continue }
                checker.check(node, &report)
                if name == "audience" { checker.checkPresence(event.audience, node, &report) }
                if name == "topic" { checker.checkPresence(event.topic, node, &report) }
            }
            if let node = members?["dataFrom"], tenant.isSound(event, "dataFrom") {
                checker.checkDataFrom(event.dataFrom, node, &report)
            }
        }
    }
}

/// Checks the placeholders of one event, or of the message for collected notifications.
struct EventPlaceholders {
    let tenant: TenantContext
    let event: EventType
    let file: TenantFile
    /// The names that they can use beside the payload, with their parts.
    var implicit = EventPlaceholders.ofEvents

    func check(_ node: JSONNode, _ report: inout RuleReport) {
        switch node.content {
        case .string(let text): check(text, node, &report)
        case .array(let elements): for element in elements { check(element, &report) }
        case .object(let members): for member in members { check(member.value, &report) }
        case .null, .boolean, .number, .broken: break
        }
    }

    private func check(_ text: String, _ node: JSONNode, _ report: inout RuleReport) {
        let parsed: PlaceholderText
        do {
            parsed = try PlaceholderText(text)
        } catch {
            report.add(.badPlaceholder(error, span(error.range, of: node)))
            return
        }
        var offset = 0
        for segment in parsed.segments {
            switch segment {
            case .text(let literal): offset = advanced(offset, over: literal, in: text)
            case .field(let path):
                let length = path.description.utf8.count + 2
                if let fault = fault(in: path, at: span(offset..<offset + length, of: node)) { report.add(fault) }
                offset += length
            }
        }
    }

    /// Moves past a literal, in which a doubled brace stands for one.
    private func advanced(_ offset: Int, over literal: String, in text: String) -> Int {
        offset + literal.utf8.count + literal.utf8.count { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "}") }
    }

    private func span(_ range: Range<Int>, of node: JSONNode) -> Span {
        let bytes = tenant.sources[file.source].content
        return Span(file.source, JSONStringMap(node.range, in: bytes).fileRange(range))
    }

    private func fault(in path: FieldPath, at span: Span) -> Diagnostic? {
        let first = path.steps[0]
        guard !tenant.isUnsure(of: first, in: event) else { return nil }
        let rest = Array(path.steps.dropFirst())
        if let field = event.field(first) {
            guard !rest.isEmpty, !field.type.parts.contains(rest.joined(separator: ".")) else { return nil }
            return .unknownPart(path.description, of: field, span)
        }
        if let known = implicit[first] {
            if first == "slot" { return slotFault(rest.joined(separator: "."), span) }
            guard rest.count == 1, known.contains(rest[0]) else { return .unknownImplicit(first, known: known, span) }
            return first == "link" ? linkFault(rest[0], span) : nil
        }
        let names = event.payload.map(\.name) + implicit.keys.sorted().map { "\($0).…" }
        return .unknownField(path.description, known: names, span)
    }

    /// A slot for which the event has no text in any language is always absent.
    private func slotFault(_ path: String, _ span: Span) -> Diagnostic? {
        let texts = tenant.textsByID[event.id] ?? []
        guard !texts.isEmpty, !texts.contains(where: { $0.path == path }),
            !tenant.templateFiles.values.contains(where: { $0.hasDamagedText(path, of: event.id) })
        else { return nil }
        return .emptySlot(path, known: Set(texts.map(\.path)).sorted(), span)
    }

    /// A form of link that the event's route lacks is always absent.
    private func linkFault(_ kind: String, _ span: Span) -> Diagnostic? {
        guard tenant.isSound("deepLinks"), tenant.isSound(event, "deepLink"), let kind = LinkKind(rawValue: kind),
            let link = event.deepLink, let route = tenant.profile.deepLinks.route(link.route), route[kind] == nil
        else { return nil }
        let known = LinkKind.allCases.filter { route[$0] != nil }.map { "link.\($0.rawValue)" }
        return .emptyLink(route.id, kind, known: known, span)
    }

    /// The names that every event's placeholders can use beside the payload.
    private static let ofEvents: [String: [String]] = [
        "link": ["app", "web", "screen"], "event": ["type", "category", "alias"], "notification": ["id"],
        "slot": [],
    ]

    /// A topic must always have a value.
    func checkPresence(_ text: PlaceholderText?, _ node: JSONNode, _ report: inout RuleReport) {
        for path in text?.fields ?? []
        where event.field(path.steps[0])?.isOptional == true && !tenant.isUnsure(of: path.steps[0], in: event) {
            report.add(.optionalInTopic(path.steps[0], Span(file.source, node.range)))
        }
    }

    func checkDataFrom(_ name: String?, _ node: JSONNode, _ report: inout RuleReport) {
        guard let name, !tenant.isUnsure(of: name, in: event) else { return }
        let span = Span(file.source, node.range)
        guard let field = event.field(name) else {
            report.add(.unknownField(name, known: event.payload.map(\.name), span))
            return
        }
        guard case .map = field.type else {
            report.add(.wrongFieldType(field, wanted: "a map", span))
            return
        }
    }
}

extension PayloadType {
    /// The names that can follow a field after a dot.
    fileprivate var parts: [String] {
        switch self {
        case .money: ["value", "currency"]
        case .instant: ValueFormat.namesOfTimes
        default: []
        }
    }
}

extension Diagnostic {
    static func badPlaceholder(_ fault: PlaceholderFault, _ span: Span) -> Diagnostic {
        let message =
            switch fault.kind {
            case .unclosed: "this brace is never closed"
            case .strayBrace: "this brace closes nothing"
            case .badPath: "this is no name of a field"
            }
        return Diagnostic(.badPlaceholder, message, at: span, help: "a brace itself is written twice: `{{` or `}}`")
    }

    fileprivate static func unknownPart(_ path: String, of field: PayloadField, _ span: Span) -> Diagnostic {
        let parts = field.type.parts.map { "\(field.name).\($0)" }
        return Diagnostic(
            .unknownField,
            "there is no \(quoted(path))",
            at: span,
            notes: [parts.isEmpty ? "\(field.type.name.withArticle) has no parts" : "there is \(Shape.list(parts))"]
        )
    }

    fileprivate static func unknownImplicit(_ name: String, known: [String], _ span: Span) -> Diagnostic {
        Diagnostic(
            .unknownField,
            "`{\(name)}` has other parts",
            at: span,
            notes: ["there is \(Shape.list(known.map { "{\(name).\($0)}" }))"]
        )
    }

    fileprivate static func emptySlot(_ path: String, known: [String], _ span: Span) -> Diagnostic {
        let guess = Suggestion.closest(to: path, among: known)
        return Diagnostic(
            .unknownField,
            "the event has no words for \(quoted(path))",
            at: span,
            label: guess.map { "did you mean `slot.\($0)`?" } ?? "the key would never be there",
            notes: ["it has \(Shape.list(known))"]
        )
    }

    fileprivate static func emptyLink(_ route: String, _ kind: LinkKind, known: [String], _ span: Span) -> Diagnostic {
        Diagnostic(
            .unknownField,
            "the route \(quoted(route)) has no `\(kind.rawValue)`",
            at: span,
            label: "the key would never be there",
            notes: ["it has \(Shape.list(known))"]
        )
    }

    fileprivate static func optionalInTopic(_ name: String, _ span: Span) -> Diagnostic {
        Diagnostic(
            .optionalInTopic,
            "the field `\(name)` may be absent, and then there is no topic",
            at: span,
            help: "make the field required"
        )
    }

    static func wrongFieldType(_ field: PayloadField, wanted: String, _ span: Span) -> Diagnostic {
        Diagnostic(
            .wrongFieldType,
            "`\(field.name)` is \(field.type.name.withArticle), and this needs \(wanted)",
            at: span
        )
    }
}
