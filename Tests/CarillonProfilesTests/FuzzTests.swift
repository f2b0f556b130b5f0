import CarillonDiagnostics
import CarillonPluginKit
import CarillonProfiles
import CarillonTesting
import Foundation
import Testing

/// Damaged folders: whatever stands in the files, the validator ends, and every place it names lies in its file.
///
/// The seeds are the fixtures. `CARILLON_FUZZ=20000` runs longer; a failure names the seed that repeats it.
struct FuzzTests {
    private static let rounds = ProcessInfo.processInfo.environment["CARILLON_FUZZ"].flatMap { Int($0) } ?? 150

    @Test func `no damage to a folder breaks the validator`() throws {
        let folders = try Fixture.all.map { try $0.read() }
        for round in 0..<Self.rounds {
            var random = SplitMix(seed: UInt64(round) &* 0x9E37_79B9_7F4A_7C15)
            var folder = folders[random.next(below: folders.count)]
            for _ in 0...random.next(below: 3) {
                let index = random.next(below: folder.files.count)
                Damage.change(&folder.files[index].content, with: Self.morsels, &random)
            }
            check(folder, round: round)
        }
    }

    private func check(_ folder: TenantFolder, round: Int) {
        var sources = SourceSet()
        let (profile, diagnostics) = ProfileLoader(registry: TestChannels.registry).load(folder, into: &sources)
        let isInside = diagnostics.allSatisfy { diagnostic in
            ([diagnostic.primary] + diagnostic.related).allSatisfy {
                $0.span.range.upperBound <= sources[$0.span.source].content.count
            }
        }
        #expect(isInside, "round \(round)")
        #expect((profile == nil) == diagnostics.contains { $0.severity == .error }, "round \(round)")
        let report = DiagnosticReport(sources: sources, diagnostics: diagnostics, subjects: [folder.path])
        let lines = TextRenderer(isColored: false).render(report)
        #expect(!lines.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" }, "round \(round)")
    }

    private static let morsels = [
        "{", "}", "[", "]", "\"", ",", ":", "null", "{}", "[]", "-1", "99999999999999999999", "true", "\\u0000",
        "\\ud800",
        "{{", "}}", "{$", ".match", "{#p}", "*", "\u{202E}", "é", "\u{0}", "$secret", "match", "when", "\"\"", "1e999",
        String(repeating: "[", count: 200),
    ]
}
