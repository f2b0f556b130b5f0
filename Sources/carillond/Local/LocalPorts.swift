import ArgumentParser

/// Where a host and what stands in for the world outside listen on this machine; 0 lets the system choose.
struct LocalPorts: ParsableArguments {
    @Option(help: "Port of the host.")
    var port = 8080

    @Option(help: "Port of the provider sandbox.")
    var sandboxPort = 4001

    @Option(help: "Port for health and operators.")
    var adminPort = 9090
}
