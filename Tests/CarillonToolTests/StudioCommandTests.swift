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

    private static let withSample = """
        {
          "tenant": "dossier",
          "title": "A longer name",
          "edits": [
            { "locale": "en", "message": "message.received", "slot": "action", "base": "Read", "new": "Read it" }
          ],
          "samples": [
            { "event": "message.received", "name": "long-name", "base": null,
              "payload": { "thread_id": "bb0e8400-e29b-41d4-a716-446655440006", "sender": "Jean-François d’Arcy", "count": 12 } }
          ]
        }
        """

    @Test func `a sample comes with its patch, and is held to what the event takes`() throws {
        try withClones { folder in
            try Data(Self.withSample.utf8).write(to: folder.appending(path: "edits.json"))
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
            let files = try BuiltTool.shell(
                "cd clone && git diff HEAD~1 --name-status -- tenants/dossier/samples",
                in: folder
            )
            #expect(files.output == "A\ttenants/dossier/samples/message.received.long-name.json\n")
            // By place gives the same files, and a second time nothing.
            let applied = try BuiltTool.shell("cd main && carillon studio apply ../change.patch", in: folder)
            #expect(applied.status == 0 && applied.output.hasSuffix("\n"), "\(applied.errors)")
            #expect(applied.output.contains("tenants/dossier: 1 sample written\n"))
            try BuiltTool.run("diff -r main/tenants clone/tenants && cd main && carillon test", in: folder)
            let again = try BuiltTool.shell("cd main && carillon studio apply ../change.patch", in: folder)
            #expect(again.output == "tenants/dossier: no text changed\n")
            // What the event would refuse is named with its place, and nothing of it is written.
            let wrong = Self.withSample.replacing("\"count\": 12", with: "\"count\": \"sesame\"").replacing(
                "long-name",
                with: "another"
            )
            try Data(wrong.utf8).write(to: folder.appending(path: "wrong.json"))
            let refused = try BuiltTool.shell("cd main && carillon studio apply ../wrong.json", in: folder)
            #expect(refused.status == 1 && refused.errors.contains("/count") && !refused.errors.contains("sesame"))
            try BuiltTool.run("test ! -e main/tenants/dossier/samples/message.received.another.json", in: folder)
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
