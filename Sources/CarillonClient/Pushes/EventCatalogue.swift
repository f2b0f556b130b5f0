public import CarillonModel

/// The event types of a product, and how a push is recognized as one of them.
public struct EventCatalogue: Sendable, Hashable {
    public let events: [EventDefinition]

    /// - Parameter events: in the order in which they are preferred where several fit equally.
    public init(_ events: [EventDefinition]) {
        self.events = events
    }

    /// From a list of definitions; what can't be read is left out.
    public init(_ json: JSONValue) {
        self.init(json.array?.compactMap(EventDefinition.init) ?? [])
    }

    /// The event that a push tells of.
    ///
    /// An event type fits where the push has all of its constants. Of those that fit, the ones that declare exactly the members
    /// that came go first, and of these the one with the most constants. Where none declares exactly these, because an optional
    /// field was left out or a member was added later, the one counts with the most constants, then with the fewest members
    /// missing, then with the most there. An event type without constants fits only where none of its members is missing.
    public func recognize(_ push: ReceivedPush) -> Recognition {
        guard !push.data.isEmpty else { return .collected }
        let fitting = events.compactMap { Fit($0, push.data) }
        let exact = fitting.filter(\.isExact).enumerated()
            .sorted { ($1.element.constants, $0.offset) < ($0.element.constants, $1.offset) }
            .map(\.element)
        let possible: [Fit]
        if exact.isEmpty {
            let best = fitting.max { $0.rank.lexicographicallyPrecedes($1.rank) }
            possible = fitting.filter { $0.rank == best?.rank }
        } else {
            possible = exact
        }
        guard let first = possible.first else { return .unknown(push.data) }
        return .event(RecognizedEvent(first.event, possible: possible.map(\.event.id), data: push.data))
    }

    /// Where a push leads; nil for nowhere, or for no place of the app.
    ///
    /// The link in its data goes first, then the fields that its route needs, then the link that the platform handed over beside
    /// the data.
    public func destination(of push: ReceivedPush, in links: AppLinks) -> Destination? {
        for name in linkMembers {
            if let text = push.data[name], let found = try? links.read(text) { return found }
        }
        if case .event(let event) = recognize(push), let source = event.definition.link {
            let values = source.fields.compactMapValues { event.fields[$0] }
            let destination = Destination(source.route, values)
            if values.count == source.fields.count, links.isSound(destination) { return destination }
        }
        return push.link.flatMap { try? links.read($0) }
    }

    /// Members that hold a link in any event type's data, in their order: senders of a single push use the same ones.
    private var linkMembers: [String] {
        var names: [String] = []
        for member in events.flatMap(\.data) where member.field?.hasPrefix("link.") == true {
            if !names.contains(member.name) { names.append(member.name) }
        }
        return names
    }

    /// How well an event type fits a push's data.
    private struct Fit {
        let event: EventDefinition
        let constants: Int
        let missing: Int
        let present: Int
        let isExact: Bool

        /// Nil where it doesn't.
        init?(_ event: EventDefinition, _ data: [String: String]) {
            let constants = event.data.filter { $0.constant != nil }
            guard !event.data.isEmpty, constants.allSatisfy({ data[$0.name]?.exact == $0.constant?.exact }) else {
                return nil
            }
            self.event = event
            self.constants = constants.count
            present = event.data.count { data[$0.name] != nil }
            missing = event.data.count - present
            guard !constants.isEmpty || missing == 0 else { return nil }
            isExact = missing == 0 && present == data.count
        }

        var rank: [Int] { [constants, -missing, present] }
    }
}

/// What a push turned out to be.
public enum Recognition: Sendable, Hashable {
    case event(RecognizedEvent)
    /// Of none of the event types: newer than the app, or another sender's.
    case unknown([String: String])
    /// Without data: one message that stands for several, or a silent one.
    case collected
}

/// An event that a push told of.
public struct RecognizedEvent: Sendable, Hashable {
    public let definition: EventDefinition
    /// All event types whose pushes look like this one, the likeliest first: more than one where `data` doesn't tell them
    /// apart.
    public let possible: [String]
    /// The event's fields that travel as they are, by name.
    public let fields: [String: String]
    /// Where the data carry it.
    public let notificationID: String?
    /// What another push or stream item of the same event has as well, and no other; empty where nothing in the data tells two
    /// apart.
    public let identity: String

    public var id: String { definition.id }

    init(_ definition: EventDefinition, possible: [String], data: [String: String]) {
        self.definition = definition
        self.possible = possible
        var fields: [String: String] = [:]
        var notificationID: String?
        for member in definition.data {
            guard let field = member.field, let text = data[member.name] else { continue }
            if field == "notification.id" { notificationID = text } else { fields[field] = text }
        }
        self.fields = fields.filter { !Self.isHosts($0.key) }
        self.notificationID = notificationID
        identity = Self.identity(of: definition, notificationID: notificationID, data: data)
    }

    /// Names that the host fills, and no sender.
    private static func isHosts(_ field: String) -> Bool {
        ["link.", "slot.", "event.", "notification."].contains { field.hasPrefix($0) }
    }

    private static func identity(
        of definition: EventDefinition,
        notificationID: String?,
        data: [String: String]
    ) -> String {
        if definition.identity.isEmpty, let notificationID { return notificationID }
        let names = definition.identity.isEmpty ? definition.data.map(\.name) : definition.identity
        let constants = Set(definition.data.filter { $0.constant != nil }.map(\.name))
        // What is the same in each of them, or empty, tells nothing.
        guard names.contains(where: { !constants.contains($0) && !(data[$0] ?? "").isEmpty }) else { return "" }
        return JSONValue.array(names.map { data[$0].map(JSONValue.string) ?? .null }).text
    }
}

extension RecognizedEvent: CustomReflectable {
    /// Without values: nobody here knows which of them are sensitive.
    public var customMirror: Mirror {
        Mirror(self, children: ["id": id, "possible": possible], displayStyle: .struct)
    }
}

extension Recognition: CustomReflectable {
    /// Without values, as ``RecognizedEvent`` has it: of unknown data the names alone.
    public var customMirror: Mirror {
        switch self {
        case .event(let event): Mirror(self, children: ["event": event], displayStyle: .enum)
        case .unknown(let data): Mirror(self, children: ["unknown": data.keys.sorted()], displayStyle: .enum)
        case .collected: Mirror(self, children: [:], displayStyle: .enum)
        }
    }
}
