import CarillonModel

/// An event of `text/event-stream`: WHATWG HTML, section 9.2.
struct ServerSentEvent: Sendable {
    enum Name: String, Sendable, CaseIterable {
        case notification
        case read
        case badge
        /// What came meanwhile can't be told: the client fetches its feed anew.
        case reset
        case end
    }

    var name: Name
    /// What a client asks to go on after; nil keeps the one before.
    var id: String?
    var data: JSONValue

    /// Compact JSON has no line breaks, so that the data is one line.
    var bytes: [UInt8] {
        var text = ""
        if let id { text += "id: \(id)\n" }
        text += "event: \(name.rawValue)\ndata: "
        return Array(text.utf8) + data.utf8 + [0x0A, 0x0A]
    }

    /// What clients pass over; it tells proxies, and us, that both ends are there.
    static let comment = Array(":\n\n".utf8)

    /// How long clients wait before they come again.
    static func retry(afterMilliseconds wait: Int) -> [UInt8] { Array("retry: \(wait)\n".utf8) }
}

/// Why a stream ended; the client may come again, with the id it saw last.
enum StreamEnd: String, Sendable, CaseIterable {
    case tokenExpired = "token-expired"
    case slowReader = "slow-reader"
    case shutdown
    /// The tenant's profile or secrets changed.
    case reloaded
    /// The tenant's folder is gone: it is served no more.
    case removed
    case erased
    case storeFailed = "store-failed"

    /// For people; the reason's word is for programs.
    var message: String {
        switch self {
        case .tokenExpired: "the token has expired; come again with a fresh one"
        case .slowReader: "the client didn't take what was sent to it; come again with the last id"
        case .shutdown: "this host is stopping; come again with the last id"
        case .reloaded: "the tenant was loaded anew; come again with the last id"
        case .removed: "this host doesn't serve the tenant any more"
        case .erased: "the user was erased"
        case .storeFailed: "the store can't be read right now; come again with the last id"
        }
    }

    var event: ServerSentEvent {
        ServerSentEvent(name: .end, data: ["reason": .string(rawValue), "message": .string(message)])
    }
}
