import CarillonChannels
import CarillonDiagnostics
import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles
import CarillonStandard
import DocumentationTesting
import Foundation
import Testing

@testable import carillon

/// Where channel files are at home: with the program, with the operator, beside the tenants, with one of them.
struct ChannelHomeTests {
    /// A folder of one tenant that uses the channel `id`, with files.
    private struct Place {
        let root = FileManager.default.temporaryDirectory.appending(path: "channels-\(UUID().uuidString.prefix(8))")

        init(using id: String, settings: JSONValue = ["token": ["$secret": "token"]]) throws {
            try write(
                "tenants/shop/profile.json",
                JSONValue.object([
                    "tenant": "shop", "name": "Shop", "locales": ["default": "en", "supported": ["en"]],
                    "channels": ["team": ["use": .string(id), "settings": settings]],
                    "auth": ["services": [["header": "X-Service-Key", "key": ["$secret": "service"]]]],
                ]).text
            )
            try write(
                "tenants/shop/events.json",
                #"{"events": {"stock.low": {"summary": "Little is left", "channels": ["team"], "payload": {}}}}"#
            )
            try write(
                "tenants/shop/templates/en.json",
                #"{"locale": "en", "messages": {"stock.low": {"title": "Stock", "body": "Nothing left"}}}"#
            )
        }

        func write(_ path: String, _ text: String) throws {
            let file = root.appending(path: path)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try Data(text.utf8).write(to: file)
        }

        func load(channels: String? = nil) throws -> (profile: TenantProfile?, report: String, codes: [String]) {
            let loader = ProfileLoader(
                registry: .standard,
                channels: channels.map { root.appending(path: $0).path }
            )
            let (profiles, report) = try loader.load([root.appending(path: "tenants/shop").path])
            let text = TextRenderer(isColored: false).render(report)
            let errors = report.diagnostics.filter { $0.severity == .error }
            return (profiles.first, text, errors.map(\.code.number))
        }

        func remove() { try? FileManager.default.removeItem(at: root) }
    }

