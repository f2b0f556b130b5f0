import CarillonModel
import DocumentationTesting
import Foundation
import Testing

/// `validate --since` against real git repositories.
struct SinceTests {
    @Test func `only tenants with a change are looked at, and those whole`() throws {
        try withRepository { folder in
            // The event goes, and so breaks words that nobody touched.
            try BuiltTool.run(#"sed -i 's/"account.welcome"/"account.opened"/' tenants/bakery/events.json"#, in: folder)
            let all = try BuiltTool.shell("carillon validate --format json", in: folder)
            let some = try BuiltTool.shell("carillon validate --since HEAD --format json", in: folder)
            #expect(some.status == all.status)
            #expect(try files(some.output) == files(all.output))
            #expect(try files(some.output).contains { $0.hasPrefix("tenants/bakery/templates/") })
            let report = try JSONValue(parsing: some.output.utf8)
            #expect(report["tenants"] == ["tenants/bakery"] && report["passedOver"] == ["tenants/cafe"])
            #expect(some.errors == "carillon: 1 tenant has no change since HEAD and is passed over: tenants/cafe\n")
        }
    }

    @Test func `without a change nothing is looked at`() throws {
        try withRepository { folder in
            let result = try BuiltTool.shell("carillon validate --since HEAD --strict", in: folder)
            #expect(result.status == 0 && result.output == "no tenant that is there has a change\n")
            #expect(result.errors.hasSuffix("2 tenants have no change since HEAD and are passed over: \(both)\n"))
        }
    }

    @Test(arguments: [
        ("echo '{}' > tenants/bakery/samples/new.json", ["tenants/bakery"]),
        ("rm tenants/cafe/templates/en.json", ["tenants/cafe"]),
        ("mkdir -p tenants/schema && echo '{}' > tenants/schema/profile.json", ["tenants/bakery", "tenants/cafe"]),
        ("mkdir -p tenants/channels && echo '{}' > tenants/channels/sms.json", ["tenants/bakery", "tenants/cafe"]),
        ("echo x > tenants/README.md; echo x > other.json", []),
        ("echo 'tenants/bakery/samples/x.json' > .gitignore; echo '{}' > tenants/bakery/samples/x.json", []),
        ("echo >> tenants/cafe/events.json && git add . && git commit -q -m More && git checkout -q -b x HEAD~1", []),
    ])
    func `new, deleted and shared files count, ignored ones and other branches' don't`(
        change: String,
        looked: [String]
    ) throws {
        try withRepository { folder in
            try BuiltTool.run("git branch begin", in: folder)
            try BuiltTool.run(change, in: folder)
            let result = try BuiltTool.shell("carillon validate --since begin --format json", in: folder)
            #expect(try JSONValue(parsing: result.output.utf8)["tenants"] == .array(looked.map { .string($0) }))
        }
    }

    @Test func `what happened on the other branch meanwhile doesn't count`() throws {
        try withRepository { folder in
            try BuiltTool.run(
                """
                git checkout -q -b feature && echo >> tenants/bakery/events.json && git commit -q -a -m Ours
                git checkout -q - && echo >> tenants/cafe/events.json && git commit -q -a -m Theirs
                git branch -f trunk && git checkout -q feature
                """,
                in: folder
            )
            let result = try BuiltTool.shell("carillon validate --since trunk --format json", in: folder)
            #expect(try JSONValue(parsing: result.output.utf8)["tenants"] == ["tenants/bakery"])
        }
    }

    @Test func `staged means staged`() throws {
        try withRepository { folder in
            try BuiltTool.run(
                "echo >> tenants/bakery/events.json; git add .; echo >> tenants/cafe/events.json",
                in: folder
            )
            for line in [
                "carillon validate --staged --format json", "carillon validate --since HEAD --staged --format json",
            ] {
                let result = try BuiltTool.shell(line, in: folder)
                #expect(try JSONValue(parsing: result.output.utf8)["tenants"] == ["tenants/bakery"])
                #expect(result.errors.contains("1 tenant has no staged change since HEAD"))
            }
            let all = try BuiltTool.shell("carillon validate --since HEAD --format json", in: folder)
            #expect(try JSONValue(parsing: all.output.utf8)["tenants"] == ["tenants/bakery", "tenants/cafe"])
        }
    }

    @Test func `before the first commit everything that is staged is new`() throws {
        try BuiltTool.withFolder { folder in
            try BuiltTool.run(
                "carillon new bakery && carillon new cafe && git init -q && git add tenants/cafe",
                in: folder
            )
            let result = try BuiltTool.shell("carillon validate --staged --format json", in: folder)
            #expect(try JSONValue(parsing: result.output.utf8)["tenants"] == ["tenants/cafe"])
        }
    }

    @Test func `a host that another tenant has is found though that one has no change`() throws {
        try withRepository { folder in
            try BuiltTool.run(claim("cafe"), in: folder)
            try BuiltTool.run("git commit -q -a -m Claim && \(claim("bakery"))", in: folder)
            let result = try BuiltTool.shell("carillon validate --since HEAD --format compact", in: folder)
            #expect(result.status == 1)
            #expect(result.output.contains("is a host of `bakery` already [T0137 contested-host]"))
        }
    }

    @Test(arguments: [
        ("carillon validate --since no-such-thing", "git knows no revision no-such-thing"),
        ("carillon validate --since=--upload-pack=x", "--upload-pack=x is no revision"),
        ("PATH=/nowhere; carillon validate --since HEAD", "git is not installed"),
        (
            "cp -r tenants /tmp/carillon-$$ && cd /tmp && carillon validate carillon-$$ --since HEAD; s=$?; rm -r /tmp/carillon-$$; exit $s",
            "is in no git checkout, so nothing says what has changed"
        ),
        (
            "git clone -q --depth 1 file://$PWD shallow && cd shallow && carillon validate --since begin",
            "git knows no revision begin: this clone is shallow; fetch the whole history"
        ),
    ])
    func `what git can't answer is told`(line: String, message: String) throws {
        try withRepository { folder in
            try BuiltTool.run(
                "git branch begin && echo >> tenants/cafe/events.json && git commit -q -a -m More",
                in: folder
            )
            // Its own path, because `PATH` may hide the program itself.
            let whole =
                "carillon=$(command -v carillon)\n" + line.replacing("carillon validate", with: "$carillon validate")
            let result = try BuiltTool.shell(whole, in: folder)
            #expect(result.status == 66, "\(result.errors)")
            #expect(result.output == "")
            #expect(result.errors.contains(message), "\(result.errors)")
        }
    }

    private var both: String { "tenants/bakery, tenants/cafe" }

    private func claim(_ tenant: String) -> String {
        #"sed -i '0,/{/s//{ "hosts": ["api.shop.example"],/' tenants/\#(tenant)/profile.json"#
    }

    private func files(_ report: String) throws -> [String] {
        try (JSONValue(parsing: report.utf8)["diagnostics"]?.array ?? []).compactMap { $0["file"]?.string }
    }

    private func withRepository(_ body: (URL) throws -> Void) throws {
        try BuiltTool.withFolder { folder in
            try BuiltTool.run(
                "carillon new bakery && carillon new cafe && git init -q && git add . && git commit -q -m Begin",
                in: folder
            )
            try body(folder)
        }
    }
}
