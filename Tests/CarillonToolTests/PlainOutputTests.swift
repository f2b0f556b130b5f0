import DocumentationTesting
import Foundation
import Testing

/// What `carillon` prints where no terminal is, and what it can't name.
struct PlainOutputTests {
    /// As docs/reference/cli.md says, under "Output for people".
    @Test(arguments: ["", "CI=1 ", "TERM=dumb "])
    func `prose has 80 columns, what is searched for is whole, and quoted lines are cut`(variables: String) throws {
        try BuiltTool.withFolder { folder in
            let filler = String(repeating: "so many words ", count: 20)
            try BuiltTool.run("carillon new bakery", in: folder)
            let file = folder.appending(path: "tenants/bakery/templates/en.json")
            let text = try String(contentsOf: file, encoding: .utf8)
            try text.replacing("is ready", with: "\(filler){$nobodyThatHasALongNameForTheLineOfItsFinding} \(filler)")
                .write(to: file, atomically: true, encoding: .utf8)
            let result = try BuiltTool.shell("\(variables)carillon validate", in: folder)
            #expect(result.status == 1)
            let lines = result.output.split(separator: "\n")
            let head = try #require(lines.first { $0.contains("nobodyThat") })
            #expect(head.contains(/^tenants\/bakery\/.*\.json:\d+:\d+: error: .* \[T0\d{3} [a-z-]+\]$/), "\(head)")
            #expect(head.count > 80)
            let quoted = lines.compactMap { $0.firstMatch(of: /^ *\d+ \| (.*)$/)?.1 }
            #expect(!quoted.isEmpty)
            for line in quoted {
                #expect(line.contains("…"), "\(line)")
                #expect(line.count <= 101, "\(line.count): \(line)")
            }
            // The first line of a finding is the only other one that may be longer.
            for line in lines where !line.contains(" | ") && !line.contains(": error: ") {
                #expect(line.count <= 80, "\(line)")
            }
        }
    }

    @Test func `a tenant whose folder's name isn't UTF-8 is told, and a file of such a name left alone`() throws {
        try BuiltTool.withFolder { folder in
            let name = "$(printf 'caf\\351')"
            let made = try BuiltTool.shell(
                "carillon new bakery && cp tenants/bakery/events.json tenants/\(name) && carillon validate",
                in: folder
            )
            // Some file systems take no such name.
            guard !made.errors.contains("Illegal byte sequence") else { return }
            #expect(made.status == 0, "\(made)")
            try BuiltTool.run("rm tenants/\(name) && cp -r tenants/bakery tenants/\(name)", in: folder)
            for command in ["validate", "validate tenants", "test", "diff --base HEAD", "validate ./tenants/"] {
                let result = try BuiltTool.shell("carillon \(command)", in: folder)
                #expect(result.status == 66, "\(command): \(result)")
                #expect(result.errors.contains("tenants/caf\u{FFFD}: its name isn't UTF-8: rename it"), "\(result)")
            }
            let named = try BuiltTool.shell("carillon validate tenants/\(name)", in: folder)
            #expect(named.status == 66 && named.errors.contains("or its name isn't UTF-8: rename it"), "\(named)")
        }
    }
}
