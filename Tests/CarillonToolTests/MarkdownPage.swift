import Foundation

/// A page of the documentation, as far as tests read it: its fenced blocks.
struct MarkdownPage {
    /// Inside the repository.
    let path: String
    let blocks: [Block]

    struct Block {
        /// What stands behind the opening fence, such as `sh`.
        let language: String
        let text: String
        /// Counted from 1, of the opening fence.
        let line: Int
    }

    init(_ path: String) throws {
        self.path = path
        let text = try String(contentsOf: repository.appending(path: path), encoding: .utf8)
        var blocks: [Block] = []
        var open: (language: String, line: Int, lines: [Substring])?
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            if line.hasPrefix("```") {
                if let block = open {
                    let text = block.lines.map { $0 + "\n" }.joined()
                    blocks.append(Block(language: block.language, text: text, line: block.line))
                    open = nil
                } else {
                    open = (String(line.dropFirst(3)), index + 1, [])
                }
            } else {
                open?.lines.append(line)
            }
        }
        self.blocks = blocks
    }

    /// Every page that people read: the documentation, the README and those of the plugins.
    static func all() throws -> [MarkdownPage] {
        var paths = ["README.md"]
        for folder in ["docs", "Plugins"] {
            let files = FileManager.default.enumerator(atPath: repository.appending(path: folder).path)
            for case let file as String in files ?? .init() where file.hasSuffix(".md") {
                paths.append("\(folder)/\(file)")
            }
        }
        return try paths.sorted().map { try MarkdownPage($0) }
    }

    /// The blocks of shell that can be run here, each with the output that the page shows below it, nil where it shows
    /// none.
    ///
    /// Building the tool is left out: it stands on the path already.
    var commands: [(block: Block, shown: String?)] {
        blocks.indices.filter { blocks[$0].language == "sh" && !blocks[$0].text.contains("swift build") }.map { index in
            let next = blocks.indices.contains(index + 1) ? blocks[index + 1] : nil
            return (blocks[index], next?.language == "text" ? next?.text : nil)
        }
    }
}
