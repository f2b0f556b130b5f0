import ArgumentParser
import CarillonDiagnostics
import CarillonModel
import CarillonProfiles
import CarillonStandard
import DocumentationTesting
import Foundation
import Testing

@testable import carillon

/// In order: the C library reads one time zone at a time.
@Suite(.serialized)
struct AuthoringTests {
    @Test(arguments: ["dossier", "escrow", "exchange", "remittance", "wallet"])
    func `every sample looks as its golden file says`(tenant: String) throws {
        let golden = try GoldenFolder(LoadedTenant(folder: "\(tenantsFolder)/\(tenant)"))
        #expect(!golden.files.isEmpty)
        #expect(try golden.findings() == [])
    }

    @Test(arguments: [
        [], ["--locales", "en,nb,ar", "--channels", "in-app,push,email,fcm,apns,web-push,log"],
        // Languages without words of their own: names alone.
        ["--locales", "eo,en,sw"], ["--locales", "pl"],
        ["--locales", ScaffoldTexts.byLocale.keys.sorted().joined(separator: ","), "--channels", "in-app,email"],
    ])
    func `a new tenant is finished in all its languages, and is as approved`(arguments: [String]) throws {
        try withNewTenant(arguments) { folder in
            let (_, report) = try ProfileLoader(registry: .standard).load([folder])
            #expect(report.diagnostics.map(\.message) == [])
            #expect(try GoldenFolder(LoadedTenant(folder: folder)).findings() == [])
        }
    }

    @Test func `a new tenant speaks the language of whoever reads it`() throws {
        try withNewTenant(["--locales", "en,pl,pt-BR,eo"]) { folder in
            let shown = try String(contentsOfFile: "\(folder)/golden/account.welcome.json", encoding: .utf8)
            for text in ["Hello Ada, your account is ready.", "Twoje konto jest gotowe.", "Sua conta está pronta."] {
                #expect(shown.contains(text))
            }
            let profile = try String(contentsOfFile: "\(folder)/profile.json", encoding: .utf8)
            #expect(profile.contains(#""pl": "Konto""#) && profile.contains(#""eo": "Account""#))
            let esperanto = try String(contentsOfFile: "\(folder)/templates/eo.json", encoding: .utf8)
            #expect(esperanto.contains(#""title": "{$tenant}""#) && esperanto.contains(#""body": "{$person}""#))
        }
    }

    @Test func `a push for what is collected needs a body`() throws {
        var folder = try TenantFolder.read("\(tenantsFolder)/remittance")
        let index = try #require(folder.files.firstIndex { $0.path == "templates/nb.json" })
        let text = String(decoding: folder.files[index].content, as: UTF8.self)
        let others = text.replacing(#""body": "Åpne Drop for å se hva som er nytt.""#, with: #""sms": "Åpne Drop.""#)
        #expect(others != text)
        folder.files[index].content = Array(others.utf8)
        var sources = SourceSet()
        let loaded = ProfileLoader(registry: .standard).load(folder, into: &sources)
        #expect(loaded.diagnostics.map(\.message) == ["`collected` has no words for `body`"])
        #expect(loaded.profile == nil)
    }

    @Test(arguments: [
        "carillon new bakery --time-zone Europe/Oslo && carillon test tenants",
        "carillon new bakery && carillon render bakery account.welcome",
        #"""
        echo '{"src":"{$t :time timeZone=|Asia/Tokyo|}","params":{"t":{"instant":"2026-02-25T06:13:00Z"}}}' > line.json
        carillon format < line.json | grep 3:13
        """#,
    ])
    func `no command needs the system's time zones`(command: String) throws {
        let result = try BuiltTool.withFolder { folder in
            try BuiltTool.shell(command, in: folder, environment: ["TZDIR": folder.path(percentEncoded: false)])
        }
        #expect(result.status == 0, "\(result.output)\(result.errors)")
    }

    @Test func `a new tenant overwrites nothing`() throws {
        try withNewTenant { folder in
            let profile = try Data(contentsOf: URL(filePath: "\(folder)/profile.json"))
            let directory = URL(filePath: folder).deletingLastPathComponent().path(percentEncoded: false)
            let again = try New.parse(["bakery", "--directory", directory, "--name", "Another"])
            #expect(throws: ExitCode(1)) { try again.run() }
            #expect(try Data(contentsOf: URL(filePath: "\(folder)/profile.json")) == profile)
        }
    }

    @Test func `a changed word is shown old beside new`() throws {
        try withNewTenant { folder in
            let path = "\(folder)/templates/en.json"
            let text = try String(contentsOfFile: path, encoding: .utf8)
            try text.replacing("is ready", with: "is open").write(toFile: path, atomically: true, encoding: .utf8)
            let findings = try GoldenFolder(LoadedTenant(folder: folder)).findings()
            #expect(findings.count == 1)
            #expect(findings.first?.contains("- Hello Ada, your account is ready.") == true)
            #expect(findings.first?.contains("+ Hello Ada, your account is open.") == true)
        }
    }

    @Test func `missing and superfluous golden files fail until they are updated`() throws {
        try withNewTenant { folder in
            let golden = "\(folder)/golden"
            let moved = "\(golden)/account.closed.json"
            try FileManager.default.moveItem(atPath: "\(golden)/account.welcome.json", toPath: moved)
            let findings = try GoldenFolder(LoadedTenant(folder: folder)).findings()
            #expect(findings.map { $0.contains("is missing") } == [true, false])
            #expect(findings.last?.contains("belongs to no sample") == true)
            _ = try GoldenFolder(LoadedTenant(folder: folder)).update()
            #expect(try GoldenFolder(LoadedTenant(folder: folder)).findings() == [])
        }
    }

    @Test func `a golden file that is a link is not written through`() throws {
        try withNewTenant { folder in
            let golden = "\(folder)/golden/account.welcome.json"
            let victim = "\(folder)/notes.md"
            try "mine".write(toFile: victim, atomically: true, encoding: .utf8)
            try FileManager.default.removeItem(atPath: golden)
            try FileManager.default.createSymbolicLink(atPath: golden, withDestinationPath: "../notes.md")
            #expect(throws: (any Error).self) { try GoldenFolder(LoadedTenant(folder: folder)).update() }
            #expect(try String(contentsOfFile: victim, encoding: .utf8) == "mine")
        }
    }

    @Test func `a folder of golden files that lies elsewhere is left alone`() throws {
        try withNewTenant { folder in
            let elsewhere = FileManager.default.temporaryDirectory.appending(path: "carillon-\(UUID().uuidString)").path
            try FileManager.default.createDirectory(atPath: elsewhere, withIntermediateDirectories: false)
            defer { try? FileManager.default.removeItem(atPath: elsewhere) }
            try "{}".write(toFile: "\(elsewhere)/zzz.json", atomically: true, encoding: .utf8)
            try FileManager.default.removeItem(atPath: "\(folder)/golden")
            try FileManager.default.createSymbolicLink(atPath: "\(folder)/golden", withDestinationPath: elsewhere)
            #expect(throws: ExitCode(1)) { try LoadedTenant(folder: folder) }
            #expect(try FileManager.default.contentsOfDirectory(atPath: elsewhere) == ["zzz.json"])
        }
    }

    @Test func `what no provider would take is never approved`() throws {
        try withNewTenant { folder in
            let sample = "\(folder)/samples/account.welcome.json"
            try #"{"person": 7}"#.write(toFile: sample, atomically: true, encoding: .utf8)
            #expect(throws: ExitCode(1)) { try LoadedTenant(folder: folder) }
        }
    }
}
