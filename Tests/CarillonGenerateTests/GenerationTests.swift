import ArgumentParser
import CarillonDiagnostics
import CarillonModel
import CarillonStandard
import Foundation
import Testing

@testable import CarillonGenerate
@testable import CarillonProfiles
@testable import carillon

/// What is generated for this repository's tenants and for an odd one, held by the files in `Golden`.
///
/// `run.sh` compiles and runs these files. Re-recorded with `CARILLON_RECORD=1`, which fails the run.
struct GenerationTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    private static let golden = folder.appending(path: "Golden")
    private static let repository = folder.deletingLastPathComponent().deletingLastPathComponent()
    private static let tenants = repository.appending(path: "tenants").path

    static var profiles: [TenantProfile] {
        get throws {
            let folders = try TenantFolder.find(in: tenants)
            return try ProfileLoader(registry: .standard).load(folders).profiles + [OddTenant.profile]
        }
    }

    private static func runtimes(_ language: TargetLanguage) -> Set<String> {
        Set(EmbeddedRuntime.all.filter { $0.language == language }.map(\.name))
    }

    @Test(arguments: TargetLanguage.allCases)
    func `the code of six tenants is as it was approved`(language: TargetLanguage) throws {
        let profiles = try Self.profiles
        let generated = try Generation(language, registry: .standard).files(for: profiles)
        var files = Dictionary(uniqueKeysWithValues: generated.map { ($0.name, $0.text) })
        for name in Self.runtimes(language) { files[name] = nil }
        if language == .swift {
            // These are compiled with the tests, because they need a module.
            var apps = files.filter { $0.key.hasSuffix("App.swift") || $0.key.hasSuffix("Endpoints.swift") }
            for name in apps.keys { files[name] = nil }
            apps["Pushes.swift"] = try SamplePushes(language: language, profiles: profiles).text
            try Self.compare(apps, in: Self.folder.appending(path: "Apps"))
        }
        let samples = ["swift": "Samples.swift", "typescript": "samples.ts", "kotlin": "Samples.kt"]
        files[try #require(samples[language.rawValue])] = try SampleProgram(language: language, profiles: profiles).text
        if language != .swift {
            let name = language == .typescript ? "pushes.ts" : "Pushes.kt"
            files[name] = try SamplePushes(language: language, profiles: profiles).text
        }
        try Self.compare(files, in: Self.golden.appending(path: language.rawValue))
    }

    @Test func `the JSON of every sample is what the host reads`() throws {
        let profiles = try Self.profiles
        try Self.compare(["events.jsonl": SampleProgram.expected(of: profiles)], in: Self.golden, isWhole: false)
        for (_, profile, sample) in SampleProgram.events(of: profiles) {
            let event = try #require(profile.event(sample.event))
            #expect(throws: Never.self) { try PayloadReader(event, of: profile).read(sample.payload) }
        }
    }

    private static func compare(_ files: [String: String], in folder: URL, isWhole: Bool = true) throws {
        if ProcessInfo.processInfo.environment["CARILLON_RECORD"] != nil {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            for (name, text) in files {
                try text.write(to: folder.appending(path: name), atomically: true, encoding: .utf8)
            }
            Issue.record("recorded \(folder.lastPathComponent)")
        }
        for (name, text) in files {
            let recorded = try? String(contentsOf: folder.appending(path: name), encoding: .utf8)
            #expect(recorded == text, "\(name) isn't what was approved: look at it, then CARILLON_RECORD=1")
        }
        guard isWhole else { return }
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(Set(names) == Set(files.keys))
    }

    @Test func `what generated code needs is embedded as it is in the folder`() throws {
        for (part, module) in [(GeneratedPart.service, "CarillonGenerate"), (.app, "CarillonClient")] {
            let folder = Self.repository.appending(path: "Sources/\(module)/Runtimes")
            let runtimes = EmbeddedRuntime.all.filter { $0.part == part }
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            #expect(Set(names) == Set(runtimes.map(\.name)))
            for runtime in runtimes {
                let text = try String(contentsOf: folder.appending(path: runtime.name), encoding: .utf8)
                #expect(text == runtime.text, "run Tests/Tools/embed-runtimes.py")
            }
        }
    }

    @Test(arguments: TargetLanguage.allCases)
    func `the order of events in the file changes nothing`(language: TargetLanguage) throws {
        let profile = OddTenant.profile
        let turned = profile.changed { $0.events.reverse() }
        #expect(
            try Generation(language, registry: .standard).files(for: [turned])
                == Generation(language, registry: .standard).files(for: [profile])
        )
    }

    @Test func `a package of Kotlin's may have words of its own`() throws {
        let files = try Generation(.kotlin, registry: .standard, package: "in.acme.push").files(for: Self.profiles)
        for file in files { #expect(file.text.contains("\npackage `in`.acme.push\n"), "\(file.name)") }
    }

    @Test(arguments: TargetLanguage.allCases)
    func `files end with one line feed and have no blanks at the ends of lines`(language: TargetLanguage) throws {
        for file in try Generation(language, registry: .standard, access: .internal).files(for: Self.profiles) {
            #expect(file.text.hasSuffix("\n") && !file.text.hasSuffix("\n\n"), "\(file.name)")
            #expect(!file.text.contains("\r"), "\(file.name)")
            let bad = file.text.split(separator: "\n").filter { $0.hasSuffix(" ") }
            #expect(bad == [], "\(file.name)")
        }
    }

    @Test(arguments: TargetLanguage.allCases)
    func `two names that would be one in code are an error that names both`(language: TargetLanguage) {
        var parts = ProfileParts(id: "t", name: "T", locales: Locales(default: "en", supported: ["en"]))
        var event = EventType(id: "order.shipped")
        event.payload = [PayloadField("order_id", .slug), PayloadField("orderId", .slug)]
        parts.events = [event, EventType(id: "order-shipped")]
        let expected = [
            "t/events.json: order.shipped: “order_id” and “orderId” would both be orderId in code; rename one",
            "t/events.json: “order-shipped” and “order.shipped” would both be OrderShipped in code; rename one",
        ]
        #expect {
            try Generation(language, registry: .standard).files(for: [TenantProfile(parts)])
        } throws: { error in
            let messages = (error as? GenerationFaults)?.messages ?? []
            return expected.allSatisfy(messages.contains)
        }
    }

    @Test func `values of an enum that would be one case are an error in languages with cases`() throws {
        var parts = ProfileParts(id: "t", name: "T", locales: Locales(default: "en", supported: ["en"]))
        var event = EventType(id: "e")
        event.payload = [PayloadField("state", .choice(["in-use", "in use"]))]
        parts.events = [event]
        let profile = TenantProfile(parts)
        #expect(throws: GenerationFaults.self) { try Generation(.swift, registry: .standard).files(for: [profile]) }
        #expect(throws: GenerationFaults.self) { try Generation(.kotlin, registry: .standard).files(for: [profile]) }
        #expect(throws: Never.self) { try Generation(.typescript, registry: .standard).files(for: [profile]) }
    }

    @Test(arguments: [
        ("assignment.created", "AssignmentCreated", "assignmentCreated", "ASSIGNMENT_CREATED"),
        ("dossier_id", "DossierId", "dossierId", "DOSSIER_ID"), ("txHash", "TxHash", "txHash", "TX_HASH"),
        ("DEPOSIT_RECEIVED", "DepositReceived", "depositReceived", "DEPOSIT_RECEIVED"), ("URL", "Url", "url", "URL"),
        ("1", "_1", "_1", "_1"), ("", "empty", "empty", "empty"), ("☃", "U2603", "u2603", "U2603"),
        ("USDC.e", "UsdcE", "usdcE", "USDC_E"), ("a-2b", "A2b", "a2b", "A_2B"),
    ])
    func `names in code`(written: String, type: String, value: String, constant: String) {
        #expect(Identifier.type(written) == type)
        #expect(Identifier.value(written) == value)
        #expect(Identifier.constant(written) == constant)
    }

    @Test func `no comment of a tenant's ends the comment`() {
        let hostile = "*/ /* **//** \u{202E}x\n*/"
        #expect(!CommentText.inBlock(hostile).contains("*/") && !CommentText.inBlock(hostile).contains("/*"))
        #expect(!CommentText.line(hostile).contains("\n") && !CommentText.line(hostile).contains("\u{202E}"))
    }
}

