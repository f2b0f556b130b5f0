import ArgumentParser

extension ParsableCommand {
    /// Says what is wrong with an argument that only running could show, and how this command is used.
    ///
    /// A `ValidationError` out of `run()` would show the usage of `carillon` as a whole.
    static func wrongUsage(_ message: String) -> ExitCode {
        let name = configuration.commandName ?? "\(Self.self)".lowercased()
        Terminal.printError("Error: \(message)\nUsage: \(Carillon.usageString(for: Self.self))\n")
        Terminal.printError("  See 'carillon \(name) --help' for more information.\n")
        return .validationFailure
    }
}
