import ArgumentParser

/// Where a host and the sandbox listen on this machine; 0 lets the system choose.
struct LocalPorts: ParsableArguments {
    @Option(help: "Port of the host.")
    var port = 8080

    @Option(help: "Port of the provider sandbox.")
    var sandboxPort = 4001

    @Option(help: "Port for health and operators.")
    var adminPort = 9090

    func validate() throws {
        for (name, port) in [("port", port), ("sandbox-port", sandboxPort), ("admin-port", adminPort)] {
            guard !(0...65535).contains(port) else { continue }
            throw ValidationError("--\(name) is a number from 0 to 65535, not “\(port)”")
        }
    }
}
