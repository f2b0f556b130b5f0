import DocumentationTesting
import Foundation
import Testing

/// Links between pages lead somewhere, and those with a `#` to a heading that is there.
struct LinkTests {
    static let pages = (try? MarkdownPage.all()) ?? []

    @Test(arguments: pages) func `links of a page lead somewhere`(page: MarkdownPage) {
        let folder = URL(filePath: page.path, directoryHint: .notDirectory, relativeTo: repository)
            .deletingLastPathComponent()
        for link in page.links where !link.contains(":") {
            let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let target = parts[0].isEmpty ? page.path : Self.path(parts[0], in: folder)
            let isThere = FileManager.default.fileExists(atPath: repository.appending(path: target).path)
            #expect(isThere, "\(page.path): \(link)")
            guard parts.count == 2, let other = Self.pages.first(where: { $0.path == target }) else { continue }
            #expect(other.anchors.contains(parts[1]), "\(page.path): \(link)")
        }
    }

    /// Below the repository, without `..`.
    private static func path(_ link: String, in folder: URL) -> String {
        let whole = folder.appending(path: link).standardizedFileURL.path(percentEncoded: false)
        return String(whole.dropFirst(repository.standardizedFileURL.path(percentEncoded: false).count))
    }
}

extension MarkdownPage: CustomTestStringConvertible {
    var testDescription: String { path }

    /// Where the links outside of fenced blocks lead.
    fileprivate var links: [String] {
        prose.matches(of: /\]\(([^)\s]+)\)/).map { String($0.output.1) }
    }

    /// The headings, as GitHub names them in a link: small letters, digits, `-` for each blank, nothing else.
    fileprivate var anchors: Set<String> {
        Set(
            prose.split(separator: "\n").filter { $0.hasPrefix("#") }.map { line in
                line.replacing(/&(lt|gt|amp);/, with: "").drop { $0 == "#" }.drop { $0 == " " }.lowercased()
                    .filter { $0.isLetter || $0.isNumber || $0 == " " || $0 == "-" || $0 == "_" }
                    .replacing(" ", with: "-")
            }
        )
    }
}
