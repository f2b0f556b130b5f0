import Foundation
import Testing

/// The map of the code leads to what is there.
struct CodeMapTests {
    @Test func `every folder and file that the code map names is there`() throws {
        let map = try String(contentsOf: repository.appending(path: "docs/explanation/code-map.md"), encoding: .utf8)
        let paths = Self.paths(in: map)
        #expect(paths.count > 40)
        #expect(paths.filter { !Self.exists($0) } == [])
    }

    @Test func `a planted path that leads nowhere is found`() {
        let row = "| planted | `Planted` in `CarillonHost/Planted` and `CarillonHost/Alerts` | `Tests/Planted` |"
        let paths = Self.paths(in: row)
        #expect(paths.filter { !Self.exists($0) } == ["CarillonHost/Planted", "Tests/Planted"])
        #expect(paths.count == 3)
    }

    /// What is in backquotes and has a slash.
    private static func paths(in map: String) -> [String] {
        map.matches(of: #/`(\w[\w.+\-]*(?:\/[\w.+\-]+)+)`/#).map { String($0.1) }
    }

    /// Whether a folder, a page or a Swift file, below the repository or `Sources`, has this path.
    private static func exists(_ path: String) -> Bool {
        ["\(path)", "Sources/\(path)", "Sources/\(path).swift"].contains {
            FileManager.default.fileExists(atPath: repository.appending(path: $0).path)
        }
    }
}
