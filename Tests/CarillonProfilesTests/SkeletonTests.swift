import CarillonModel
import Testing

@testable import CarillonProfiles

/// What a profile lays over a provider's message, on a channel and for an event.
struct SkeletonTests {
    @Test func `what the event removes stays removed when both are laid over a message`() throws {
        let channel = try json(#"{"android": {"priority": "high", "ttl": "60s"}, "data": {"a": "1"}}"#)
        let event = try json(#"{"android": {"ttl": null}, "data": null, "apns": {"badge": null}}"#)
        let message = try json(#"{"android": {"ttl": "5s"}, "data": {"b": "2"}, "apns": {"badge": 1}}"#)
        let once = message.merging(channel.composing(event))
        #expect(once == message.merging(channel).merging(event))
        #expect(once == (try json(#"{"android": {"priority": "high"}, "apns": {}}"#)))
    }

    private func json(_ text: String) throws -> JSONValue { try JSONValue(parsing: Array(text.utf8)) }
}
