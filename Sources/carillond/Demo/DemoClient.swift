import AsyncHTTPClient
import CarillonModel
import NIOCore
import NIOFoundationCompat
import NIOHTTP1

/// A caller of the API, as any backend or app would be one.
struct DemoClient: Sendable {
    let host: String

    func get(_ path: String, bearer: String) async throws -> JSONValue {
        var request = HTTPClientRequest(url: host + path)
        request.headers.add(name: "authorization", value: "Bearer \(bearer)")
        return try await answer(to: request)
    }

    func post(_ path: String, _ body: JSONValue, bearer: String) async throws -> JSONValue {
        var request = HTTPClientRequest(url: host + path)
        request.method = .POST
        request.headers.add(name: "authorization", value: "Bearer \(bearer)")
        request.headers.add(name: "content-type", value: "application/json")
        request.body = .bytes(ByteBuffer(bytes: body.utf8))
        return try await answer(to: request)
    }

    /// What the sandbox got for a device.
    func get(sandbox: String, token: String) async throws -> JSONValue {
        let escaped = token.utf8.map { "%" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        return try await answer(to: HTTPClientRequest(url: "\(sandbox)/sandbox/messages?token=\(escaped)"))
    }

    private func answer(to request: HTTPClientRequest) async throws -> JSONValue {
        let response = try await HTTPClient.shared.execute(request, timeout: .seconds(20))
        let body = try await response.body.collect(upTo: 16 << 20)
        let json = try JSONValue(parsing: Array(buffer: body))
        guard response.status.code < 300 else {
            throw DemoFailure(
                "\(request.method) \(request.url) answered \(response.status.code): \(json["detail"]?.string ?? json.text)"
            )
        }
        return json
    }
}
