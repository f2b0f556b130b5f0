import AsyncHTTPClient
import CarillonModel
import CarillonPluginKit
import Logging
import NIOCore
import NIOHTTP1
import Testing

@testable import CarillonHost

/// The same application over a real socket.
struct SocketTests {
    @Test func `a body that is too large is refused, announced or not`() async throws {
        try await withServer { base in
            let large = String(repeating: " ", count: NativeRoute.batchLimit + 1)
            var request = HTTPClientRequest(url: "\(base)/v1/shop/events")
            request.method = .POST
            request.body = .bytes(ByteBuffer(string: large))
            let answer = try await HTTPClient.shared.execute(request, timeout: .seconds(10))
            #expect(answer.status.code == 413)
        }
    }

    @Test func `health answers, and an unknown path is a problem in JSON`() async throws {
        try await withServer { base in
            let live = try await HTTPClient.shared.execute(.init(url: "\(base)/health/live"), timeout: .seconds(10))
            #expect(live.status.code == 200)
            let none = try await HTTPClient.shared.execute(.init(url: "\(base)/nothing%20here"), timeout: .seconds(10))
            #expect(none.status.code == 404)
            #expect(none.headers.first(name: "content-type") == "application/problem+json")
        }
    }

    @Test func `the answer to HEAD has no content`() async throws {
        try await withServer { base in
            var request = HTTPClientRequest(url: "\(base)/nothing")
            let whole = try await HTTPClient.shared.execute(request, timeout: .seconds(10))
            let length = "\(try await whole.body.collect(upTo: 1024).readableBytes)"
            request.method = .HEAD
            for _ in 0..<2 {
                let answer = try await HTTPClient.shared.execute(request, timeout: .seconds(10))
                #expect(answer.status.code == 404)
                // RFC 9110, section 8.6: what GET would have sent, or nothing.
                #expect(answer.headers.first(name: "content-length") == length)
                let content = try await answer.body.collect(upTo: 1024)
                #expect(content.readableBytes == 0)
            }
        }
    }

