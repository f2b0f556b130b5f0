package import Foundation
import Testing

extension MarkdownPage {
    /// Takes a page's steps in order; with `CARILLON_RECORD=1` what comes is written into the page, and the run fails.
    package func follow(in folder: URL) throws {
        for step in steps {
            switch step {
            case .edit(let edit):
                #expect(try edit.apply(in: folder), "\(path):\(edit.line): \(edit.path) has other lines")
            case .command(let block, let shown):
                let result = try BuiltTool.shell(block.text, in: folder)
                #expect(result.errors == "", "\(path):\(block.line)")
                #expect(result.status <= 1, "\(path):\(block.line)")
                if let shown, result.output != shown { try compare(result.output, with: shown, below: block) }
            }
        }
    }

    private func compare(_ output: String, with shown: String, below block: Block) throws {
        guard ProcessInfo.processInfo.environment["CARILLON_RECORD"] != nil else {
            #expect(output == shown, "\(path):\(block.line)")
            return
        }
        let file = repository.appending(path: path)
        var text = try String(contentsOf: file, encoding: .utf8)
        let place = text.firstRange(of: block.text).flatMap { command in
            text[command.upperBound...].firstRange(of: "```text\n" + shown)
        }
        text.replaceSubrange(try #require(place), with: "```text\n" + output)
        try text.write(to: file, atomically: true, encoding: .utf8)
        Issue.record("recorded \(path):\(block.line)")
    }
}
