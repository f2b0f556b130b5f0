import ArgumentParser
import CarillonModel

/// Prints new keys.
///
/// Part of `carillond`, because `carillon` has no cryptography.
struct KeysCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keys",
        abstract: "Make a key, and say where it belongs.",
        discussion: NewKey.Kind.allCases.map { "\($0.rawValue): \($0.summary)." }.joined(separator: "\n")
    )

    enum Form: String, ExpressibleByArgument, CaseIterable {
        case text
        case json
    }

    @Argument(help: "\(NewKey.Kind.allCases.map(\.rawValue).joined(separator: ", ")).")
    var kind: NewKey.Kind

    @Option(help: ArgumentHelp("Whose it is: prints all that secrets.json has around it.", valueName: "tenant"))
    var tenant: String?

    @Option(help: ArgumentHelp("What the tenant calls the secret; the usual name when silent.", valueName: "name"))
    var name: String?

    @Option(help: ArgumentHelp("text or json.", valueName: "format"))
    var format: Form = .text

    func validate() throws {
        if let tenant, TenantID(tenant) == nil { throw ValidationError("\(tenant) is not \(TenantID.shape)") }
        // Names of secrets have the same form as names of channels.
        if let name, ChannelID(name) == nil { throw ValidationError("\(name) is not \(ChannelID.shape)") }
    }

    func run() {
        let key = NewKey(kind, name: name)
        switch format {
        case .text: Output.print(key.text(tenant: tenant))
        case .json: Output.print(key.json(tenant: tenant).prettyText)
        }
    }
}

extension NewKey.Kind: ExpressibleByArgument {}
