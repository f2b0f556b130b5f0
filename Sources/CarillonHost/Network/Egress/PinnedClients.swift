import AsyncHTTPClient
import CarillonPluginKit
import NIOCore
import Synchronization

/// Clients that connect to one address of one host each, and keep their connections for the next request.
///
/// Names are looked up before, for the requesting tenant (``NameResolver``). Left to the client, look-ups would stand
/// behind each other, those of all tenants on one event loop in one queue. A class with a lock, because requests come
/// side by side. Clients that aren't in use are closed when there are too many.
final class PinnedClients: Sendable {
    private struct Key: Hashable {
        let host: String
        let address: InternetAddress
    }

    private struct Entry {
        let client: HTTPClient
        var users = 0
        var lastUse: UInt64 = 0
        /// Whether the last request got through to the address.
        var isReached = false
    }

    private struct State {
        var entries: [Key: Entry] = [:]
        var uses: UInt64 = 0
    }

    private static let capacity = 64
    /// How many of a name's addresses are tried.
    private static let attempts = 3

    private let clients: EgressClients
    private let change: @Sendable (inout HTTPClient.Configuration) -> Void
    private let state = Mutex(State())

    /// - Parameter change: what its clients do otherwise than others.
    init(_ clients: EgressClients, _ change: @escaping @Sendable (inout HTTPClient.Configuration) -> Void = { _ in }) {
        self.clients = clients
        self.change = change
    }

    deinit {
        for entry in state.withLock({ $0.entries.values }) { clients.retire(entry.client) }
    }

    /// Sends to one of a host's addresses: the one that was reached last where that is among them, or else the first, and to the
    /// next where there is no way to it.
    ///
    /// - Parameters:
    ///   - addresses: at least one.
    ///   - deadline: after which no other address is tried.
    ///   - send: receives the client that connects to the address whenever `host` is requested; certificates must name
    ///     `host`.
    func send<Value>(
        to host: String,
        at addresses: [InternetAddress],
        until deadline: ContinuousClock.Instant,
        _ send: (HTTPClient, InternetAddress) async throws -> Value
    ) async throws -> Value {
        var failure: (any Error)?
        for address in inOrder(addresses, of: host).prefix(Self.attempts) {
            do {
                return try await use(Key(host: host, address: address), send)
            } catch let error where ConnectionFault.isUnnotified(error) {
                // The first is the most useful: the system sorts unreachable addresses last.
                failure = failure ?? error
                guard ContinuousClock.now < deadline else { throw error }
            }
        }
        throw failure ?? EgressFailure.notSent("\(host) has no address")
    }

    private func inOrder(_ addresses: [InternetAddress], of host: String) -> [InternetAddress] {
        guard addresses.count > 1 else { return addresses }
        let reached = state.withLock { state in
            addresses.filter { state.entries[Key(host: host, address: $0)]?.isReached == true }
        }
        return reached + addresses.filter { !reached.contains($0) }
    }

    private func use<Value>(
        _ key: Key,
        _ send: (HTTPClient, InternetAddress) async throws -> Value
    ) async throws -> Value {
        let client = take(key)
        do {
            let value = try await send(client, key.address)
            release(key, isReached: true)
            return value
        } catch {
            release(key, isReached: !ConnectionFault.isUnnotified(error))
            throw error
        }
    }

    private func take(_ key: Key) -> HTTPClient {
        state.withLock { state in
            state.uses += 1
            var entry = state.entries[key] ?? Entry(client: makeClient(key))
            entry.users += 1
            entry.lastUse = state.uses
            state.entries[key] = entry
            return entry.client
        }
    }

    private func release(_ key: Key, isReached: Bool) {
        let surplus = state.withLock { state -> [HTTPClient] in
            state.entries[key]?.users -= 1
            state.entries[key]?.isReached = isReached
            guard state.entries.count > Self.capacity else { return [] }
            let idle = state.entries.filter { $0.value.users == 0 }.sorted { $0.value.lastUse < $1.value.lastUse }
            let surplus = idle.prefix(state.entries.count - Self.capacity)
            for (key, _) in surplus { state.entries[key] = nil }
            return surplus.map(\.value.client)
        }
        for client in surplus { clients.retire(client) }
    }

    private func makeClient(_ key: Key) -> HTTPClient {
        clients.make { configuration in
            change(&configuration)
            // An address needs no name resolution.
            guard InternetAddress(key.host.withoutBrackets) == nil else { return }
            configuration.dnsOverride = [key.host: key.address.description]
            // Nothing is written to a connection that leads elsewhere after all.
            let check: @Sendable (any NIOCore.Channel) -> EventLoopFuture<Void> = { channel in
                channel.eventLoop.makeCompletedFuture {
                    guard channel.remoteAddress.flatMap(InternetAddress.init) == key.address else {
                        throw EgressFailure.forbidden("\(key.host) isn't where its name said")
                    }
                }
            }
            configuration.http1_1ConnectionDebugInitializer = check
            configuration.http2ConnectionDebugInitializer = { channel in
                check(channel).flatMap { HTTP2Corrections.watch(channel) }
            }
        }
    }
}
