import CarillonPipeline
import Dispatch
import Synchronization

/// Some connections that the tenants of a host share, fairly: a tenant's turn comes after that of every other who waits,
/// and none has more than half of them at a time.
///
/// Each connection has a dispatch queue of its own, so that one thread at a time uses it.
final class ConnectionPool: Sendable {
    /// Something that runs on a connection, and answers whoever waits for it.
    protocol Job: Sendable {
        func run(on database: Database)
    }

    /// A connection, and the queue that it is used on.
    ///
    /// `@unchecked` is sound because `database` is used on `queue` alone, by one thread at a time.
    private final class Place: @unchecked Sendable {
        let queue: DispatchQueue
        let database: Database

        init(_ label: String, _ database: Database) {
            queue = DispatchQueue(label: label)
            self.database = database
        }
    }

    private struct State {
        var idle: [Place]
        /// What waits, in order, by tenant.
        var waiting: [Int32: [any Job]] = [:]
        /// Tenants something waits of, whose turn is next first.
        var turns: [Int32] = []
        var running: [Int32: Int] = [:]

        mutating func next(share: Int) -> (tenant: Int32, job: any Job)? {
            guard let index = turns.firstIndex(where: { running[$0, default: 0] < share }) else { return nil }
            let tenant = turns.remove(at: index)
            guard var jobs = waiting.removeValue(forKey: tenant), !jobs.isEmpty else { return nil }
            let job = jobs.removeFirst()
            if !jobs.isEmpty {
                waiting[tenant] = jobs
                turns.append(tenant)
            }
            running[tenant, default: 0] += 1
            return (tenant, job)
        }

        mutating func end(_ tenant: Int32) {
            let left = running[tenant, default: 1] - 1
            running[tenant] = left > 0 ? left : nil
        }
    }

    private let places: [Place]
    private let share: Int
    private let state: Mutex<State>

    init(size: Int, label: String, _ make: () -> Database) {
        let places = (0..<size).map { Place("carillon.\(label).\($0)", make()) }
        self.places = places
        share = max(1, size / 2)
        state = Mutex(State(idle: places))
    }

    func add(_ job: any Job, of tenant: Int32) {
        let started = state.withLock { state -> (Place, tenant: Int32, job: any Job)? in
            if state.waiting[tenant] == nil { state.turns.append(tenant) }
            state.waiting[tenant, default: []].append(job)
            guard let place = state.idle.popLast() else { return nil }
            guard let (tenant, job) = state.next(share: share) else {
                state.idle.append(place)
                return nil
            }
            return (place, tenant, job)
        }
        guard let (place, tenant, job) = started else { return }
        place.queue.async { self.work(at: place, tenant, job) }
    }

    private func work(at place: Place, _ tenant: Int32, _ job: any Job) {
        var (tenant, job) = (tenant, job)
        while true {
            job.run(on: place.database)
            let next = state.withLock { state in
                state.end(tenant)
                let next = state.next(share: share)
                if next == nil { state.idle.append(place) }
                return next
            }
            guard let next else { return }
            (tenant, job) = next
        }
    }

    /// Ends all connections, each when what runs on it is done.
    func close() async {
        for place in places {
            await withCheckedContinuation { continuation in
                place.queue.async {
                    place.database.close()
                    continuation.resume()
                }
            }
        }
    }
}
