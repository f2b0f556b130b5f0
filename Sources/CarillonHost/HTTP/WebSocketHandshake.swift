import CarillonModel
import CarillonPluginKit
import CarillonProfiles
import Crypto

/// A client's request to upgrade its connection to a WebSocket, and the answer.
///
/// Source: RFC 6455, section 4.2.
struct WebSocketHandshake: Sendable {
    private let key: String

    /// Nil where the request is a plain one.
    ///
    /// - Throws: `malformed` or `upgradeRequired` where the request for a WebSocket has the wrong form.
    init?(_ request: APIRequest) throws(Problem) {
        guard request.lists("websocket", in: "upgrade"), request.lists("upgrade", in: "connection") else { return nil }
        guard request.method == "GET" else { throw Problem(.malformed, "a WebSocket is asked for with GET") }
        guard request.header("sec-websocket-version") == "13" else { throw .upgradeRequired }
        let keys = request.headers.filter { $0.name == "sec-websocket-key" }
        guard keys.count == 1, let key = keys.first?.value, Base64.decode(key)?.count == 16 else {
            throw Problem(.malformed, "Sec-WebSocket-Key must be 16 bytes in base64")
        }
        self.key = key
    }

    /// The suffix of the key that proves that a WebSocket server answers: section 1.3.
    private static let suffix = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"

    var headers: [(name: String, value: String)] {
        let accept = Insecure.SHA1.hash(data: Array((key + Self.suffix).utf8))
        return [
            ("upgrade", "websocket"), ("connection", "upgrade"), ("sec-websocket-accept", Base64.encode(Array(accept))),
        ]
    }

    /// The answer that opens the WebSocket for a session.
    func response(_ session: any WebSocketSession) -> APIResponse {
        APIResponse(status: 101, headers: headers, body: .webSocket(session))
    }
}

extension Problem {
    /// Of a path that serves WebSockets only, or in a version that isn't supported.
    static let upgradeRequired = Problem(
        code: .upgradeRequired,
        "this path speaks WebSocket, version 13",
        headers: ["upgrade": "websocket", "connection": "upgrade", "sec-websocket-version": "13"]
    )
}

extension APIRequest {
    /// Whether a header that is a list has this word, in whatever case.
    fileprivate func lists(_ word: String, in name: String) -> Bool {
        headers.contains { header in
            header.name == name
                && header.value.split(separator: ",").contains { String($0).trimmed.lowercased() == word }
        }
    }
}