/// The command.
struct GenerateTests {
    private static let tenants = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "tenants").resolvingSymlinksInPath().path

    private func withFolder(_ body: (String) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "carillon-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try body(folder)
    }

    private func generate(_ arguments: [String]) throws -> Bool {
        var remains = ProfileLoader.Remains()
        return try Generate.parse(arguments).generate(keeping: &remains)
    }

    @Test func `a second run writes nothing, and a check finds what was changed by hand`() throws {
        try withFolder { folder in
            let arguments = ["swift", "--tenants", Self.tenants, "--tenant", "escrow", "--output", "\(folder)/a/b"]
            #expect(try !generate(arguments + ["--check"]))
            #expect(!FileManager.default.fileExists(atPath: "\(folder)/a"), "a check writes nothing")
            #expect(try !generate(arguments))
            let file = "\(folder)/a/b/EscrowEvents.swift"
            let before = try FileManager.default.attributesOfItem(atPath: file)[.systemFileNumber] as? Int
            #expect(try generate(arguments))
            #expect(try generate(arguments + ["--check"]))
            let after = try FileManager.default.attributesOfItem(atPath: file)[.systemFileNumber] as? Int
            #expect(before == after)
            try "changed".write(toFile: file, atomically: true, encoding: .utf8)
            #expect(try !generate(arguments + ["--check"]))
            #expect(try String(contentsOfFile: file, encoding: .utf8) == "changed")
            #expect(try !generate(arguments))
            #expect(try generate(arguments + ["--check"]))
        }
    }

    @Test func `what generate.json lists is generated, its folders as seen from the file`() throws {
        try withFolder { folder in
            let tenants = "\(folder)/tenants"
            try FileManager.default.copyItem(atPath: Self.tenants, toPath: tenants)
            let list = """
                {"targets": [
                  {"language": "typescript", "tenants": ["wallet"], "for": "app", "output": "../ts"},
                  {"language": "kotlin", "output": "../kt", "access": "internal", "package": "com.acme"}
                ]}
                """
            try list.write(toFile: "\(tenants)/generate.json", atomically: true, encoding: .utf8)
            #expect(try !generate(["--tenants", tenants]))
            #expect(try generate(["--tenants", tenants, "--check"]))
            let names = try FileManager.default.contentsOfDirectory(atPath: "\(folder)/ts").sorted()
            #expect(names == ["carillon-client.ts", "carillon-endpoints.ts", "wallet-app.ts", "wallet-endpoints.ts"])
            let kotlin = try String(contentsOfFile: "\(folder)/kt/EscrowEvents.kt", encoding: .utf8)
            #expect(kotlin.contains("\npackage com.acme\n") && kotlin.contains("\ninternal object EscrowEvents {"))
            let support = try String(contentsOfFile: "\(folder)/kt/CarillonEvents.kt", encoding: .utf8)
            #expect(support.contains("\npackage com.acme\n") && !support.contains("\nclass "))
            let client = try String(contentsOfFile: "\(folder)/kt/CarillonClient.kt", encoding: .utf8)
            #expect(client.contains("\npackage com.acme\n") && !client.contains("\nfun "))
        }
    }

    @Test(arguments: [
        "[]", "{}", #"{"targets": []}"#, #"{"targets": [{"language": "perl", "output": "x"}]}"#,
        #"{"targets": [{"language": "swift"}]}"#,
        #"{"targets": [{"language": "swift", "output": "x", "tenants": []}]}"#,
        #"{"targets": [{"language": "swift", "output": "x", "access": "open"}]}"#,
        #"{"targets": [{"language": "swift", "output": "x", "pakage": "a"}]}"#,
        #"{"targets": [{"language": "swift", "output": "x", "for": "me"}]}"#,
        #"{"targets": [{"language": "kotlin", "output": "x", "package": "a b"}]}"#,
        #"{"targets": [{"language": "swift", "output": "x", "tenants": ["nobody"]}]}"#, "{",
    ])
    func `a wrong generate.json is refused, and nothing is written`(list: String) throws {
        try withFolder { folder in
            try list.write(toFile: "\(folder)/generate.json", atomically: true, encoding: .utf8)
            #expect(throws: ExitCode.self) { try generate(["--tenants", folder]) }
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["generate.json"])
        }
    }

    @Test func `a tenant with errors is refused`() throws {
        try withFolder { folder in
            let tenant = "\(folder)/escrow"
            try FileManager.default.copyItem(atPath: "\(Self.tenants)/escrow", toPath: tenant)
            let file = "\(tenant)/events.json"
            let text = try String(contentsOfFile: file, encoding: .utf8)
            try text.replacingOccurrences(of: "\"type\": \"uuid\"", with: "\"type\": \"uid\"")
                .write(toFile: file, atomically: true, encoding: .utf8)
            #expect(throws: ExitCode.self) {
                try generate(["swift", "--tenants", folder, "--output", "\(folder)/out"])
            }
            #expect(!FileManager.default.fileExists(atPath: "\(folder)/out"))
        }
    }

    @Test(arguments: [
        ["perl"], ["swift", "--access", "open"], ["kotlin", "--package", "a-b"], ["--tenant", "escrow"],
        ["swift", "--for", "me"], ["--for", "app"],
        ["--output", "x"],
    ])
    func `wrong usage is said before anything is read`(arguments: [String]) {
        #expect(throws: (any Error).self) { try Generate.parse(arguments) }
    }

    @Test func `a difference is printed as a unified diff`() {
        let old = (1...20).map { "line \($0)\n" }.joined()
        let new = old.replacingOccurrences(of: "line 10\n", with: "line ten\nand more\n")
        let expected = """
            --- f
            +++ f
            @@ -7,7 +7,8 @@
             line 7
             line 8
             line 9
            -line 10
            +line ten
            +and more
             line 11
             line 12
             line 13

            """
        #expect(LineDifference(from: old, to: new).text(of: "f") == expected)
        #expect(LineDifference(from: old, to: old).text(of: "f") == "")
        #expect(LineDifference(from: "", to: "a\n").text(of: "f") == "--- f\n+++ f\n@@ -0,0 +1,1 @@\n+a\n")
    }

    @Test func `Swift that nobody else may see compiles as such`() throws {
        try withFolder { folder in
            _ = try generate([
                "swift", "--tenants", Self.tenants, "--output", folder, "--access", "internal", "--for", "service",
            ])
            let files = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
            let compiler = Process()
            compiler.executableURL = URL(filePath: "/usr/bin/env")
            compiler.arguments =
                ["swiftc", "-typecheck", "-swift-version", "6", "-warnings-as-errors", "-parse-as-library"]
                + files.map { "\(folder)/\($0)" }
            try compiler.run()
            compiler.waitUntilExit()
            #expect(compiler.terminationStatus == 0)
            for file in files {
                #expect(try !String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8).contains("public "))
            }
        }
    }
}
