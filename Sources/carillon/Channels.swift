import ArgumentParser
import CarillonModel
import CarillonPluginKit
import CarillonStandard

struct Channels: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "channels",
        abstract: "The channel plugins: what `use` can name, and their settings.",
        discussion: "With a plugin's name: only that one."
    )

    @Argument(help: "Such as expo.")
    var plugin: String?

    func run() throws {
        let all = ChannelRegistry.standard.descriptors
        let chosen = all.filter { plugin == nil || $0.id.rawValue == plugin }
        guard !chosen.isEmpty else {
            throw Self.wrongUsage(
                "there is no plugin \(plugin ?? ""); there are \(all.map(\.id.rawValue).joined(separator: ", "))"
            )
        }
        print(chosen.map { DescriptorText(descriptor: $0).text }.joined(separator: "\n"), terminator: "")
    }
}
