import ArgumentParser
import CarillonPluginKit
import CarillonWeb

/// Prints how a page takes the inbox's modules in this program's version, and with no other content.
struct ModulesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "modules",
        abstract: "Print the tags by which a page takes the inbox in this version alone.",
        discussion: "They have the hash of each file: a browser runs nothing else, whoever serves it."
    )

    @Argument(help: ArgumentHelp("Where the host is, such as https://notify.shop.example.", valueName: "origin"))
    var origin: String

    @Option(help: ArgumentHelp(PinnedModules.entries.joined(separator: ", ") + ".", valueName: "file"))
    var entry = PinnedModules.entries[0]

    func run() throws {
        let split = WebOrigin.split(origin, schemes: ["https", "http"])
        guard let (host, rest) = split, rest.isEmpty || rest == "/" else {
            throw ValidationError("\(origin) is no origin, such as https://notify.shop.example")
        }
        guard let modules = PinnedModules(of: entry, at: "\(host)") else {
            throw ValidationError("\(entry) is none of \(PinnedModules.entries.joined(separator: ", "))")
        }
        Output.print(modules.html)
    }
}
