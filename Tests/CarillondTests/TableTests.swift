import CarillonModel
import Testing

@testable import carillond

/// What an operator reads of a channel that is paused or rests.
struct TableTests {
    @Test func `a channel's condition is told in full, whatever its length`() {
        let reason =
            "invalid_token: " + String(repeating: "the provider doesn't take the key ", count: 10) + "\u{1B}[2J."
        let text = ChannelsCommand.table.text([
            [
                "tenant": "a-tenant-with-a-long-name", "id": "push", "status": "paused", "held": 12_345,
                "since": "2026-11-21T11:44:16.471Z", "nextTryAt": "2026-11-21T11:59:16.471Z", "reason": .string(reason),
            ],
            ["tenant": "shop", "id": "in-app", "status": "working", "held": 0],
        ])
        let lines = text.split(separator: "\n")
        #expect(lines.count == 4, "\(text)")
        #expect(lines[1].contains("paused") && lines[1].contains("12345"))
        #expect(lines[1].contains("2026-11-21 11:44:16  2026-11-21 11:59:16"))
        #expect(lines[2] == "  \(reason.replacing("\u{1B}", with: "?"))")
        #expect(lines.enumerated().allSatisfy { $0.offset == 2 || $0.element.count <= 80 })
    }
}
