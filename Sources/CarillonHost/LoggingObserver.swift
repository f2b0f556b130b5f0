import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import Logging

/// Turns what the pipeline reports into log lines: ids, counts and codes, never payloads, addresses or tokens.
struct LoggingObserver: PipelineObserver {
    let logger: Logger
    /// A full disk fails every request and every worker, many times a second.
    private let repeats: RepeatedLines

    init(logger: Logger, clock: any WallClock = SystemClock()) {
        self.logger = logger
        repeats = RepeatedLines { clock.now }
    }

    func observe(_ observation: Observation) {
        switch observation {
        case .accepted(let tenant, let events, let notifications):
            logger.debug(
                "accepted",
                metadata: ["tenant": "\(tenant)", "events": "\(events)", "notifications": "\(notifications)"]
            )
        case .routed(let tenant, let notifications, let deliveries):
            logger.debug(
                "routed",
                metadata: ["tenant": "\(tenant)", "notifications": "\(notifications)", "deliveries": "\(deliveries)"]
            )
        case .settled(let tenant, let channel, let outcome, let count, let latency):
            logger.debug(
                "settled",
                metadata: [
                    "tenant": "\(tenant)", "channel": "\(channel)", "outcome": "\(outcome)", "count": "\(count)",
                    "milliseconds": "\(latency.milliseconds)",
                ]
            )
        case .refusedByProvider(let tenant, let channel, let reason) where reason.own == .renderFailed:
            guard let before = repeats.admit("\(tenant) \(channel) \(reason)") else { return }
            var metadata: Logger.Metadata = ["tenant": "\(tenant)", "channel": "\(channel)", "reason": "\(reason)"]
            if before > 0 { metadata["times"] = "\(before + 1)" }
            logger.error(
                "a message of a proven profile could not be made, which is a fault of Carillon: please report it",
                metadata: metadata
            )
        case .refusedByProvider(let tenant, let channel, let reason):
            logger.notice(
                "a delivery failed",
                metadata: ["tenant": "\(tenant)", "channel": "\(channel)", "reason": "\(reason)"]
            )
        case .addressMisconfigured(let tenant, let channel, let reason):
            logger.error(
                "a delivery is held for credentials that its address needs, while others succeed",
                metadata: ["tenant": "\(tenant)", "channel": "\(channel)", "reason": "\(reason)"]
            )
        case .expanded(let tenant, let notifications):
            logger.debug("expanded", metadata: ["tenant": "\(tenant)", "notifications": "\(notifications)"])
        case .imported(let tenant, let accepted, let unchanged, let refused):
            logger.info(
                "imported",
                metadata: [
                    "tenant": "\(tenant)", "accepted": "\(accepted)", "unchanged": "\(unchanged)",
                    "refused": "\(refused)",
                ]
            )
        case .duplicate(let tenant):
            logger.debug("duplicate event", metadata: ["tenant": "\(tenant)"])
        // Logged once for the batch, by `settled`.
        case .rendered, .sent: break
        case .gone(let tenant, let channel, let count):
            logger.info(
                "dead addresses are forgotten",
                metadata: ["tenant": "\(tenant)", "channel": "\(channel)", "count": "\(count)"]
            )
        case .swept(let tenant, let events):
            logger.info("old events were removed", metadata: ["tenant": "\(tenant)", "events": "\(events)"])
        case .channelPaused(let tenant, let channel, let reason):
            logger.error(
                "the channel is paused and its deliveries are kept: correct its settings or secrets",
                metadata: ["tenant": "\(tenant)", "channel": "\(channel)", "reason": "\(reason)"]
            )
        case .circuitOpened(let tenant, let channel, let reason, let until):
            logger.warning(
                "the channel's circuit opened, because its provider fails or asked for a pause",
                metadata: [
                    "tenant": "\(tenant)", "channel": "\(channel)", "reason": "\(reason)", "until": "\(until.rfc3339)",
                ]
            )
        case .channelWorking(let tenant, let channel):
            logger.notice("the channel works again", metadata: ["tenant": "\(tenant)", "channel": "\(channel)"])
        case .receipted(let tenant, let channel, let outcome, let count):
            logger.debug(
                "receipts",
                metadata: [
                    "tenant": "\(tenant)", "channel": "\(channel)", "outcome": "\(outcome)", "count": "\(count)",
                ]
            )
        case .receiptsUnanswered(let tenant, let channel, let dueSince, let askedAgainAt):
            logger.debug(
                "receipts are still to come",
                metadata: [
                    "tenant": "\(tenant)", "channel": "\(channel)", "due-since": "\(dueSince.rfc3339)",
                    "asked-again": "\(askedAgainAt.rfc3339)",
                ]
            )
        case .leasesLost(let tenant, let count):
            logger.warning(
                "leases were lost: their deliveries are due again",
                metadata: ["tenant": "\(tenant)", "count": "\(count)"]
            )
        case .clockWentBack(let tenant, let step):
            logger.warning(
                "the clock went back: what was due stays due, and what waits keeps its remaining time",
                metadata: ["tenant": "\(tenant)", "milliseconds": "\(step.milliseconds)"]
            )
        case .loginNotNoted(let tenant, let reason):
            guard let before = repeats.admit("\(tenant) log-in \(reason)") else { return }
            var metadata: Logger.Metadata = ["tenant": "\(tenant)", "reason": "\(reason)"]
            if before > 0 { metadata["times"] = "\(before + 1)" }
            logger.warning(
                "a log-in succeeded, but its push settings could not be stored: its device gets no notifications",
                metadata: metadata
            )
        case .limitReached(let tenant, let limit, count: _):
            guard let before = repeats.admit("\(tenant) limit \(limit)") else { return }
            var metadata: Logger.Metadata = ["tenant": "\(tenant)", "limit": "\(limit.rawValue)"]
            if before > 0 { metadata["times"] = "\(before + 1)" }
            logger.notice("requests exceeded a limit of the profile", metadata: metadata)
        case .incomplete(let tenant, let message):
            logger.error("a tenant is served incompletely", metadata: ["tenant": "\(tenant)", "reason": "\(message)"])
        case .storeFailed(let tenant, let failure):
            guard let before = repeats.admit("\(tenant) \(failure)") else { return }
            var metadata: Logger.Metadata = ["tenant": "\(tenant)", "reason": "\(failure)"]
            if before > 0 { metadata["times"] = "\(before + 1)" }
            logger.error(
                failure.kind == .corrupted
                    ? "the tenant's file is left as it is, and the tenant isn't served any more"
                    : "the store failed; trying again",
                metadata: metadata
            )
        }
    }
}
