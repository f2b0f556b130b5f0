import CarillonModel

/// A request that a provider documents, as far as channel files can send it.
struct ShownRequest: Sendable {
    enum Body: Sendable {
        case none
        case json(JSONValue)
        case form([(name: String, value: String)])
    }

    var method: String
    /// Scheme, host and port.
    var origin: String
    /// Beginning with a slash.
    var path: String
    var query: [(name: String, value: String)] = []
    var headers: [(name: String, value: String)] = []
    /// A name, or a name and a password with a colon between them.
    var user: String?
    var body = Body.none
}
