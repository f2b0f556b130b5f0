import CarillonDiagnostics
import CarillonLanguage
import CarillonModel
import CarillonProfiles
import CarillonTesting
import Foundation
import Testing

/// Nothing that one can type makes a feature end the program.
struct RobustnessTests {
    /// `CARILLON_EDITS` makes more of them.
    private static let edits = Int(ProcessInfo.processInfo.environment["CARILLON_EDITS"] ?? "") ?? 40

    private static let pieces = [
        "\"", "{", "}", "[", "]", ":", ",", "\\", "\\u12", "\\ud83d", "{$", "{$count :", ".match", "{{", "}}", "|", "é",
        "😀",
        "\u{202E}م", "\n", "\r\n", "\t", "\0", "null", "-1e999", "\"a\": ", "/*", "$", "*", "\u{FEFF}",
        String(repeating: "[", count: 80),
    ]

    @Test(arguments: RealTenants.names.enumerated().map { ($0.offset, $0.element) })
    func `random edits and all questions after each`(seed: Int, name: String) throws {
        var random = SplitMix(seed: UInt64(seed + 1))
        let folder = try RealTenants.folder(name)
        let paths = folder.files.map(\.path)
        var edited = folder
        var snapshot = LanguageTenant.snapshot(of: folder)
        for round in 0..<Self.edits {
            if round % 20 == 0 { edited = folder }
            let path = try #require(paths.randomElement(using: &random))
            let index = try #require(edited.files.firstIndex { $0.path == path })
            var bytes = edited.files[index].content
            let start = Int.random(in: 0...bytes.count, using: &random)
            let end = min(
                bytes.count,
                start + (Bool.random(using: &random) ? 0 : Int.random(in: 0...40, using: &random))
            )
            let piece = try #require(Self.pieces.randomElement(using: &random))
            bytes.replaceSubrange(start..<end, with: piece.utf8)
            edited.files[index].content = bytes
            snapshot = LanguageTenant.snapshot(of: edited, after: snapshot)
            Self.ask(snapshot, path, around: start, bytes.count)
            // They were found along with what has changed, and are those that are found without.
            let anew = LanguageTenant.snapshot(of: edited)
            #expect(snapshot.names.places(in: path) == anew.names.places(in: path), "\(path), \(start), \(piece)")
        }
    }

    /// Asks everything; what matters is that it comes back.
    private static func ask(_ snapshot: TenantSnapshot, _ path: String, around start: Int, _ count: Int) {
        for offset in [0, start, start + 1, start - 1, count, count + 7, -3] {
            for item in snapshot.completions(at: offset, in: path) {
                #expect(item.range.lowerBound >= 0 && item.range.upperBound <= count)
            }
            if let hover = snapshot.hover(at: offset, in: path) { #expect(hover.range.upperBound <= count) }
            _ = snapshot.definitions(at: offset, in: path)
            _ = snapshot.highlights(at: offset, in: path)
            _ = try? snapshot.rename(at: offset, in: path, to: "other")
            _ = snapshot.surroundings(of: offset, in: path)
        }
        var end = 0
        for token in snapshot.tokens(of: path) {
            #expect(token.range.lowerBound >= end && token.range.upperBound <= count)
            end = token.range.upperBound
        }
        for hint in snapshot.hints(in: max(0, start - 2000)..<max(0, start - 2000) + 4000, of: path) {
            #expect(hint.offset <= count)
        }
        _ = snapshot.outline(of: path)
        _ = snapshot.foldings(of: path)
        _ = snapshot.formatting(of: path)
        let here = min(max(0, start), count)
        _ = snapshot.actions(in: here..<here, of: path)
        for diagnostic in snapshot.diagnostics {
            #expect(
                diagnostic.primary.span.range.upperBound
                    <= snapshot.sources[diagnostic.primary.span.source].content.count
            )
        }
    }

    @Test(arguments: ["", "\u{FEFF}", "\0", "[", "\"", "{\"messages\":", String(repeating: "{\"a\":", count: 5000)])
    func `a file of nothing much has no features and no crash`(text: String) {
        for path in ["profile.json", "events.json", "templates/en.json", "samples/order.shipped.json"] {
            Self.ask(LanguageTenant.shop.with(path, text).snapshot, path, around: 1, text.utf8.count)
        }
    }
}
