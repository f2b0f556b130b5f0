import CarillonModel
public import CarillonPluginKit

/// What a provider receives of a message.
///
/// Nobody declares that: a part is sent where the plugin's request differs without it.
public struct SentParts: Sendable, Hashable {
    /// The message without what isn't sent.
    ///
    /// Its category is what is sent of that, the platform's name or the profile's own.
    public private(set) var message: OutgoingMessage
    public private(set) var hasPriority = false

    /// - Parameter run: records what is sent for a message.
    public init<Failure: Error>(
        of message: OutgoingMessage,
        _ run: (OutgoingMessage) async throws(Failure) -> [Transmission]
    ) async throws(Failure) {
        self.message = message
        func said(_ message: OutgoingMessage) async throws(Failure) -> [Transmission] {
            try await run(message).map(\.inAnyOrder)
        }
        let whole = try await said(message)
        for slot in message.slots.keys.sorted() {
            var other = message
            other.add("-", to: slot)
            if try await said(other) == whole { self.message.slots[slot] = nil }
        }
        for part in Self.parts {
            var other = message
            part(&other)
            if other != message, try await said(other) == whole { part(&self.message) }
        }
        if self.message.category == nil { self.message.category = self.message.categoryID }
        var other = message
        other.priority = message.priority == .high ? .low : .high
        hasPriority = try await said(other) != whole
        try await keepLinks(of: message, whole, said)
    }

    /// Each takes one part away.
    private static let parts: [@Sendable (inout OutgoingMessage) -> Void] = [
        { $0.data = JSONObject() }, { $0.category = nil }, { $0.categoryID = nil }, { $0.sound = nil },
        { $0.badge = nil }, { $0.imageURL = nil }, { $0.androidChannel = nil }, { $0.icon = nil },
        { $0.color = nil }, { $0.collapseKey = nil }, { $0.expiresAt = nil },
    ]

    /// Each way that a link has is sent by itself, by the plugin, or in data or texts, which have it filled in already.
    private mutating func keepLinks<Failure: Error>(
        of original: OutgoingMessage,
        _ whole: [Transmission],
        _ run: (OutgoingMessage) async throws(Failure) -> [Transmission]
    ) async throws(Failure) {
        guard let link = original.link else { return }
        let sentTexts = Array(self.message.slots.values) + JSONValue.object(self.message.data).texts
        for way in [\MessageLink.app, \.web, \.screen] {
            guard let text = link[keyPath: way], !sentTexts.contains(where: { link.holds(text, in: $0) }) else {
                continue
            }
            var other = original
            other.link?[keyPath: way] = nil
            if try await run(other) == whole { self.message.link?[keyPath: way] = nil }
        }
        if self.message.link == MessageLink() { self.message.link = nil }
    }
}

extension OutgoingMessage {
    /// Changes a slot's text wherever the message has it.
    fileprivate mutating func add(_ content: String, to slot: String) {
        slots[slot]? += content
        for index in translations.indices { translations[index].slots[slot]? += content }
    }
}

extension MessageLink {
    /// Whether a text has this way by itself: `/orders/1` isn't in `shop://orders/1`, which ends with it.
    fileprivate func holds(_ way: String, in text: String) -> Bool {
        let longer = [app, web, screen].compactMap(\.self).filter { $0 != way && $0.contains(way) }
        let rest = longer.sorted { $0.utf8.count > $1.utf8.count }.reduce(text) { $0.replacing($1, with: "\n") }
        return rest.contains(way)
    }
}

extension JSONValue {
    /// Every string in it.
    fileprivate var texts: [String] {
        switch self {
        case .string(let text): [text]
        case .array(let elements): elements.flatMap(\.texts)
        case .object(let object): object.members.flatMap(\.value.texts)
        case .null, .boolean, .number: []
        }
    }
}
