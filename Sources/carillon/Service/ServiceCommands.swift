import ArgumentParser

/// Makes keys, by the program that has the cryptography: this one has no package beside its arguments' parser.
struct Keys: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Make a key, and say where it belongs: vapid, hmac, service, es256, webhook.",
        discussion: "The same as `carillond keys`, which does it."
    )

    @Argument(parsing: .captureForPassthrough, help: "What `carillond keys` takes.")
    var arguments: [String] = []

    func run() throws { try ServiceProgram.run(["keys"] + arguments) }
}

/// Completes the secrets file, by the same program.
struct Secrets: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Write the secrets that a folder of tenants needs and that aren't there yet: secrets init.",
        discussion: "The same as `carillond secrets`, which does it."
    )

    @Argument(parsing: .captureForPassthrough, help: "What `carillond secrets` takes.")
    var arguments: [String] = []

    func run() throws { try ServiceProgram.run(["secrets"] + arguments) }
}
