import CarillonModel
import Foundation
import NIOCore
import Testing

@testable import CarillonHost

/// What clients do to a connection, byte by byte.
struct ConnectionTests {
    @Test func `a head that never ends is given up with 408`() async throws {
        let answer = try await exchange(
            ["GET /health/live HTTP/1.1\r\nHost: x\r\nX-Slow: "],
            times: { $0.head = .milliseconds(50) }
        )
        #expect(answer.status == 408)
        #expect(answer.json?["code"] == "request-timeout")
        #expect(answer.text.contains("connection: close"))
    }

    @Test func `a body that trickles is given up with 408`() async throws {
        let answer = try await exchange(
            [
                "POST /v1/shop/events HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"
            ],
            times: { $0.body = .milliseconds(50) }
        )
        #expect(answer.status == 408)
    }

    @Test(arguments: [("{", 408), ("zz\r\n", 400)])
    func `a body that doesn't come, or is none, is refused in a contract's terms`(
        body: String,
        status: Int
    ) async throws {
        let host = try await ProductHost.start()
        var times = ConnectionTimes()
        times.body = .milliseconds(50)
        let length = status == 408 ? "Content-Length: 50" : "Transfer-Encoding: chunked"
        let head = "POST /push-token-register HTTP/1.1\r\nHost: api.escrow.example\r\n\(length)\r\n\r\n"
        let text = try await withHTTPService(host.api, times: times) { port in
            try await RawClient(port: port).exchange([head + body])
        }
        let answer = Answer(text: text)
        #expect(answer.status == status)
        #expect(answer.json?["error"]?["message"] != nil && answer.json?["type"] == nil, "\(text)")
        #expect(text.lowercased().contains("\r\nconnection: close\r\n"))
        await host.stop()
    }

    @Test func `a connection on which nothing happens is closed without a word`() async throws {
        #expect(try await exchange([], times: { $0.idle = .milliseconds(50) }).text.isEmpty)
    }

    @Test(arguments: [
        ("hello\r\n\r\n", 400), ("GET / HTTP/9.9\r\n\r\n", 400),
        // Well-formed but for the missing Host: the connection would stay for another request.
        ("GET /health/live HTTP/1.1\r\nConnection: close\r\n\r\n", 400),
        ("GET /health/live HTTP/1.1\r\nHost: x\r\nBad Header: 1\r\n\r\n", 400),
        ("GET /\u{1} HTTP/1.1\r\nHost: x\r\n\r\n", 400),
        ("POST /v1/shop/events HTTP/1.1\r\nHost: x\r\nContent-Length: ten\r\n\r\n", 400),
        ("POST /v1/shop/events HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}", 400),
        ("POST /v1/shop/events HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", 400),
        ("GET /health/live HTTP/1.1\r\nHost: x\r\nX-Long: \(String(repeating: "a", count: 30_000))\r\n\r\n", 431),
        ("GET /health/live HTTP/1.1\r\nHost: x\r\n\(String(repeating: "X-Many: 1\r\n", count: 200))\r\n", 431),
        ("GET /%ff HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", 400),
        ("POST /v1/shop/events HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999\r\n\r\n", 413),
        ("POST /v1/shop/events HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Encoding: gzip\r\n\r\n", 415),
        ("POST /v1/shop/events HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nExpect: miracles\r\n\r\n", 417),
    ])
    func `what can't be read is refused in JSON, and the connection ends`(request: String, status: Int) async throws {
        let answer = try await exchange([request])
        #expect(answer.status == status)
        #expect(answer.text.contains("application/problem+json"))
        #expect(answer.json?["status"] == JSONValue(status))
        #expect(answer.text.components(separatedBy: "HTTP/1.1 ").count == 2)
    }

    @Test(arguments: [
        ("GET /health/live HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n", 400),
        ("GET /v1/shop/notifications HTTP/1.1\r\nConnection: close\r\n\r\n", 400),
    ])
    func `a request has one Host`(request: String, status: Int) async throws {
        #expect(try await exchange([request], until: { $0.contains("}") }).status == status)
    }

