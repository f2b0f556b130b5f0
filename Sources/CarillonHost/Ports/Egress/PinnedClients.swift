import AsyncHTTPClient
import CarillonPluginKit
import NIOCore
import Synchronization

/// Clients that connect to one address of one host each, and keep their connections for the next request.
///
/// A class with a lock, because requests come side by side. Those not in use are closed when there are too many.
final class PinnedClients: Sendable {
    private struct Key: Hashable {
        let host: String
        let address: InternetAddress
    }

    private struct Entry {
        let client: HTTPClient
        var users: Int
        var lastUse: UInt64
    }

    private struct State {
        var entries: [Key: Entry] = [:]
        var uses: UInt64 = 0
    }

    private static let capacity = 64

    private let egress: HTTPEgress
    private let state = Mutex(State())

    init(_ egress: HTTPEgress) {
        self.egress = egress
    }

    deinit {
        for entry in state.withLock({ $0.entries.values }) { egress.retire(entry.client) }
    }

    /// Lends the client that connects to `address` whenever `host` is asked for; certificates must name `host`.
    func use<Value>(
        _ host: String,
        at address: InternetAddress,
        _ body: (HTTPClient) async -> Value
    ) async -> Value {
        let key = Key(host: host, address: address)
        let client = take(key)
        let value = await body(client)
        giveBack(key)
        return value
    }

    private func take(_ key: Key) -> HTTPClient {
        state.withLock { state in
            state.uses += 1
            var entry = state.entries[key] ?? Entry(client: makeClient(key), users: 0, lastUse: 0)
            entry.users += 1
            entry.lastUse = state.uses
            state.entries[key] = entry
            return entry.client
        }
    }

    private func giveBack(_ key: Key) {
        let surplus = state.withLock { state -> [HTTPClient] in
            state.entries[key]?.users -= 1
            guard state.entries.count > Self.capacity else { return [] }
            let idle = state.entries.filter { $0.value.users == 0 }.sorted { $0.value.lastUse < $1.value.lastUse }
            let surplus = idle.prefix(state.entries.count - Self.capacity)
            for (key, _) in surplus { state.entries[key] = nil }
            return surplus.map(\.value.client)
        }
        for client in surplus { egress.retire(client) }
    }

    private func makeClient(_ key: Key) -> HTTPClient {
        egress.makeClient { configuration in
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
            // The next address is tried instead.
            configuration.connectionPool.retryConnectionEstablishment = false
            // What users chose may answer with a bomb.
            configuration.decompression = .disabled
            configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 8
        }
    }
}
