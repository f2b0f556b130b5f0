import DocumentationTesting
import Foundation
import Testing

/// The tutorial and the guides are followed to the letter: what they tell to type is typed, and what they show is what
/// comes.
struct TutorialTests {
    @Test func `the first tenant comes out as the tutorial shows`() throws {
        let page = try MarkdownPage("docs/tutorials/your-first-tenant.md")
        #expect(page.commands.count >= 8)
        #expect(page.commands.contains { $0.block.text.contains("carillon new") })
        try BuiltTool.withFolder { folder in try page.follow(in: folder) }
    }

    @Test func `the guide to templates shows what comes`() throws {
        let page = try MarkdownPage("docs/guides/customise-a-template.md")
        #expect(page.commands.contains { $0.block.text.contains("carillon render") })
        #expect(page.commands.contains { $0.block.text.contains("carillon test") })
        try BuiltTool.withFolder { folder in
            try FileManager.default.copyItem(
                at: repository.appending(path: "tenants"),
                to: folder.appending(path: "tenants")
            )
            try page.follow(in: folder)
        }
    }

    @Test func `the guide to channel files ends with a channel that is proven`() throws {
        let page = try MarkdownPage("docs/guides/a-channel-in-fifteen-minutes.md")
        #expect(page.commands.contains { $0.block.text.contains("carillon channel new") })
        try BuiltTool.withFolder { folder in
            try page.follow(in: folder)
            let test = try BuiltTool.shell("carillon channel test tenants/channels/acme-sms.json", in: folder)
            #expect(test.status == 0 && test.output.hasSuffix("Every sample is as it should be.\n"), "\(test.output)")
            let tenants = try BuiltTool.shell("carillon validate tenants", in: folder)
            #expect(tenants.status == 0, "\(tenants.output)")
        }
    }

    @Test func `the commands of the guide to CI pass in a clone`() throws {
        let page = try MarkdownPage("docs/guides/validate-in-ci.md")
        try withClone { folder in
            for (block, _) in page.commands {
                let result = try BuiltTool.shell("set -e\n" + block.text, in: folder)
                #expect(result.status == 0, "\(page.path):\(block.line): \(result.output)\(result.errors)")
            }
        }
    }

    @Test func `the pipelines of the guide to CI are YAML, and their commands pass in a clone`() throws {
        let page = try MarkdownPage("docs/guides/validate-in-ci.md")
        let pipelines = page.blocks.filter { $0.language == "yaml" }
        #expect(pipelines.count >= 3)
        try withClone { folder in
            for pipeline in pipelines {
                try pipeline.text.write(to: folder.appending(path: "ci.yaml"), atomically: true, encoding: .utf8)
                let read = try BuiltTool.shell(Self.readCommands, in: folder)
                #expect(read.status == 0, "\(page.path):\(pipeline.line): \(read.errors)")
                let commands = read.output.split(separator: "\n").filter { !$0.hasPrefix("swift build") }
                // What the action and the hooks are given is held against them in Tests/Distribution.
                #expect(!commands.isEmpty || pipeline.text.contains("uses: ") || pipeline.text.contains("rev: "))
                for command in commands {
                    let local = command.replacing(".build/debug/carillon", with: "carillon")
                    let variables = [
                        "GITHUB_WORKSPACE": folder.path, "GITHUB_BASE_REF": "main",
                        "GITHUB_STEP_SUMMARY": folder.appending(path: "summary.md").path, "HOME": folder.path,
                    ]
                    let result = try BuiltTool.shell(String(local), in: folder, environment: variables)
                    #expect(result.status == 0, "\(command): \(result.output)\(result.errors)")
                }
            }
        }
    }

    /// Reads a pipeline with a real YAML reader and prints its commands, one a line.
    private static let readCommands = """
        python3 - <<'END'
        import yaml
        def commands(node):
            if isinstance(node, dict):
                for key, value in node.items():
                    if key in ("run", "entry"): print(value)
                    elif key == "script": print("\\n".join(value))
                    else: commands(value)
            elif isinstance(node, list):
                for value in node: commands(value)
        commands(yaml.safe_load(open("ci.yaml", encoding="utf-8")))
        END
        """

    /// A clone of a project with our tenants, which knows `origin/main`.
    private func withClone(_ body: (URL) throws -> Void) throws {
        try BuiltTool.withFolder { folder in
            let origin = folder.appending(path: "origin")
            try FileManager.default.createDirectory(at: origin, withIntermediateDirectories: true)
            try FileManager.default.copyItem(
                at: repository.appending(path: "tenants"),
                to: origin.appending(path: "tenants")
            )
            let setUp = """
                set -e
                git init -q -b main && git add tenants && git commit -q -m "Begin"
                git clone -q . ../clone
                """
            let result = try BuiltTool.shell(setUp, in: origin)
            try #require(result.status == 0, "\(result.errors)")
            try body(folder.appending(path: "clone"))
        }
    }
}
