import Foundation
import Testing

/// `docs/reference/keys.md` and `operations.md` are written from what contracts and profiles are checked against.
///
/// Re-recorded with `CARILLON_RECORD=1`, which fails the run.
struct KeyReferenceTests {
    private static let folder = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "docs/reference")

    @Test(arguments: [("keys.md", KeyReference.page), ("operations.md", OperationReference.page)])
    func `a reference is fresh`(name: String, page: String) throws {
        let file = Self.folder.appending(path: name)
        if ProcessInfo.processInfo.environment["CARILLON_RECORD"] != nil {
            try page.write(to: file, atomically: true, encoding: .utf8)
            Issue.record("recorded \(name)")
        }
        #expect(try String(contentsOf: file, encoding: .utf8) == page)
    }

    @Test func `deep keys, tagged keys and names of one's own are there`() {
        for key in [
            "`channels.*.settings`", "`policies.quietHours.from`", "`events.*.schedule[].before`", "`policies.retry.*`",
        ] {
            #expect(KeyReference.page.contains(key), "\(key) is missing")
        }
    }
}