    @Test func `a busy port is named with the option that changes it`() async throws {
        try await withServer { base in
            let port = try #require(Int(base.split(separator: ":").last ?? ""))
            let host = await TestHost.start(withWorkers: false)
            let second = HTTPService(host.api, host: "127.0.0.1", port: port, option: "--port", logger: .quiet)
            let failure = await #expect(throws: ListenFailure.self) { try await second.run() }
            #expect(
                failure?.description
                    == "port \(port) on 127.0.0.1 is in use by another program; choose another with --port"
            )
        }
    }

    @Test func `egress goes where the map says, compressed, and only to the channel's origins`() async throws {
        try await withServer { base in
            var map = OriginMap()
            let isRule = map.add("https://provider.example=\(base)")
            #expect(isRule)
            let egress = try HTTPEgress(map: map)
            let limited = egress.limited(to: ["https://provider.example"], for: "shop")
            let answer = try await limited.send(
                EgressRequest(.post, "https://provider.example/v1/shop/events", body: [123, 125], compression: .gzip)
            )
            #expect(answer.status == 415)
            await #expect(throws: EgressFailure.self) {
                try await limited.send(EgressRequest(.get, "https://elsewhere.example/"))
            }
            await egress.close()
        }
    }

    @Test func `a provider that isn't there has not seen the request`() async throws {
        var map = OriginMap()
        let isRule = map.add("https://provider.example=http://127.0.0.1:1")
        #expect(isRule)
        let egress = try HTTPEgress(map: map)
        let limited = egress.limited(to: ["https://provider.example"], for: "shop")
        let failure = await #expect(throws: EgressFailure.self) {
            try await limited.send(EgressRequest(.get, "https://provider.example/"))
        }
        await egress.close()
        guard case .notSent? = failure else {
            Issue.record("\(String(describing: failure)) should be notSent")
            return
        }
    }

    @Test func `a provider's answer comes whole, and one of more than a mebibyte counts as none`() async throws {
        try await withServer(Repeating()) { base in
            var map = OriginMap()
            let isRule = map.add("https://provider.example=\(base)")
            #expect(isRule)
            let egress = try HTTPEgress(map: map)
            let limited = egress.limited(to: ["https://provider.example"], for: "shop")
            let whole = try await limited.send(EgressRequest(.get, "https://provider.example/\(1 << 20)"))
            #expect(whole.status == 200)
            #expect(whole.header("X-Kind") == "repeated")
            #expect(whole.body == [UInt8](repeating: 0x61, count: 1 << 20))
            let failure = await #expect(throws: EgressFailure.self) {
                try await limited.send(EgressRequest(.get, "https://provider.example/\(1 << 20 + 1)"))
            }
            guard case .noAnswer? = failure else {
                Issue.record("\(String(describing: failure)) should be noAnswer")
                return
            }
            await egress.close()
        }
    }

    @Test(arguments: [
        (kind: "small", isWhole: true), (kind: "bomb", isWhole: false), (kind: "ten", isWhole: false),
    ])
    func `a compressed answer counts as long as it is unpacked`(kind: String, isWhole: Bool) async throws {
        let bomb = Array(buffer: try Gzip.compress([UInt8](repeating: 0, count: 10 << 20)))
        #expect(bomb.count < 64 << 10)
        let small = Array(buffer: try Gzip.compress(Array(#"{"id": "m-1"}"#.utf8)))
        try await withServer(Packed(answers: ["small": small, "bomb": bomb], long: 10 << 20)) { base in
            var map = OriginMap()
            let isRule = map.add("https://provider.example=\(base)")
            #expect(isRule)
            let egress = try HTTPEgress(map: map)
            let limited = egress.limited(to: ["https://provider.example"], for: "shop")
            let request = EgressRequest(.post, "https://provider.example/\(kind)")
            do throws(EgressFailure) {
                let answer = try await limited.send(request)
                #expect(isWhole && answer.body == Array(#"{"id": "m-1"}"#.utf8), "\(answer.body.count) bytes")
            } catch {
                guard case .noAnswer = error, !isWhole else {
                    Issue.record("\(error)")
                    return await egress.close()
                }
            }
            await egress.close()
        }
    }

    @Test func `a query that can't be decoded is refused in the contract's words`() async throws {
        try await withServer(try await ProductHost.start().api) { base in
            for query in ["limit=%C3", "limit=%00"] {
                let request = HTTPClientRequest(url: "\(base)/dossier/push-notification?\(query)")
                let answer = try await HTTPClient.shared.execute(request, timeout: .seconds(10))
                #expect(answer.status.code == 422)
                #expect(answer.headers.first(name: "content-type")?.hasPrefix("application/json") == true)
                let json = try JSONValue(parsing: Array(buffer: try await answer.body.collect(upTo: 1024)))
                #expect(json["error"]?["code"]?.string == "validation_error")
            }
        }
    }

    private func withServer(
        _ handler: (any RequestHandler)? = nil,
        _ body: @Sendable (String) async throws -> Void
    ) async throws {
        let host = await TestHost.start(withWorkers: false)
        let handler: any RequestHandler = handler ?? host.api
        try await withHTTPService(handler) { try await body("http://127.0.0.1:\($0)") }
    }
}

/// Answers with what is called so, packed, and with so many bytes where nothing is.
private struct Packed: UnroutedHandler {
    let answers: [String: [UInt8]]
    let long: Int

    func intake(of request: APIRequest) -> BodyIntake { .whole(limit: 0) }

    func answer(_ request: APIRequest) async -> APIResponse {
        guard let packed = request.path.first.flatMap({ answers[$0] }) else {
            return APIResponse(status: 200, body: .bytes([UInt8](repeating: 0, count: long)))
        }
        return APIResponse(
            status: 200,
            headers: [(name: "content-encoding", value: "gzip"), (name: "content-type", value: "application/json")],
            body: .bytes(packed)
        )
    }
}

/// Answers with as many bytes as the path says.
private struct Repeating: UnroutedHandler {
    func intake(of request: APIRequest) -> BodyIntake { .whole(limit: 0) }

    func answer(_ request: APIRequest) async -> APIResponse {
        let count = request.path.first.flatMap { Int($0) } ?? 0
        return APIResponse(
            status: 200,
            headers: [(name: "x-kind", value: "repeated")],
            body: .bytes([UInt8](repeating: 0x61, count: count))
        )
    }
}
