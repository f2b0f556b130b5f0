public import CarillonModel

/// A part of a tenant's work that one process does at a time, whatever number of them share a store.
public enum Lane: Sendable, Hashable {
    /// Routing, audiences, endings, sweeps, and what is due on channels that nobody serves.
    case home
    /// What goes out on a channel, and its receipts.
    case channel(ChannelID)

    /// Nil for home.
    public var servedChannel: ChannelID? { if case .channel(let id) = self { id } else { nil } }
}

/// A lane that a process holds.
///
/// Whoever works in a lane passes its lease, and a store does nothing for one that has ended: another process may have
/// the lane by now. Epochs rise with each that takes the lane.
public struct LaneLease: Sendable, Hashable {
    public let lane: Lane
    public let epoch: Int64

    public init(_ lane: Lane, epoch: Int64) {
        self.lane = lane
        self.epoch = epoch
    }
}

/// Gives lanes to processes.
public protocol LaneStore: Sendable {
    /// Takes lanes, and with them whatever an earlier process held there: what it had only leased is due again, and what it had
    /// marked as attempted is leased out again as uncertain.
    ///
    /// With ``Lane/home`` come channels whose lanes nobody takes. Where something was accepted after `now`, the clock went back
    /// meanwhile.
    /// - Returns: those that the caller has from now on; a lane that another process works in isn't among them.
    /// - Throws: `.laneLost` where the caller's host isn't alive (``Membership``): it has lanes no more, and takes none.
    func take(_ lanes: [Lane], at now: Instant) async throws(StoreFailure) -> [LaneLease]

    /// Gives lanes back, which others may take from now on, in a later epoch; what had ended already is passed over.
    ///
    /// What is leased there and not marked as attempted is due again. What is marked stays so until somebody takes the lane.
    func releaseLanes(_ leases: [LaneLease], at now: Instant) async throws(StoreFailure)

    /// Notes how a channel of whose lane this is fares, for other hosts (``LaneState/condition``), and for whoever has the lane
    /// next.
    func note(_ condition: JSONValue, of lease: LaneLease) async throws(StoreFailure)

    /// What was noted last of the channels whose lanes these are, by the caller or by whoever had them before; none of those of which
    /// nothing was.
    ///
    /// - Throws: `.laneLost` where one of them has ended.
    func conditions(of leases: [LaneLease]) async throws(StoreFailure) -> [ChannelID: JSONValue]
}

// For stores that belong to one process: whoever takes its lanes next reclaims them, and nobody else asks how they fare.
extension LaneStore {
    public func releaseLanes(_ leases: [LaneLease], at now: Instant) async throws(StoreFailure) {}
    public func note(_ condition: JSONValue, of lease: LaneLease) async throws(StoreFailure) {}
    public func conditions(of leases: [LaneLease]) async throws(StoreFailure) -> [ChannelID: JSONValue] { [:] }
}

// For stores that belong to one process: it has every lane, in one epoch.
extension LaneLease {
    public static func sole(_ lane: Lane) -> LaneLease { LaneLease(lane, epoch: 1) }

    /// - Throws: `.laneLost` for any other.
    public func requireSole() throws(StoreFailure) {
        guard self == .sole(lane) else {
            throw StoreFailure(.laneLost, "\(lane) isn't held in epoch \(epoch) any more")
        }
    }
}
