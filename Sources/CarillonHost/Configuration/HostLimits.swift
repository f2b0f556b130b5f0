/// The limits for all clients together, and for a single one.
public struct HostLimits: Sendable, Hashable {
    /// Connections to the main port; nil for as many as the process may open, minus a reserve for other uses.
    public var connections: Int?
    /// Connections of one client address; nil for a quarter of all.
    public var connectionsPerAddress: Int?
    /// Streams of feeds; nil for half of the connections.
    public var streams: Int?
    public var streamsPerUser = 10

    public init() {}

    /// The default is capped here, because more connections need a lot of memory.
    private static let mostByDefault = 65_536

    private var allConnections: Int {
        let reserve = ConnectionLimits(all: 0).reserve
        return connections ?? max(1, min(FileDescriptors.connections - reserve, Self.mostByDefault))
    }

    /// - Parameter areCallersLimited: false for load tests, where one client acts as many.
    func forConnections(_ areCallersLimited: Bool) -> ConnectionLimits {
        let all = allConnections
        return ConnectionLimits(
            all: all,
            perAddress: areCallersLimited ? connectionsPerAddress ?? max(1, all / 4) : nil
        )
    }

    func forStreams(_ areCallersLimited: Bool) -> StreamLimits {
        let all = streams ?? max(1, allConnections / 2)
        guard areCallersLimited else { return StreamLimits(all: all) }
        return StreamLimits(perUser: streamsPerUser, perTenant: max(1, all * 3 / 4), all: all)
    }
}
