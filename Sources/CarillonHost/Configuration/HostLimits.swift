/// How much of the host there is for all clients, and for one of them.
public struct HostLimits: Sendable, Hashable {
    /// Connections to the main port; nil: as many as the process may have open, less what is kept for everything else.
    public var connections: Int?
    /// Connections of one client address; nil: a quarter of all.
    public var connectionsPerAddress: Int?
    /// Streams of feeds; nil: half of the connections.
    public var streams: Int?
    public var streamsPerUser = 10

    public init() {}

    /// Beyond this a host needs more memory than that many clients are worth, unless an operator configures it.
    private static let mostByDefault = 65_536

    private var allConnections: Int {
        let reserve = ConnectionLimits(all: 0).reserve
        return connections ?? max(1, min(FileDescriptors.connections - reserve, Self.mostByDefault))
    }

    /// - Parameter areCallersLimited: false for load tests, where one client plays many.
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
