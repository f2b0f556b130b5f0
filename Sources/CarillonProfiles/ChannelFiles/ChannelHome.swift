public import CarillonDiagnostics
public import CarillonModel
public import CarillonPluginKit

/// Where a channel is at home, which a file can't take the place of.
public enum ChannelHome: Sendable, Hashable {
    /// A plugin written in Swift.
    case program
    /// A file that comes with the program.
    case library
    /// A file that was read before: where its name stands.
    case file(Span)

    /// Of all that a registry has.
    public static func all(of registry: ChannelRegistry) -> [PluginID: ChannelHome] {
        let library = Set(registry.library.ids)
        return Dictionary(registry.ids.map { ($0, library.contains($0) ? .library : .program) }) { first, _ in first }
    }
}
