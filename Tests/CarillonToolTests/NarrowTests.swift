import CarillonDiagnostics
import DocumentationTesting
import Foundation
import Testing

@testable import carillon

/// What is shown in narrow windows, with letters of every width.
struct NarrowTests {
    private static let title = "東京の注文が確定しました🎉ありがとうございます من فضلك تحقق من طلبك الآن 👩‍👩‍👧 café"

    /// Without colours and links.
    private static func plain(_ text: String) -> [String] {
        text.replacing(#/\x1B\[[0-9;?]*[A-Za-z]|\x1B\]8;[^\x1B]*\x1B\\/#, with: "")
            .split(separator: "\n").map(String.init)
    }

    /// A word that is wider than the window can only be broken by the terminal; whatever else is on its line must fit.
    private static func fits(_ line: String, _ columns: Int) -> Bool {
        let parts = line.split(separator: " ")
        let longest = parts.map { DisplayWidth.columns(of: $0) }.max() ?? 0
        // A word may stand behind a mark such as `+`, or a label.
        return DisplayWidth.columns(of: line) <= columns || parts.count == 1
            || longest > columns - 8 && parts.count == 2
    }

    @Test(
        .enabled("Python 3 is there") {
            try BuiltTool.withFolder { try BuiltTool.shell("python3 -c 0", in: $0).status == 0 }
        },
        arguments: [20, 27, 40]
    )
    func `what is printed for people fits, by the columns that letters take`(columns: Int) throws {
        try BuiltTool.withFolder { folder in
            try BuiltTool.run("carillon new bakery && cp -r tenants old", in: folder)
            let file = folder.appending(path: "tenants/bakery/templates/en.json")
            let text = try String(contentsOf: file, encoding: .utf8)
            try text.replacing(#/"title": "[^"]*"/#, with: "\"title\": \"\(Self.title)\"")
                .write(to: file, atomically: true, encoding: .utf8)
            let window = TerminalWindow(columns: columns)
            var outputs = [
                try window.text(of: "carillon render bakery account.welcome", in: folder),
                try window.text(of: "carillon diff old tenants", in: folder),
                try window.text(of: "carillon test", in: folder),
            ]
            for output in outputs { #expect(output.output.contains("東京"), "\(output)") }
            try text.replacing(#/"title": "[^"]*"/#, with: "\"title\": \"\(Self.title) {$nobody} \(Self.title)\"")
                .write(to: file, atomically: true, encoding: .utf8)
            outputs.append(try window.text(of: "carillon validate", in: folder))
            #expect(outputs[3].status == 1)
            for output in outputs {
                let lines = Self.plain(output.output)
                #expect(lines.count > 3)
                for line in lines { #expect(Self.fits(line, columns), "\(DisplayWidth.columns(of: line)): \(line)") }
            }
            // The marks stand below what they mark.
            let lines = Self.plain(outputs[3].output)
            let marks = try #require(lines.firstIndex { $0.contains("^^") })
            let indent = DisplayWidth.columns(of: lines[marks].prefix { $0 != "^" })
            let before = lines[marks - 1].firstRange(of: "$nob").map { lines[marks - 1][..<$0.lowerBound] }
            #expect(before.map { DisplayWidth.columns(of: $0) } == indent)
        }
    }

    @Test(
        .enabled("Python 3 is there") {
            try BuiltTool.withFolder { try BuiltTool.shell("python3 -c 0", in: $0).status == 0 }
        }
    )
    func `a value of data that goes on is indented below its name`() throws {
        try BuiltTool.withFolder { folder in
            let window = TerminalWindow(columns: 30)
            let command = "carillon render \(tenantsFolder)/escrow escrow.funded"
            let lines = Self.plain(try window.text(of: command, in: folder).output)
            let first = try #require(lines.firstIndex(of: "  data"), "\(lines)")
            let values = lines[(first + 1)...].prefix { $0.hasPrefix("    ") }
            #expect(values.contains { $0.hasPrefix("      ") }, "\(values)")
            for line in values { #expect(line.hasPrefix("      ") || line.contains(/^    [A-Za-z_.]+: ?/), "\(line)") }
        }
    }

    @Test(arguments: [
        ("", 0), ("abc", 3), ("東京", 4), ("한국", 4), ("👩‍👩‍👧", 2), ("🇳🇴", 2), ("❤️", 2), ("✅", 2), ("é", 1), ("e\u{301}", 1),
        ("مرحبا", 5),
        ("\u{2068}Ada\u{2069}", 3), ("क्षि", 3), ("｡", 1), ("\t", 0), ("（", 2),
    ])
    func `letters take the columns that terminals give them`(text: String, columns: Int) {
        #expect(DisplayWidth.columns(of: text) == columns)
    }

    @Test func `words of East Asia are broken anywhere, others at blanks, and a path only by the terminal`() {
        #expect(Columns.lines(of: "東京東京東京", limit: 8) == ["東京東京", "東京"])
        #expect(Columns.lines(of: "see 東京東京東京 now", limit: 8) == ["see", "東京東京", "東京 now"])
        #expect(Columns.lines(of: "one two three", limit: 8) == ["one two", "three"])
        let path = "tenants/bakery/templates/en.json:7:3:"
        #expect(Columns.folded("\(path) error: no", limit: 20, breaksWords: false) == [path, "    error: no"])
        #expect(Columns.folded("   = \(path)", limit: 20, breaksWords: false) == ["   =", "    \(path)"])
        #expect(Columns.folded("東京東京東京", limit: 8, breaksWords: false) == ["東京東京", "    東京"])
        #expect(Columns.folded("abcdefghijkl", limit: 8) == ["abcdefgh", "    ijkl"])
        #expect(Columns.folded("abcdefgh ", limit: 8) == ["abcdefgh"])
        #expect(Columns.folded("", limit: 8, breaksWords: false) == [""])
    }
}
