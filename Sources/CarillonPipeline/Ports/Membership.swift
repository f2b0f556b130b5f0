public import CarillonModel

/// Several hosts on one store: who lives, which lanes each has, and how they wake each other.
///
/// Time here is the store's own, so that hosts whose clocks differ agree on who lives. A host is alive for
/// ``HostLease/length`` after it joined or last renewed; a store that notices earlier that a process is gone may count it
/// as dead once it hasn't renewed for ``HostLease/grace``. What a dead host had is free for others:
/// ``LaneStore/take(_:at:)``.
///
/// One value for one handle of a store (``Store/membership``): the number that ``join(_:)`` answers belongs to the handle, and
/// its tenants' parts take and give back lanes in that host's name. Every operation may throw `.unavailable`, and
/// then has changed nothing; `.unknown` may be repeated.
public protocol Membership: Sendable {
    /// Joins as a new host: with a number that no host had before. A number that the handle had is left.
    ///
    /// - Throws: `.newer` or `.older` where the store's schema isn't one that this program works with.
    func join(_ facts: HostFacts) async throws(StoreFailure) -> HostNumber

    /// Lives on for ``HostLease/length`` from now on.
    ///
    /// - Parameter facts: in place of those it joined with; nil where they are the same still.
    /// - Returns: all that live, this one among them, by number.
    /// - Throws: `.laneLost` where it counts as dead, or never joined: its lanes may be others' by now, and it joins anew.
    func renew(_ facts: HostFacts?) async throws(StoreFailure) -> [LiveHost]

    /// Leaves at once. Lanes that it hasn't given back are free, with what was leased in them.
    func leave() async throws(StoreFailure)

    /// All that live, by number. Works without having joined.
    func hosts() async throws(StoreFailure) -> [LiveHost]

    /// The lanes of all tenants that were ever taken, by tenant and lane. Works without having joined.
    func lanes() async throws(StoreFailure) -> [LaneState]

    /// Tenants of which something waits by `now` in a lane that this host has: a notification to be routed, a delivery with
    /// its time, a page of a campaign, a receipt to be requested. One query, whatever number of tenants there is.
    ///
    /// What hints would have said, should they have been lost: asked once a second.
    func agenda(at now: Instant) async throws(StoreFailure) -> Set<TenantID>

    /// The positions of those of these readers who follow their feeds, as ``FollowingStore/follow(_:)`` answers them.
    /// One query.
    func positions(of readers: Set<FeedReader>) async throws(StoreFailure) -> [FeedReader: Int64]

    /// The newest version of the texts that are live at these tenants (``TextVersionStore``); none for a tenant without one. One
    /// query, whatever number of tenants there is.
    func textVersions(of tenants: Set<TenantID>) async throws(StoreFailure) -> [TenantID: Int]

    /// Tells the other hosts, soon: within 100 ms where nothing fails. Nothing waits for it and nothing depends on it: a store
    /// may gather hints, send each only once, replace many by ``Hint/everything``, and lose them.
    func send(_ hints: Set<Hint>)

    /// What the other hosts sent since the last time, at once: waits until there is something. A store that can't say
    /// what it missed, after a broken connection, answers ``Hint/everything``.
    ///
    /// Called by one task, again and again; ends with nothing when that is cancelled.
    func hints() async -> Set<Hint>

    /// Counts a call with those that any host counted under the same name, where there may be one more: by the store's clock,
    /// so that hosts whose clocks differ agree.
    ///
    /// What was counted may be lost with the store's process: then counting begins anew.
    func count(_ call: CountedCall) async throws(StoreFailure) -> CallCount

    /// Leaves a command to whoever has the lane, now or next.
    ///
    /// - Returns: its number.
    func request(_ command: LaneCommand) async throws(StoreFailure) -> Int64

    /// Commands for lanes that this host has and nobody has answered, the oldest first.
    func commands() async throws(StoreFailure) -> [NumberedCommand]

    /// Ends a command with an answer. One that was answered, or isn't there, stays as it is.
    ///
    /// Answered ones may be forgotten after an hour, others after a day.
    func answer(_ command: Int64, with answer: JSONValue) async throws(StoreFailure)

    /// Nil for as long as nobody has answered.
    func answer(to command: Int64) async throws(StoreFailure) -> JSONValue?
}

