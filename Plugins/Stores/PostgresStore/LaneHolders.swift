import CarillonModel
import CarillonPipeline
import StoredRows

/// Who has which of a tenant's lanes, as a transaction found it.
struct LaneHolders {
    private struct Entry {
        /// Nil for nobody.
        var holder: Int64?
        var epoch: Int64
    }

    private var entries: [String: Entry] = [:]

    init() {}

    /// Why nobody may write to the tenant's rows; nil where hosts may.
    private(set) var withholding: Withholding?

    /// The last row is none of a lane, where the tenant is withheld: its epoch is none that a lane has.
    static func select(_ tenant: Int32) -> String {
        """
        SELECT channel, holder, epoch FROM lane WHERE tenant = \(tenant)
        UNION ALL SELECT withheld, NULL, 0 FROM tenant WHERE number = \(tenant) AND withheld IS NOT NULL
        """
    }

    init(_ answer: Answer?, host: Int64) {
        self.host = host
        guard let answer else { return }
        for row in 0..<answer.rowCount {
            let entry = Entry(
                holder: Int64?(answer.field(row: row, column: 1)),
                epoch: Int64(answer.field(row: row, column: 2))
            )
            let name = String(answer.field(row: row, column: 0))
            if entry.epoch == 0 { withholding = Withholding(text: name) } else { entries[name] = entry }
        }
    }

    /// The caller's number; 0 where it never joined.
    private(set) var host: Int64 = 0

    /// - Returns: whether the lane is there; one that nobody ever took belongs to whoever works in it first.
    /// - Throws: `.laneLost`.
    func require(_ lease: LaneLease) throws(StoreFailure) -> Bool {
        guard entries[lease.lane.name] != nil else {
            guard host != 0, lease.epoch == 1 else { throw .laneLost(lease) }
            return false
        }
        guard isHeld(lease) else { throw .laneLost(lease) }
        return true
    }

    /// Whether the lane is the caller's in this epoch.
    func isHeld(_ lease: LaneLease) -> Bool {
        guard host != 0, let entry = entries[lease.lane.name] else { return false }
        return entry.holder == host && entry.epoch == lease.epoch
    }

    func epoch(of lane: Lane) -> Int64? { entries[lane.name]?.epoch }

    func holder(of lane: Lane) -> Int64? { entries[lane.name]?.holder }

    mutating func note(_ lease: LaneLease) {
        entries[lease.lane.name] = Entry(holder: host, epoch: lease.epoch)
    }

    /// The hosts beside this one that have lanes.
    var others: [Int64] { Set(entries.values.compactMap(\.holder)).subtracting([host]).sorted() }

    /// Channels whose lanes the caller has, beside those of these lanes.
    func ownChannels(beside lanes: [Lane]) -> [String] {
        let named = Set(lanes.map(\.name))
        return entries.filter { !$0.key.isEmpty && $0.value.holder == host && !named.contains($0.key) }.keys.sorted()
    }

    mutating func free(_ lanes: [Lane]) {
        for lane in lanes { entries[lane.name]?.holder = nil }
    }

    mutating func free(from hosts: [Int64]) {
        for (name, entry) in entries where entry.holder.map(hosts.contains) == true { entries[name]?.holder = nil }
    }

    /// Channels whose lanes other hosts have, sorted: ``Lane/home`` represents all but these.
    var channelsOfOthers: [String] {
        entries.filter { !$0.key.isEmpty && $0.value.holder != nil && $0.value.holder != host }.keys.sorted()
    }
}

extension Lane {
    /// In `lane.channel`; empty for home, which no channel's name is.
    var name: String { servedChannel?.rawValue ?? "" }
}

extension StoreFailure {
    fileprivate static func laneLost(_ lease: LaneLease) -> StoreFailure {
        StoreFailure(.laneLost, "\(lease.lane) isn't held in epoch \(lease.epoch) any more")
    }
}

extension Database {
    /// - Throws: `.withheld` where nobody may write to the tenant's rows.
    func requireNotWithheld() throws {
        if let why = lanes.withholding { throw StoreFailure.withheld("this tenant", why) }
    }

    /// - Throws: `.laneLost` where the caller doesn't have the lane.
    func require(_ lease: LaneLease) throws {
        guard try !lanes.require(lease) else { return }
        try run(
            "INSERT INTO lane (tenant, channel, holder, epoch) VALUES (tenant_number(), $1, $2, 1)",
            lease.lane.name,
            lanes.host
        )
        lanes.note(lease)
    }

    /// The same, where nothing may be written.
    func requireToRead(_ leases: [LaneLease]) throws {
        for lease in leases { _ = try lanes.require(lease) }
    }
}

/// The channels that lanes represent.
struct LaneChannels {
    /// Those that are named; nil where ``except`` says which ones aren't meant.
    var named: [String]?
    var except: [String] = []

    /// Of a row: it is of one of the channels.
    ///
    /// - Parameters:
    ///   - column: the channel's.
    ///   - first: the number of the first of two parameters, ``named`` and ``except``.
    static func condition(_ column: String, _ first: Int) -> String {
        "($\(first)::text[] IS NULL OR \(column) = ANY($\(first))) AND \(column) <> ALL($\(first + 1)::text[])"
    }
}

extension LaneHolders {
    func channels(of lanes: [Lane]) -> LaneChannels {
        let named = lanes.compactMap(\.servedChannel).map(\.rawValue)
        guard lanes.contains(.home) else { return LaneChannels(named: named) }
        let served = Set(named)
        return LaneChannels(named: nil, except: channelsOfOthers.filter { !served.contains($0) })
    }
}
