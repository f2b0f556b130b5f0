import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles
import Synchronization

/// Metrics that are computed when they are requested: the state of tenants, queues and channels.
struct Gauges: Sendable {
    let tenants: any RunningTenants
    let clock: any WallClock
    /// As the hosts that share a store know this one.
    var hostName = ""
    /// Nil where no alerts are configured.
    var alerts: AlertService?
    var connections: ConnectionQuota?

    static let hostInfo = MetricDescription(
        name: "carillon_host_info",
        help: "1, with the host's name and the program's version.",
        kind: .gauge,
        labels: ["host", "version"]
    )
    static let hosts = MetricDescription(
        name: "carillon_hosts",
        help:
            "Hosts that share the store and live, as this one saw them last; 0 where it doesn't reach the store. Not there where "
            + "the store isn't shared.",
        kind: .gauge,
        labels: []
    )
    static let worksForTenant = MetricDescription(
        name: "carillon_host_works_for_tenant",
        help: "1 where this host works for the tenant, 0 where another is to.",
        kind: .gauge,
        labels: ["tenant"]
    )
    static let tenantUp = MetricDescription(
        name: "carillon_tenant_up",
        help: "1 where a tenant runs, 0 where it can't be served.",
        kind: .gauge,
        labels: ["tenant"]
    )
    static let folderRejected = MetricDescription(
        name: "carillon_tenant_folder_rejected",
        help: "1 where a tenant's folder doesn't validate as it is now, or a secret is refused: what ran before goes "
            + "on.",
        kind: .gauge,
        labels: ["tenant"]
    )
    static let queueDepth = MetricDescription(
        name: "carillon_queue_depth",
        help: "Notifications and deliveries that wait, by state: due, scheduled, sending or held.",
        kind: .gauge,
        labels: ["tenant", "state"]
    )
    static let oldestDue = MetricDescription(
        name: "carillon_queue_oldest_due_seconds",
        help: "For how long the oldest of what is due has been; 0 where nothing is.",
        kind: .gauge,
        labels: ["tenant"]
    )
    static let heldDeliveries = MetricDescription(
        name: "carillon_held_deliveries",
        help: "Deliveries kept back until their channel can be used.",
        kind: .gauge,
        labels: ["tenant", "channel"]
    )
    static let deadLetters = MetricDescription(
        name: "carillon_dead_letters",
        help: "Deliveries that failed for good and are still kept.",
        kind: .gauge,
        labels: ["tenant"]
    )
    static let channelCircuitOpen = MetricDescription(
        name: "carillon_channel_resting",
        help: "1 while a channel rests because its provider fails or asked for a pause: its circuit breaker is open.",
        kind: .gauge,
        labels: ["tenant", "channel"]
    )
    static let channelPaused = MetricDescription(
        name: "carillon_channel_paused",
        help: "1 where a channel is paused or can't be used, 0 where it works.",
        kind: .gauge,
        labels: ["tenant", "channel"]
    )
    static let openStreams = MetricDescription(
        name: "carillon_open_streams",
        help: "Streams of feeds that are open.",
        kind: .gauge,
        labels: ["tenant"]
    )
    static let activeAlerts = MetricDescription(
        name: "carillon_alerts_active",
        help: "Alerts that were raised and aren't over, by kind.",
        kind: .gauge,
        labels: ["kind"]
    )

    static let openConnections = MetricDescription(
        name: "carillon_open_connections",
        help: "Connections to the main port that are open.",
        kind: .gauge,
        labels: []
    )

    static let descriptions = [
        hostInfo, hosts, worksForTenant, tenantUp, folderRejected, queueDepth, oldestDue, heldDeliveries, deadLetters,
        channelPaused,
        channelCircuitOpen, openStreams, activeAlerts, openConnections,
    ]

    /// Of all queues together: those that the store hasn't told of by then are left out, so that the page never waits for it.
    private static let longestReading: Duration = .seconds(2)

    /// Of the tenants that this host works for; none where it doesn't reach the store.
    private func queues(at now: Instant) async -> [TenantID: QueueFigures] {
        guard tenants.livingHosts != 0 else { return [:] }
        let found = FoundQueues()
        let runtimes = tenants.runtimes.filter(works)
        let reading = Task {
            for runtime in runtimes where !Task.isCancelled {
                // A store that can't be read shows in `carillon_store_failures_total`; the rest of the page is served.
                let queue = try? await runtime.store.queue(at: now)
                found.queues.withLock { $0[runtime.profile.id] = queue }
            }
        }
        await WakeSignal.wait(for: { await reading.value }, atMost: Self.longestReading)
        reading.cancel()
        return found.queues.withLock { $0 }
    }

