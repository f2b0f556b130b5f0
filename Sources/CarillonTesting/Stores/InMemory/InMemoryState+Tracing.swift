import CarillonModel
import CarillonPipeline

extension InMemoryState {
    /// By the host's id, or by the sender's where only one event has it.
    func trace(event id: String, _ page: TracePage) -> EventTrace? {
        let sameExternalID = events.values.filter { $0.record.externalID.exact == id.exact }
        guard let event = events[id] ?? (sameExternalID.count == 1 ? sameExternalID.first : nil) else { return nil }
        let rest = event.notifications.filter { $0 > page.after ?? 0 }
        let shown = rest.prefix(page.limit)
        return EventTrace(
            event: event.record,
            topic: event.topic,
            decisions: event.decisions,
            notifications: shown.compactMap { notifications[$0].map(trace) },
            next: shown.count < rest.count ? shown.last : nil
        )
    }

    func trace(_ notification: Notification) -> NotificationTrace {
        NotificationTrace(
            id: notification.planned.id,
            recipient: notification.planned.recipient,
            target: notification.planned.target,
            priority: notification.planned.priority,
            status: notification.status,
            dueAt: notification.planned.dueAt,
            readAt: notification.readAt,
            decisions: notification.decisions,
            deliveries: notification.deliveries.compactMap { row in deliveries[row].map { trace($0, row: row) } }
        )
    }

    private func trace(_ delivery: Delivery, row: Int64) -> DeliveryTrace {
        DeliveryTrace(
            row: row,
            channel: delivery.plan.channel,
            device: delivery.plan.device,
            status: delivery.status,
            attempts: delivery.history,
            receipt: delivery.receipt,
            nextAttemptAt: delivery.dueAt,
            settledAt: delivery.settledAt,
            address: delivery.plan.address
        )
    }
}
