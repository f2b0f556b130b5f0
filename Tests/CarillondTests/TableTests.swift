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
        #expect(lines[2] == "  \(reason.replacing("\u{1B}", with: "\u{241B}"))")
        #expect(lines.enumerated().allSatisfy { $0.offset == 2 || $0.element.count <= 80 })
    }

    @Test func `why a folder was rejected is reported in full, and what else there is beneath it`() throws {
        let first =
            "shop/events.json:12:7: error: "
            + String(repeating: "the route `order` needs its parameter `id`; ", count: 5)
        let logins: JSONValue = ["count": 3, "latest": ["reason": "no\nuser\u{2028}there"]]
        let text = ListTenants.table.text([
            [
                "id": "shop", "status": "running", "revision": "0123456789abcdef",
                "rejected": ["diagnostics": 4, "first": .string(first)], "loginsNotNoted": logins,
            ],
            ["id": "cafe", "status": "running", "revision": "fedcba9876543210"],
        ])
        let lines = text.split(separator: "\n").map(String.init)
        try #require(lines.count == 5, "\(text)")
        #expect(lines[1].hasPrefix("shop") && lines[1].hasSuffix("yes"))
        #expect(lines[2] == "  folder rejected: \(first); and 3 more")
        #expect(lines[3] == "  log-ins not noted: 3; the latest: no user there")
        #expect(lines[4].hasPrefix("cafe") && lines[4].hasSuffix("–"))
    }

    @Test func `what comes from outside stays on its line`() {
        let table = Table(columns: [.init("USER", "user"), .init("TYPE", "type")])
        let text = table.text([["user": "a\r\nb", "type": "x\ny\u{85}z"]])
        #expect(text.split(separator: "\n").map(String.init).last == "a b   x y z")
        let trace: JSONValue = [
            "type": "order\npaid", "id": "1", "acceptedAt": "now", "source": "s", "eventId": "e",
            "notifications": [
                [
                    "recipient": "u", "status": "done", "dueAt": "now",
                    "decisions": [["verdict": "sent", "reason": "code", "detail": "first\nsecond\u{1B}"]],
                    "deliveries": [],
                ]
            ],
        ]
        let story = EventTraceReport(trace: trace).text
        #expect(story.contains("order paid 1\n"))
        #expect(story.contains("all channels: sent, code: first second\u{241B}"))
        #expect(DemoReport.visible("Two\nlines") == "Two lines")
    }
}