    private static func file(_ id: String, called name: String? = nil) throws -> String {
        let text = try #require(PluginID(id).flatMap { ProviderPack.file(of: $0) })
        return name.map { text.replacing(#""channel": "\#(id)""#, with: #""channel": "\#($0)""#) } ?? text
    }

    @Test func `a profile names a provider of the pack, and no file is copied`() throws {
        let place = try Place(using: "slack-bot")
        defer { place.remove() }
        let loaded = try place.load()
        let profile = try #require(loaded.profile, "\(loaded.report)")
        #expect(profile.declaredChannels.isEmpty && profile.operatorChannels.isEmpty)
        #expect(ChannelRegistry.standard.serving(profile)["slack-bot"]?.isAddress("C0123456789") == true)
    }

    @Test(arguments: [
        #"{ "hmac": { "key": "{secret.token}", "keyForm": "base64", "over": ["body"], "header": "X-Signature" } }"#,
        #"{ "jwt": { "algorithm": "RS256", "key": "{secret.token}", "claims": { "iss": "acme" } } }"#,
        #"{ "jwt": { "algorithm": "ES256", "key": "{secret.token}", "claims": { "iss": "acme" } } }"#,
    ]) func `what is sent can be shown without the key that signs it`(auth: String) async throws {
        let file = """
            {
              "channel": "acme", "format": 1, "summary": "Acme", "checked": "2026-11-20",
              "sources": ["https://docs.acme.example/"],
              "settings": { "token": { "type": "secret", "required": true, "description": "k", "example": { "$secret": "k" } } },
              "origins": ["https://api.acme.example"],
              "address": { "from": "device", "shape": "a number", "pattern": "[0-9]{3,15}", "samples": ["4790012345"], "wrong": ["1"] },
              "slots": { "body": { "required": true, "description": "What it says" } },
              "auth": \(auth),
              "request": { "method": "POST", "url": "https://api.acme.example/messages",
                "json": { "to": "{address}", "text": "{slot.body}" } },
              "answer": { "own": "/error", "rules": [
                { "status": 200, "json": { "/id": { "present": true } }, "then": "accepted", "receipt": "/id" } ] },
              "wire": { "method": "POST", "path": "/messages", "json": { "/to": { "required": true }, "/text": { "required": true } } },
              "samples": {
                "requests": { "plain": { "slots": { "body": "Hello" }, "golden": { "to": "4790012345", "text": "Hello" } } },
                "answers": { "ok": { "status": 200, "body": { "id": "m-1" }, "is": "accepted" } } }
            }
            """
        let place = try Place(using: "acme")
        defer { place.remove() }
        try place.write("tenants/channels/acme.json", file)
        let loaded = try place.load()
        let profile = try #require(loaded.profile, "\(loaded.report)")
        let binding = try #require(profile.channels.first)
        let kind = try #require(ChannelRegistry.standard.serving(profile)["acme"])
        let run = DryRun(of: binding, by: kind, at: DeclaredChannel.sampleTime, timeZones: BuiltInTimeZones())
        var message = try #require(profile.declaredChannels.first).smallestMessage
        message.address = "4790012345"
        let attempt = try await run.attempt(message)
        #expect(attempt.refusal == nil)
        #expect(attempt.utterances.count == 1)
        let shown = attempt.utterances.map(\.text).joined()
        #expect(shown.contains("<signature>") || shown.contains("Bearer <signed-token>"), "\(shown)")
    }

    @Test func `its settings are checked as a plugin's are`() throws {
        let place = try Place(using: "slack-bot", settings: ["tokn": ["$secret": "token"]])
        defer { place.remove() }
        #expect(Set(try place.load().codes) == ["T0303", "T0304"])
    }

    @Test func `a name that nothing has is answered with those that there are, of the pack too`() throws {
        let place = try Place(using: "slack-bott")
        defer { place.remove() }
        let report = try place.load().report
        #expect(report.contains("did you mean `slack-bot`?"), "\(report)")
    }

    @Test func `the operator's files are there for every tenant, and aren't the tenant's`() throws {
        let place = try Place(using: "team-chat")
        defer { place.remove() }
        try place.write("operator/team-chat.json", Self.file("slack-bot", called: "team-chat"))
        #expect(try place.load().codes == ["T0302"])
        let loaded = try place.load(channels: "operator")
        let profile = try #require(loaded.profile, "\(loaded.report)")
        #expect(profile.operatorChannels.map(\.descriptor.id) == ["team-chat"])
        #expect(!profile.declares("team-chat"))
    }

    @Test func `a change of the operator's file is another revision`() throws {
        let place = try Place(using: "team-chat")
        defer { place.remove() }
        let file = try Self.file("slack-bot", called: "team-chat")
        try place.write("operator/team-chat.json", file)
        let before = try place.load(channels: "operator").profile?.revision
        try place.write("operator/team-chat.json", file.replacing(#""rate": 1"#, with: #""rate": 2"#))
        let after = try place.load(channels: "operator").profile?.revision
        #expect(before != nil && after != nil && before != after)
    }

    @Test(arguments: ["tenants/channels", "tenants/shop/channels", "operator"])
    func `nothing takes the place of a provider of the pack, and the report says where that is`(
        folder: String
    ) throws {
        let place = try Place(using: "slack-bot")
        defer { place.remove() }
        try place.write("\(folder)/slack-bot.json", Self.file("slack-bot"))
        let loaded = try place.load(channels: folder == "operator" ? folder : nil)
        #expect(loaded.codes == ["T0702"])
        #expect(loaded.report.contains("\(folder)/slack-bot.json:2:"), "\(loaded.report)")
        #expect(loaded.report.contains("Plugins/Providers/slack-bot/channel.json"), "\(loaded.report)")
        #expect(loaded.report.contains("leave this file out"), "\(loaded.report)")
    }

    @Test func `nothing takes the place of a plugin`() throws {
        let place = try Place(using: "slack-bot")
        defer { place.remove() }
        try place.write("tenants/channels/expo.json", Self.file("slack-bot", called: "expo"))
        let loaded = try place.load()
        #expect(loaded.codes == ["T0702"])
        #expect(loaded.report.contains("it is a plugin of this program"), "\(loaded.report)")
    }

    @Test(arguments: [
        ("operator", "tenants/channels"), ("operator", "tenants/shop/channels"),
        ("tenants/channels", "tenants/shop/channels"),
    ]) func `of two files with one name the report shows both places`(first: String, second: String) throws {
        let place = try Place(using: "team-chat")
        defer { place.remove() }
        let file = try Self.file("slack-bot", called: "team-chat")
        try place.write("\(first)/team-chat.json", file)
        try place.write("\(second)/team-chat.json", file)
        let loaded = try place.load(channels: first == "operator" ? first : nil)
        #expect(loaded.profile == nil)
        #expect(loaded.codes == ["T0702"])
        #expect(loaded.report.contains("\(second)/team-chat.json:2:14: error"), "\(loaded.report)")
        #expect(loaded.report.contains("\(first)/team-chat.json:2:14"), "\(loaded.report)")
    }

    @Test func `a file with errors is reported, and not that its channel is missing`() throws {
        let place = try Place(using: "team-chat")
        defer { place.remove() }
        let file = try Self.file("slack-bot", called: "team-chat")
        for (broken, code) in [
            (file.replacing("\"/text\": {", with: "\"/txt\": {"), "T07"), (String(file.dropLast(40)), "T00"),
        ] {
            try place.write("tenants/channels/team-chat.json", broken)
            let codes = try place.load().codes
            #expect(!codes.isEmpty && codes.allSatisfy { $0.hasPrefix(code) }, "\(codes)")
        }
    }

    @Test func `the list has every channel with its home`() throws {
        try BuiltTool.withFolder { folder in
            let channels = folder.appending(path: "operator")
            try FileManager.default.createDirectory(at: channels, withIntermediateDirectories: true)
            try Data(Self.file("slack-bot", called: "team-chat").utf8).write(
                to: channels.appending(path: "team-chat.json")
            )
            let list = try BuiltTool.shell("carillon channel list --channels operator", in: folder)
            #expect(list.status == 0 && list.errors.isEmpty, "\(list.errors)")
            let rows = list.output.split(separator: "\n").map { $0.split(separator: " ").prefix(3).map(String.init) }
            #expect(rows.map { $0[0] } == ChannelRegistry.standard.ids.map(\.rawValue) + ["team-chat"])
            #expect(rows.contains(["expo", "Swift", "device"]) && rows.contains(["postmark", "file", "e-mail"]))
            #expect(rows.last == ["team-chat", "operator", "device"])
        }
    }

    @Test func `an operator's folder that isn't there is told`() throws {
        let place = try Place(using: "slack-bot")
        defer { place.remove() }
        #expect(throws: UnreadablePath.self) { try place.load(channels: "nowhere") }
    }
}
