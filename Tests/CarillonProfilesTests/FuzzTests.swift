import CarillonDiagnostics
import CarillonPluginKit
import CarillonProfiles
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
            var random = SplitMix(state: UInt64(round) &* 0x9E37_79B9_7F4A_7C15)
            var folder = folders[random.next(below: folders.count)]
            for _ in 0...random.next(below: 3) {
                let index = random.next(below: folder.files.count)
                Self.damage(&folder.files[index].content, &random)
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

    /// Bytes changed, cut out, doubled, or replaced by what parsers stumble over.
    private static func damage(_ content: inout [UInt8], _ random: inout SplitMix) {
        guard !content.isEmpty else { return }
        let start = random.next(below: content.count)
        let end = min(content.count, start + 1 + random.next(below: 12))
        switch random.next(below: 5) {
        case 0: content[start] = UInt8(random.next(below: 256))
        case 1: content.removeSubrange(start..<end)
        case 2: content.insert(contentsOf: content[start..<end], at: start)
        case 3: content.replaceSubrange(start..<end, with: morsels[random.next(below: morsels.count)].utf8)
        default: content.swapAt(start, random.next(below: content.count))
        }
    }

    private static let morsels = [
        "{", "}", "[", "]", "\"", ",", ":", "null", "{}", "[]", "-1", "99999999999999999999", "true", "\\u0000",
        "\\ud800",
        "{{", "}}", "{$", ".match", "{#p}", "*", "\u{202E}", "é", "\u{0}", "$secret", "match", "when", "\"\"", "1e999",
        String(repeating: "[", count: 200),
    ]
}

/// A generator whose sequence is the same everywhere.
///
/// Source: Steele, Lea, Flood, "Fast splittable PRNGs", 2014.
struct SplitMix {
    var state: UInt64

    mutating func next(below limit: Int) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return Int((mixed ^ (mixed >> 31)) % UInt64(limit))
    }
}
