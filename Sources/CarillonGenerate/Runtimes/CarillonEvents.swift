// What the events of every tenant have in common: the events themselves, and who gets them.

/// An event that was checked and can be sent: what the host gets, and nothing else.
public struct CarillonEvent: Sendable, Hashable {
    /// The tenant whose event it is.
    public let tenant: String
    /// The sender's own id; the same id and source again create nothing.
    public let id: String
    /// Who sends.
    public let source: String
    /// The event type.
    public let type: String
    /// The members of the request before and after `recipients`, as JSON.
    fileprivate let head: String
    fileprivate let tail: String
    fileprivate let recipients: CarillonRecipients

    /// The body of `POST /v1/{tenant}/events`, as `application/json`.
    public var json: String { "{\(head),\(recipients.json)\(tail)}" }

    /// The event as a structured CloudEvent 1.0, as `application/cloudevents+json`.
    public var cloudEventJSON: String { "{\"specversion\":\"1.0\",\(head),\(recipients.cloudEventJSON)\(tail)}" }
}

extension CarillonEvent: CustomStringConvertible, CustomReflectable {
    /// Without the data, which may be sensitive.
    public var description: String { "\(tenant) \(type) \(id)" }
    public var customMirror: Mirror { Mirror(self, children: ["tenant": tenant, "type": type, "id": id]) }
}

/// Who gets an event.
public enum CarillonRecipients: Sendable, Hashable {
    /// 1 to 100 users.
    case users([CarillonRecipient])
    /// Everybody subscribed.
    case topic(String)
    /// Those of the users who are subscribed.
    case subscribers([CarillonRecipient], of: String)

    public static func user(_ id: String) -> CarillonRecipients { .users([CarillonRecipient(id: id)]) }

    fileprivate var users: [CarillonRecipient]? {
        switch self {
        case .users(let users), .subscribers(let users, _): users
        case .topic: nil
        }
    }

    fileprivate var topic: String? {
        switch self {
        case .users: nil
        case .topic(let topic), .subscribers(_, let topic): topic
        }
    }

    fileprivate var json: String { members(users.map { "[" + $0.map(\.json).joined(separator: ",") + "]" }) }

    /// Ids in one text, where they can stand there: an attribute of a CloudEvent is no list.
    fileprivate var cloudEventJSON: String {
        guard let users, users.allSatisfy(\.isPlain) else { return json }
        return members(CarillonJSON.text(users.map(\.id).joined(separator: ",")))
    }

    private func members(_ users: String?) -> String {
        [users.map { "\"recipients\":\($0)" }, topic.map { "\"topic\":\(CarillonJSON.text($0))" }]
            .compactMap { $0 }.joined(separator: ",")
    }
}

/// A user, and what the host shall know of them from now on.
public struct CarillonRecipient: Sendable, Hashable, ExpressibleByStringLiteral {
    public var id: String
    public var locale: String?
    public var timeZone: String?
    public var email: String?
    public var phone: String?

    public init(
        id: String,
        locale: String? = nil,
        timeZone: String? = nil,
        email: String? = nil,
        phone: String? = nil
    ) {
        self.id = id
        self.locale = locale
        self.timeZone = timeZone
        self.email = email
        self.phone = phone
    }

    public init(stringLiteral id: String) {
        self.init(id: id)
    }

    var others: [(String, String)] {
        [("locale", locale), ("timeZone", timeZone), ("email", email), ("phone", phone)]
            .compactMap { name, value in value.map { (name, CarillonJSON.text($0)) } }
    }

    fileprivate var json: String {
        guard !others.isEmpty else { return CarillonJSON.text(id) }
        return CarillonJSON.object([("id", CarillonJSON.text(id))] + others)
    }

    /// Whether it is an id that can stand in a list with commas.
    fileprivate var isPlain: Bool {
        others.isEmpty && id.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: ",") }
    }
}

/// What is wrong with an event, as the host would say it.
public struct CarillonFaults: Error, Sendable, Hashable, CustomStringConvertible {
    public struct Fault: Sendable, Hashable {
        /// JSON pointer into the event, such as `/data/order_id`.
        public let pointer: String
        /// The host's code, such as `too-long`.
        public let code: String
        /// What it must be.
        public let message: String
    }

    /// Never empty.
    public let faults: [Fault]

    public var description: String {
        faults.map { "\($0.pointer) \($0.message) (\($0.code))" }.joined(separator: "; ")
    }
}

/// The payload of an event type.
public protocol CarillonPayload: Sendable, Hashable {
    static var carillonTenant: CarillonTenant { get }
    /// The event type's id.
    static var carillonType: String { get }
    /// The fields by their names in JSON, in the order of the tenant's file.
    func carillonMembers() -> [CarillonMember]
}

extension CarillonPayload {
    /// Checks everything that can be checked without the host.
    ///
    /// - Parameters:
    ///   - id: the sender's own id of what happened. Sent again with the same one, an event creates nothing; so it must not be
    ///     made anew for each attempt.
    ///   - source: who sends, such as a URL of the service.
    ///   - time: when it happened.
    ///   - scheduledAt: when it goes out; nil for at once.
    /// - Throws: ``CarillonFaults``, all at once.
    public func event(
        id: String,
        source: String,
        recipients: CarillonRecipients,
        time: CarillonInstant? = nil,
        scheduledAt: CarillonInstant? = nil
    ) throws -> CarillonEvent {
        let tenant = Self.carillonTenant
        var check = CarillonCheck(stripsTags: tenant.stripsTags)
        check.name(id, at: "/id")
        check.name(source, at: "/source")
        check.recipients(recipients.users, topic: recipients.topic)
        var head = [
            ("id", CarillonJSON.text(id)), ("source", CarillonJSON.text(source)),
            ("type", CarillonJSON.text(Self.carillonType)),
        ]
        if let time { head.append(("time", check.json(.instant(time), at: "/time"))) }
        var tail = ""
        if let scheduledAt { tail += ",\"scheduledAt\":\(check.json(.instant(scheduledAt), at: "/scheduledAt"))" }
        let data = carillonMembers().compactMap { member in
            member.value.map { (member.name, check.json($0, at: "/data/\(member.name)")) }
        }
        tail += ",\"data\":\(CarillonJSON.object(data))"
        guard check.faults.isEmpty else { throw CarillonFaults(faults: check.faults) }
        return CarillonEvent(
            tenant: tenant.id,
            id: id,
            source: source,
            type: Self.carillonType,
            head: CarillonJSON.members(head),
            tail: tail,
            recipients: recipients
        )
    }
}

/// What is the same for all events of a tenant.
public struct CarillonTenant: Sendable, Hashable {
    public let id: String
    /// Whether the host takes markup and control characters out of texts, where it would refuse them otherwise.
    public let stripsTags: Bool
    /// The header by which the tenant's services prove who they are.
    public let header: String
    /// What stands before the key in that header, such as `Bearer`.
    public let scheme: String?

    public init(id: String, stripsTags: Bool, header: String, scheme: String?) {
        self.id = id
        self.stripsTags = stripsTags
        self.header = header
        self.scheme = scheme
    }
}

/// A field of a payload.
public struct CarillonMember: Sendable {
    public let name: String
    /// Nil: left out.
    public let value: CarillonValue?

    public init(_ name: String, _ value: CarillonValue?) {
        self.name = name
        self.value = value
    }
}
