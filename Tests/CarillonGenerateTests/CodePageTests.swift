import DocumentationTesting
import Foundation
import Testing

@testable import CarillonGenerate

/// What the page about generated code says is in the code.
struct CodePageTests {
    private static let page = "docs/reference/generated-code.md"

    /// Tables below a heading, a list of cells for each row, heads and rulers left out.
    private static func rows(below heading: String) throws -> [[String]] {
        let parts = try MarkdownPage(page).prose.components(separatedBy: "\n## ")
        let part = try #require(parts.first { $0.hasPrefix(heading + "\n") })
        let rows = part.split(separator: "\n").filter { $0.hasPrefix("| ") }
        return rows.map { row in row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) } }
    }

    private static func spans(_ cell: String) -> [String] {
        cell.matches(of: #/`([^`]+)`/#).map { String($0.output.1) }
    }

    @Test func `names in files become the names of the page`() throws {
        let rows = try Self.rows(below: "Names").dropFirst()
        #expect(rows.count >= 5)
        for row in rows {
            let names = row.flatMap(Self.spans)
            try #require(names.count == 3, "\(row)")
            #expect(Identifier.type(names[0]) == names[1])
            #expect(Identifier.value(names[0]) == names[2])
        }
    }

    @Test func `the page lists the files that are written`() throws {
        let written = EmbeddedRuntime.all.map(\.name)
        let listed = try Self.rows(below: "Files").flatMap { $0.flatMap(Self.spans) }
        for name in written { #expect(listed.contains(name), "\(name)") }
        for name in listed where !name.lowercased().hasPrefix("escrow") && name.contains(".") {
            #expect(written.contains(name), "\(name)")
        }
    }

    @Test(arguments: ["Events, for services", "The app file", "The endpoints file"])
    func `each name of the page is in the code of its language`(heading: String) throws {
        let rows = try Self.rows(below: heading).dropFirst()
        #expect(rows.count >= 6)
        let column = [TargetLanguage.swift: 1, .typescript: 2, .kotlin: 3]
        for (language, index) in column {
            let known = try Self.names(in: language)
            for row in rows where row.count > index {
                for name in Self.spans(row[index]).flatMap({ Self.identifiers(in: $0) }) {
                    #expect(known.contains(name), "\(language): \(name)")
                }
            }
        }
    }

    private static func identifiers(in text: String) -> [Substring] {
        text.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
    }

    /// All identifiers of what is written in a language, and of what it is written beside.
    private static func names(in language: TargetLanguage) throws -> Set<Substring> {
        let tests = repository.appending(path: "Tests/CarillonGenerateTests")
        let sources = repository.appending(path: "Sources")
        let (folders, ending) =
            switch language {
            case .swift:
                (
                    [
                        tests.appending(path: "Apps"), tests.appending(path: "Golden/swift"),
                        sources.appending(path: "CarillonClient"), sources.appending(path: "CarillonGenerate/Runtimes"),
                    ], "swift"
                )
            case .typescript:
                (
                    [
                        tests.appending(path: "Golden/typescript"), sources.appending(path: "CarillonClient/Runtimes"),
                        sources.appending(path: "CarillonGenerate/Runtimes"),
                    ], "ts"
                )
            case .kotlin:
                (
                    [
                        tests.appending(path: "Golden/kotlin"), sources.appending(path: "CarillonClient/Runtimes"),
                        sources.appending(path: "CarillonGenerate/Runtimes"),
                    ], "kt"
                )
            }
        var names = Set<Substring>()
        for folder in folders {
            for case let file as URL in FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
                ?? .init()
            where file.pathExtension == ending {
                names.formUnion(identifiers(in: try String(contentsOf: file, encoding: .utf8)))
            }
        }
        return names
    }
}
