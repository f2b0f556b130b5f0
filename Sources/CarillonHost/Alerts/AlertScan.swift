import CarillonModel
import CarillonPluginKit
import CarillonProfiles
import Foundation

/// Finds conditions for alerts in the host's own state.
struct AlertScan: Sendable {
    let running: any RunningTenants
    let evidence: AlertObserver
    let limits: AlertConfiguration.Limits
    /// The disk that the data is on; nil where it isn't known.
    let disk: @Sendable () -> DiskSpace?

    /// How long a circuit must be open to be alerted of.
    static let circuitTimeout: Duration = .seconds(60)

    func conditions(at now: Instant) -> [AlertCondition] {
        channels(at: now) + tenants(at: now) + [diskSpace(at: now)].compactMap(\.self)
            + evidence.conditions(deadLettersOver: limits.deadLetterPercent, at: now)
    }

    private func channels(at now: Instant) -> [AlertCondition] {
        running.runtimes.flatMap { runtime in
            runtime.profile.channels.compactMap { condition(of: $0.id, of: runtime, at: now) }
        }
    }

    private func condition(of id: ChannelID, of runtime: TenantRuntime, at now: Instant) -> AlertCondition? {
        let tenant = runtime.profile.id
        func alert(_ kind: AlertKind, since: Instant, code: String? = nil, _ message: String) -> AlertCondition {
            AlertCondition(
                subject: .init(kind: kind, tenant: tenant.rawValue, channel: id),
                since: since,
                code: code,
                message: "channel \(id) of \(tenant) \(message)"
            )
        }
        guard let state = runtime.channels[id]?.breaker.circuit.state else {
            return alert(.channelUnavailable, since: now, "can't be used: \(runtime.unserved(id).message)")
        }
        // Of another host's channels, that one alerts.
        guard running.livingHosts == nil || runtime.lanes.areHeld else { return nil }
        switch state {
        case .closed: return nil
        case .paused(let interruption):
            return alert(
                .channelPaused,
                since: interruption.since,
                code: interruption.reason.code,
                "is paused: \(interruption.reason.code)"
            )
        case .open(let interruption):
            guard interruption.since.duration(to: now) > Self.circuitTimeout else { return nil }
            let message = "has sent nothing for over a minute: \(interruption.reason.code)"
            return alert(.circuitOpen, since: interruption.since, code: interruption.reason.code, message)
        }
    }

    private func tenants(at now: Instant) -> [AlertCondition] {
        let served = Set(running.runtimes.map(\.profile.id.rawValue))
        return running.rejections.map { name, rejection in
            let isServed = served.contains(name)
            let message = isServed ? "tenant \(name) runs with what it had before" : "tenant \(name) isn't served"
            return AlertCondition(
                subject: .init(kind: isServed ? .folderRejected : .tenantNotServed, tenant: name),
                since: now,
                message: "\(message): \(rejection.first)"
            )
        }
    }

    private func diskSpace(at now: Instant) -> AlertCondition? {
        guard let disk = disk(), disk.freePercent < Double(limits.diskFreePercent) else { return nil }
        return AlertCondition(
            subject: .init(kind: .diskNearlyFull),
            since: now,
            message: "the data folder's disk has \(disk.free >> 20) of \(disk.total >> 20) MiB left"
        )
    }
}

/// Size and free space of a disk, in bytes.
struct DiskSpace: Sendable, Hashable {
    let free: Int64
    let total: Int64

    var freePercent: Double { total > 0 ? Double(free) * 100 / Double(total) : 100 }

    init(free: Int64, total: Int64) {
        self.free = free
        self.total = total
    }

    /// Nil where the system doesn't report it.
    init?(of folder: String) {
        guard let attributes = try? FileManager.default.attributesOfFileSystem(forPath: folder),
            let free = attributes[.systemFreeSize] as? NSNumber, let total = attributes[.systemSize] as? NSNumber
        else { return nil }
        self.init(free: free.int64Value, total: total.int64Value)
    }
}
