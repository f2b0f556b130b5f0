import AsyncHTTPClient
import CarillonModel
import CarillonPluginKit
import NIOCore
import Synchronization

/// One channel's egress to its provider: the provider's origins, and nothing else.
///
/// A provider that requires HTTP/2 has connections of this channel's own: APNs ties a connection to the first team and
/// key that push over it, so two tenants must not share one. A class, because those connections end with it.
final class ProviderEgress: Egress {
    private let egress: HTTPEgress
    private let tenant: TenantID
    private let origins: Set<WebOrigin>
    private let clients: PinnedClients
    private let opening = OpeningGate()
    /// The same URL of a provider is requested over and over.
    private let latest = Mutex<(url: String, destination: Destination)?>(nil)

    init(_ egress: HTTPEgress, tenant: TenantID, origins: Set<WebOrigin>) {
        self.egress = egress
        self.tenant = tenant
        self.origins = origins
        clients = PinnedClients(egress.clients) { configuration in
            // Apple takes many short connections for an attack.
            configuration.connectionPool.idleTimeout = .minutes(5)
        }
    }

    func send(_ request: EgressRequest) async throws(EgressFailure) -> EgressResponse {
        guard let destination = destination(of: request.url) else {
            throw .forbidden("this channel's requests go to \(list) only")
        }
        guard request.version == .http2 else { return try await egress.send(request, to: destination, for: tenant) }
        return try await sendOverHTTP2(request, to: destination)
    }

    /// - Returns: nil where the channel may not go.
    private func destination(of url: String) -> Destination? {
        if let latest = latest.withLock({ $0 }), latest.url == url { return latest.destination }
        guard let destination = egress.map.destination(of: url), origins.contains(destination.origin) else {
            return nil
        }
        latest.withLock { $0 = (url, destination) }
        return destination
    }

    private var list: String { origins.map(\.description).sorted().joined(separator: ", ") }

    private func sendOverHTTP2(
        _ request: EgressRequest,
        to destination: Destination
    ) async throws(EgressFailure) -> EgressResponse {
        guard destination.target.scheme == "https" else {
            throw .notSent("HTTP/2 needs TLS: map \(list) to an https origin")
        }
        let host = destination.target.host
        let addresses = try await egress.resolver.addresses(of: host, for: tenant, within: request.timeout / 2)
        let isFirst = await opening.enter()
        let start = ContinuousClock.now
        do throws(EgressFailure) {
            let answer = try await sendTwiceIfRefused(
                request,
                destination,
                addresses,
                until: start.advanced(by: request.timeout)
            )
            if isFirst { opening.opened() }
            return answer
        } catch {
            if isFirst { opening.failed() }
            throw error
        }
    }

    /// A server that is about to go refuses what it has not processed (RFC 9113, section 8.7): the next connection
    /// takes it.
    private func sendTwiceIfRefused(
        _ request: EgressRequest,
        _ destination: Destination,
        _ addresses: [InternetAddress],
        until deadline: ContinuousClock.Instant
    ) async throws(EgressFailure) -> EgressResponse {
        do throws(EgressFailure) {
            return try await egress.send(request, to: destination, at: addresses, over: clients, until: deadline)
        } catch {
            guard error == .refusedStream else { throw error }
            return try await egress.send(request, to: destination, at: addresses, over: clients, until: deadline)
        }
    }
}

/// Lets one request open the connection and holds the others back until it is answered.
///
/// Without it, as many connections would be opened as requests come at once: that they could share one shows only when
/// the first has been made. A class with a lock, because requests come side by side.
final class OpeningGate: Sendable {
    private enum State {
        case closed
        case opening([CheckedContinuation<Bool, Never>])
        case open

        var waiting: [CheckedContinuation<Bool, Never>] {
            if case .opening(let waiting) = self { waiting } else { [] }
        }
    }

    private let state = Mutex(State.closed)

    /// Waits until there is a connection.
    ///
    /// - Returns: whether this request is the one to open it, and must report the result.
    func enter() async -> Bool {
        await withCheckedContinuation { continuation in
            let answer: Bool? = state.withLock { state in
                switch state {
                case .closed:
                    state = .opening([])
                    return true
                case .opening(let waiting):
                    state = .opening(waiting + [continuation])
                    return nil
                case .open: return false
                }
            }
            if let answer { continuation.resume(returning: answer) }
        }
    }

    func opened() {
        let waiting = state.withLock { state in
            defer { state = .open }
            return state.waiting
        }
        for continuation in waiting { continuation.resume(returning: false) }
    }

    /// The next one tries.
    func failed() {
        let next = state.withLock { state -> CheckedContinuation<Bool, Never>? in
            guard let next = state.waiting.first else {
                state = .closed
                return nil
            }
            state = .opening(Array(state.waiting.dropFirst()))
            return next
        }
        next?.resume(returning: true)
    }
}
