import CarillonModel
import DocumentationTesting
import Foundation
import Testing

/// `carillon baseline`, and what `validate` makes of it.
struct BaselineCommandTests {
    @Test func `what is there is hidden, what is added is shown, whatever moves`() throws {
        try withFaults { folder in
            let created = try BuiltTool.shell("carillon baseline create", in: folder)
            #expect(created.output == "tenants/.carillon-baseline.json: 2 warnings\n", "\(created.errors)")
            let hidden = try BuiltTool.shell("carillon validate --strict --baseline", in: folder)
            #expect(hidden.status == 0)
            #expect(hidden.output == "2 tenants are valid; 2 warnings are in the baseline\n")
            #expect(try BuiltTool.shell("carillon validate --strict", in: folder).status == 1)
            // Other lines, and one more fault of the same kind in the same file.
            try BuiltTool.run("sed -i '1s/$/\\n\\n\\n/' tenants/*/events.json", in: folder)
            #expect(try BuiltTool.shell("carillon validate --strict --baseline tenants", in: folder).status == 0)
            try BuiltTool.run(
                #"sed -i 's/"messages": {/"messages": { "no.such": { "title": "x" },/' tenants/cafe/templates/en.json"#,
                in: folder
            )
            let added = try BuiltTool.shell("carillon validate --strict --baseline --format compact", in: folder)
            #expect(added.status == 1 && added.output.split(separator: "\n").count == 1)
            #expect(added.output.contains("[T0901 unused-message]"))
        }
    }

    @Test func `what is put right makes strict checks ask for pruning, and creating again changes nothing`() throws {
        try withFaults { folder in
            try BuiltTool.run("carillon baseline create", in: folder)
            try BuiltTool.run("cp saved.json tenants/cafe/samples/account.welcome.json", in: folder)
            let stale = try BuiltTool.shell("carillon validate --strict --baseline", in: folder)
            #expect(stale.status == 1)
            #expect(
                stale.errors.contains(
                    "1 warning in tenants/.carillon-baseline.json is put right: `carillon baseline prune`"
                )
            )
            #expect(try BuiltTool.shell("carillon validate --baseline", in: folder).status == 0)
            let shown = try BuiltTool.shell("carillon baseline show", in: folder)
            #expect(
                shown.output == """
                    T0904 missing-sample  bakery/events.json#/events/account.welcome
                    T0904 missing-sample  cafe/events.json#/events/account.welcome (put right)
                    tenants/.carillon-baseline.json: 2 warnings, 1 put right

                    """
            )
            let pruned = try BuiltTool.shell(
                "carillon baseline prune && cat tenants/.carillon-baseline.json",
                in: folder
            )
            #expect(pruned.output.hasPrefix("tenants/.carillon-baseline.json: 1 warning, 1 taken out\n"))
            let again = try BuiltTool.shell(
                "carillon baseline create >/dev/null; cat tenants/.carillon-baseline.json",
                in: folder
            )
            #expect(pruned.output.hasSuffix(again.output))
            #expect(try BuiltTool.shell("carillon validate --strict --baseline", in: folder).status == 0)
        }
    }

    @Test func `a tenant that isn't named stays in it, and errors never come in`() throws {
        try withFaults { folder in
            try BuiltTool.run("carillon baseline create", in: folder)
            try BuiltTool.run("rm tenants/cafe/templates/en.json", in: folder)
            let created = try BuiltTool.shell("carillon baseline create tenants/cafe", in: folder)
            #expect(created.errors.contains("in it: errors have to be put right"))
            let shown = try BuiltTool.shell("cat tenants/.carillon-baseline.json", in: folder)
            #expect(shown.output.contains("bakery") && !shown.output.contains("T0126"))
            #expect(try BuiltTool.shell("carillon validate --baseline", in: folder).status == 1)
        }
    }

    @Test func `a file of another name, one that is missing, and one that is broken`() throws {
        try withFaults { folder in
            try BuiltTool.run("carillon baseline create --file b.json", in: folder)
            #expect(try BuiltTool.shell("carillon validate --strict --baseline b.json", in: folder).status == 0)
            #expect(try BuiltTool.shell("carillon validate tenants --strict --baseline b.json", in: folder).status == 0)
            let missing = try BuiltTool.shell("carillon validate --baseline", in: folder)
            #expect(missing.status == 66 && missing.errors.contains("`carillon baseline create` writes one"))
            let broken = try BuiltTool.shell("echo '<<<<' > b.json; carillon validate --baseline b.json", in: folder)
            #expect(broken.status == 66 && broken.errors.contains("b.json: this is no baseline: it is no JSON"))
        }
    }

    @Test func `statistics, and what a profile allows`() throws {
        try withFaults { folder in
            let allow = #"{ "allow": [{ "code": "T0904", "at": "events.json", "reason": "Later" }],"#
            try BuiltTool.run("sed -i '0,/{/s//\(allow)/' tenants/cafe/profile.json", in: folder)
            let result = try BuiltTool.shell("carillon validate --statistics", in: folder)
            #expect(result.output.contains("    1         0        1  T0904 missing-sample (warning)\n"))
            #expect(result.output.hasSuffix("1 warning in 2 tenants; 1 warning is allowed\n"))
            #expect(try BuiltTool.shell("carillon validate --statistics --format sarif", in: folder).status == 64)
        }
    }

    /// Two tenants whose event lacks its sample; the sample is kept as `saved.json`.
    private func withFaults(_ body: (URL) throws -> Void) throws {
        try BuiltTool.withFolder { folder in
            try BuiltTool.run(
                """
                carillon new bakery && carillon new cafe && cp tenants/cafe/samples/account.welcome.json saved.json
                rm tenants/*/samples/account.welcome.json
                """,
                in: folder
            )
            try body(folder)
        }
    }
}
