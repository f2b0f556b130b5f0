package import Foundation

/// A change that a page asks for: a block `diff` of one file, `--- PATH`, with the lines to take out (`-`) and what comes
/// in their place (`+`).
package struct PageEdit: Sendable {
    /// Below the folder that the page works in.
    package let path: String
    package let before: String
    package let after: String
    /// Where the page asks for it.
    package let line: Int

    /// Nil where the block doesn't name its file.
    package init?(_ block: MarkdownPage.Block) {
        let lines = block.text.split(separator: "\n")
        guard let head = lines.first, head.hasPrefix("--- ") else { return nil }
        path = String(head.dropFirst(4))
        func text(_ sign: String) -> String {
            lines.dropFirst().filter { $0.hasPrefix(sign) }.map { $0.dropFirst() + "\n" }.joined()
        }
        (before, after) = (text("-"), text("+"))
        line = block.line
    }

    /// Changes the file; false where it doesn't hold the lines once.
    package func apply(in folder: URL) throws -> Bool {
        let file = folder.appending(path: path)
        let text = try String(contentsOf: file, encoding: .utf8)
        let parts = text.components(separatedBy: before)
        guard !before.isEmpty, parts.count == 2 else { return false }
        try parts.joined(separator: after).write(to: file, atomically: true, encoding: .utf8)
        return true
    }
}
