public import CarillonModel
public import CarillonPipeline
import Synchronization

/// An ``InMemoryCluster`` as one host sees it.
public final class InMemoryHandle: Store {
    private struct State {
        var number: HostNumber?
        var isCut = false
        var isClosed = false
    }

    private let cluster: InMemoryCluster
    private let state = Mutex(State())
    private let mailbox = HintMailbox()

    init(of cluster: InMemoryCluster) {
        self.cluster = cluster
    }

    /// Whether the host can't reach the store, as if somebody had pulled its cable: everything fails, and hints are lost.
    public var isCut: Bool {
        get { state.withLock { $0.isCut } }
        set { state.withLock { $0.isCut = newValue } }
    }

    public func tenant(_ id: TenantID) throws(StoreFailure) -> any TenantStore {
        try check()
        return InMemoryTenantStore(cluster.tables(of: id), of: self)
    }

    public func tenants() throws(StoreFailure) -> [TenantID] {
        try check()
        return cluster.tenants
    }

    public func drop(_ id: TenantID) throws(StoreFailure) -> Bool {
        try check()
        return cluster.drop(id)
    }

    /// The host is gone; what others share goes on.
    public func close() {
        state.withLock { $0.isClosed = true }
    }

    public var membership: (any Membership)? { self }

    /// That it joined with last.
    public var number: HostNumber? { state.withLock { $0.number } }

    var now: Instant { cluster.now }

    /// The hosts that live.
    func living() throws(StoreFailure) -> Set<HostNumber> {
        try check()
        return cluster.living
    }

    private func check() throws(StoreFailure) {
        try state.withLock { state throws(StoreFailure) in
            guard !state.isClosed else { throw StoreFailure(.unavailable, "the store is closed") }
            guard !state.isCut else { throw StoreFailure(.unavailable, "the store can't be reached") }
        }
    }

    private func joined() throws(StoreFailure) -> HostNumber {
        try check()
        guard let number else { throw StoreFailure(.laneLost, "this host never joined") }
        return number
    }
}

extension InMemoryHandle: Membership {
    public func join(_ facts: HostFacts) throws(StoreFailure) -> HostNumber {
        try check()
        if let number { cluster.leave(number) }
        let number = cluster.join(facts, mailbox: mailbox)
        state.withLock { $0.number = number }
        return number
    }

    public func renew(_ facts: HostFacts?) throws(StoreFailure) -> [LiveHost] {
        try cluster.renew(joined(), facts)
        return cluster.hosts
    }

    public func leave() throws(StoreFailure) {
        try check()
        guard let number else { return }
        cluster.leave(number)
        state.withLock { $0.number = nil }
    }

    public func hosts() throws(StoreFailure) -> [LiveHost] {
        try check()
        return cluster.hosts
    }

    public func lanes() throws(StoreFailure) -> [LaneState] {
        try check()
        return try cluster.lanes()
    }

    public func agenda(at now: Instant) throws(StoreFailure) -> Set<TenantID> {
        try cluster.agenda(of: joined(), at: now)
    }

    public func positions(of readers: Set<FeedReader>) throws(StoreFailure) -> [FeedReader: Int64] {
        try check()
        return try cluster.positions(of: readers)
    }

    public func textVersions(of tenants: Set<TenantID>) throws(StoreFailure) -> [TenantID: Int] {
        try check()
        return try cluster.textVersions(of: tenants)
    }

    public func send(_ hints: Set<Hint>) {
        guard !isCut else { return }
        cluster.send(hints, from: number)
    }

    public func hints() async -> Set<Hint> { await mailbox.take() }

    public func count(_ call: CountedCall) throws(StoreFailure) -> CallCount {
        try check()
        return cluster.count(call)
    }

    public func request(_ command: LaneCommand) throws(StoreFailure) -> Int64 {
        try check()
        return cluster.request(command)
    }

    public func commands() throws(StoreFailure) -> [NumberedCommand] { try cluster.commands(for: joined()) }

    public func answer(_ command: Int64, with answer: JSONValue) throws(StoreFailure) {
        try check()
        cluster.answer(command, with: answer)
    }

    public func answer(to command: Int64) throws(StoreFailure) -> JSONValue? {
        try check()
        return cluster.answer(to: command)
    }
}
