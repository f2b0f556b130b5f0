import CarillonDiagnostics
import CarillonProfiles
import Foundation
import Testing

/// The pages in `docs/reference/diagnostics` are written from the program: one source.
///
/// Re-recorded with `CARILLON_RECORD=1`, which fails the run.
struct DiagnosticPageTests {
    private static let folder = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "docs/reference/diagnostics")

    @Test func `the documentation holds what the program explains`() throws {
        var pages: [String: String] = ["README.md": index]
        for code in DiagnosticCode.all { pages["\(code.number).md"] = code.markdown }
        if ProcessInfo.processInfo.environment["CARILLON_RECORD"] != nil {
            try FileManager.default.createDirectory(at: Self.folder, withIntermediateDirectories: true)
            for (name, text) in pages {
                try text.write(to: Self.folder.appending(path: name), atomically: true, encoding: .utf8)
            }
            Issue.record("recorded the pages")
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
        #expect(Set(names) == Set(pages.keys))
        for (name, text) in pages.sorted(by: { $0.key < $1.key }) {
            #expect(try String(contentsOf: Self.folder.appending(path: name), encoding: .utf8) == text)
        }
    }

    @Test(arguments: DiagnosticCode.all.map(\.number))
    func `a page says what is wrong and what to do`(number: String) throws {
        let code = try #require(DiagnosticCode.named(number))
        #expect(code.summary.hasSuffix(".") && code.summary.count > 20)
        #expect(code.page.description.split(separator: "\n\n").count >= 2)
        #expect(code.page.description.split(separator: "\n").allSatisfy { $0.count <= 120 })
    }

    private var index: String {
        let groups = [
            ("T00", "JSON"), ("T01", "Shape and files"), ("T02", "Words and languages"),
            ("T03", "Channels and secrets"),
            ("T04", "Deep links"), ("T05", "Events and samples"), ("T06", "Contract"),
            ("T07", "Channel files"), ("T09", "Advice"),
        ]
        var text = "# Diagnostics\n\nWhat `carillon validate` can say. `carillon explain CODE` shows the same pages.\n"
        for (prefix, title) in groups {
            text += "\n## \(title)\n\n"
            for code in DiagnosticCode.all where code.number.hasPrefix(prefix) {
                text += "- [\(code.number) \(code.slug)](\(code.number).md): \(code.summary)\n"
            }
        }
        return text
    }
}
