import CarillonModel

/// An event of `text/event-stream`: WHATWG HTML, section 9.2.
struct ServerSentEvent: Sendable {
    enum Name: String, Sendable, CaseIterable {
        case notification
        case read
        case badge
        /// What came meanwhile can't be sent: the client fetches its feed anew.
        case reset
        case end
    }

    var name: Name
    /// What a client asks to go on after; nil keeps the one before.
    var id: String?
    var data: JSONValue

    var bytes: [UInt8] { Self.bytes(name.rawValue, id: id, data) }

    /// Compact JSON has no line breaks, so that the data is one line.
    static func bytes(_ name: String, id: String? = nil, _ data: JSONValue) -> [UInt8] {
        var text = ""
        if let id { text += "id: \(id)\n" }
        text += "event: \(name)\ndata: "
        return Array(text.utf8) + data.utf8 + [0x0A, 0x0A]
    }

    /// Of an answer that is a stream of them.
    static let headers: [(name: String, value: String)] = [
        ("content-type", "text/event-stream"), ("cache-control", "no-store"),
        // For nginx, which would gather what we write.
        ("x-accel-buffering", "no"),
    ]

    /// What clients ignore; it shows proxies, and us, that both ends are there.
    static let comment = Array(":\n\n".utf8)

    /// How long clients wait before they come again.
    static func retry(afterMilliseconds wait: Int) -> [UInt8] { Array("retry: \(wait)\n".utf8) }
}

extension StreamEnd {
    var event: ServerSentEvent {
        ServerSentEvent(name: .end, data: ["reason": .string(rawValue), "message": .string(message)])
    }
}
