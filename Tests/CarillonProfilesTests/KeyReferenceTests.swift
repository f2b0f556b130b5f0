import Foundation
import Testing

/// `docs/reference/keys.md` is written from the shapes.
///
/// Re-recorded with `CARILLON_RECORD=1`, which fails the run.
struct KeyReferenceTests {
    private static let file = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "docs/reference/keys.md")

    @Test func `the reference of keys is fresh`() throws {
        if ProcessInfo.processInfo.environment["CARILLON_RECORD"] != nil {
            try KeyReference.page.write(to: Self.file, atomically: true, encoding: .utf8)
            Issue.record("recorded the keys")
        }
        #expect(try String(contentsOf: Self.file, encoding: .utf8) == KeyReference.page)
    }

    @Test func `deep keys, tagged keys and names of one's own are there`() {
        for key in [
            "`channels.*.settings`", "`policies.quietHours.from`", "`events.*.schedule[].before`", "`policies.retry.*`",
        ] {
            #expect(KeyReference.page.contains(key), "\(key) is missing")
        }
    }
}
