import DocumentationTesting
import Foundation
import Testing

/// `diff --base` against a real git repository.
struct DiffBaseTests {
    @Test func `a changed word and a lost field are reported, old beside new`() throws {
        try withRepository { folder in
            try replace("is ready", with: "is open", in: "tenants/bakery/templates/en.json", folder)
            try replace("\"maxLength\": 60", with: "\"maxLength\": 40", in: "tenants/bakery/events.json", folder)
            let result = try BuiltTool.shell("carillon diff --base HEAD", in: folder)
            #expect(result.status == 0)
            #expect(result.output.contains("- Hello Ada, your account is ready."))
            #expect(result.output.contains("+ Hello Ada, your account is open."))
            #expect(result.output.contains("breaking"))
            let strict = try BuiltTool.shell("carillon diff --base HEAD --strict", in: folder)
            #expect(strict.status == 1)
            #expect(strict.output == result.output)
        }
    }

    @Test func `words that would steer the terminal are shown as pictures`() throws {
        try withRepository { folder in
            let hostile = "is\\u001b]0;stolen\\u0007 ready"
            try replace("is ready", with: hostile, in: "tenants/bakery/templates/en.json", folder)
            let commands = [
                "diff --base HEAD", "diff --base HEAD --format markdown", "test", "render bakery account.welcome",
            ]
            for command in commands {
                let result = try BuiltTool.shell("carillon \(command)", in: folder)
                #expect(result.output.contains("\u{241B}"), "\(command): \(result)")
                #expect(result.output.contains("0;stolen\u{2407} ready"), "\(command): \(result)")
                #expect(!result.output.contains("\u{1B}") && !result.output.contains("\u{7}"))
            }
        }
    }

    @Test func `texts in Markdown mention nobody and lead nowhere`() throws {
        try withRepository { folder in
            let hostile = "@octocat #1 https://evil.example GH-1 www.evil.example :tada: ~~$x$~~ ready! at 9: ok"
            try replace("is ready", with: hostile, in: "tenants/bakery/templates/en.json", folder)
            let text = try BuiltTool.shell("carillon diff --base HEAD --format markdown", in: folder).output
            let safe =
                "@&#8203;octocat #&#8203;1 https:&#8203;//evil.example GH-&#8203;1 www&#8203;.evil.example "
                + #":&#8203;tada: \~\~&#36;x&#36;\~\~ ready! at 9: ok"#
            #expect(text.contains(safe), "\(text)")
        }
    }

    @Test func `a shallow clone is told to fetch what is compared with`() throws {
        try withRepository { folder in
            let result = try BuiltTool.shell(
                "git clone -q --depth 1 file://$PWD shallow && cd shallow && carillon diff --base HEAD~1",
                in: folder
            )
            #expect(result.status == 66)
            #expect(result.errors.hasPrefix("Error: git knows no revision HEAD~1: this clone is shallow; fetch"))
        }
    }

    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "no device here is always full"))
    func `what can't be written is no success`() throws {
        try withRepository { folder in
            for command in ["validate", "validate --format sarif", "diff --base HEAD", "explain T0205"] {
                let result = try BuiltTool.shell("carillon \(command) > /dev/full", in: folder)
                #expect(result.status == 74, "\(command)")
                #expect(result.errors.contains("can't be written"))
            }
        }
    }

    @Test func `without a change there is nothing to tell, and neither checkout nor index is touched`() throws {
        try withRepository { folder in
            try "{}".write(to: folder.appending(path: "staged.json"), atomically: true, encoding: .utf8)
            let before = try BuiltTool.shell("git add staged.json && git status --porcelain", in: folder)
            let result = try BuiltTool.shell("carillon diff --base HEAD --strict", in: folder)
            #expect(result.status == 0, "\(result.output)\(result.errors)")
            let after = try BuiltTool.shell("git status --porcelain", in: folder)
            #expect(after.output == before.output)
        }
    }

    @Test func `a tenant that is new in the checkout is a change, one that is gone breaks`() throws {
        try withRepository { folder in
            let begun = try BuiltTool.shell("carillon new cafe", in: folder)
            #expect(begun.status == 0)
            let added = try BuiltTool.shell("carillon diff --base HEAD --strict --format json", in: folder)
            #expect(added.status == 0)
            #expect(added.output.contains("cafe"))
            let removed = try BuiltTool.shell("rm -r tenants/bakery && carillon diff --base HEAD --strict", in: folder)
            #expect(removed.status == 1)
            #expect(removed.output.contains("bakery"))
        }
    }

    @Test func `where the revision has no such folder, every tenant is new`() throws {
        try withRepository { folder in
            let result = try BuiltTool.shell(
                "git mv tenants others && git commit -q -m Move && carillon diff --base HEAD~1 --strict others",
                in: folder
            )
            #expect(result.status == 0, "\(result.errors)")
            #expect(result.output.contains("bakery: the tenant is new"))
        }
    }

    @Test(arguments: ["no-such-revision", "--upload-pack=x", "HEAD:nowhere"])
    func `an unknown revision is a missing input`(revision: String) throws {
        try withRepository { folder in
            let result = try BuiltTool.shell("carillon diff --base='\(revision)'", in: folder)
            #expect(result.status == 66)
            #expect(result.output == "")
            #expect(result.errors.contains(revision))
        }
    }

    private func withRepository(_ body: (URL) throws -> Void) throws {
        try BuiltTool.withFolder { folder in
            let setUp = "carillon new bakery && git init -q && git add . && git commit -q -m Begin"
            let result = try BuiltTool.shell(setUp, in: folder)
            try #require(result.status == 0, "\(result.errors)")
            try body(folder)
        }
    }

    private func replace(_ old: String, with new: String, in path: String, _ folder: URL) throws {
        let file = folder.appending(path: path)
        let text = try String(contentsOf: file, encoding: .utf8)
        try #require(text.contains(old))
        try text.replacing(old, with: new).write(to: file, atomically: true, encoding: .utf8)
    }
}
