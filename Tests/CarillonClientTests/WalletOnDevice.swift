import CarillonClient
import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles
import CarillonStandard
import Foundation
import Testing

/// The wallet's folder, in English as it is and with made-up words in two more languages, loaded from disk: as a host has it, and
/// as an app gets it.
struct WalletOnDevice {
    let profile: TenantProfile
    let client: JSONValue
    private let rendering: Rendering

    /// Bokmål, and Arabic, which runs from right to left and has digits of its own.
    static let languages: [LocaleTag] = ["en", "nb", "ar"]

    /// - Parameter change: of the text of `events.json`.
    init(changing change: (String) -> String = { $0 }) throws {
        let files = FileManager.default
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized
        let home = files.temporaryDirectory.appending(path: "carillon-\(UUID().uuidString)")
        try files.createDirectory(at: home, withIntermediateDirectories: true)
        defer { try? files.removeItem(at: home) }
        let folder = home.appending(path: "wallet")
        try files.copyItem(at: root.appending(path: "tenants/wallet"), to: folder)
        let settings = folder.appending(path: "profile.json")
        let text = try String(contentsOf: settings, encoding: .utf8)
        let supported = text.replacing(#""supported": ["en"]"#, with: #""supported": ["en", "nb", "ar"]"#)
        try #require(supported != text)
        try supported.write(to: settings, atomically: true, encoding: .utf8)
        let events = folder.appending(path: "events.json")
        try change(String(contentsOf: events, encoding: .utf8)).write(to: events, atomically: true, encoding: .utf8)
        let english = try String(contentsOf: folder.appending(path: "templates/en.json"), encoding: .utf8)
        for (locale, texts) in [
            ("nb", ["Incoming": "Innkommende", "received": "mottatt", "Transaction": "Transaksjon"]),
            ("ar", ["Incoming": "وارد", "received": "تم استلامه", "Transaction": "معاملة"]),
        ] {
            var translated = english.replacing(#""locale": "en""#, with: #""locale": "\#(locale)""#)
            for (word, other) in texts { translated = translated.replacing(word, with: other) }
            try translated.write(
                to: folder.appending(path: "templates/\(locale).json"),
                atomically: true,
                encoding: .utf8
            )
        }
        let folders = try TenantFolder.find(in: home.path)
        profile = try #require(ProfileLoader(registry: .standard).load(folders).profiles.first)
        let registry = ChannelRegistry.standard.serving(profile)
        client = .object(ClientProfile(profile, registry).json)
        rendering = Rendering(profile: profile, registry: registry, timeZones: BuiltInTimeZones())
    }

    /// The words that the host would send, and what an app on iOS gets instead.
    func sent(_ sample: Sample, in locale: LocaleTag) throws -> (slots: [String: String], push: JSONValue) {
        let event = try #require(profile.event(sample.event))
        let request = RenderingRequest(
            sampling: event,
            payload: sample.payload,
            locale: locale,
            on: "push",
            of: profile
        )
        let message = try rendering.render(request)
        var push: JSONObject = [
            "aps": ["alert": ["title": "New Activity", "body": "New Activity with your Safe"], "mutable-content": 1],
            "gcm.message_id": "1",
        ]
        for member in message.data.members { push[member.name] = member.value }
        return (message.slots, .object(push))
    }

    /// What the app would know of a sample's chain; nothing of its contacts.
    func tables(for sample: Sample) -> DeviceTables {
        var tables = DeviceTables()
        guard let chain = sample.payload["chainId"]?.string else { return tables }
        var row: [String: String] = [:]
        if let name = sample.payload["chain"]?.string, name != "Chain Id \(chain)" { row["name"] = name }
        row["symbol"] = sample.payload["symbol"]?.string
        tables.set(row, of: chain, in: "chains")
        return tables
    }
}
