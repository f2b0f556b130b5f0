import AsyncHTTPClient
import CarillonModel
import Foundation
import NIOCore
import NIOHTTP1

/// `carillond sandbox` as a process of its own, on ports that the system chose.
struct SandboxProcess: Sendable {
    let process: Carillond
    /// Expo, FCM, web push, webhooks, and the sandbox's own routes.
    let http: Int
    let apns: Int
    let smtp: Int
    let smtps: Int
    /// The file for `--egress-ca`.
    let authority: String

    init(_ arguments: [String] = []) async throws {
        let process = try Carillond(
            ["sandbox", "--port", "0", "--apns-port", "0", "--smtp-port", "0", "--smtps-port", "0"] + arguments
        )
        func value(after text: String) async throws -> Substring {
            guard let line = await process.line(with: text), let end = line.range(of: text)?.upperBound else {
                throw Missing(text: process.text)
            }
            return line[end...]
        }
        func port(_ text: String) async throws -> Int {
            Int(try await value(after: text).prefix(while: \.isNumber)) ?? 0
        }
        self.process = process
        http = try await port("listens on http://127.0.0.1:")
        apns = try await port("APNs   https://localhost:")
        smtp = try await port("SMTP   smtp://localhost:")
        smtps = try await port("SMTPS  smtps://localhost:")
        authority = String(try await value(after: "  CA     "))
    }

    struct Missing: Error {
        let text: String
    }

    func stop() async {
        process.kill(SIGTERM)
        _ = await process.status()
    }

    func script(_ rules: String) async throws {
        try await post("/sandbox/script", rules)
    }

    /// What sends a host's requests here.
    var egress: [String] {
        let rules = [
            "https://api.push.apple.com=https://localhost:\(apns)",
            "smtp://mail.shop.example:587=smtp://localhost:\(smtp)",
            "smtps://mail.shop.example:465=smtps://localhost:\(smtps)",
            "https://push.sandbox.example=http://127.0.0.1:\(http)",
            "https://hooks.shop.example=http://127.0.0.1:\(http)",
        ]
        return rules.flatMap { ["--egress-map", $0] } + ["--egress-ca", authority]
    }

    @discardableResult
    func post(_ path: String, _ body: String) async throws -> JSONValue {
        var request = HTTPClientRequest(url: "http://127.0.0.1:\(http)\(path)")
        request.method = .POST
        request.body = .bytes(ByteBuffer(string: body))
        let answer = try await HTTPClient.shared.execute(request, timeout: .seconds(10))
        let text = Array(buffer: try await answer.body.collect(upTo: 1 << 20))
        return text.isEmpty ? .null : try JSONValue(parsing: text)
    }

    /// `GET /sandbox/messages`.
    func received(_ query: String = "") async throws -> JSONValue {
        let url = "http://127.0.0.1:\(http)/sandbox/messages\(query)"
        let answer = try await HTTPClient.shared.execute(.init(url: url), timeout: .seconds(10))
        return try JSONValue(parsing: Array(buffer: try await answer.body.collect(upTo: 16 << 20)))
    }
}
