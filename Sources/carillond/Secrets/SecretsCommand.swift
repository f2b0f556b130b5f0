import ArgumentParser

struct SecretsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "secrets",
        abstract: "See to the secrets that tenants name.",
        subcommands: [SecretsInitCommand.self]
    )
}
