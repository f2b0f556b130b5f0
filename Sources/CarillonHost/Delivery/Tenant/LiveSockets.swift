import CarillonModel
import CarillonPluginKit
import CarillonProfiles
import Synchronization

/// A connection that stays open, whether or not it follows anybody's feed yet.
protocol LiveSocket: AnyObject, Sendable {
    var tenant: TenantID { get }
    /// A second has passed.
    func tick(at now: Instant)
    func end(_ reason: StreamEnd)
}

/// The connections that are open as WebSockets: ended with their tenant and with the host, by the clock of ``LiveFeeds``.
///
/// A lock, because connections come and go on any thread.
final class LiveSockets: Sendable {
    private struct State {
        var sockets: [Int: any LiveSocket] = [:]
        var last = 0
        var isClosed = false
    }

    private let state = Mutex(State())

    /// How many of each tenant's are open.
    var counts: [TenantID: Int] {
        state.withLock { state in
            state.sockets.values.reduce(into: [:]) { counts, socket in counts[socket.tenant, default: 0] += 1 }
        }
    }

    /// - Returns: its number; nil where no more are taken, because the host stops.
    func add(_ socket: any LiveSocket) -> Int? {
        state.withLock { state in
            guard !state.isClosed else { return nil }
            state.last += 1
            state.sockets[state.last] = socket
            return state.last
        }
    }

    func remove(_ number: Int) {
        state.withLock { $0.sockets[number] = nil }
    }

    func end(_ reason: StreamEnd, of tenant: TenantID) {
        for socket in all where socket.tenant == tenant { socket.end(reason) }
    }

    func close() {
        state.withLock { $0.isClosed = true }
        for socket in all { socket.end(.shutdown) }
    }

    func tick(at now: Instant) {
        for socket in all { socket.tick(at: now) }
    }

    private var all: [any LiveSocket] { state.withLock { Array($0.sockets.values) } }
}
