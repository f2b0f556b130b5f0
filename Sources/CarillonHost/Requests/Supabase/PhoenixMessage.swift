import CarillonModel

/// A message of Phoenix channels, in the two forms that Supabase's clients write.
///
/// Source: phoenixframework/phoenix, `Phoenix.Socket.V1.JSONSerializer` and `V2`; supabase/realtime.
struct PhoenixMessage: Sendable, Hashable {
    /// A `vsn` of the URL.
    enum Serializer: Sendable, Hashable {
        /// 1.0.0: objects; also where the URL says nothing.
        case objects
        /// 2.0.0: arrays.
        case arrays

        init?(version: String?) {
            switch version {
            case nil, "1.0.0": self = .objects
            case "2.0.0": self = .arrays
            default: return nil
            }
        }
    }

    var joinReference: JSONValue
    var reference: JSONValue
    var topic: String
    var event: String
    var payload: JSONObject

    init(
        _ event: String,
        on topic: String,
        _ payload: JSONObject,
        joinReference: JSONValue = .null,
        reference: JSONValue = .null
    ) {
        self.event = event
        self.topic = topic
        self.payload = payload
        self.joinReference = joinReference
        self.reference = reference
    }

    /// Nil where it is none of this form.
    init?(_ text: [UInt8], _ serializer: Serializer) {
        guard let value = try? JSONValue(parsing: text) else { return nil }
        let parts: [JSONValue?]
        switch serializer {
        case .objects:
            guard value.object != nil else { return nil }
            parts = [value["join_ref"], value["ref"], value["topic"], value["event"], value["payload"]]
        case .arrays:
            guard let array = value.array, array.count == 5 else { return nil }
            parts = array
        }
        guard let topic = parts[2]?.string, let event = parts[3]?.string, topic.utf8.count <= Self.topicLimit else {
            return nil
        }
        self.init(
            event,
            on: topic,
            parts[4]?.object ?? JSONObject(),
            joinReference: Self.reference(parts[0]),
            reference: Self.reference(parts[1])
        )
    }

    /// Opaque to us, but not without end.
    private static func reference(_ value: JSONValue?) -> JSONValue {
        switch value {
        case .string(let text)? where text.utf8.count <= 128: .string(text)
        case .number(let text)? where text.utf8.count <= 32: .number(text)
        default: .null
        }
    }

    private static let topicLimit = 1024

    /// 1.0.0 has no `join_ref` on its way to clients: some end at a key they don't know.
    func text(_ serializer: Serializer) -> [UInt8] {
        let json: JSONValue =
            switch serializer {
            case .objects:
                [
                    "topic": .string(topic), "event": .string(event), "payload": .object(payload), "ref": reference,
                ]
            case .arrays: [joinReference, reference, .string(topic), .string(event), .object(payload)]
            }
        return json.utf8
    }

    /// The answer to this one.
    func reply(_ status: ReplyStatus, _ response: JSONObject = JSONObject()) -> PhoenixMessage {
        PhoenixMessage(
            "phx_reply",
            on: topic,
            JSONObject([.init("status", .string(status.rawValue)), .init("response", .object(response))]),
            joinReference: joinReference,
            reference: reference
        )
    }

    enum ReplyStatus: String, Sendable {
        case ok
        case error
    }
}
