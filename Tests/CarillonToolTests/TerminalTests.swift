import DocumentationTesting
import Foundation
import Testing

@testable import carillon

/// What is shown to people, and what to programs.
struct TerminalTests {
    private static let kitty = ["TERM": "xterm-kitty"]

    @Test(
        arguments: [
            ([:], false, false), (["CI": "true"], false, false), (["TERM": "dumb"], false, false),
            (["NO_COLOR": "1"], false, false), (["NO_COLOR": ""], true, true), (["CLICOLOR": "0"], false, false),
            (["FORCE_COLOR": "1", "CI": "true"], true, false), (["CLICOLOR_FORCE": "1", "TERM": "dumb"], true, false),
            (["FORCE_COLOR": "0"], false, false), (["FORCE_COLOR": "1", "NO_COLOR": "1"], false, false),
        ] as [([String: String], Bool, Bool)]
    )
    func `colours and links follow the terminal and what users wish`(
        variables: [String: String],
        color: Bool,
        links: Bool
    ) {
        // Without a variable it is a plain terminal, which has both.
        let all = variables.isEmpty ? [:] : Self.kitty.merging(variables) { $1 }
        let seen = Terminal(isTerminal: !variables.isEmpty, columns: nil) { all[$0] }
        #expect(seen.showsColor == color && seen.showsLinks == links)
    }

    @Test func `a pipe is plain unless colours are forced, and never has links`() {
        let plain = Terminal(isTerminal: false, columns: 200) { Self.kitty[$0] }
        #expect(!plain.showsColor && !plain.showsLinks && plain.width == 80)
        let forced = Terminal(isTerminal: false, columns: nil) { ["FORCE_COLOR": "1", "TERM": "xterm-kitty"][$0] }
        #expect(forced.showsColor && !forced.showsLinks)
    }

    @Test(arguments: [
        (["TERM": "xterm-256color"], false), (["VTE_VERSION": "4800"], false), (["VTE_VERSION": "7200"], true),
        (["TERM_PROGRAM": "vscode"], true), (["TERM_PROGRAM": "Apple_Terminal"], false),
        (["FORCE_HYPERLINK": "1"], true), (["TERM": "foot", "FORCE_HYPERLINK": "0"], false), (["TERM": "foot"], true),
    ])
    func `only terminals that are known to take links get them`(variables: [String: String], links: Bool) {
        #expect(Terminal(isTerminal: true, columns: nil) { variables[$0] }.showsLinks == links)
    }

    @Test(arguments: [(10, 20), (26, 26), (72, 72), (300, 120)])
    func `lines are as wide as the terminal, within reason`(columns: Int, width: Int) {
        #expect(Terminal(isTerminal: true, columns: columns) { _ in nil }.width == width)
        #expect(Terminal(isTerminal: true, columns: nil) { $0 == "COLUMNS" ? "\(columns)" : nil }.width == width)
    }

    @Test(
        .enabled("Python 3 is there") {
            try BuiltTool.withFolder { try BuiltTool.shell("python3 -c 0", in: $0).status == 0 }
        }
    )
    func `in a real terminal there are colours, its width, and links to pages`() throws {
        try BuiltTool.withFolder { folder in
            #expect(try BuiltTool.shell("carillon new bakery && rm tenants/bakery/samples/*", in: folder).status == 0)
            let wide = try TerminalWindow(columns: 110, variables: "").text(of: "carillon validate", in: folder)
            #expect(wide.output.contains("\u{1B}[1;33mwarning\u{1B}[0m"))
            #expect(!wide.output.contains("\u{1B}]8;;"))
            let lines = wide.output.replacing(/\u{1B}\[[0-9;]*m/, with: "").split(separator: "\n")
            #expect(lines.contains { $0.hasPrefix("   = help: ") && $0.count > 80 && $0.count <= 110 })
            let narrow = try TerminalWindow(columns: 50, variables: "").text(of: "carillon validate", in: folder)
            let details = narrow.output.split(separator: "\n").filter { $0.hasPrefix("   = ") || $0.hasPrefix("     ") }
            #expect(!details.isEmpty && details.allSatisfy { $0.count <= 50 })
            let pages = "FORCE_HYPERLINK=1 CARILLON_PAGES=https://docs.acme.example/d/"
            let linked = try TerminalWindow(columns: 110, variables: pages).text(of: "carillon validate", in: folder)
            let link = "[\u{1B}]8;;https://docs.acme.example/d/T0904.md\u{1B}\\T0904 missing-sample\u{1B}]8;;\u{1B}\\]"
            #expect(linked.output.contains(link))
            for variables in ["NO_COLOR=1", "CI=true", "TERM=dumb"] {
                let window = TerminalWindow(columns: 110, variables: variables)
                let plain = try window.text(of: "carillon validate", in: folder)
                #expect(!plain.output.contains("\u{1B}"), "\(variables)")
            }
            let piped = try TerminalWindow(columns: 110, variables: "").text(of: "carillon validate | cat", in: folder)
            #expect(!piped.output.contains("\u{1B}") && piped.output.contains("T0904"))
        }
    }

    @Test(
        .enabled("Python 3 is there") {
            try BuiltTool.withFolder { try BuiltTool.shell("python3 -c 0", in: $0).status == 0 }
        }
    )
    func `render, test and diff have colours, too`() throws {
        try BuiltTool.withFolder { folder in
            let begun = try BuiltTool.shell(
                """
                carillon new bakery && cp -r tenants/bakery old && mkdir new && cp -r tenants/bakery new/bakery
                sed -i 's/is ready/is open/' new/bakery/templates/en.json && mkdir o && mv old o/bakery
                """,
                in: folder
            )
            #expect(begun.status == 0)
            let window = TerminalWindow(columns: 100, variables: "")
            let diff = try window.text(of: "carillon diff o/bakery new/bakery", in: folder)
            #expect(diff.output.contains("\u{1B}[31m- ") && diff.output.contains("\u{1B}[32m+ "), "\(diff.errors)")
            let test = try window.text(of: "carillon test new/bakery", in: folder)
            #expect(
                test.status == 1 && test.output.contains("\u{1B}[31m- ") && test.output.contains("\u{1B}[31m1 sample")
            )
            let render = try window.text(of: "carillon render tenants/bakery account.welcome", in: folder)
            #expect(render.output.contains("\u{1B}[1men · "))
            for command in ["diff o/bakery new/bakery", "test new/bakery", "render tenants/bakery account.welcome"] {
                let plain = try BuiltTool.shell("carillon \(command)", in: folder)
                #expect(!plain.output.contains("\u{1B}") && !plain.output.isEmpty)
                let forced = try BuiltTool.shell("FORCE_COLOR=1 carillon \(command)", in: folder)
                #expect(forced.output.replacing(/\u{1B}\[[0-9;]*m/, with: "") == plain.output)
            }
        }
    }
}
