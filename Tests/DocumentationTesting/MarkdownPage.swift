import Foundation

/// A page of the documentation, as far as tests read it: its fenced blocks, and the prose between them.
package struct MarkdownPage: Sendable {
    /// Inside the repository.
    package let path: String
    package private(set) var blocks: [Block]
    /// What stands outside of the blocks.
    package let prose: String

    package struct Block: Sendable {
        /// What stands behind the opening fence, such as `sh`.
        package let language: String
        package let text: String
        /// Counted from 1, of the opening fence.
        package let line: Int
    }

    package init(_ path: String) throws {
        self.path = path
        let text = try String(contentsOf: repository.appending(path: path), encoding: .utf8)
        var blocks: [Block] = []
        var prose: [Substring] = []
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
            } else if open == nil {
                prose.append(line)
            } else {
                open?.lines.append(line)
            }
        }
        self.blocks = blocks
        self.prose = prose.joined(separator: "\n")
    }

    /// The page with other texts in its blocks, such as ports that are free on this machine.
    package func replacing(_ texts: [(String, with: String)]) -> MarkdownPage {
        var page = self
        page.blocks = blocks.map { block in
            let text = texts.reduce(block.text) { $0.replacing($1.0, with: $1.with) }
            return Block(language: block.language, text: text, line: block.line)
        }
        return page
    }

    /// The page without some of its blocks, such as those for which this machine has no program.
    package func leavingOut(_ isLeftOut: (Block) -> Bool) -> MarkdownPage {
        var page = self
        page.blocks.removeAll(where: isLeftOut)
        return page
    }

    /// Every page that people read: the documentation, the README and those of the plugins.
    package static func all() throws -> [MarkdownPage] {
        var paths = ["README.md"]
        for folder in ["docs", "Plugins"] {
            let files = FileManager.default.enumerator(atPath: repository.appending(path: folder).path)
            for case let file as String in files ?? .init() where file.hasSuffix(".md") {
                paths.append("\(folder)/\(file)")
            }
        }
        return try paths.sorted().map { try MarkdownPage($0) }
    }

    /// What a page tells its reader to do.
    package enum Step: Sendable {
        /// To type what the block holds, and to see what the page shows below it, nil where it shows nothing.
        case command(Block, shown: String?)
        /// To change lines of a file.
        case edit(PageEdit)
    }

    /// The steps in their order.
    ///
    /// Building the tool is left out: it stands on the path already.
    package var steps: [Step] {
        blocks.indices.compactMap { index in
            let block = blocks[index]
            if block.language == "diff" { return PageEdit(block).map(Step.edit) }
            guard block.language == "sh", !block.text.contains("swift build") else { return nil }
            let next = blocks.indices.contains(index + 1) ? blocks[index + 1] : nil
            return .command(block, shown: next?.language == "text" ? next?.text : nil)
        }
    }

    /// The blocks of shell among the steps.
    package var commands: [(block: Block, shown: String?)] {
        steps.compactMap { step in
            if case .command(let block, let shown) = step { (block, shown) } else { nil }
        }
    }
}
