public import CarillonModel
public import CarillonPluginKit
import CarillonProfiles

extension Routing {
    /// The fallbacks of a delivery that has failed for good, or of a fallback that reaches nobody either.
    public func fallbacks(for failed: LeasedDelivery, at now: Instant) -> [Fallback] {
        guard hasFallbacks, let event = profile.event(failed.notification.event.type) else {
            return []
        }
        var lost = [failed.plan.channel]
        return channels(of: event).compactMap { binding in
            guard !lost.contains(binding.id), let primary = lost.first(where: binding.fallbackFor.contains) else {
                return nil
            }
            var route = RoutedNotification(row: failed.notification.row, decisions: [], deliveries: [])
            let badge = failed.notification.unreadCount + 1
            let reach = add(binding, to: &route, for: failed.notification, event: event, badge: badge, at: now)
            if reach == .unreached { lost.append(binding.id) }
            var fallback = Fallback(
                notification: route.row,
                primaries: binding.fallbackFor,
                channel: binding.id,
                decisions: [.failedFor(primary, fallbackChannel: binding.id)] + route.decisions,
                deliveries: route.deliveries
            )
            fallback.room = roomMessage(of: failed.notification, type: event, on: binding.id)
            return fallback
        }
    }

    /// Adds fallbacks to settlements that end a delivery as failed.
    ///
    /// - Parameter deliveries: at least those of ``rowsNeedingFallback(_:)``, and each that went out together with one of them.
    public func addingFallbacks<Outcome: ReplaceableSettlement>(
        to settlements: [Outcome],
        of deliveries: [LeasedDelivery],
        at now: Instant
    ) -> [Outcome] {
        guard hasFallbacks, settlements.contains(where: \.isFailure) else { return settlements }
        let byRow = Dictionary(deliveries.flatMap(\.each).map { ($0.row, $0) }) { first, _ in first }
        return settlements.map { settlement in
            guard settlement.isFailure, let delivery = byRow[settlement.row] else { return settlement }
            var settlement = settlement
            settlement.fallbacks = fallbacks(for: delivery, at: now)
            return settlement
        }
    }

    /// The rows of settlements that may need a fallback: those that end as failed, where channels are fallbacks of
    /// others.
    public func rowsNeedingFallback(_ settlements: [ReceiptSettlement]) -> [Int64] {
        hasFallbacks ? settlements.filter(\.isFailure).map(\.row) : []
    }
}

/// What becomes of a delivery, by the provider's answer or its late one, and its fallbacks.
public protocol ReplaceableSettlement {
    /// The delivery's row.
    var row: Int64 { get }
    /// Whether it has failed for good, and certainly: there is no fallback for what may have arrived and is sent at
    /// most once.
    var isFailure: Bool { get }
    /// Why it is held; nil where it isn't.
    var holdReason: OutcomeReason? { get }
    /// Whether it is sent again, or asked about again.
    var isTriedAgain: Bool { get }
    var fallbacks: [Fallback] { get set }
}

extension Settlement: ReplaceableSettlement {
    public var holdReason: OutcomeReason? { if case .held(let reason) = result { reason } else { nil } }

    public var isTriedAgain: Bool {
        switch result {
        case .retry, .uncertain: true
        case .delivered, .failed, .held, .cancelled, .collected: false
        }
    }

    public var isFailure: Bool {
        if case .failed(let reason) = result { reason.own != .uncertain } else { false }
    }
}

extension ReceiptSettlement: ReplaceableSettlement {
    public var holdReason: OutcomeReason? { if case .held(let reason) = result { reason } else { nil } }
    public var isTriedAgain: Bool { if case .retry = result { true } else { false } }

    public var isFailure: Bool {
        if case .failed = result { true } else { false }
    }
}

extension Decision {
    fileprivate static func failedFor(_ primary: ChannelID, fallbackChannel channel: ChannelID) -> Decision {
        let message = "\(primary) failed for good; this channel is its fallback"
        return Decision(channel: channel, verdict: .deliver, reason: .fallback, detail: message)
    }
}
