import CarillonModel
import Foundation
import Testing

/// The service as a process that somebody wants for themself.
@Suite(.serialized, .timeLimit(.minutes(3)))
struct FloodTests {
    @Test func `who asks for much and reads nothing leaves room for everybody else`() async throws {
        let document = "GET /v1/shop/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n"
        try await flood(with: String(repeating: document, count: 60))
    }

    @Test func `who opens stream after stream leaves room for everybody else`() async throws {
        try await flood { place in
            "GET /v1/shop/stream HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer \(place.userToken())\r\n\r\n"
        }
    }

    private func flood(with text: String) async throws { try await flood { _ in text } }

    /// 520 connections that say the same and never read, while another address asks for another tenant.
    private func flood(with text: (ServedFolder) -> String) async throws {
        let place = try ServedFolder(tenants: ["shop", "club"])
        defer { place.remove() }
        let host = try place.serve(["--max-connections", "400"])
        _ = try #require(await host.port(inLineWith: "operators and metrics"))
        let port = try #require(await host.port(inLineWith: "serving"))
        let request = text(place)
        var sockets: [Int32] = []
        defer { for socket in sockets { close(socket) } }
        for _ in 0..<520 {
            let socket = try RawSocket.connect(to: port)
            RawSocket.write(request, to: socket)
            sockets.append(socket)
        }
        for path in ["/v1/club/openapi.json", "/v1/club/client-profile", "/health/ready"] {
            #expect(try RawSocket.ask(path, port: port, from: 2).hasPrefix("HTTP/1.1 200 "), "\(path)")
        }
        host.kill(SIGTERM)
        #expect(await host.status() == 0)
    }

    @Test(arguments: [
        ["--trusted-proxies", "everybody"], ["--max-connections", "0"], ["--max-streams-per-user", "-1"],
        ["--max-connections-per-address", "many"],
    ])
    func `a limit that is none is refused at start`(options: [String]) async throws {
        let place = try ServedFolder()
        defer { place.remove() }
        let host = try place.serve(options)
        #expect(await host.status() == 64)
        #expect(host.text.contains(options[0]) || host.text.contains(options[1]))
    }
}
