import CarillonModel
import CarillonPipeline

extension TenantWorker {
    /// Events for topics that grow side by side, so that a large audience holds up no small one.
    private static let expandedAtOnce = 4

    /// Makes notifications of the next page of subscribers of each event that has any left.
    ///
    /// - Returns: how many pages there were.
    func expandTopics() async throws(StoreFailure) -> Int {
        let events = try await tenant.store.unexpanded(limit: Self.expandedAtOnce)
        for event in events {
            let page = try await tenant.store.subscribers(
                of: event.topic,
                after: event.cursor,
                limit: Expanding.pageSize
            )
            let expansion = tenant.expanding.expand(event, page: page, kin: try await kin(of: page, event.topic))
            _ = try await tenant.store.expand(
                event: event.event.id,
                from: event.cursor,
                to: expansion.next,
                into: expansion.notifications,
                deciding: expansion.decisions
            )
        }
        return events.count
    }

    /// All subscriptions of the users of a page, and all for the devices that any of these names.
    private func kin(of page: [SubscriberRow], _ topic: Topic) async throws(StoreFailure) -> [SubscriberRow] {
        guard !page.isEmpty else { return [] }
        let subscribers = page.map(\.subscription.subscriber)
        let devices = Set(subscribers.compactMap(\.device))
        let first = try await tenant.store.subscriptions(
            to: topic,
            of: subscribers.compactMap(\.user),
            on: devices.sorted()
        )
        let others = Set(first.compactMap(\.subscription.subscriber.device)).subtracting(devices)
        guard !others.isEmpty else { return first }
        let second = try await tenant.store.subscriptions(to: topic, of: [], on: others.sorted())
        let known = Set(first.map(\.row))
        return first + second.filter { !known.contains($0.row) }
    }
}
