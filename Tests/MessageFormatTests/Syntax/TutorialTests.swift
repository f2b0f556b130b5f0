import Foundation
import MessageFormat
import Testing

/// What the documentation teaches must work.
@Suite struct TutorialTests {
    private func tutorial() throws -> String {
        let page = "../../../../Sources/MessageFormat/MessageFormat.docc/MessageFormat2InTenMinutes.md"
        return try String(contentsOf: URL(filePath: #filePath).appending(path: page).standardized, encoding: .utf8)
    }

    @Test func `every message of the ten minutes is one`() throws {
        let blocks = try tutorial().split(separator: "```", omittingEmptySubsequences: false).enumerated()
            .filter { !$0.offset.isMultiple(of: 2) }.map { String($0.element.drop { $0 != "\n" }) }
        #expect(blocks.count == 6)
        for block in blocks { #expect(Message.parse(block).problems == [], "\(block)") }
    }

    @Test func `every line of the table of old and new is a message`() throws {
        let rows = try tutorial().split(separator: "\n").filter { $0.hasPrefix("| `") }
        #expect(rows.count == 7)
        for row in rows {
            let new = row.split(separator: "`")[3]
            #expect(Message.parse(String(new)).problems == [], "\(new)")
        }
    }
}
