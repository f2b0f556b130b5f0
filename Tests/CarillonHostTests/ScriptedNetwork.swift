import CarillonModel
import CarillonPluginKit
import CarillonTesting

@testable import CarillonHost

/// A network on which everybody is the same script.
struct ScriptedNetwork: HostNetwork {
    let http: ScriptedEgress
    var byteStreams: any ByteStreams = NoStreams()

    func egress(for descriptor: ChannelDescriptor, of tenant: TenantID) -> any Egress { http }
    func limited(to origins: [String], for tenant: TenantID) -> any Egress { http }
    func streams(of tenant: TenantID) -> any ByteStreams { byteStreams }
    func mayReach(_ origin: WebOrigin) -> Bool { true }
    func share(among hosts: Int) {}
    func close() async {}
}

private struct NoStreams: ByteStreams {
    func open(host: String, port: Int, security: StreamSecurity) async throws(EgressFailure) -> any ByteStream {
        throw .notSent("no streams in this test")
    }
}

extension HostTime {
    /// The time that a test's clock shows.
    static func manual(_ clock: ManualClock) -> HostTime {
        HostTime(clock: clock, uptime: { [start = clock.now] in start.duration(to: clock.now) })
    }
}

extension HostLimits {
    static func testing(streams: Int? = nil, streamsPerUser: Int) -> HostLimits {
        var limits = HostLimits()
        limits.streams = streams
        limits.streamsPerUser = streamsPerUser
        return limits
    }
}
