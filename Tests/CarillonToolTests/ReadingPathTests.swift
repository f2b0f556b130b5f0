import DocumentationTesting
import Foundation
import Testing

/// Whoever begins has little to read: `docs/README.md` promises it, for five kinds of readers.
struct ReadingPathTests {
    static let paths: [ReadingPath] = (try? ReadingPath.all()) ?? []

    @Test func `there is a path for each of five readers`() {
        #expect(Self.paths.map(\.reader) == ["author", "writer", "translator", "operator", "app developer"])
    }

    @Test(arguments: paths) func `a path is at most 3,000 words long`(path: ReadingPath) throws {
        #expect(!path.pages.isEmpty)
        let words = try path.pages.map { page in
            let text = try String(contentsOf: repository.appending(path: "docs/\(page)"), encoding: .utf8)
            return text.split(whereSeparator: \.isWhitespace).count
        }
        #expect(words.reduce(0, +) <= 3_000, "\(words)")
    }
}

/// A row of the table under "Begin here".
struct ReadingPath: CustomTestStringConvertible {
    let reader: String
    /// Below `docs`.
    let pages: [String]

    var testDescription: String { reader }

    static func all() throws -> [ReadingPath] {
        let text = try String(contentsOf: repository.appending(path: "docs/README.md"), encoding: .utf8)
        return text.split(separator: "\n").compactMap { line in
            guard let reader = line.firstMatch(of: /^\| an? \*\*(.+?)\*\*/) else { return nil }
            let pages = line.matches(of: /\]\((.+?)\)/).map { String($0.output.1) }
            return ReadingPath(reader: String(reader.output.1), pages: pages)
        }
    }
}
