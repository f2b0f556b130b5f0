import CarillonDiagnostics
import CarillonLanguage
import CarillonModel
import CarillonPipeline
import CarillonProfiles
import CarillonStandard
import CarillonTesting
import Foundation
import Testing

/// What an editor is told is what `carillon validate` says: at first, after each edit, and when all is undone.
struct EqualityTests {
    /// `CARILLON_EDITS` makes more of them.
    private static let edits = Int(ProcessInfo.processInfo.environment["CARILLON_EDITS"] ?? "")

    private static let fixtures = RealTenants.root.appending(path: "Tests/CarillonProfilesTests")
    static let names =
        ((try? FileManager.default.contentsOfDirectory(atPath: fixtures.appending(path: "Fixtures").path)) ?? [])
        .sorted()

    /// What `carillon validate --format json` prints of a folder.
    private static func validated(_ folder: TenantFolder) -> String {
        var sources = SourceSet()
        let found = LanguageTenant.loader.load(folder, into: &sources).diagnostics
        return report(found, sources, folder)
    }

    private static func report(_ found: [Diagnostic], _ sources: SourceSet, _ folder: TenantFolder) -> String {
        JSONRenderer().render(DiagnosticReport(sources: sources, diagnostics: found, subjects: [folder.path]))
    }

    private static func shown(_ snapshot: TenantSnapshot) -> String {
        report(snapshot.diagnostics, snapshot.sources, snapshot.folder)
    }

    /// A fixture of a code over its base, as `FixtureTests` reads it.
    static func fixture(_ name: String) throws -> TenantFolder {
        let path = fixtures.appending(path: "Fixtures/\(name)")
        let own = path.appending(path: "shop").path
        var folder = TenantFolder(name: "shop", path: "shop")
        if FileManager.default.fileExists(atPath: own) { folder = try TenantFolder.read(own) }
        let hasChannel = folder.files.contains { $0.path.hasPrefix("channels/") }
        let base = fixtures.appending(path: "FixtureBases/\(hasChannel ? "channel" : "plain")").path
        let list = try? String(contentsOf: path.appending(path: "without.txt"), encoding: .utf8)
        let left = (list ?? "").split(separator: "\n").map(String.init)
        folder.files += try TenantFolder.read(base).files.filter { file in
            !left.contains(file.path) && folder.file(file.path) == nil
        }
        folder.files.sort { $0.path < $1.path }
        folder.path = "shop"
        return folder
    }

    /// Takes a folder through random edits, each told as an editor tells it, and through their undoing.
    private static func edit(_ folder: TenantFolder, _ rounds: Int, seed: UInt64) throws {
        var random = SplitMix(seed: seed)
        var edited = folder
        var snapshot = LanguageTenant.snapshot(of: folder)
        #expect(shown(snapshot) == validated(folder))
        var undone: [(index: Int, change: TextChange)] = []
        func apply(_ change: TextChange, _ index: Int) {
            edited.files[index].content = TextChange.applying([change], to: edited.files[index].content, .utf8)
            snapshot = LanguageTenant.snapshot(of: edited, after: snapshot)
        }
        let texts = folder.files.indices.filter {
            !folder.files[$0].content.isEmpty && String(validating: folder.files[$0].content, as: UTF8.self) != nil
        }
        guard !texts.isEmpty else { return }
        for _ in 0..<rounds {
            let index = try #require(texts.randomElement(using: &random))
            let bytes = edited.files[index].content
            let lines = TextLines(bytes)
            let place = Int.random(in: 0...bytes.count, using: &random)
            let start = lines.position(of: place, .utf8)
            let end = lines.position(of: min(bytes.count, place + Int.random(in: 0...12, using: &random)), .utf8)
            let old = bytes[lines.offset(of: start, .utf8)..<lines.offset(of: end, .utf8)]
            let piece = try #require(pieces.randomElement(using: &random))
            apply(TextChange(range: start..<end, text: piece), index)
            #expect(shown(snapshot) == validated(edited))
            let back = TextLines(edited.files[index].content).position(
                of: lines.offset(of: start, .utf8) + piece.utf8.count,
                .utf8
            )
            undone.append((index, TextChange(range: start..<back, text: String(decoding: old, as: UTF8.self))))
        }
        for (index, change) in undone.reversed() { apply(change, index) }
        #expect(edited.files.map(\.content) == folder.files.map(\.content))
        #expect(shown(snapshot) == validated(folder))
    }

    private static let pieces = ["", "", "\"", "}", ",", "x", "{$", "é", "\n", "\"a\": 1,", "*", "few"]

    @Test(arguments: names) func `a fixture has the same diagnostics, edited and undone, too`(name: String) throws {
        let folder = try Self.fixture(name)
        #expect(!LanguageTenant.loader.inspect(folder).diagnostics.isEmpty)
        try Self.edit(folder, Self.edits ?? 1, seed: UInt64(name.dropFirst().prefix(4)) ?? 0)
    }

    @Test func `there is a fixture for nearly every code`() { #expect(Self.names.count > 150) }

    @Test(arguments: RealTenants.names) func `a tenant read by validate has the same diagnostics`(name: String) throws {
        let folder = try RealTenants.folder(name)
        let read = try LanguageTenant.loader.load([folder.path]).report
        // What is allowed with a reason is shown by neither.
        #expect(Self.shown(LanguageTenant.snapshot(of: folder)) == Self.report(read.diagnostics, read.sources, folder))
        try Self.edit(folder, Self.edits ?? 6, seed: UInt64(name.utf8.count))
    }
}
