import CarillonModel
import CarillonTesting
import Foundation
import NIOCore
import Synchronization
import Testing

@testable import CarillonHost

/// Clients that want all of the host for themselves.
@Suite(.timeLimit(.minutes(1)))
struct ConnectionLimitTests {
    @Test(arguments: [
        (ConnectionLimits(all: 100, perAddress: 3), 429, "too-many-connections"),
        (ConnectionLimits(all: 3, perAddress: 100), 503, "connections-exhausted"),
    ])
    func `beyond a limit each connection is told why, and health is still answered`(
        limits: ConnectionLimits,
        status: Int,
        code: String
    ) async throws {
        let host = await TestHost.start(withWorkers: false)
        let metrics = HostMetrics()
        let places = ConnectionQuota(limits) { metrics.refusedConnections.add(1, $0.name) }
        try await withHTTPService(host.api, connections: places) { port in
            let idle = try await connect(3, port, places)
            let document = try await ask("/v1/shop/client-profile", port)
            #expect(document.hasPrefix("HTTP/1.1 \(status) ") && document.contains("\"code\":\"\(code)\""))
            #expect(document.lowercased().contains("\r\nconnection: close\r\n"))
            #expect(document.lowercased().contains("\r\nretry-after: 5\r\n"))
            let health = try await ask("/health/ready", port)
            #expect(health.hasPrefix("HTTP/1.1 200 ") && health.lowercased().contains("\r\nconnection: close\r\n"))
            var page = PrometheusText()
            page.add(metrics.refusedConnections.description, metrics.refusedConnections.samples)
            #expect(page.text.contains("carillon_connections_refused_total{reason=\"\(code)\"} 2\n"))
            for client in idle { await client.close() }
            try await waitUntil { places.count == 0 }
            #expect(try await ask("/v1/shop/client-profile", port, last: true).hasPrefix("HTTP/1.1 200 "))
        }
        await host.stop()
    }

    @Test func `what is refused is reported in the contract's terms`() async throws {
        let host = try await ProductHost.start()
        let places = ConnectionQuota(ConnectionLimits(all: 100, perAddress: 0))
        let text = try await withHTTPService(host.api, connections: places) { port in
            try await ask("/exchange/api/v1/auth/sessions/1", port)
        }
        #expect(text.hasPrefix("HTTP/1.1 429 ") && text.contains("rate_limit_exceeded"))
        await host.stop()
    }

    @Test func `one address doesn't take the reserve connections from the next`() async throws {
        let host = await TestHost.start(withWorkers: false)
        let places = ConnectionQuota(ConnectionLimits(all: 1, perAddress: 1, reserve: 3, reservePerAddress: 2))
        try await withHTTPService(host.api, connections: places) { port in
            let idle = try await connect(3, port, places)
            // Closed without a word: there is no room to say one.
            let answer = try? await ask("/health/live", port)
            #expect(answer ?? "" == "")
            #expect(places.count == 3)
            guard case .reserve = places.admit(InternetAddress("192.0.2.1")) else {
                Issue.record("another address should have a reserve connection")
                return
            }
            for client in idle { await client.close() }
        }
        await host.stop()
    }

    @Test func `a reserve connection has a short time, and is asked once`() async throws {
        let host = await TestHost.start(withWorkers: false)
        var times = ConnectionTimes()
        times.reserve = .milliseconds(50)
        let places = ConnectionQuota(ConnectionLimits(all: 0))
        try await withHTTPService(host.api, times: times, connections: places) { port in
            let answers = try await RawClient(port: port).exchange([])
            #expect(answers.isEmpty)
            for begun in [
                "GET /health/live HTTP/1.1\r\n", "GET /health/live HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n",
            ] {
                let answer = try await RawClient(port: port).exchange([begun])
                #expect(answer.hasPrefix("HTTP/1.1 408 "))
            }
        }
        let request = "GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n"
        try await withHTTPService(host.api, connections: places) { port in
            let answers = try await RawClient(port: port).exchange([request + request])
            #expect(answers.components(separatedBy: "HTTP/1.1 ").count == 2)
        }
        await host.stop()
    }

