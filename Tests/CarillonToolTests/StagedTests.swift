import CarillonModel
import DocumentationTesting
import Foundation
import Testing

/// `--staged` against real git repositories: what counts is what the next commit has, whatever lies in the checkout.
struct StagedTests {
    private static let texts = "tenants/bakery/templates/en.json"

    /// Makes the words name a field that no event has, and mends them again.
    private static let harm = "sed -i 's/is ready/is ready {$nobody}/' \(texts)"
    private static let mend = "sed -i 's/ {$nobody}//' \(texts)"

    @Test(arguments: [
        ("\(harm) && git add . && \(mend)", true), ("echo >> \(texts) && git add . && \(harm)", false),
        ("\(harm) && git add . && rm -r tenants", true), ("git rm -q --cached \(texts)", true),
        ("echo >> \(texts) && git add . && rm \(texts)", false),
        ("\(harm) && git add . && git checkout -q HEAD .", false),
        ("echo >> \(texts) && git add . && echo '{' > tenants/bakery/samples/untracked.json", false),
        ("echo >> \(texts) && git add . && echo '{' > tenants/bakery/samples/new.json && git add -N .", false),
        ("echo >> \(texts) && echo '{' > tenants/bakery/samples/new.json && git add .", true),
    ])
    func `a file is checked as it is staged`(change: String, fails: Bool) throws {
        try withRepository { folder in
            try BuiltTool.run(change, in: folder)
            let before = try Self.state(of: folder)
            let result = try BuiltTool.shell("carillon validate --staged", in: folder)
            #expect(result.status == (fails ? 1 : 0), "\(result)")
            #expect(try Self.state(of: folder) == before, "neither the checkout nor the index is touched")
        }
    }