    @Test(arguments: ["", "Basic YTpi", "Bearer x"])
    func `a request says once who asks`(second: String) async throws {
        let first = "Authorization: Bearer \(TestHost.token())\r\n"
        let head = "GET /v1/shop/notifications HTTP/1.1\r\nHost: x\r\nConnection: close\r\n"
        #expect(try await exchange([head + first + "\r\n"]).status == 200)
        #expect(try await exchange([head + first + "authorization: \(second)\r\n\r\n"]).status == 400)
    }

    @Test func `who asks twice is told in a contract's words`() async throws {
        let host = try await ProductHost.start()
        let head = "POST /push-token-register HTTP/1.1\r\nHost: api.escrow.example\r\nConnection: close\r\n"
        let twice = "Authorization: Bearer a\r\nAuthorization: Bearer b\r\nContent-Length: 0\r\n\r\n"
        let text = try await withHTTPService(host.api) { port in
            try await RawClient(port: port).exchange([head + twice])
        }
        let answer = Answer(text: text)
        #expect(answer.status == 400)
        #expect(answer.json?["error"]?["message"] != nil && answer.json?["type"] == nil, "\(text)")
        await host.stop()
    }

    @Test(arguments: ["", "Connection: keep-alive\r\n", "Host: x\r\n"])
    func `a request of HTTP 1.0 needs no Host, and its connection ends with the answer`(more: String) async throws {
        // Would last for ever if the connection stayed open.
        let answer = try await exchange(["GET /health/ready HTTP/1.0\r\n\(more)\r\n"])
        #expect(answer.status == 200)
        #expect(answer.text.lowercased().contains("\r\nconnection: close\r\n"))
    }

    @Test(arguments: [
        ("GET http://api.other.example/v1/shop/client-profile HTTP/1.1\r\nHost: x\r\n", 200),
        ("GET HTTPS://x/v1/shop/client-profile?a=b HTTP/1.1\r\nHost: x\r\n", 200),
        ("GET http://x HTTP/1.1\r\nHost: x\r\n", 404), ("GET http://x?a HTTP/1.1\r\nHost: x\r\n", 404),
        ("GET http://x/health/live HTTP/1.0\r\n", 200), ("GET http://x/health/live HTTP/1.1\r\n", 400),
        ("GET http://x/health/live HTTP/1.1\r\nHost: x\r\nHost: x\r\n", 400),
        ("GET http://me@x/health/live HTTP/1.1\r\nHost: x\r\n", 400),
        ("GET http:///health/live HTTP/1.1\r\nHost: x\r\n", 400),
    ])
    func `a target may be in absolute form, and names a host then`(request: String, status: Int) async throws {
        let answer = try await exchange([request + "Connection: close\r\n\r\n"], until: { $0.contains("}") })
        #expect(answer.status == status)
    }

    @Test func `a target in absolute form says whom the request is for, whatever Host says`() async throws {
        let host = try await ProductHost.start()
        // Only escrow has this path, for POST.
        let head = "GET http://API.escrow.example/push-token-register HTTP/1.1\r\nHost: api.dossier.example\r\n"
        let text = try await withHTTPService(host.api) { port in
            try await RawClient(port: port).exchange([head + "Connection: close\r\n\r\n"])
        }
        #expect(text.hasPrefix("HTTP/1.1 405 "))
        await host.stop()
    }

    @Test func `without a host, a tenant is found by the path`() async throws {
        let answer = try await exchange(["GET /v1/shop/client-profile HTTP/1.0\r\n\r\n"])
        #expect(answer.json?["tenant"] == "shop")
    }

    @Test(arguments: ["close", "Close", "CLOSE", "te, close", "foo, Close"])
    func `who wants the connection to end is told that it does, however they write it`(value: String) async throws {
        let one = "GET /health/live HTTP/1.1\r\nHost: x\r\n"
        let answer = try await exchange([one + "Connection: \(value)\r\n\r\n"])
        #expect(answer.status == 200)
        #expect(answer.text.lowercased().contains("\r\nconnection: close\r\n"))
        // An answer that comes before isn't the last, and a request that comes after is none.
        let three = try await exchange([one + "\r\n" + one + "Connection: \(value)\r\n\r\n" + one + "\r\n"])
        #expect(three.text.components(separatedBy: "HTTP/1.1 200 ").count == 3)
        #expect(three.text.lowercased().components(separatedBy: "connection: close").count == 2)
    }

