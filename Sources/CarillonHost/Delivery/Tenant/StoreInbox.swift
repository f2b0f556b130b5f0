import CarillonModel
import CarillonPipeline
import CarillonPluginKit

/// The feed's port, on the tenant's part of the store.
struct StoreInbox: Inbox {
    let tenant: TenantID
    let store: any TenantStore
    let clock: any WallClock
    let live: LiveFeeds

    func put(_ messages: [OutgoingMessage]) async -> [DeliveryOutcome] {
        do {
            let readers = try await store.putInFeed(
                messages.map { message in
                    FeedEntry(
                        message.notification,
                        FeedContent(message),
                        category: message.categoryID,
                        delivery: message.delivery
                    )
                },
                at: clock.now
            )
            live.wake(readers, of: tenant)
            return messages.map { _ in .accepted(nil) }
        } catch {
            return messages.map { _ in .deferred(OutcomeReason(.storeFailed, error.description), after: nil) }
        }
    }
}
