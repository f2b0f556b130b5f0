import CarillonModel
import CarillonTesting
import NIOCore
import Synchronization
import Testing

@testable import CarillonHost

/// Clients that ask for much and take nothing of it.
@Suite(.timeLimit(.minutes(1)))
struct SlowReaderTests {
    private static let request = "GET / HTTP/1.1\r\nHost: x\r\n\r\n"

    @Test(arguments: [1, 60])
    func `a client that doesn't take its answers is cut off`(count: Int) async throws {
        var times = ConnectionTimes()
        times.write = .milliseconds(50)
        let truncations = Count()
        let places = ConnectionQuota(ConnectionLimits(all: 100))
        let large = Large(bytes: 32 << 20)
        let note: @Sendable () -> Void = { truncations.value.withLock { $0 += 1 } }
        try await withHTTPService(large, times: times, connections: places, onSlowReader: note) { port in
            var clients: [SilentClient] = []
            for _ in 0..<4 {
                clients.append(
                    try await SilentClient(port: port, saying: String(repeating: Self.request, count: count))
                )
            }
            try await waitUntil { truncations.value.withLock { $0 } == 4 && places.count == 0 }
            // None but the first of each was begun.
            #expect(large.asked.withLock { $0 } == 4)
            for client in clients { await client.close() }
        }
    }

    @Test func `a client that reads gets all of a large answer, though the connection ends with it`() async throws {
        var times = ConnectionTimes()
        times.write = .milliseconds(500)
        times.lingering = .milliseconds(1)
        let last = "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
        let text = try await withHTTPService(Large(bytes: 4 << 20), times: times) { port in
            try await RawClient(port: port).exchange([Self.request + last])
        }
        #expect(text.utf8.count > 8 << 20)
    }

    @Test func `a document is rendered once, however many ask for it, and not sent to who has it`() async throws {
        let renderings = Count()
        let document = RenderedDocument {
            renderings.value.withLock { $0 += 1 }
            return ["large": true]
        }
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<100 {
                group.addTask { #expect(document.response(to: APIRequest("GET", path: [])).status == 200) }
            }
        }
        #expect(renderings.value.withLock { $0 } == 1)
        let tag = try #require(document.response(to: APIRequest("GET", path: [])).headers.first { $0.name == "etag" })
        let again = document.response(to: APIRequest("GET", path: [], headers: [("if-none-match", tag.value)]))
        #expect(again.status == 304 && again.bytes.isEmpty)
    }

    @Test func `OpenAPI is as the profile is, and told to be known to who has it`() async throws {
        let host = await TestHost.start(withWorkers: false)
        let first = await host.send("GET", "/v1/shop/openapi.json")
        let tag = try #require(first.headers["etag"])
        #expect(first.headers["cache-control"] == "public, max-age=300")
        let again = await host.send("GET", "/v1/shop/openapi.json", headers: [("if-none-match", tag)])
        #expect(again.status == 304)
        let other = await host.send("GET", "/v1/other/openapi.json", headers: [("if-none-match", tag)])
        #expect(other.status == 200 && other.headers["etag"] != tag)
        await host.stop()
    }
}

private final class Count: Sendable {
    let value = Mutex(0)
}

/// Answers with many bytes, and counts how often.
private final class Large: UnroutedHandler {
    let asked = Mutex(0)
    private let bytes: [UInt8]

    init(bytes: Int) {
        self.bytes = [UInt8](repeating: 0x61, count: bytes)
    }

    func intake(of request: APIRequest) -> BodyIntake { .whole(limit: 0) }

    func answer(_ request: APIRequest) async -> APIResponse {
        asked.withLock { $0 += 1 }
        return APIResponse(status: 200, body: .bytes(bytes))
    }
}
