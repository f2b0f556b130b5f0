import CarillonModel

/// A request to send, read and checked: nothing of it is carried out yet.
struct ExpoBatch: Sendable {
    struct Recipient: Sendable {
        let token: String
        /// Which message of the request it is to have.
        let message: Int
    }

    let messages: [JSONObject]
    let recipients: [Recipient]
    /// A single object to a single recipient is answered with a ticket instead of a list.
    let isSingle: Bool

    /// Section by section what Expo checks: shape, each message, each token, their number.
    init(_ json: JSONValue) throws(ExpoBatchFault) {
        let elements = json.array ?? [json]
        var messages: [JSONObject] = []
        var recipients: [Recipient] = []
        for element in elements {
            guard let message = element.object else { throw .invalid("\"value\" must be of type object") }
            if let fault = ExpoMessageCheck.fault(in: message) { throw .invalid(fault) }
            let tokens = message["to"].map { $0.array ?? [$0] } ?? []
            for token in tokens.compactMap(\.string) {
                guard ExpoMessageCheck.isToken(token) else { throw .invalid("\"to\" is not a valid Expo push token") }
                recipients.append(Recipient(token: token, message: messages.count))
            }
            messages.append(message)
        }
        guard !recipients.isEmpty else { throw .invalid("\"value\" must contain at least 1 message") }
        guard recipients.count <= 100 else { throw .tooMany(recipients.count) }
        self.messages = messages
        self.recipients = recipients
        isSingle = json.object != nil && json["to"]?.string != nil
    }
}

enum ExpoBatchFault: Error {
    case invalid(String)
    case tooMany(Int)

    var response: SandboxResponse {
        switch self {
        case .invalid(let text): ExpoWording.invalid(text)
        case .tooMany(let count):
            ExpoWording.problem(
                400,
                "PUSH_TOO_MANY_NOTIFICATIONS",
                "\(count) notifications, 100 are allowed in a request"
            )
        }
    }

    var reason: String {
        switch self {
        case .invalid(let text): text
        case .tooMany(let count): "\(count) notifications in a request"
        }
    }
}