    @Test(arguments: ["text", "compact", "json", "sarif", "github", "gitlab", "junit"])
    func `places are those of the checkout in every format`(format: String) throws {
        try withRepository { folder in
            try BuiltTool.run("\(Self.harm) && git add .", in: folder)
            let here = try BuiltTool.shell("carillon validate --since HEAD --format \(format)", in: folder)
            try BuiltTool.run("git worktree list && rm -r tenants/bakery/templates", in: folder)
            for (where_, line) in [
                ("tenants", "carillon validate --staged --format \(format)"),
                (".", "cd tenants && carillon validate . --staged --format \(format)"),
                ("bakery", "cd tenants && carillon validate bakery --staged --format \(format)"),
                ("$PWD", "carillon validate $PWD/tenants --staged --format \(format)"),
            ] {
                let staged = try BuiltTool.shell(line, in: folder)
                #expect(staged.status == 1 && here.status == 1)
                #expect(!staged.output.contains("/carillon-") || where_ == "$PWD", "\(staged.output)")
                if where_ == "tenants" { #expect(staged.output == here.output) }
                let path = where_ == "$PWD" ? "/\(Self.texts)" : "bakery/templates/en.json"
                #expect(staged.output.replacing("\\/", with: "/").contains(path))
            }
        }
    }

    @Test func `a tenant that is renamed, deleted or new in the commit is looked at as that`() throws {
        try withRepository { folder in
            try BuiltTool.run("git mv tenants/bakery tenants/patisserie", in: folder)
            try Self.expect(["tenants/patisserie"], in: folder)
            try BuiltTool.run("git reset -q --hard && git rm -rq --cached tenants/bakery", in: folder)
            try Self.expect([], passedOver: ["tenants/cafe"], in: folder)
            for command in ["validate", "test"] {
                let deleted = try BuiltTool.shell("carillon \(command) --staged", in: folder)
                #expect(deleted.status == 0 && deleted.output == "no tenant that is there has a change\n", "\(deleted)")
                #expect(deleted.errors.hasPrefix("carillon: 1 tenant is deleted since HEAD: tenants/bakery\n"))
                let other = try BuiltTool.shell("carillon \(command) --staged tenants/cafe", in: folder)
                #expect(other.status == 0 && !other.errors.contains("bakery"), "\(other)")
            }
            let begin = "git reset -q --hard && carillon new kiosk && git add . && rm -r tenants/kiosk"
            try BuiltTool.run(begin, in: folder)
            try Self.expect(["tenants/kiosk"], passedOver: ["tenants/bakery", "tenants/cafe"], in: folder)
            let gone = try BuiltTool.shell("git rm -rq --cached . && carillon validate --staged", in: folder)
            #expect(gone.status == 66 && gone.errors == "Error: tenants: nothing of it is staged or committed\n")
        }
    }

    @Test func `a hook sees what its commit has, however that is put together`() throws {
        try withRepository { folder in
            try BuiltTool.run(
                """
                printf '#!/bin/sh\\nexec carillon validate --strict --staged tenants\\n' > .git/hooks/pre-commit
                chmod +x .git/hooks/pre-commit
                git worktree add -q ../linked-$$ && mv ../linked-$$ linked && git worktree repair linked 2>/dev/null
                echo linked > .git/info/exclude
                """,
                in: folder
            )
            let linked = folder.appending(path: "linked")
            for checkout in [folder, linked] {
                try BuiltTool.run(Self.harm, in: checkout)
                for (line, passes) in [
                    ("echo >> tenants/cafe/events.json; git commit -q -m Part tenants/cafe", true),
                    ("git commit -q -m All -a", false), ("git commit -q -m One \(Self.texts)", false),
                    ("git add . && \(Self.mend) && git commit -q -m Staged", false),
                    ("git add . && echo >> \(Self.texts) && git commit -q -m Mended -a", true),
                ] {
                    let result = try BuiltTool.shell(line, in: checkout)
                    #expect((result.status == 0) == passes, "\(line): \(result)")
                }
            }
        }
    }

    @Test func `names with blanks, line breaks and letters of any language are found`() throws {
        try withRepository { folder in
            try BuiltTool.run(
                """
                mkdir 'my shop' && git mv tenants 'my shop/té\nnants' && git commit -q -m Move
                cd 'my shop' && sed -i 's/is ready/is ready {$nobody}/' 'té\nnants/bakery/templates/en.json'
                git add . && git checkout -q HEAD .
                git add . && sed -i 's/is ready/is ready {$nobody}/' 'té\nnants/bakery/templates/en.json' && git add .
                sed -i 's/ {$nobody}//' 'té\nnants/bakery/templates/en.json'
                """,
                in: folder
            )
            let line = "cd 'my shop' && carillon validate --staged --format json 'té\nnants'"
            let result = try BuiltTool.shell(line, in: folder)
            let report = try JSONValue(parsing: result.output.utf8)
            #expect(result.status == 1 && report["tenants"] == ["té\nnants/bakery"], "\(result)")
        }
    }

    @Test func `links are followed as they are staged`() throws {
        try withRepository { folder in
            try BuiltTool.run(
                """
                mkdir config && git mv tenants config/all && ln -s config/all tenants
                mkdir -p shared && git mv config/all/cafe shared/cafe && ln -s ../../shared/cafe config/all/cafe
                git add . && git commit -q -m Links
                sed -i 's/is ready/is ready {$nobody}/' shared/cafe/templates/en.json && git add .
                rm tenants config/all/cafe && sed -i 's/ {$nobody}//' shared/cafe/templates/en.json
                """,
                in: folder
            )
            let result = try BuiltTool.shell("carillon validate --staged --format compact", in: folder)
            #expect(result.status == 1 && result.output.contains("tenants/cafe/templates/en.json:"), "\(result)")
        }
    }

    @Test func `a conflict is told, and a sparse checkout is none`() throws {
        try withRepository { folder in
            try BuiltTool.run(
                "git checkout -q -b other && \(Self.harm) && git commit -q -a -m Other && git checkout -q -",
                in: folder
            )
            try BuiltTool.run("sed -i 's/is ready/is here/' \(Self.texts) && git commit -q -a -m Ours", in: folder)
            let merged = try BuiltTool.shell("git merge -q other; carillon validate --staged", in: folder)
            #expect(merged.status == 66)
            #expect(merged.errors.hasSuffix("Error: \(Self.texts) has conflicts: resolve them, and stage it\n"))
            try BuiltTool.run(
                "git merge --abort && git update-index --skip-worktree tenants/cafe/profile.json",
                in: folder
            )
            let change = "rm tenants/cafe/profile.json && echo >> tenants/cafe/events.json && git add ."
            try BuiltTool.run(change, in: folder)
            try Self.expect(["tenants/cafe"], passedOver: ["tenants/bakery"], in: folder)
        }
    }

    @Test func `channels and the baseline are staged, too, and those that git doesn't know are as they lie`() throws {
        try withRepository { folder in
            try BuiltTool.run(
                "rm tenants/bakery/samples/account* && git add . && carillon baseline create tenants",
                in: folder
            )
            let line = "carillon validate --staged --strict --baseline"
            #expect(try BuiltTool.shell(line, in: folder).status == 0, "as it lies")
            try BuiltTool.run("git add . && echo '{' > tenants/.carillon-baseline.json", in: folder)
            #expect(try BuiltTool.shell(line, in: folder).status == 0, "as it is staged")
            try BuiltTool.run("mkdir tenants/channels && echo '{' > tenants/channels/sms.json", in: folder)
            #expect(try BuiltTool.shell(line, in: folder).status == 0)
            try BuiltTool.run("git add tenants/channels && rm tenants/channels/sms.json", in: folder)
            let result = try BuiltTool.shell("carillon validate --staged --format compact", in: folder)
            #expect(result.status == 1 && result.output.contains("\ntenants/channels/sms.json:"), "\(result)")
            let named = "carillon validate --staged --format compact --channels tenants/channels"
            #expect(try BuiltTool.shell(named, in: folder).output.contains("\ntenants/channels/sms.json:"))
        }
    }

    @Test func `samples are tested as they are staged, and only those of tenants with a change`() throws {
        try withRepository { folder in
            try BuiltTool.run(
                "sed -i 's/is ready/is open/' \(Self.texts) && git add . && carillon test --update",
                in: folder
            )
            let staged = try BuiltTool.shell("carillon test --staged", in: folder)
            #expect(staged.status == 1 && staged.output.contains("tenants/bakery/golden/account.welcome.json: "))
            let note = "carillon: 1 tenant has no staged change since HEAD and is passed over: tenants/cafe\n"
            #expect(staged.errors == note)
            #expect(try BuiltTool.shell("carillon test", in: folder).status == 0)
            try BuiltTool.run("git add . && rm -r tenants/bakery/golden", in: folder)
            #expect(try BuiltTool.shell("carillon test --staged", in: folder).status == 0)
            let since = try BuiltTool.shell("carillon test --since HEAD", in: folder)
            #expect(since.status == 1 && !since.output.contains("tenants/cafe"))
            try BuiltTool.run("git reset -q --hard", in: folder)
            let nothing = try BuiltTool.shell("carillon test --since HEAD", in: folder)
            #expect(nothing.status == 0 && nothing.output == "no tenant that is there has a change\n")
            #expect(try BuiltTool.shell("carillon test --staged --update", in: folder).status == 64)
        }
    }

    /// A git that is told to end its parent, and goes on or waits for ever.
    private static let meddler = """
        #!/bin/sh
        case "$*" in *$MEDDLE*) kill -$SIGNAL $PPID; $REST ;; esac
        PATH="$OLD_PATH" exec git "$@"
        """

    @Test(arguments: ["INT", "TERM", "HUP", "PIPE"], ["exec sleep 1000", ":"])
    func `a signal ends the program and leaves nothing behind`(signal: String, rest: String) throws {
        try withRepository { folder in
            let change = "sed -i 's/is ready/is open/' \(Self.texts)"
            try BuiltTool.run("\(change) && git add . && mkdir bin tmp", in: folder)
            try Self.meddler.write(to: folder.appending(path: "bin/git"), atomically: true, encoding: .utf8)
            for (command, step) in [
                ("validate --staged", "checkout-index"), ("test --staged", "ls-files"),
                ("diff --base HEAD", "checkout-index"),
            ] {
                let result = try BuiltTool.shell(
                    """
                    chmod +x bin/git
                    export SIGNAL=\(signal) MEDDLE=\(step) REST='\(rest)' OLD_PATH="$PATH" TMPDIR="$PWD/tmp"
                    PATH="$PWD/bin:$PATH" carillon \(command); echo "$?"; ls -A tmp
                    """,
                    in: folder
                )
                let number = ["HUP": 1, "INT": 2, "PIPE": 13, "TERM": 15][signal] ?? 0
                #expect(result.output == "\(128 + number)\n", "\(command): \(result)")
                #expect(!result.errors.contains("Error"), "\(result)")
            }
        }
    }

    @Test func `what is ignored ends nothing`() throws {
        try withRepository { folder in
            try BuiltTool.run("\(Self.harm) && git add . && mkdir bin tmp", in: folder)
            try Self.meddler.write(to: folder.appending(path: "bin/git"), atomically: true, encoding: .utf8)
            let result = try BuiltTool.shell(
                """
                chmod +x bin/git
                export SIGNAL=HUP MEDDLE=checkout-index REST=: OLD_PATH="$PATH" TMPDIR="$PWD/tmp"
                trap '' HUP
                PATH="$PWD/bin:$PATH" carillon validate --staged > report; echo "$?"; ls -A tmp
                """,
                in: folder
            )
            #expect(result.output == "1\n", "\(result)")
        }
    }

    private static func expect(_ tenants: [String], passedOver: [String] = ["tenants/cafe"], in folder: URL) throws {
        let result = try BuiltTool.shell("carillon validate --staged --format json", in: folder)
        let report = try JSONValue(parsing: result.output.utf8)
        #expect(report["tenants"] == .array(tenants.map { .string($0) }), "\(result)")
        #expect(report["passedOver"] == .array(passedOver.map { .string($0) }))
    }

    /// All that could have been touched, and what is left in the folder for temporary files.
    private static func state(of folder: URL) throws -> String {
        try BuiltTool.shell(
            """
            find . -path ./.git/objects -prune -o -printf '%p %T@ %s\\n' | sort
            find .git/objects | wc -l; cksum .git/index; ls "${TMPDIR:-/tmp}" | grep -c 'carillon-......$'
            """,
            in: folder
        ).output
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
