import CarillonDiagnostics
import CarillonModel
import CarillonPluginKit

/// Apps can tell by a push's `data` which event type it is of.
///
/// Event types without `data` aren't compared: their pushes are shown and lead by their link alone.
enum SimilarPushesRule: Rule {
    static let scope = RuleScope.settings

    static func check(_ tenant: TenantContext, _ report: inout RuleReport) {
        guard let file = tenant.eventsFile, tenant.isSound("channels") else { return }
        let pushing = Set(tenant.profile.pushChannels(tenant.registry).map(\.binding.id))
        var seen: [Set<String>: [Appearance]] = [:]
        // By name and not by place: another order of members must not change what is reported where.
        for event in tenant.profile.events.sorted(by: { $0.id.rawValue < $1.id.rawValue })
        where !pushing.isDisjoint(with: event.channels) && tenant.isSound(event, "payload", "data", "channels") {
            guard let appearance = Appearance(event) else { continue }
            let alike = seen[appearance.names, default: []]
            if let other = alike.prefix(mostCompared).first(where: { $0.mayBe(appearance) }) {
                report.add(.similarPushes(event.id, other.event, file.span("events", event.id.rawValue, "data")))
            } else {
                seen[appearance.names, default: []].append(appearance)
            }
        }
    }

    /// Members of the same names; nobody writes more event types with these by hand.
    private static let mostCompared = 64

    /// What an app can go by: the names of the members, and what each may hold.
    private struct Appearance {
        let event: EventTypeID
        let members: [String: Content]

        enum Content {
            case constant(String)
            /// A field of that type and nothing else.
            case field(PayloadType)
            case anything
        }

        var names: Set<String> { Set(members.keys) }

        /// Nil without `data`.
        init?(_ event: EventType) {
            guard case .object(let all) = event.data, !all.isEmpty else { return nil }
            self.event = event.id
            let members = all.map { ($0.name, Self.content($0.value, event)) }
            self.members = Dictionary(members) { first, _ in first }
        }

        private static func content(_ value: JSONTemplate, _ event: EventType) -> Content {
            switch value {
            case .text(let text) where text.fields.allSatisfy({ $0.steps.first == "event" }):
                .constant(text.segments.map { constant($0, event) }.joined())
            case .text(let text):
                text.onlyField.flatMap { $0.steps.count == 1 ? event.field($0.steps[0]) : nil }
                    .map { .field($0.type) } ?? .anything
            case .constant(let value): .constant(value.text)
            case .array, .object, .each, .value: .anything
            }
        }

        private static func constant(_ segment: PlaceholderText.Segment, _ event: EventType) -> String {
            switch segment {
            case .text(let text): text
            case .field(let path): path.steps.last.flatMap { event.placeholders[$0]?.string } ?? ""
            }
        }

        /// Whether one push may be of either: every member may hold the same.
        func mayBe(_ other: Appearance) -> Bool {
            members.allSatisfy { name, content in
                switch (content, other.members[name]) {
                case (.constant(let text), .constant(let second)?): text == second
                case (.constant(let text), .field(let type)?), (.field(let type), .constant(let text)?):
                    type.mayBe(text)
                case (_, nil): false
                default: true
                }
            }
        }
    }
}

extension PayloadType {
    /// Whether a field of this type may hold what is written so.
    fileprivate func mayBe(_ text: String) -> Bool {
        switch self {
        case .text: true
        case .choice(let values): values.contains(text)
        case .boolean: text == "true" || text == "false"
        case .integer(let range): Int64(text).map(range.contains) ?? false
        case .slug, .path: !text.isEmpty
        default: false
        }
    }
}

extension Diagnostic {
    fileprivate static func similarPushes(_ event: EventTypeID, _ other: EventTypeID, _ span: Span) -> Diagnostic {
        Diagnostic(
            .similarPushes,
            "apps can't tell pushes of `\(event)` from those of `\(other)`",
            at: span,
            notes: ["the members of their `data` have the same names, and may hold the same"],
            help: "put the event's name into `data`: \"type\": \"{event.type}\""
        )
    }
}
