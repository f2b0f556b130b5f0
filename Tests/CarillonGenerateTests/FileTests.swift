import ArgumentParser
import CarillonModel
import CarillonStandard
import Foundation
import Testing

@testable import CarillonGenerate
@testable import CarillonProfiles
@testable import carillon

/// Files of a folder: what two of them would be one is refused, and what nobody generates any more is named.
struct FileTests {
    private static func profile(_ id: TenantID) -> TenantProfile {
        TenantProfile(ProfileParts(id: id, name: "T", locales: Locales(default: "en", supported: ["en"])))
    }

    private static func faults(_ ids: [TenantID], _ language: TargetLanguage, _ part: GeneratedPart) -> [String] {
        do {
            _ = try Generation(language, registry: .standard, for: part).files(for: ids.map(profile))
            return []
        } catch {
            return error.messages
        }
    }

    @Test(arguments: [
        (TargetLanguage.typescript, GeneratedPart.service, "carillon-events.ts"),
        (.typescript, .app, "carillon-endpoints.ts"), (.swift, .service, "CarillonEvents.swift"),
        (.kotlin, .service, "CarillonEvents.kt"), (.kotlin, .app, "CarillonEndpoints.kt"),
    ])
    func `a tenant whose file would be the kit's own is refused`(
        language: TargetLanguage,
        part: GeneratedPart,
        file: String
    ) {
        #expect(
            Self.faults(["carillon"], language, part) == [
                "the file of tenant carillon would be \(file), which is a file that all tenants' code needs; rename the tenant"
            ]
        )
    }

    @Test func `tenants whose files are one where capitals don't count are refused, with both and the way out`() {
        let wayOut =
            "; generate one of them into another folder, by --tenant and --output or a target of its own in generate.json, "
            + "or rename one"
        #expect(
            Self.faults(["ab", "a-b"], .swift, .app) == [
                "the files of tenants a-b and ab would be ABApp.swift and AbApp.swift, one file where capitals don't count"
                    + wayOut
            ]
        )
        #expect(
            Self.faults(["a1", "a-1"], .kotlin, .service) == [
                "the files of tenants a-1 and a1 would both be A1Events.kt" + wayOut
            ]
        )
        #expect(Self.faults(["ab", "a-b"], .typescript, .all).isEmpty)
        #expect(Self.faults(["carillon"], .swift, .app).isEmpty, "Swift's kit for apps is a package")
    }

    private func withTenants(_ body: (_ folder: String) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "carillon-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        for id in ["ab", "a-b"] {
            let tenant = "\(folder)/tenants/\(id)"
            try FileManager.default.createDirectory(atPath: "\(tenant)/templates", withIntermediateDirectories: true)
            let locales = #"{"default": "en", "supported": ["en"]}"#
            for (name, text) in [
                "profile.json":
                    #"{"tenant": "\#(id)", "name": "T", "locales": \#(locales), "channels": {"in-app": {"use": "in-app"}}}"#,
                "events.json": #"{"events": {}}"#, "templates/en.json": #"{"locale": "en", "messages": {}}"#,
            ] {
                try text.write(toFile: "\(tenant)/\(name)", atomically: true, encoding: .utf8)
            }
        }
        try body(folder)
    }

    private func generate(_ arguments: [String]) throws -> Bool {
        var remains = ProfileLoader.Remains()
        return try Generate.parse(arguments).generate(keeping: &remains)
    }

    @Test func `targets that share a folder are held to the same, and nothing is written`() throws {
        try withTenants { folder in
            let list = """
                {"targets": [
                  {"language": "swift", "tenants": ["ab"], "for": "app", "output": "../out"},
                  {"language": "swift", "tenants": ["a-b"], "for": "app", "output": ".././out/"}
                ]}
                """
            try list.write(toFile: "\(folder)/tenants/generate.json", atomically: true, encoding: .utf8)
            #expect(throws: (any Error).self) { try generate(["--tenants", "\(folder)/tenants"]) }
            #expect(!FileManager.default.fileExists(atPath: "\(folder)/out"))
            try list.replacingOccurrences(of: ".././out/", with: "../other")
                .write(toFile: "\(folder)/tenants/generate.json", atomically: true, encoding: .utf8)
            #expect(try !generate(["--tenants", "\(folder)/tenants"]))
            #expect(try generate(["--tenants", "\(folder)/tenants", "--check"]))
        }
    }

    @Test func `a check tells what is left of a tenant, and leaves other files alone`() throws {
        try withTenants { folder in
            let arguments = ["typescript", "--tenants", "\(folder)/tenants", "--output", "\(folder)/out"]
            #expect(try !generate(arguments))
            #expect(try generate(arguments + ["--check"]))
            #expect(try generate(arguments + ["--check", "--tenant", "ab"]), "the other one is still there")
            try "// Ours.\n".write(toFile: "\(folder)/out/own.ts", atomically: true, encoding: .utf8)
            try FileManager.default.removeItem(atPath: "\(folder)/tenants/a-b")
            #expect(try !generate(arguments + ["--check"]))
            #expect(try !generate(arguments), "it is named, not deleted")
            for part in ["events", "app", "endpoints"] {
                let file = "\(folder)/out/a-b-\(part).ts"
                #expect(FileManager.default.fileExists(atPath: file))
                try FileManager.default.removeItem(atPath: file)
            }
            #expect(try generate(arguments + ["--check"]))
        }
    }

    @Test func `a file that differs in its line endings alone is as little fresh`() throws {
        try withTenants { folder in
            let tenants = "\(folder)/tenants"
            let arguments = ["kotlin", "--tenants", tenants, "--tenant", "ab", "--output", "\(folder)/out"]
            #expect(try !generate(arguments))
            let file = "\(folder)/out/AbApp.kt"
            let text = try String(contentsOfFile: file, encoding: .utf8)
            let turned = text.replacingOccurrences(of: "\n", with: "\r\n")
            try turned.write(toFile: file, atomically: true, encoding: .utf8)
            #expect(try !generate(arguments + ["--check"]))
            let difference = OutputFolder.difference(from: turned, to: text, of: "a/AbApp.kt")
            #expect(difference.hasPrefix("a/AbApp.kt: only its line endings differ: CR LF in place of LF."))
            #expect(try !generate(arguments))
            #expect(try generate(arguments + ["--check"]))
        }
    }

    @Test func `the first line says whose a file is`() throws {
        let files = try Generation(.swift, registry: .standard).files(for: [Self.profile("a-b")])
        let tenants = files.map { GeneratedFile.tenant(of: $0.text) }
        #expect(tenants.compactMap(\.self) == ["a-b", "a-b", "a-b"])
        #expect(tenants.contains(nil), "what all tenants need is nobody's")
        #expect(GeneratedFile.tenant(of: "// Generated by hand --tenant x`\n") == nil)
    }
}
