import CarillonModel
import CarillonPipeline

/// Who has which of a tenant's lanes, in which epoch.
struct LaneBook {
    struct Entry {
        /// Nil where it was given back.
        var holder: HostNumber?
        var epoch: Int64
        var since: Instant
        /// Stays until the next holder notes its own.
        var condition: JSONValue?
    }

    private(set) var entries: [Lane: Entry] = [:]

    /// Takes those that are free: given back, never taken, or of a host that is dead.
    ///
    /// Its own keep their epochs.
    mutating func take(
        _ lanes: [Lane],
        for host: HostNumber,
        whileLiving living: Set<HostNumber>,
        at now: Instant
    ) -> [LaneLease] {
        lanes.compactMap { lane in
            let known = entries[lane]
            if let known, known.holder == host { return LaneLease(lane, epoch: known.epoch) }
            if let holder = known?.holder, living.contains(holder) { return nil }
            let epoch = (known?.epoch ?? 0) + 1
            entries[lane] = Entry(holder: host, epoch: epoch, since: now, condition: known?.condition)
            return LaneLease(lane, epoch: epoch)
        }
    }

    mutating func releaseLanes(_ lane: Lane, at now: Instant) {
        entries[lane]?.holder = nil
        entries[lane]?.since = now
    }

    mutating func note(_ condition: JSONValue, of lane: Lane) {
        entries[lane]?.condition = condition
    }

    func isHeld(_ lease: LaneLease, by host: HostNumber?) -> Bool {
        guard let host, let entry = entries[lease.lane] else { return false }
        return entry.holder == host && entry.epoch == lease.epoch
    }

    /// A lane that nobody ever took belongs, in epoch 1, to whoever works in it first.
    ///
    /// - Throws: `.laneLost` where it is another's, or was given back.
    mutating func require(_ lease: LaneLease, of host: HostNumber?, at now: Instant) throws(StoreFailure) {
        if let host, lease.epoch == 1, entries[lease.lane] == nil {
            entries[lease.lane] = Entry(holder: host, epoch: 1, since: now)
        }
        guard isHeld(lease, by: host) else {
            throw StoreFailure(.laneLost, "\(lease.lane) isn't held in epoch \(lease.epoch) any more")
        }
    }

    /// The channels whose lanes are held by one of these.
    func served(by living: Set<HostNumber>) -> Set<ChannelID> {
        Set(
            entries.compactMap { lane, entry in
                entry.holder.map(living.contains) == true ? lane.servedChannel : nil
            }
        )
    }
}
