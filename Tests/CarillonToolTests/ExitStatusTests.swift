import ArgumentParser
import DocumentationTesting
import Foundation
import Testing

@testable import carillon

/// What the man pages say of statuses is what the commands end with: each status of each command is brought about.
struct ExitStatusTests {
    /// Lines of shell that bring a command's statuses about.
    private struct Ways {
        /// Status 0.
        let success: String
        /// Status 1.
        var found: String?
        /// Status 66.
        var input: String?
        /// What fails where nothing can be written, where that isn't the line for success once more.
        var full: String?
        /// Whether another program ends in its place.
        var isOther = false
    }

    private static let initialize = #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}"#
    private static let goodbye = [
        #"{"jsonrpc":"2.0","id":2,"method":"shutdown"}"#, #"{"jsonrpc":"2.0","method":"exit"}"#,
    ]

    private static func said(_ messages: [String]) -> String {
        "printf '" + messages.map { "Content-Length: \($0.utf8.count)\\r\\n\\r\\n\($0)" }.joined() + "'"
    }

    /// By command, in an order in which what one writes spoils nothing for the next.
    private static let ways: KeyValuePairs<String, Ways> = [
        "validate": Ways(
            success: "carillon validate",
            found: "carillon validate broken",
            input: "carillon validate nowhere"
        ),
        "baseline create": Ways(success: "carillon baseline create", input: "carillon baseline create nowhere"),
        "baseline prune": Ways(
            success: "carillon baseline prune",
            found: "cp tenants/.carillon-baseline.json broken && carillon baseline prune broken",
            input: "carillon baseline prune nowhere"
        ),
        "baseline show": Ways(success: "carillon baseline show", input: "carillon baseline show --file nowhere"),
        "render": Ways(
            success: "carillon render bakery account.welcome",
            found: "carillon render broken/bakery account.welcome",
            input: "carillon render nowhere account.welcome"
        ),
        "test": Ways(success: "carillon test", found: "carillon test broken", input: "carillon test nowhere"),
        "diff": Ways(
            success: "carillon diff tenants tenants",
            found: "carillon diff tenants broken",
            input: "carillon diff --base nothing"
        ),
        "dev": Ways(
            success: "{ carillon dev; echo $? > ended; } | head -n 1 > shown; exit $(cat ended)",
            input: "carillon dev nowhere"
        ),
        "lsp": Ways(
            success: said([initialize] + goodbye) + " | carillon lsp > answers",
            found: "carillon lsp < /dev/null",
            input: "carillon lsp --log nowhere/log < /dev/null"
        ),
        "new": Ways(
            success: "carillon new kiosk --directory others",
            found: "carillon new bakery",
            input: "carillon new kiosk --directory /dev/null/others",
            full: "carillon new kiosk --directory more"
        ),
        "generate": Ways(
            success: "carillon generate swift",
            found: "carillon generate swift --check --output elsewhere",
            input: "carillon generate swift --tenants nowhere",
            full: "carillon generate swift --output elsewhere"
        ),
        "add-locale": Ways(
            success: "carillon add-locale nb --tenant others/kiosk",
            found: "carillon add-locale nb --tenant broken/bakery",
            input: "carillon add-locale nb --tenant nowhere"
        ),
        "translations": Ways(
            success: "carillon translations",
            found: "carillon translations --tenant broken/bakery",
            input: "carillon translations --tenant nowhere"
        ),
        "contract import": Ways(
            success: "carillon contract import openapi.json",
            found: "carillon contract import edits.json",
            input: "carillon contract import nowhere"
        ),
        "schema": Ways(
            success: "carillon schema profile",
            found: "carillon schema bakery/account.welcome --tenants broken",
            input: "carillon schema nowhere/account.welcome"
        ),
        "explain": Ways(success: "carillon explain T0301"),
        "channels": Ways(success: "carillon channels expo"),
        "channel list": Ways(
            success: "carillon channel list",
            found: "mkdir -p bad && echo '{' > bad/sms.json && carillon channel list --channels bad",
            input: "carillon channel list --channels nowhere"
        ),
        "channel new": Ways(
            success: "carillon channel new acme-sms",
            found: "echo '{' > bad.json && carillon channel new acme-sms --from-openapi bad.json --operation x",
            input: "carillon channel new acme-sms --from-curl nowhere"
        ),
        "channel test": Ways(
            success: "carillon channel test gotify/channel.json",
            found: "echo '{' > bad.json && carillon channel test bad.json",
            input: "carillon channel test nowhere"
        ),
        "format": Ways(
            success: #"echo '{"id":1,"locale":"en","src":"x"}' | carillon format"#,
            found: "echo x | carillon format"
        ),
        "keys": Ways(
            success: "carillon keys",
            input: "cp $(command -v carillon) alone && PATH= ./alone keys",
            isOther: true
        ),
        "secrets": Ways(success: "carillon secrets", input: "PATH= ./alone secrets", isOther: true),
        "studio export": Ways(
            success: "carillon studio export dossier --locale ar",
            found: "carillon studio export broken/bakery --locale nb",
            input: "carillon studio export nowhere --locale nb"
        ),
        "studio import": Ways(
            success: "carillon studio export dossier --locale ar > ar.xlf && carillon studio import ar.xlf",
            found: """
                sed 's/<source>[^<]*</<source>Other</; s/<target>[^<]*</<target>Neu</' ar.xlf > old.xlf
                carillon studio import old.xlf
                """,
            input: "carillon studio import nowhere",
            full: "carillon studio import ar.xlf"
        ),
        "studio patch": Ways(
            success: "carillon studio patch edits.json",
            found: "sed 's/\"base\": \"/&Once /' edits.json > old.json && carillon studio patch old.json",
            input: "carillon studio patch nowhere"
        ),
        "studio apply": Ways(
            success: "carillon studio apply edits.json",
            found: "sed 's/A signal/Another/' old.json > other.json && carillon studio apply other.json",
            input: "carillon studio apply nowhere"
        ),
    ]