    /// Queues and channels are told of once, whatever number of hosts is asked.
    private func works(_ runtime: TenantRuntime) -> Bool { tenants.livingHosts == nil || runtime.lanes.areHeld }

    func write(to page: inout PrometheusText) async {
        let now = clock.now
        let queues = await queues(at: now)
        var readings = Readings()
        let streams = tenants.live.counts
        readings[Self.hostInfo, hostName, Release.version] = 1
        readings[Self.hosts] = tenants.livingHosts.map { Double($0) }
        readings[Self.openConnections] = Double(connections?.count ?? 0)
        for name in tenants.rejections.keys {
            readings[Self.tenantUp, name] = 0
            readings[Self.folderRejected, name] = 1
        }
        for runtime in tenants.runtimes {
            let name = runtime.profile.id.rawValue
            readings[Self.tenantUp, name] = 1
            readings[Self.openStreams, name] = Double(streams[runtime.profile.id] ?? 0)
            readings[Self.folderRejected, name] = readings[Self.folderRejected, name] ?? 0
            readings[Self.worksForTenant, name] = works(runtime) ? 1 : 0
            guard works(runtime) else { continue }
            for channel in runtime.profile.channels.map(\.id) {
                let circuit = runtime.channels[channel]?.breaker.circuit
                let isPaused = circuit?.isPaused ?? true
                readings[Self.channelPaused, name, channel.rawValue] = isPaused ? 1 : 0
                readings[Self.heldDeliveries, name, channel.rawValue] = 0
                readings[Self.channelCircuitOpen, name, channel.rawValue] =
                    circuit?.interruption != nil && !isPaused ? 1 : 0
            }
            guard let queue = queues[runtime.profile.id] else { continue }
            readings[Self.queueDepth, name, "due"] = Double(queue.due)
            readings[Self.queueDepth, name, "scheduled"] = Double(queue.scheduled)
            readings[Self.queueDepth, name, "sending"] = Double(queue.sending)
            readings[Self.queueDepth, name, "held"] = Double(queue.held.values.reduce(0, +))
            readings[Self.oldestDue, name] = queue.oldestDue.map { $0.duration(to: now).seconds } ?? 0
            readings[Self.deadLetters, name] = Double(queue.failed)
            for (channel, count) in queue.held { readings[Self.heldDeliveries, name, channel.rawValue] = Double(count) }
        }
        // All kinds where alerts are configured, none otherwise.
        if let active = await alerts?.active {
            for kind in AlertKind.allCases {
                readings[Self.activeAlerts, kind.rawValue] = Double(active.count { $0.subject.kind == kind })
            }
        }
        for description in Self.descriptions { page.add(description, .numbers(readings[description])) }
    }
}

/// What a task that may be left has read so far.
private final class FoundQueues: Sendable {
    let queues = Mutex<[TenantID: QueueFigures]>([:])
}

/// One reading of all gauges, each by its description and the values of its labels.
private struct Readings {
    private var numbers: [String: [[String]: Double]] = [:]

    subscript(gauge: MetricDescription) -> [[String]: Double] { numbers[gauge.name] ?? [:] }

    subscript(gauge: MetricDescription, labels: String...) -> Double? {
        get { numbers[gauge.name]?[labels] }
        set { numbers[gauge.name, default: [:]][labels] = newValue }
    }
}

/// The whole page of metrics.
struct MetricsPage: Sendable {
    let metrics: HostMetrics
    let gauges: Gauges
    let process: ProcessFigures

    var descriptions: [MetricDescription] {
        Gauges.descriptions + metrics.descriptions + ProcessFigures.descriptions
    }

    func response() async -> APIResponse {
        var page = PrometheusText()
        await gauges.write(to: &page)
        metrics.begin()
        for runtime in gauges.tenants.runtimes {
            metrics.begin(runtime.profile.id.rawValue, channels: runtime.profile.channels.map(\.id.rawValue))
        }
        metrics.write(to: &page)
        process.write(to: &page)
        return APIResponse(text: page.text, type: PrometheusText.contentType)
    }
}