    @Test func `requests in one packet are answered one after the other`() async throws {
        let one = "GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n"
        let last = "GET /nothing HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
        let answer = try await exchange([one + one + last])
        let statuses = answer.text.components(separatedBy: "HTTP/1.1 ").dropFirst().map { $0.prefix(3) }
        #expect(statuses == ["200", "200", "404"])
    }

    @Test func `batches sent behind one another are all answered, in their order`() async throws {
        let host = await TestHost.start(withWorkers: false)
        let batches = (0..<8).map { batch in
            let events = (0..<500).map { TestHost.event("batch-\(batch)-event-\($0)") }
            return String(decoding: JSONValue.array(events).utf8, as: UTF8.self)
        }
        let requests = batches.enumerated().map { index, body in
            "POST /v1/shop/events HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer \(TestHost.serviceKey)\r\n"
                + "Content-Type: application/cloudevents-batch+json\r\nContent-Length: \(body.utf8.count)\r\n"
                + (index == batches.count - 1 ? "Connection: close\r\n" : "") + "\r\n" + body
        }
        #expect(batches[0].utf8.count > 50_000)
        let text = try await withHTTPService(host.api) { port in
            try await RawClient(port: port).exchange([requests.joined()])
        }
        let answers = text.components(separatedBy: "HTTP/1.1 ").dropFirst()
        #expect(answers.map { $0.prefix(3) } == [Substring](repeating: "202", count: 8))
        let ids = text.matches(of: #/batch-([0-9])-event-[0-9]+/#).map { String($0.1) }
        #expect(ids == (0..<8).flatMap { [String](repeating: "\($0)", count: 500) })
        await host.stop()
    }

    @Test func `a thousand requests, and the word that there are no more, are all answered`() async throws {
        let host = await TestHost.start(withWorkers: false)
        let request = "GET /health/live HTTP/1.1\r\nHost: x\r\nX-Filler: \(String(repeating: "x", count: 60))\r\n\r\n"
        #expect(request.utf8.count * 1000 > 4 * ByteGate.pieceSize)
        let text = try await withHTTPService(host.api) { port in
            try await RawClient(port: port).exchange([String(repeating: request, count: 1000)], isAll: true)
        }
        #expect(text.components(separatedBy: "HTTP/1.1 200 ").count == 1001)
        await host.stop()
    }

    @Test func `what follows a good request and isn't one is told after its answer`() async throws {
        let answer = try await exchange(["GET /health/live HTTP/1.1\r\nHost: x\r\n\r\nrubbish\r\n\r\n"])
        let statuses = answer.text.components(separatedBy: "HTTP/1.1 ").dropFirst().map { $0.prefix(3) }
        #expect(statuses == ["200", "400"])
    }

    @Test func `who expects to be told to go on is told`() async throws {
        let answer = try await exchange(
            [
                "POST /v1/shop/events HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2\r\n"
                    + "Expect: 100-continue\r\n\r\n"
            ],
            until: { $0.contains("\r\n\r\n") }
        )
        #expect(answer.text.hasPrefix("HTTP/1.1 100 "))
    }

    private struct Answer {
        let text: String
        var status: Int? { text.split(separator: " ").dropFirst().first.flatMap { Int($0) } }
        var json: JSONValue? {
            text.components(separatedBy: "\r\n\r\n").dropFirst().first.flatMap { try? JSONValue(parsing: $0.utf8) }
        }
    }

    private func exchange(
        _ pieces: [String],
        until enough: @escaping @Sendable (String) -> Bool = { _ in false },
        times change: (inout ConnectionTimes) -> Void = { _ in }
    ) async throws -> Answer {
        let host = await TestHost.start(withWorkers: false)
        var times = ConnectionTimes()
        change(&times)
        return try await withHTTPService(host.api, times: times) { port in
            Answer(text: try await RawClient(port: port).exchange(pieces, until: enough))
        }
    }
}