    private static let edits = """
        {
          "tenant": "dossier", "title": "A title",
          "edits": [
            { "locale": "en", "message": "signal.critical", "slot": "title",
              "base": "Critical Intelligence Signal", "new": "A signal" }
          ]
        }
        """

    @Test func `each status that a manual has is brought about, and no other`() throws {
        try BuiltTool.withFolder { folder in
            try Self.edits.write(to: folder.appending(path: "edits.json"), atomically: true, encoding: .utf8)
            try OldBackend.tram.write(to: folder.appending(path: "openapi.json"), atomically: true, encoding: .utf8)
            let here = repository.path(percentEncoded: false)
            try BuiltTool.run(
                """
                carillon new bakery && git init -q && git add . && git commit -q -m Begin
                cp -rL '\(here)/tenants/dossier' tenants/ && cp -r '\(here)/Plugins/Providers/gotify' .
                mkdir broken && cp -r tenants/bakery broken/ && echo '{' > broken/bakery/events.json
                echo '{' > broken/bakery/templates/en.json
                """,
                in: folder
            )
            for (command, ways) in Self.ways {
                let all = CommandManual.all.map { ($0.command.dropFirst().joined(separator: " "), $0.manual) }
                let manual = try #require(all.first { $0.0 == command }?.1)
                let statuses = Set(manual.statuses.map(\.status))
                var lines: [carillon.ExitStatus: String] = [:]
                lines[.foundErrors] = ways.found
                lines[.noInput] = ways.input
                if !ways.isOther {
                    lines[.success] = ways.success
                    lines[.wrongUsage] = "carillon \(command) --no-such-option"
                    if statuses.contains(.outputFailed) {
                        lines[.outputFailed] = "{ \(ways.full ?? ways.success); } > /dev/full"
                    }
                    #expect(Set(lines.keys) == statuses, "\(command)")
                }
                for (status, line) in lines.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
                    let result = try BuiltTool.shell(line, in: folder)
                    #expect(result.status == status.rawValue, "\(line): \(result)")
                }
            }
        }
    }

    @Test func `every command has a manual, ways to end, and examples that can be parsed`() throws {
        var leaves: [String] = []
        func visit(_ type: any ParsableCommand.Type, _ names: [String]) {
            guard type.configuration.shouldDisplay else { return }
            let names = names + [type.configuration.commandName ?? "\(type)".lowercased()]
            if type.configuration.subcommands.isEmpty {
                #expect(type is any ManualCommand.Type, "\(names)")
                leaves.append(names.dropFirst().joined(separator: " "))
            }
            for below in type.configuration.subcommands { visit(below, names) }
        }
        visit(Carillon.self, [])
        #expect(Set(leaves) == Set(Self.ways.map(\.key)))
        for (command, manual) in CommandManual.all {
            for example in manual.examples {
                let line = example.name.split(separator: " ").prefix { $0 != "<" }.map(String.init)
                #expect(line.starts(with: command))
                #expect(throws: Never.self, "\(example.name)") { _ = try Carillon.parseAsRoot(Array(line.dropFirst())) }
            }
        }
    }

    @Test func `the reference has the statuses, and manuals the variables that are read`() throws {
        let page = try String(contentsOf: repository.appending(path: "docs/reference/cli.md"), encoding: .utf8)
        let section = try #require(page.firstMatch(of: #/\n## Exit status\n([\s\S]*?)\n## /#)?.1)
        let rows = section.matches(of: #/\n\| (\d+) \| /#).compactMap { Int32($0.1) }
        #expect(rows == carillon.ExitStatus.allCases.map(\.rawValue))
        let entries = CommandManual.all.flatMap(\.manual.environment)
        let known = entries.flatMap { $0.name.split(separator: ", ").map(String.init) }
        let sources = repository.appending(path: "Sources/carillon")
        let files = FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)
        var count = 0
        while let file = files?.nextObject() as? URL {
            guard file.pathExtension == "swift" else { continue }
            let text = try String(contentsOf: file, encoding: .utf8)
            for match in text.matches(of: #/\b(?:variable|environment|isSet|isForced)\("(\w+)"\)/#) {
                #expect(known.contains(String(match.1)), "\(match.1) of \(file.lastPathComponent)")
                count += 1
            }
        }
        #expect(count > 10)
    }
}
