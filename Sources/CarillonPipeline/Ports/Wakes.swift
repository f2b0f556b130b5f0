public import CarillonModel

/// Whom a commit gives something to do, as the store's answer to it says: who made the commit wakes them.
///
/// Whoever isn't woken finds it all the same, later.
public struct Wakes: Sendable, Hashable {
    /// Readers whose feed changed.
    public var readers: Set<UserID>
    /// Lanes in which work came; one that nobody serves is ``Lane/home``'s.
    public var lanes: Set<Lane>

    public init(readers: Set<UserID> = [], lanes: Set<Lane> = []) {
        self.readers = readers
        self.lanes = lanes
    }

    public mutating func formUnion(_ others: Wakes) {
        readers.formUnion(others.readers)
        lanes.formUnion(others.lanes)
    }
}

extension Acceptance {
    /// What is new is routed.
    public var wakes: Wakes {
        switch self {
        case .accepted: Wakes(lanes: [.home])
        case .duplicate, .conflict: Wakes()
        }
    }
}

extension MarkResult {
    /// Those who follow the feed, where any of it changed.
    public var wakes: Wakes { updatedCount > 0 ? Wakes(readers: [reader]) : Wakes() }
}

/// Failed deliveries that are tried again.
public struct Redriven: Sendable, Hashable {
    public var rows: [Int64]
    /// Those that they go out on.
    public var channels: Set<ChannelID>

    public init(rows: [Int64] = [], channels: Set<ChannelID> = []) {
        self.rows = rows
        self.channels = channels
    }

    public var wakes: Wakes { Wakes(lanes: Set(channels.map { .channel($0) })) }
}

/// A campaign after a change was requested.
public struct ChangedCampaign: Sendable, Hashable {
    public var record: CampaignRecord
    /// False where it was so already, or has ended.
    public var isChanged: Bool

    /// - Parameter earlier: as it was in the transaction that changed it.
    public init(_ record: CampaignRecord, from earlier: CampaignRecord) {
        self.record = record
        isChanged = record.pausedAt != earlier.pausedAt || record.cancelledAt != earlier.cancelledAt
    }

    /// Who expands campaigns goes on with it, or stops.
    public var wakes: Wakes { isChanged ? Wakes(lanes: [.home]) : Wakes() }
}
