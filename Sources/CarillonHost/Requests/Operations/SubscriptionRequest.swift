import CarillonModel
import CarillonPipeline
import CarillonProfiles

/// A subscription that a caller asks for, or wants to be rid of.
struct SubscriptionRequest: Sendable {
    /// Whose it is, as far as the caller says.
    enum Whose: Sendable, Hashable {
        case unsaid
        case nobody
        case named(UserID)
    }

    var topic: Topic?
    var device: String?
    /// Nil: all there are, those of later as well.
    var types: [EventTypeID]?
    var role: String?
    var user = Whose.unsaid

    /// It names the events it is for, and these are none.
    var isForNothing: Bool { types?.isEmpty == true }

    /// How many one request may bring.
    static let limit = 500

    /// Reads one, with its faults left in `reader`.
    init(_ reader: inout BodyReader, of profile: TenantProfile, needsTopic: Bool = true) {
        let text = reader.text("topic", limit: 256)
        if needsTopic, text == nil, !reader.hasFault(at: "topic") { reader.add([.missing("/topic")]) }
        topic = text.flatMap { Topic($0) }.map { profile.subscriptions.canonical($0) }
        device = reader.text("deviceId", limit: 256)
        role = reader.text("role", limit: 64)
        if let role, !profile.subscriptions.roles.isEmpty, !profile.subscriptions.roles.contains(role) {
            let list = profile.subscriptions.roles.joined(separator: ", ")
            let _: String? = reader.fault("role", .notAllowed, "must be one of \(list)")
        }
        if reader.isNull("userId") {
            user = .nobody
        } else if let name = reader.text("userId", limit: 256).flatMap({ UserID($0) }) {
            user = .named(profile.canonical(name))
        }
        guard reader.value("types") != nil else { return }
        var named: [EventTypeID] = []
        let names = reader.texts("types", limit: 100)
        for (index, name) in names.enumerated() {
            if let event = profile.event(named: name) {
                if !named.contains(event.id) { named.append(event.id) }
            } else {
                let fault = Fault(
                    pointer: "/types/\(index)",
                    code: .unknownEvent,
                    message: "is no event type of this tenant"
                )
                reader.add([fault])
            }
        }
        // Names that are all unknown are no list of none.
        types = named.isEmpty && !names.isEmpty ? nil : named
    }

    /// The elements of a list of wishes.
    static func list(
        _ json: JSONValue?,
        of profile: TenantProfile,
        in reader: inout BodyReader
    ) -> [SubscriptionRequest] {
        guard let json else { return [] }
        guard let elements = json.array, elements.count <= limit else {
            let _: String? = reader.fault("subscriptions", .wrongType, "must be an array of at most \(limit)")
            return []
        }
        return elements.enumerated().compactMap { index, element in
            guard let object = element.object else {
                reader.add([
                    .init(pointer: "/subscriptions/\(index)", code: .wrongType, message: "must be an object")
                ])
                return nil
            }
            var own = BodyReader(object)
            let wish = SubscriptionRequest(&own, of: profile)
            own.refuseUnknown()
            reader.add(
                own.faults.map {
                    .init(pointer: "/subscriptions/\(index)\($0.pointer)", code: $0.code, message: $0.message)
                }
            )
            return wish
        }
    }
}

extension PlaceholderText {
    /// Whether `topic` begins as every topic made from this text does.
    func covers(_ topic: Topic) -> Bool {
        guard case .text(let prefix)? = segments.first else { return true }
        return topic.rawValue.hasPrefix(prefix)
    }
}
