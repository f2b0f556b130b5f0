import AsyncHTTPClient
import CarillonModel
import CarillonTesting
import NIOCore
import NIOHTTP1
import Testing

@testable import CarillonHost

/// Streams over a real socket.
@Suite(.onBothStores, .timeLimit(.minutes(2)))
struct StreamSocketTests {
    @Test func `a stream is read over a connection, and forgotten when the client closes it`() async throws {
        let host = await TestHost.start()
        try await withServer(host) { base in
            var request = HTTPClientRequest(url: "\(base)/v1/shop/stream")
            request.headers.add(name: "authorization", value: "Bearer \(TestHost.token())")
            let client = HTTPClient(eventLoopGroupProvider: .singleton)
            let answer = try await client.execute(request, deadline: .distantFuture)
            #expect(answer.status == .ok)
            #expect(answer.headers.first(name: "content-type") == "text/event-stream")
            var pieces = answer.body.makeAsyncIterator()
            var text = ""
            func read(until word: String) async throws {
                while !text.contains(word), let piece = try await pieces.next() { text += String(buffer: piece) }
            }
            try await read(until: "\"unreadCount\":0")
            _ = await host.post("1")
            try await read(until: "\"unreadCount\":1}\n\n")
            #expect(StreamClient.events(in: text).map(\.name) == ["badge", "notification", "badge"])
            #expect(host.live.count == 1)
            try await client.shutdown()
            // Nothing is sent meanwhile: the connection itself tells.
            try await waitUntil { host.live.count == 0 }
        }
        await host.stop()
    }

    @Test func `a stream's end ends the answer, and the connection serves on`() async throws {
        let host = await TestHost.start(withWorkers: false)
        try await withServer(host) { base in
            var request = HTTPClientRequest(url: "\(base)/v1/shop/stream")
            request.headers.add(name: "authorization", value: "Bearer \(TestHost.token())")
            let answer = try await HTTPClient.shared.execute(request, deadline: .distantFuture)
            var pieces = answer.body.makeAsyncIterator()
            var text = ""
            while !text.contains("badge"), let piece = try await pieces.next() { text += String(buffer: piece) }
            host.live.end(.reloaded, of: "shop")
            while let piece = try await pieces.next() { text += String(buffer: piece) }
            #expect(StreamClient.events(in: text).map(\.reason) == [nil, "reloaded"])
            // The hub hears of the end on a task of its own.
            try await waitUntil { host.live.count == 0 }
            let live = try await HTTPClient.shared.execute(.init(url: "\(base)/health/live"), timeout: .seconds(10))
            #expect(live.status == .ok)
        }
        await host.stop()
    }

    @Test func `a client of HTTP 1.0 gets the events as they are, until the connection ends`() async throws {
        let host = await TestHost.start(withWorkers: false)
        try await withHTTPService(host.api) { port in
            let head = "GET /v1/shop/stream HTTP/1.0\r\nAuthorization: Bearer \(TestHost.token())\r\n\r\n"
            let text = try await RawClient(port: port).exchange([head]) { text in
                if text.contains("badge"), !text.contains("event: end") { host.live.end(.reloaded, of: "shop") }
                return false
            }
            let parts = text.split(separator: "\r\n\r\n", maxSplits: 1)
            #expect(parts.first?.lowercased().contains("transfer-encoding") == false)
            #expect(parts.first?.lowercased().contains("connection: close") == true)
            let body = try #require(parts.last)
            #expect(body.hasPrefix("retry: "))
            #expect(body.hasSuffix("}\n\n"))
            #expect(StreamClient.events(in: String(body)).map(\.reason) == [nil, "reloaded"])
            host.live.close()
        }
        await host.stop()
    }

    private func withServer(_ host: TestHost, _ body: (String) async throws -> Void) async throws {
        try await withHTTPService(host.api) { port in
            try await body("http://127.0.0.1:\(port)")
            host.live.close()
        }
    }
}
