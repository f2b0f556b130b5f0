import CarillonChannels
import CarillonModel
import CarillonPluginKit
import CarillonStandard
import Foundation
import Testing

private let repository = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

/// `docs/reference/channels.md` is written from what channels say of themselves.
///
/// Re-recorded with `CARILLON_RECORD=1`, which fails the run.
struct ChannelReferenceTests {
    @Test func `the reference of channels is fresh`() throws {
        let file = repository.appending(path: "docs/reference/channels.md")
        let page = try ChannelReference.page()
        if ProcessInfo.processInfo.environment["CARILLON_RECORD"] != nil {
            try page.write(to: file, atomically: true, encoding: .utf8)
            Issue.record("recorded channels.md")
        }
        #expect(try String(contentsOf: file, encoding: .utf8) == page)
    }

    @Test func `it has a line for every channel, with a page that is there`() throws {
        let page = try ChannelReference.page()
        for id in ChannelRegistry.standard.ids { #expect(page.contains("| [`\(id)`]("), "\(id)") }
        for link in page.matches(of: #/\]\((\.\./\.\./Plugins/[^)]+)\)/#).map(\.output.1) {
            let file = repository.appending(path: "docs/reference").appending(path: String(link)).standardizedFileURL
            #expect(FileManager.default.fileExists(atPath: file.path), "\(link)")
        }
    }
}

/// The page, and what its tables are made of.
private enum ChannelReference {
    static func page() throws -> String {
        let registry = ChannelRegistry.standard
        let folders = try pluginFolders()
        let plugins = try registry.descriptors.map { descriptor in
            let folder = try #require(folders[descriptor.id], "\(descriptor.id) has no sample.json")
            return row(descriptor, page: "Channels/\(folder)", limits: limits(descriptor))
        }
        let providers = try registry.library.ids.map { id in
            let channel = try #require(registry[id] as? DeclaredChannel)
            let file = try JSONValue(parsing: Array(try #require(ProviderPack.file(of: id)).utf8))
            let checked = file["checked"]?.string.map { "; checked on \($0)" } ?? ""
            let late = [channel.callbacks.map { _ in "reported" }, channel.poll.map { _ in "asked for" }]
            return row(
                channel.descriptor,
                page: "Providers/\(id)",
                note: checked,
                limits: limits(channel, file),
                late: [late.compactMap(\.self).joined(separator: ", ")]
            )
        }
        return """
            # Channels

            Every way of delivering that comes with the program: what a profile's `"use"` can name without a file of one's own. This page is
            written from what channels declare, and tests keep it so. `carillon channel list` prints them, `carillon channels NAME` shows the
            settings and texts of one, and each name leads to its page. More are added [by a file](channel-files.md) or
            [in Swift](../guides/write-a-channel.md).

            Texts in brackets may be missing. Limits are what the provider takes from one tenant; of providers as files also how long each
            text may be: a longer one is cut. What becomes of a message later is reported by the provider, or it is asked for, or nobody knows.

            ## Written in Swift

            \(header)
            \(plugins.joined(separator: "\n"))

            ## Providers as files

            \(header.replacing(" |\n|---|", with: " | later |\n|---|---|"))
            \(providers.joined(separator: "\n"))

            """
    }

    private static let header = """
        | channel | what it is | reaches | texts | settings | limits | sends to |
        |---|---|---|---|---|---|---|
        """

    private static func row(
        _ channel: ChannelDescriptor,
        page: String,
        note: String = "",
        limits: String,
        late: [String] = []
    ) -> String {
        let texts = channel.slots.map { $0.isRequired ? "`\($0.name)`" : "[`\($0.name)`]" }
        let settings = channel.fields.map { "`\($0.name)`" + ($0.isRequired ? "" : " (optional)") }
        let isAnywhere = channel.goesAnywhere && channel.origins.isEmpty
        let origins = isAnywhere ? ["where the address says"] : channel.origins.map { "`\($0)`" }
        let cells =
            [
                "[`\(channel.id)`](../../Plugins/\(page)/README.md)",
                channel.summary + note, reach(channel.address), texts.joined(separator: " "),
                settings.joined(separator: ", "), limits, origins.joined(separator: ", "),
            ] + late
        return "| " + cells.map { $0.isEmpty ? "–" : $0.replacing("|", with: "\\|") }.joined(separator: " | ") + " |"
    }

    private static func reach(_ address: AddressKind) -> String {
        switch address {
        case .user: "the user"
        case .email: "the user's e-mail address"
        case .phone: "the user's telephone number"
        case .url: "a URL of the tenant's"
        case .room: "the place that the settings name"
        case .deviceToken(let shape, _): shape
        }
    }

    private static func limits(_ channel: ChannelDescriptor) -> String {
        var limits: [String] = []
        if let bytes = channel.sizeLimit { limits.append("\(bytes) bytes") }
        if let rate = channel.ratePerSecond { limits.append("\(rate) a second") }
        if channel.batchSize > 1 { limits.append("\(channel.batchSize) in one call") }
        return limits.joined(separator: ", ")
    }

    /// What the file says; without what holds where a file is silent.
    private static func limits(_ channel: DeclaredChannel, _ file: JSONValue) -> String {
        let written = file["limits"]
        let texts = channel.descriptor.slots.compactMap { slot in
            channel.slotLimits[slot.name].map { limit in
                let unit = limit.unit == .segments ? "parts" : limit.unit.rawValue
                return "`\(slot.name)` \(limit.most) \(unit)"
            }
        }
        let amounts = [("request", "bytes"), ("rate", "a second"), ("batch", "in one call")]
        return
            (amounts.compactMap { name, unit in (written?[name]?.integer).map { "\($0) \(unit)" } } + texts)
            .joined(separator: ", ")
    }

    /// By the plugin that a folder's sample names.
    private static func pluginFolders() throws -> [PluginID: String] {
        let channels = repository.appending(path: "Plugins/Channels")
        let names = try FileManager.default.contentsOfDirectory(atPath: channels.path)
        return try Dictionary(
            names.filter { !$0.hasPrefix(".") }.compactMap { name in
                let sample = try JSONValue(parsing: Data(contentsOf: channels.appending(path: "\(name)/sample.json")))
                return sample["use"]?.string.flatMap { PluginID($0) }.map { ($0, name) }
            }
        ) { first, _ in first }
    }
}