/// How long hosts live without a sign.
public enum HostLease {
    /// From a renewal on, by the store's clock.
    public static let length: Duration = .seconds(15)
    /// Between two renewals.
    public static let renewalInterval: Duration = .seconds(1)
    /// How long a host that seems to be gone has to renew: enough for two renewals and a new connection.
    public static let grace: Duration = .seconds(3)
    /// A host stops working so long before its time is up, counted by its own monotonic clock from before it sent the
    /// last renewal that was answered.
    public static let margin: Duration = .seconds(3)
}

/// Tells the hosts on a store apart; never used again.
public struct HostNumber: RawRepresentable, Sendable, Hashable, Comparable, CustomStringConvertible {
    public let rawValue: Int64

    public init(rawValue: Int64) { self.rawValue = rawValue }

    public var description: String { "\(rawValue)" }

    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// What a host says of itself.
public struct HostFacts: Sendable, Hashable {
    /// For people.
    public var name: String
    /// Where its API answers, such as `http://10.0.0.7:8080`, for people.
    public var address: String
    /// Of the program.
    public var version: String
    /// Whether it takes lanes: false for one that answers requests only.
    public var takesLanes: Bool
    /// The tenants that it serves.
    public var tenants: [TenantID: ServedRevision]

    public init(
        name: String,
        address: String,
        version: String,
        takesLanes: Bool,
        tenants: [TenantID: ServedRevision] = [:]
    ) {
        self.name = name
        self.address = address
        self.version = version
        self.takesLanes = takesLanes
        self.tenants = tenants
    }
}

/// The profile that a host serves a tenant with.
public struct ServedRevision: Sendable, Hashable {
    /// As ``TenantProfile/revision`` is written.
    public var revision: String
    /// When this host loaded it.
    public var since: Instant
    /// Whether all of its channels can work here, with the secrets that this host has.
    public var isComplete: Bool

    public init(_ revision: String, since: Instant, isComplete: Bool = true) {
        self.revision = revision
        self.since = since
        self.isComplete = isComplete
    }
}

/// A host that lives.
public struct LiveHost: Sendable, Hashable {
    public var number: HostNumber
    public var facts: HostFacts
    /// By the store's clock, as is the next.
    public var joinedAt: Instant
    public var renewedAt: Instant

    public init(number: HostNumber, facts: HostFacts, joinedAt: Instant, renewedAt: Instant) {
        self.number = number
        self.facts = facts
        self.joinedAt = joinedAt
        self.renewedAt = renewedAt
    }
}

/// A tenant's lane, and who has it.
public struct LaneState: Sendable, Hashable {
    public var tenant: TenantID
    public var lane: Lane
    /// Nil where it is free: given back, or its holder is dead.
    public var holder: HostNumber?
    public var epoch: Int64
    /// When this epoch began, by the store's clock.
    public var since: Instant
    /// The latest of ``LaneStore/note(_:of:)``.
    public var condition: JSONValue?

    public init(
        tenant: TenantID,
        lane: Lane,
        holder: HostNumber?,
        epoch: Int64,
        since: Instant,
        condition: JSONValue? = nil
    ) {
        self.tenant = tenant
        self.lane = lane
        self.holder = holder
        self.epoch = epoch
        self.since = since
        self.condition = condition
    }
}

/// A user of a tenant, as the reader of a feed.
public struct FeedReader: Sendable, Hashable {
    public var tenant: TenantID
    public var user: UserID

    public init(tenant: TenantID, user: UserID) {
        self.tenant = tenant
        self.user = user
    }
}

/// What another host did that this one may want to look at.
public enum Hint: Sendable, Hashable {
    /// Something waits in the tenant's lanes that didn't before.
    case work(TenantID)
    /// Something of the reader's was committed.
    case feed(FeedReader)
    /// A user was erased: their streams end.
    case erased(FeedReader)
    /// Lanes were given back, or hosts joined or left.
    case lanes
    /// There is a command for one of the tenant's lanes, or an answer to one.
    case command(TenantID)
    /// Other words of the tenant's texts are live.
    case texts(TenantID)
    /// Whatever there is: hints were lost, or there were too many.
    case everything
}

/// What an operator, at whichever host, wants of the host that has a lane.
///
/// Requests and answers are the hosts' matter.
public struct LaneCommand: Sendable, Hashable {
    public var tenant: TenantID
    public var lane: Lane
    public var request: JSONValue

