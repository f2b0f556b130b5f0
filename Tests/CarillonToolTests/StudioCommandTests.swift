import CarillonModel
import DocumentationTesting
import Foundation
import Testing

/// Proposals of changed texts, with real git repositories.
struct StudioCommandTests {
    private static let edits = """
        {
          "tenant": "dossier",
          "title": "Friendlier — «signals»",
          "edits": [
            { "locale": "en", "message": "signal.critical", "slot": "title",
              "base": "Critical Intelligence Signal", "new": "Look at \\\\{this\\\\} – now" },
            { "locale": "en", "message": "signal.critical", "slot": "title", "channel": "push",
              "base": null, "new": "From elsewhere" },
            { "locale": "ar", "message": "signal.critical", "slot": "title", "channel": "push",
              "base": null, "new": "من مكان آخر" }
          ]
        }
        """

    private func withClones(_ body: (URL) throws -> Void) throws {
        try BuiltTool.withFolder { folder in
            let tenants = repository.appending(path: "tenants").path(percentEncoded: false)
            try BuiltTool.run(
                """
                mkdir main && cp -rL '\(tenants)' main/tenants && cd main
                git init -q && git add . && git commit -q -m Begin && cd ..
                git clone -q main clone
                """,
                in: folder
            )
            try Data(Self.edits.utf8).write(to: folder.appending(path: "edits.json"))
            try body(folder)
        }
    }

    private static let make = """
        carillon studio patch edits.json main/tenants --name 'Ada Ł' --address ada@example.com \
        --date 2026-02-25T06:13:20Z > change.patch
        """

    @Test func `git takes the patch, and what passed before passes still`() throws {
        try withClones { folder in
            try BuiltTool.run(Self.make, in: folder)
            try BuiltTool.run(
                """
                cd clone && git am -q ../change.patch
                carillon validate --strict
                carillon test
                test -z "$(git status --porcelain)"
                """,
                in: folder
            )
            let log = try BuiltTool.shell(
                "cd clone && git log -1 --format='%an|%ae|%at|%s' && git diff HEAD~1 --numstat -- tenants/dossier/templates",
                in: folder
            )
            #expect(
                log.output == """
                    Ada Ł|ada@example.com|1772000000|Friendlier — «signals»
                    4\t1\ttenants/dossier/templates/ar.json
                    5\t2\ttenants/dossier/templates/en.json

                    """
            )
        }
    }

    @Test func `where lines have moved git fails, and the proposal is made by place`() throws {
        try withClones { folder in
            try BuiltTool.run(Self.make, in: folder)
            try BuiltTool.run(
                """
                cd clone
                sed -i 's/^  "locale": "en",/  "locale":\\n\\n    "en",/; s/"Open signal"/"See it"/' \
                tenants/dossier/templates/en.json
                carillon test --update tenants > /dev/null
                git commit -q -a -m Moved
                """,
                in: folder
            )
            let taken = try BuiltTool.shell("cd clone && git am -q ../change.patch; git am --abort", in: folder)
            #expect(taken.errors.contains("does not apply"))
            try BuiltTool.run("cd clone && carillon studio apply ../change.patch && carillon test", in: folder)
            let show = "cd clone && git diff -U0 -- tenants/dossier/templates/en.json"
            let changed = try BuiltTool.shell(show, in: folder)
            let lines = changed.output.split(separator: "\n").filter { $0.hasPrefix("-  ") || $0.hasPrefix("+  ") }
            #expect(
                lines == [
                    #"-      "title": "Critical Intelligence Signal","#,
                    #"+      "title": "Look at \\{this\\} – now","#,
                    #"-      "action": "See it""#,
                    #"+      "action": "See it","#,
                    #"+      "push": {"#,
                    #"+        "title": "From elsewhere""#,
                    "+      }",
                ]
            )
            let again = try BuiltTool.shell("cd clone && carillon studio apply ../change.patch", in: folder)
            #expect(again.status == 0 && again.output == "tenants/dossier: no text changed\n")
        }
    }

    @Test func `a text that has changed meanwhile is named and left alone`() throws {
        try withClones { folder in
            try BuiltTool.run(
                "sed -i 's/Critical Intelligence Signal/Their title/' clone/tenants/dossier/templates/en.json",
                in: folder
            )
            let result = try BuiltTool.shell("cd clone && carillon studio apply ../edits.json", in: folder)
            #expect(result.status == 1)
            #expect(
                result.errors == "tenants/dossier: `signal.critical`, `title` in `en` has changed since\n"
            )
            #expect(result.output.hasSuffix("tenants/dossier: 2 texts changed\n"))
            try BuiltTool.run("cd clone && grep -q 'Their title' tenants/dossier/templates/en.json", in: folder)
        }
    }

    @Test func `what would bring an error is not written`() throws {
        try withClones { folder in
            let bad = Self.edits.replacingOccurrences(of: "From elsewhere", with: "{$nobody}")
            try Data(bad.utf8).write(to: folder.appending(path: "edits.json"))
            for command in ["apply ../edits.json", "patch ../edits.json"] {
                let result = try BuiltTool.shell("cd clone && carillon studio \(command)", in: folder)
                #expect(result.status == 1 && result.errors.contains("signal.critical, push.title, en: error: "))
            }
            try BuiltTool.run("cd clone && test -z \"$(git status --porcelain)\"", in: folder)
            let none = try BuiltTool.shell("cd clone && echo '{}' | carillon studio apply -", in: folder)
            #expect(none.status == 66 && none.errors.contains("neither a proposal nor a patch"))
        }
    }
}
