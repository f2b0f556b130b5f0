import ArgumentParser

struct ContractCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "contract",
        abstract: "Begin a contract.json from what an old backend says of itself.",
        subcommands: [ContractImport.self]
    )
}