    @Test func `some of the reserve connections are kept for this machine and its proxies`() {
        var proxies = TrustedProxies()
        let isRange = proxies.trust("10.1.0.0/16")
        #expect(isRange)
        let places = ConnectionQuota(ConnectionLimits(all: 0, reserve: 16, reservePerAddress: 8), proxies: proxies)
        var held: [ConnectionQuota.Place] = []
        func takes(_ address: String) -> Bool {
            guard case .reserve(let place, _) = places.admit(InternetAddress(address)) else { return false }
            held.append(place)
            return true
        }
        let strangers = (0..<40).filter { takes("203.0.113.\($0)") }
        #expect(strangers.count == 12)
        #expect(takes("127.0.0.1") && takes("::1") && takes("10.1.0.7") && takes("10.1.0.7"))
        #expect(!takes("127.0.0.2") && !takes("10.1.0.7"))
    }

    @Test func `the addresses of one customer's network count together`() {
        let places = ConnectionQuota(ConnectionLimits(all: 100, perAddress: 1))
        let first = places.admit(InternetAddress("2001:db8::1"))
        guard case .whole = first, case .reserve = places.admit(InternetAddress("2001:db8::ffff:1")),
            case .whole = places.admit(InternetAddress("2001:db8:0:1::1"))
        else {
            Issue.record("64 bits of an address are one customer's")
            return
        }
    }

    @Test func `behind a trusted proxy the requests under way of each client are counted`() async throws {
        var proxies = TrustedProxies()
        let isRange = proxies.trust("127.0.0.0/8")
        #expect(isRange)
        let places = ConnectionQuota(ConnectionLimits(all: 100, perAddress: 2), proxies: proxies)
        let slow = Slow()
        try await withHTTPService(slow, connections: places) { port in
            @Sendable func ask(for client: String) async throws -> String {
                let head = "GET / HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: \(client)\r\nConnection: close\r\n\r\n"
                return String(try await RawClient(port: port).exchange([head]).dropFirst(9).prefix(3))
            }
            try await withThrowingTaskGroup(of: String.self) { group in
                for _ in 0..<2 { group.addTask { try await ask(for: "203.0.113.9") } }
                try await waitUntil { slow.waiting.withLock { $0.count } == 2 }
                #expect(try await ask(for: "10.0.0.1, 203.0.113.9") == "429")
                group.addTask { try await ask(for: "203.0.113.8") }
                // The proxy's own, as it looks whether we are there.
                group.addTask { try await ask(for: "127.0.0.1") }
                try await waitUntil { slow.waiting.withLock { $0.count } == 4 }
                slow.go()
                for try await status in group { #expect(status == "200") }
            }
            slow.go()
            #expect(try await ask(for: "203.0.113.9") == "200")
        }
    }

    private func connect(_ count: Int, _ port: Int, _ places: ConnectionQuota) async throws -> [SilentClient] {
        var clients: [SilentClient] = []
        for _ in 0..<count { clients.append(try await SilentClient(port: port)) }
        try await waitUntil { places.count == count }
        return clients
    }

    private func ask(_ path: String, _ port: Int, last: Bool = false) async throws -> String {
        let end = last ? "Connection: close\r\n" : ""
        return try await RawClient(port: port).exchange(["GET \(path) HTTP/1.1\r\nHost: x\r\n\(end)\r\n"])
    }
}

/// Answers when it is told to, from then on at once.
private final class Slow: UnroutedHandler {
    let waiting = Mutex<[CheckedContinuation<Void, Never>]>([])
    private let mayGo = Mutex(false)

    func intake(of request: APIRequest) -> BodyIntake { .whole(limit: 0) }

    func answer(_ request: APIRequest) async -> APIResponse {
        await withCheckedContinuation { continuation in
            waiting.withLock { $0.append(continuation) }
            if mayGo.withLock({ $0 }) { go() }
        }
        return APIResponse(text: "")
    }

    func go() {
        mayGo.withLock { $0 = true }
        for continuation in waiting.withLock({ waiting in
            defer { waiting = [] }
            return waiting
        }) { continuation.resume() }
    }
}
