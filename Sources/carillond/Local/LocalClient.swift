import AsyncHTTPClient
import CarillonModel
import CarillonProfiles
import NIOCore
import NIOFoundationCompat
import NIOHTTP1

/// A client of the host's API and of the sandbox, which uses them as a backend or an app would.
struct LocalClient: Sendable {
    /// Such as `http://127.0.0.1:8080`.
    let host: String
    let sandbox: String

    func get(_ path: String, bearer: String) async throws -> JSONValue {
        try await answer(to: request(.GET, path, bearer: bearer))
    }

    @discardableResult
    func post(_ path: String, _ body: JSONValue, bearer: String) async throws -> JSONValue {
        try await answer(to: request(.POST, path, body, bearer: bearer))
    }

    @discardableResult
    func put(_ path: String, _ body: JSONValue, bearer: String) async throws -> JSONValue {
        try await answer(to: request(.PUT, path, body, bearer: bearer))
    }

    /// How many messages the sandbox has received so far.
    func receivedCount() async throws -> Int64 {
        let answer = try await answer(to: HTTPClientRequest(url: "\(sandbox)/sandbox/messages?limit=0"))
        return answer["total"]?.integer ?? 0
    }

    /// What the sandbox received for an address after its first `count` messages.
    func received(for token: String, after count: Int64) async throws -> [JSONValue] {
        let url = "\(sandbox)/sandbox/messages?token=\(PercentEncoding.encode(token))"
        let messages = try await answer(to: HTTPClientRequest(url: url))["messages"]?.array ?? []
        return messages.filter { ($0["number"]?.integer ?? 0) > count }
    }

    /// Lets a simulated browser subscribe to web pushes by the sender with this key.
    ///
    /// - Returns: what its web app would register as its token.
    func subscribeBrowser(_ id: String, to publicKey: String) async throws -> String {
        var request = HTTPClientRequest(url: "\(sandbox)/sandbox/subscriptions")
        request.method = .POST
        let body: JSONValue = ["id": .string(id), "applicationServerKey": .string(publicKey)]
        request.body = .bytes(ByteBuffer(bytes: body.utf8))
        return try await answer(to: request).text
    }

    private func request(
        _ method: HTTPMethod,
        _ path: String,
        _ body: JSONValue? = nil,
        bearer: String
    ) -> HTTPClientRequest {
        var request = HTTPClientRequest(url: host + path)
        request.method = method
        request.headers.add(name: "authorization", value: "Bearer \(bearer)")
        if let body {
            request.headers.add(name: "content-type", value: "application/json")
            request.body = .bytes(ByteBuffer(bytes: body.utf8))
        }
        return request
    }

    private func answer(to request: HTTPClientRequest) async throws -> JSONValue {
        let response = try await HTTPClient.shared.execute(request, timeout: .seconds(20))
        let body = try await response.body.collect(upTo: 16 << 20)
        let json = try JSONValue(parsing: Array(buffer: body))
        guard response.status.code < 300 else {
            let path = request.url.drop { $0 != "/" }.dropFirst(2).drop { $0 != "/" }
            throw TrialFailure(
                "\(request.method) \(path) was answered \(response.status.code): \(json["detail"]?.string ?? json.text)"
            )
        }
        return json
    }
}

/// Why a step of a trial failed, for the person who watches.
struct TrialFailure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
