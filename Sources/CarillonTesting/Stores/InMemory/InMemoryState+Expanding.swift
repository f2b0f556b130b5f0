import CarillonModel
import CarillonPipeline

extension InMemoryState {
    func unexpanded(at now: Instant, limit: Int) -> [UnexpandedEvent] {
        let waiting = events.values.filter { $0.cursor != nil && $0.campaign == nil }
            .sorted { ($0.record.acceptedAt, $0.record.id) < ($1.record.acceptedAt, $1.record.id) }
        let campaigns = events.values.compactMap { event in
            event.campaign?.nextAt.flatMap { $0 <= now ? (event: event, nextAt: $0) : nil }
        }.sorted { ($0.nextAt, $0.event.record.id) < ($1.nextAt, $1.event.record.id) }
        return waiting.prefix(limit).compactMap(unexpanded)
            + campaigns.prefix(limit).map(\.event).compactMap(unexpanded)
    }

    private func unexpanded(_ event: Event) -> UnexpandedEvent? {
        guard let cursor = event.cursor else { return nil }
        let standing = event.campaign.flatMap { campaign in
            campaign.nextAt.map {
                CampaignStanding(plan: campaign.record.plan, nextAt: $0, hasBegun: campaign.record.total != nil)
            }
        }
        return UnexpandedEvent(
            event: event.record,
            topic: event.topic,
            cursor: cursor,
            times: event.times,
            campaign: standing
        )
    }

    var nextCampaignPage: Instant? { events.values.compactMap { $0.campaign?.nextAt }.min() }

    mutating func expand(_ page: ExpandedPage) throws(StoreFailure) -> Bool {
        guard let event = events[page.event], event.cursor == page.from else { return false }
        if let campaign = event.campaign, campaign.nextAt == nil { return false }
        try requireFreeIDs(page.notifications)
        let reached = Set(event.notifications.compactMap { notifications[$0]?.planned.recipient })
        for notification in page.notifications where !reached.contains(notification.recipient) {
            add(notification, to: page.event)
        }
        events[page.event]?.cursor = page.next
        events[page.event]?.decisions += page.decisions
        if let step = page.step {
            events[page.event]?.campaign?.take(step, isLast: page.next == nil)
        }
        return true
    }

    /// Users come before devices; who wasn't asked about before comes after those who were.
    mutating func everyone(after cursor: Int64, limit: Int, withDevicesOfNobody: Bool) -> [AudienceMember] {
        for user in knownUsers.subtracting(userRows.keys).sorted() { userRows[user] = Int64(userRows.count + 1) }
        let known = knownUsers.compactMap { user in
            userRows[user].map { AudienceMember(row: $0, recipient: user) }
        }
        var reached: Set<DeviceAddress> = []
        let ownerless = deviceOrder.enumerated().compactMap { index, id -> AudienceMember? in
            guard withDevicesOfNobody, let device = devices[id], device.owner == nil,
                reached.insert(device.address).inserted
            else { return nil }
            return AudienceMember(
                row: Self.firstDevice + Int64(index),
                recipient: .anonymous(device: device.id),
                device: device.id
            )
        }
        let all = known.sorted { $0.row < $1.row } + ownerless
        return Array(all.filter { $0.row > cursor }.prefix(limit))
    }

    /// Everybody who was ever named.
    private var knownUsers: Set<UserID> {
        var known = Set(users.keys)
        known.formUnion(devices.values.compactMap(\.owner))
        known.formUnion(subscriptions.values.compactMap(\.subscriber.user))
        known.formUnion(sessions.values.map(\.user))
        known.formUnion(notifications.values.map(\.planned.recipient))
        return known.filter { $0.anonymousDevice == nil }
    }

    /// Rows of devices among everyone: beyond those of users.
    private static let firstDevice: Int64 = 1 << 40

    mutating func audienceCount(of topic: Topic?, withDevicesOfNobody: Bool) -> Int {
        guard let topic else {
            return everyone(after: 0, limit: .max, withDevicesOfNobody: withDevicesOfNobody).count
        }
        return subscriptions.values.count { $0.topic == topic }
    }
}

extension InMemoryTenantStore: ExpandingStore {
    func unexpanded(in home: LaneLease, at now: Instant, limit: Int) async throws(StoreFailure) -> [UnexpandedEvent] {
        try with(in: home) { $0.unexpanded(at: now, limit: limit) }
    }

    func nextCampaignPage() async throws(StoreFailure) -> Instant? {
        try with { $0.nextCampaignPage }
    }

    func expand(_ page: ExpandedPage) async throws(StoreFailure) -> Bool {
        try with { state throws(StoreFailure) in try state.expand(page) }
    }

    func everyone(
        after cursor: Int64,
        limit: Int,
        withDevicesOfNobody: Bool
    ) async throws(StoreFailure) -> [AudienceMember] {
        try with { $0.everyone(after: cursor, limit: limit, withDevicesOfNobody: withDevicesOfNobody) }
    }

    func audienceCount(of topic: Topic?, withDevicesOfNobody: Bool) async throws(StoreFailure) -> Int {
        try with { $0.audienceCount(of: topic, withDevicesOfNobody: withDevicesOfNobody) }
    }
}
