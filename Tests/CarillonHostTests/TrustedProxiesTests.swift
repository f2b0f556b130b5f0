import Testing

@testable import CarillonHost

/// Where a request comes from, when somebody lies about it.
struct TrustedProxiesTests {
    @Test(arguments: [
        // Nobody but a trusted proxy is believed.
        ("198.51.100.7", ["203.0.113.9"], "198.51.100.7"), ("127.0.0.1", [], "127.0.0.1"),
        ("127.0.0.1", ["203.0.113.9"], "203.0.113.9"), ("::ffff:127.0.0.1", ["203.0.113.9"], "203.0.113.9"),
        // What a client writes itself stands to the left.
        ("127.0.0.1", ["10.9.9.9, 203.0.113.9"], "203.0.113.9"),
        ("127.0.0.1", ["127.0.0.1, 203.0.113.9"], "203.0.113.9"),
        ("127.0.0.1", ["10.9.9.9", "203.0.113.9"], "203.0.113.9"),
        // Two proxies, both trusted, and one that isn't.
        ("127.0.0.1", ["203.0.113.9, 10.1.2.3"], "203.0.113.9"), ("127.0.0.1", ["203.0.113.9, 10.2.2.3"], "10.2.2.3"),
        ("127.0.0.1", ["10.1.2.3"], "10.1.2.3"),
        // Ports and brackets as some proxies write them; what can't be read ends the way.
        ("127.0.0.1", ["203.0.113.9:4711"], "203.0.113.9"),
        ("127.0.0.1", ["[2001:db8::1]:4711"], "2001:db8:0:0:0:0:0:1"),
        ("127.0.0.1", ["2001:db8::1"], "2001:db8:0:0:0:0:0:1"), ("127.0.0.1", ["203.0.113.9, unknown"], "127.0.0.1"),
        ("127.0.0.1", ["203.0.113.9,"], "203.0.113.9"), ("127.0.0.1", ["203.0.113.9, unknown, 10.1.2.3"], "10.1.2.3"),
    ])
    func `the client is the first from the right that no trusted proxy is`(
        peer: String,
        header: [String],
        client: String
    ) throws {
        var proxies = TrustedProxies()
        for range in ["127.0.0.0/8", "10.1.0.0/16"] {
            let isRange = proxies.trust(range)
            #expect(isRange)
        }
        let headers = header.map { (name: "x-forwarded-for", value: $0) }
        let other = [(name: "forwarded", value: "for=192.0.2.66")]
        let found = proxies.client(of: try #require(InternetAddress(peer)?.unmapped), headers + other)
        #expect(found.description == client)
    }

    @Test(arguments: ["", "localhost", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0/8", "10.0.0.0/8/8"])
    func `what is no range of addresses is trusted by nobody`(text: String) {
        var proxies = TrustedProxies()
        let isRange = proxies.trust(text)
        #expect(!isRange)
    }

    @Test(arguments: [(["127.0.0.1"], "203.0.113.9"), (["10.0.0.0/8"], "127.0.0.1"), ([], "127.0.0.1")])
    func `a request over a socket has its client's address`(trusted: [String], client: String) async throws {
        var proxies = TrustedProxies()
        for range in trusted { _ = proxies.trust(range) }
        let connections = ConnectionQuota(ConnectionLimits(all: 10), proxies: proxies)
        let text = try await withHTTPService(Whence(), connections: connections) { port in
            let head =
                "GET / HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 192.0.2.1, 203.0.113.9\r\nConnection: close\r\n\r\n"
            return try await RawClient(port: port).exchange([head])
        }
        #expect(text.hasSuffix("\r\n\r\n\(client)"))
    }
}

/// Answers with the client's address.
private struct Whence: UnroutedHandler {
    func intake(of request: APIRequest) -> BodyIntake { .whole(limit: 0) }

    func answer(_ request: APIRequest) async -> APIResponse { APIResponse(text: request.clientAddress ?? "") }
}
