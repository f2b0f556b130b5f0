import CarillonModel
import CarillonPipeline
import CarillonPluginKit

/// Counts what the pipeline reports.
struct MetricsObserver: PipelineObserver {
    let metrics: HostMetrics

    func observe(_ observation: Observation) {
        switch observation {
        case .accepted(let tenant, let events, let notifications):
            metrics.events.add(events, tenant.rawValue)
            metrics.notifications.add(notifications, tenant.rawValue)
        case .expanded(let tenant, let notifications): metrics.expanded.add(notifications, tenant.rawValue)
        case .imported(let tenant, let accepted, let unchanged, let refused):
            for (result, count) in [("accepted", accepted), ("unchanged", unchanged), ("refused", refused)] {
                metrics.imported.add(count, tenant.rawValue, result)
            }
        case .duplicate(let tenant): metrics.duplicates.add(1, tenant.rawValue)
        case .routed(let tenant, let notifications, deliveries: _):
            metrics.routed.add(notifications, tenant.rawValue)
        case .rendered(let tenant, let channel, let count):
            metrics.rendered.add(count, tenant.rawValue, channel.rawValue)
        case .sent(let tenant, let channel, let waits, let call):
            metrics.wait.add(waits, tenant.rawValue, channel.rawValue)
            metrics.call.add([call], tenant.rawValue, channel.rawValue)
        case .settled(let tenant, let channel, let outcome, let count, latency: _):
            counter(outcome)?.add(count, tenant.rawValue, channel.rawValue)
        case .refusedByProvider(let tenant, let channel, let reason):
            metrics.refused.add(1, tenant.rawValue, channel.rawValue, reason.code)
            if reason.own == .renderFailed { metrics.unrendered.add(1, tenant.rawValue, channel.rawValue) }
        case .gone(let tenant, let channel, let count):
            metrics.gone.add(count, tenant.rawValue, channel.rawValue)
        case .receipted(let tenant, let channel, let outcome, let count):
            metrics.receipts.add(count, tenant.rawValue, channel.rawValue, outcome.rawValue)
        case .leasesLost(let tenant, let count): metrics.leasesLost.add(count, tenant.rawValue)
        // States, which gauges read where they are stored, and events that are only logged.
        case .addressMisconfigured, .channelPaused, .circuitOpened, .channelWorking, .clockWentBack, .incomplete,
            .receiptsUnanswered:
            break
        case .loginNotNoted(let tenant, reason: _): metrics.loginsNotNoted.add(1, tenant.rawValue)
        case .limitReached(let tenant, let limit, let count):
            metrics.limitsReached.add(count, tenant.rawValue, limit.rawValue)
        case .swept(let tenant, let events): metrics.swept.add(events, tenant.rawValue)
        case .storeFailed(let tenant, let failure):
            metrics.storeFailures.add(1, tenant.rawValue, "\(failure.kind)")
        }
    }

    /// By ``Settlement/Result/outcome``; what failed is counted with its reason.
    private func counter(_ outcome: AttemptOutcome) -> Counter? {
        switch outcome {
        case .delivered: metrics.delivered
        case .retry: metrics.deferred
        case .uncertain: metrics.uncertain
        case .held: metrics.held
        case .failed, .cancelled, .collected, .redriven, .confirmed, .unconfirmed, .later: nil
        }
    }
}

/// Passes everything to several observers.
struct Observers: PipelineObserver {
    let all: [any PipelineObserver]

    func observe(_ observation: Observation) {
        for observer in all { observer.observe(observation) }
    }
}
