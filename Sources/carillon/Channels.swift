import ArgumentParser
import CarillonModel
import CarillonPluginKit
import CarillonStandard

struct Channels: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "channels",
        abstract: "The channel plugins: what `use` can name, and their settings.",
        discussion: """
            With a plugin's name: only that one, also where it is a file; `carillon channel list` has all of them, a line each.
            """
    )

    @Argument(help: "Such as expo.")
    var plugin: String?

    func run() throws {
        let registry = ChannelRegistry.standard
        let chosen =
            plugin.map { name in PluginID(name).flatMap { registry[$0]?.descriptor }.map { [$0] } ?? [] }
            ?? registry.descriptors
        guard !chosen.isEmpty else {
            let names = registry.ids.map(\.rawValue).joined(separator: ", ")
            throw Self.wrongUsage("there is no plugin \(plugin ?? ""); there are \(names)")
        }
        print(chosen.map { DescriptorText(descriptor: $0).text }.joined(separator: "\n"), terminator: "")
    }
}
