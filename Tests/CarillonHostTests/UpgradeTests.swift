import Foundation
import Testing

@testable import CarillonHost

/// Requests for a protocol that the host doesn't speak, on a socket: they are requests like others, and so is what follows.
@Suite(.timeLimit(.minutes(1)))
struct UpgradeTests {
    private static let profile = "GET /v1/shop/client-profile HTTP/1.1\r\nHost: x\r\n"
    /// As Java's `HttpClient` asks on each new connection.
    private static let h2c =
        "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAEAAEAAAAIAAAABAAMAAABkAAQBAAAAAAUAAEAA\r\n"
    private static let last = "GET /health/live HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"

    private static func body(_ text: String, isChunked: Bool) -> String {
        let framing =
            isChunked
            ? "Transfer-Encoding: chunked\r\n\r\n\(String(text.utf8.count, radix: 16))\r\n\(text)\r\n0\r\n\r\n"
            : "Content-Length: \(text.utf8.count)\r\n\r\n\(text)"
        return "POST /v1/shop/devices HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
            + "Authorization: Bearer \(TestHost.token())\r\n" + h2c + framing
    }

    private static let device = #"{"token":"ExponentPushToken[upgrade]","platform":"ios"}"#

    private static let requests = [
        profile + h2c + "\r\n", profile + "Connection: upgrade\r\nUpgrade: foo/2\r\n\r\n",
        // Asks for nothing: no Connection names it.
        profile + "Upgrade: h2c\r\n\r\n", body(device, isChunked: false), body(device, isChunked: true),
    ]

    @Test(arguments: requests)
    func `a request for another protocol is answered as one without, and the next one on its connection, too`(
        request: String
    ) async throws {
        let answers = try await answers(to: [request, request, Self.last])
        #expect(answers == ["200", "200", "200"])
    }

    @Test(arguments: requests)
    func `what lies behind such a request already is answered after it`(request: String) async throws {
        let answers = try await answers(to: [request + request + Self.last])
        #expect(answers == ["200", "200", "200"])
    }

    @Test func `a head that comes in two pieces, cut before its last line, takes nothing from the next`() async throws {
        let pieces = [Self.profile + Self.h2c, "\r\n" + Self.profile + "\r\n" + Self.last]
        let answers = try await answers(to: pieces, apart: true)
        #expect(answers == ["200", "200", "200"])
    }

    @Test func `a tunnel isn't made, and its connection goes on`() async throws {
        let tunnel = "CONNECT x:80 HTTP/1.1\r\nHost: x:80\r\n\r\n"
        let answers = try await answers(to: [tunnel, Self.profile + "\r\n", Self.last])
        #expect(answers.count == 3 && answers.dropFirst() == ["200", "200"] && answers[0].hasPrefix("4"), "\(answers)")
    }

    /// The statuses.
    ///
    /// - Parameter apart: each is written without an answer to the one before.
    private func answers(to requests: [String], apart: Bool = false) async throws -> [String] {
        let host = await TestHost.start(withWorkers: false)
        let text = try await withHTTPService(host.api) { port in
            let client = try await RawClient(port: port)
            return try await apart ? client.exchange(requests) : client.converse(requests, answersEndWith: "}")
        }
        await host.stop()
        return text.components(separatedBy: "HTTP/1.1 ").dropFirst().map { String($0.prefix(3)) }
    }
}
