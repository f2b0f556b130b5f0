import CarillonModel
import CarillonPipeline
import CarillonPluginKit

/// Reports what became of deliveries since they were last listed, a line each.
///
/// An actor, because each report is made from the difference to the one before.
actor DeliveryReports {
    private var known: [TenantID: Listing] = [:]

    /// The latest deliveries of a tenant, with the state they had when they were listed.
    private struct Listing {
        var statuses: [Int64: ListedStatus] = [:]
        /// The oldest row that was listed, where older rows exist; nil where all were listed.
        var oldest: Int64?

        /// Whether a delivery has changed.
        ///
        /// A row older than those listed doesn't count: it only comes into view when others go, for example when a user
        /// is erased.
        func isNews(_ delivery: ListedDelivery) -> Bool {
            statuses[delivery.row].map { $0 != delivery.status } ?? oldest.map { delivery.row > $0 } ?? true
        }

        /// Rows before this one can't have changed: it is the first that is still open, or else the latest.
        var firstOpen: Int64? {
            statuses.filter { !$0.value.isFinal }.keys.min() ?? statuses.keys.max()
        }
    }

    /// How many rows one query asks for.
    private static let pageSize = 50
    /// How many rows one report looks at.
    ///
    /// Changes of older rows aren't reported.
    private static let bound = 1_000

    /// Takes the current state as the starting point, so that existing deliveries aren't reported.
    func begin(_ tenant: TenantID, in store: any Store) async throws(StoreFailure) {
        _ = try await list(at: tenant, in: try await store.tenant(tenant))
    }

    /// Lists deliveries, the latest first, as far back as any may have changed, and remembers their state.
    private func list(
        at tenant: TenantID,
        in store: any TenantStore
    ) async throws(StoreFailure) -> (listed: [ListedDelivery], former: Listing?) {
        let former = known[tenant]
        let firstOpen = former.map { $0.firstOpen ?? .min } ?? .max
        var listed: [ListedDelivery] = []
        var hasMore = true
        repeat {
            let page = ListingPage(limit: Self.pageSize, before: listed.last?.row)
            let rows = try await store.listDeliveries(DeliveryFilter(), page)
            listed += rows
            hasMore = rows.count == Self.pageSize
        } while hasMore && listed.count < Self.bound && listed.last.map { $0.row > firstOpen } ?? false
        known[tenant] = Listing(
            statuses: Dictionary(listed.map { ($0.row, $0.status) }) { first, _ in first },
            oldest: hasMore ? listed.last?.row : nil
        )
        return (listed, former)
    }

    /// - Returns: a line for each delivery that has ended since, or waits for its channel or a time; the oldest first.
    func next(of tenant: TenantID, in store: any Store, at now: Instant) async throws(StoreFailure) -> [String] {
        let store = try await store.tenant(tenant)
        let (listed, former) = try await list(at: tenant, in: store)
        var lines: [String] = []
        for delivery in listed.reversed() where delivery.isReportable && former?.isNews(delivery) ?? true {
            let title = try await Self.title(of: delivery, in: store)
            lines.append(Self.line(of: delivery, tenant, title, now: now))
        }
        return lines
    }

    /// - Parameter now: stands in for the time at which a delivery was held, which the store doesn't keep.
    private static func line(
        of delivery: ListedDelivery,
        _ tenant: TenantID,
        _ title: String?,
        now: Instant
    ) -> String {
        let time = (delivery.settledAt ?? now).rfc3339.dropFirst(11).prefix(8)
        let quoted = title.map { "“\(DemoReport.isolated(DemoReport.visible($0)))”" }
        let reason = (delivery.reason ?? delivery.delay.map(OutcomeReason.init)).map { "(\($0))" }
        let parts = [
            String(time), delivery.status.rawValue, tenant.rawValue, delivery.type.rawValue, delivery.channel.rawValue,
            delivery.recipient.rawValue,
        ]
        return (parts + [quoted, reason].compactMap(\.self)).joined(separator: "  ")
    }

    /// The title as it stands in the reader's feed; nil where the message isn't in the feed.
    private static func title(
        of delivery: ListedDelivery,
        in store: any TenantStore
    ) async throws(StoreFailure) -> String? {
        let trace = try await store.trace(event: delivery.event)
        let own = Set((trace?.notifications ?? []).filter { $0.recipient == delivery.recipient }.map(\.id))
        let feed = try await store.feed(of: delivery.recipient, FeedQuery(limit: 50))
        guard let content = feed.items.first(where: { own.contains($0.id) })?.content else { return nil }
        return content.texts[content.locale]?["title"]?.string
    }
}

extension ListedStatus {
    /// Whether its state can't change any more, unless an operator redrives it.
    fileprivate var isFinal: Bool {
        switch self {
        case .delivered, .failed, .cancelled: true
        case .pending, .held, .leased, .attempted: false
        }
    }
}

extension ListedDelivery {
    /// Whether it is worth a line: it has ended, it needs somebody to act, or it waits for quiet hours or for its
    /// window to end.
    fileprivate var isReportable: Bool {
        switch status {
        case .delivered, .failed, .cancelled, .held: true
        case .pending: delay != nil
        case .leased, .attempted: false
        }
    }
}
