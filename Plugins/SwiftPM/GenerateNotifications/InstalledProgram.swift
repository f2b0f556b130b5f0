import Foundation

/// Programs that are installed on this machine.
enum InstalledProgram {
    /// The file that `CARILLON` names, else `carillon` on the `PATH`; nil where there is neither.
    static var carillon: URL? {
        let variables = ProcessInfo.processInfo.environment
        if let named = variables["CARILLON"], !named.isEmpty { return URL(fileURLWithPath: named) }
        return (variables["PATH"] ?? "").split(separator: ":").lazy
            .map { URL(fileURLWithPath: String($0)).appendingPathComponent("carillon") }
            .first { FileManager.default.isExecutableFile(atPath: $0.path) }
    }
}