    public init(_ request: JSONValue, in lane: Lane, of tenant: TenantID) {
        self.request = request
        self.lane = lane
        self.tenant = tenant
    }
}

public struct NumberedCommand: Sendable, Hashable {
    public var number: Int64
    public var command: LaneCommand

    public init(number: Int64, _ command: LaneCommand) {
        self.number = number
        self.command = command
    }
}

// MARK: - As texts, for stores and what they send

extension Lane {
    /// `home`, or `channel:` and its id: for stores.
    public var text: String {
        switch self {
        case .home: "home"
        case .channel(let id): "channel:\(id)"
        }
    }

    /// Nil for any other text.
    public init?(text: String) {
        if text == "home" {
            self = .home
        } else if text.hasPrefix("channel:"), let id = ChannelID(String(text.dropFirst("channel:".count))) {
            self = .channel(id)
        } else {
            return nil
        }
    }
}

extension HostFacts {
    /// For stores; members that are unknown are passed over, so that hosts of other versions read it too.
    public var json: JSONValue {
        let tenants = tenants.sorted { $0.key < $1.key }.map { id, served in
            JSONObject.Member(
                id.rawValue,
                [
                    "revision": .string(served.revision), "since": JSONValue(served.since.epochMilliseconds),
                    "isComplete": .boolean(served.isComplete),
                ]
            )
        }
        return [
            "name": .string(name), "address": .string(address), "version": .string(version),
            "takesLanes": .boolean(takesLanes), "tenants": .object(JSONObject(tenants)),
        ]
    }

    /// Nil for anything that ``json`` doesn't make.
    public init?(json: JSONValue) {
        guard let object = json.object, let name = object["name"]?.string, let address = object["address"]?.string,
            let version = object["version"]?.string, let takesLanes = object["takesLanes"]?.boolean,
            let members = object["tenants"]?.object?.members
        else { return nil }
        var tenants: [TenantID: ServedRevision] = [:]
        for member in members {
            guard let id = TenantID(member.name), let revision = member.value.object?["revision"]?.string,
                let since = member.value.object?["since"]?.integer,
                let isComplete = member.value.object?["isComplete"]?.boolean
            else { return nil }
            tenants[id] = ServedRevision(
                revision,
                since: Instant(epochMilliseconds: since),
                isComplete: isComplete
            )
        }
        self.init(name: name, address: address, version: version, takesLanes: takesLanes, tenants: tenants)
    }
}

extension Hint {
    /// A JSON array of texts, its kind first, such as `["feed","shop","ada"]`: at most some 600 bytes, on one line.
    public var text: String {
        let parts: [String] =
            switch self {
            case .work(let tenant): ["work", tenant.rawValue]
            case .feed(let reader): ["feed", reader.tenant.rawValue, reader.user.rawValue]
            case .erased(let reader): ["erased", reader.tenant.rawValue, reader.user.rawValue]
            case .lanes: ["lanes"]
            case .command(let tenant): ["command", tenant.rawValue]
            case .texts(let tenant): ["texts", tenant.rawValue]
            case .everything: ["everything"]
            }
        return JSONValue.array(parts.map { .string($0) }).text
    }

    /// Nil for anything that ``text`` doesn't make, as a later version may.
    public init?(text: String) {
        guard let parts = (try? JSONValue(parsing: Array(text.utf8)))?.array?.map(\.string) else { return nil }
        let tenant = parts.count > 1 ? parts[1].flatMap { TenantID($0) } : nil
        let user = parts.count > 2 ? parts[2].flatMap { UserID($0) } : nil
        let reader = tenant.flatMap { tenant in user.map { FeedReader(tenant: tenant, user: $0) } }
        switch (parts.first ?? nil, tenant, reader) {
        case ("work", let tenant?, _): self = .work(tenant)
        case ("feed", _, let reader?): self = .feed(reader)
        case ("erased", _, let reader?): self = .erased(reader)
        case ("lanes", _, _): self = .lanes
        case ("command", let tenant?, _): self = .command(tenant)
        case ("texts", let tenant?, _): self = .texts(tenant)
        case ("everything", _, _): self = .everything
        default: return nil
        }
    }
}
