/// The protocol on a WebSocket, from the moment it is open.
public protocol WebSocketSession: Sendable {
    /// Returns when there is nothing more to send; the connection is then closed.
    ///
    /// Returns soon where the connection is gone: no more messages come, and sending throws.
    func run(on socket: WebSocketConnection) async
}

/// Why a WebSocket is closed.
///
/// Source: RFC 6455, section 7.4, and the registry of close codes at IANA.
public struct WebSocketClosure: Error, Sendable, Hashable {
    public let code: UInt16
    /// At most 123 bytes of UTF-8.
    public let reason: String

    public init(code: UInt16, _ reason: String) {
        self.code = code
        self.reason = reason
    }

    static func protocolError(_ reason: String) -> WebSocketClosure { .init(code: 1002, reason) }
    static let notUTF8 = WebSocketClosure(code: 1007, "a text isn't UTF-8")
    static func refused(_ reason: String) -> WebSocketClosure { .init(code: 1008, reason) }
    static let tooLarge = WebSocketClosure(code: 1009, "a message is larger than is read here")
    /// The host stops, reloads or can't go on: clients come again.
    ///
    /// Some clients never come again after 1000 and 1001, others after any code from 4000.
    static func restart(_ reason: String) -> WebSocketClosure { .init(code: 1012, reason) }
}
