import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles

// Lists deliveries with what each waits for, for operators who ask why something hasn't arrived.
extension OperatorRoute {
    static func deliveries(_ call: OperatorCall) async throws(Problem) -> APIResponse {
        let (tenant, page) = (try await call.tenant(), try call.page())
        let filter = try deliveryFilter(call)
        if let channel = filter.channel { try await call.require(channel, of: tenant) }
        let now = call.api.clock.now
        let found = try await call.stored { _ throws(StoreFailure) in
            try await tenant.store.listDeliveries(filter, page.withOneMore)
        }
        var answer = list("deliveries", found, of: page, { json(of: $0, tenant, at: now) }, \.row)
        if filter.status == .pending, filter.channel == nil, page.before == nil {
            let scheduled = try await call.stored { _ throws(StoreFailure) in
                try await tenant.store.listScheduled(of: filter.recipient, limit: page.limit + 1)
            }
            // Notifications without deliveries wait as well.
            let shown = scheduled.prefix(page.limit).map { $0.json(at: now) }
            answer["deliveries"] = .array(shown + (answer["deliveries"]?.array ?? []))
            if scheduled.count > shown.count { answer["hasMoreScheduled"] = true }
        }
        return APIResponse(json: .object(answer))
    }

    private static func deliveryFilter(_ call: OperatorCall) throws(Problem) -> DeliveryFilter {
        var filter = DeliveryFilter()
        if let text = call.request.query("status") {
            guard let status = ListedStatus(rawValue: text) else {
                let list = ListedStatus.allCases.map(\.rawValue).joined(separator: ", ")
                throw .wrongQuery("status", "must be one of \(list)")
            }
            filter.status = status
        }
        filter.channel = try channel(call.request.query("channel"))
        if let text = call.request.query("user") {
            guard let user = UserID(text) else { throw .wrongQuery("user", "must be \(UserID.shape)") }
            filter.recipient = user
        }
        return filter
    }

    private static func channel(_ text: String?) throws(Problem) -> ChannelID? {
        guard let text else { return nil }
        guard let channel = ChannelID(text) else { throw .wrongQuery("channel", "must be \(ChannelID.shape)") }
        return channel
    }

    private static func json(of delivery: ListedDelivery, _ tenant: OperatedTenant, at now: Instant) -> JSONValue {
        let rest = delivery.status == .pending ? tenant.running?.runtime.rest(of: delivery.channel) : nil
        return delivery.json(waitingFor: rest, at: now)
    }
}

extension ListedDelivery {
    /// - Parameter rest: why its channel can't send, where it waits for that.
    fileprivate func json(waitingFor rest: JSONValue?, at now: Instant) -> JSONValue {
        var json = JSONObject([
            .init("row", JSONValue(row)), .init("event", .string(event)), .init("type", .string(type.rawValue)),
            .init("user", .string(recipient.rawValue)), .init("channel", .string(channel.rawValue)),
            .init("status", .string(status.rawValue)), .init("attempts", JSONValue(attempts)),
        ])
        json["nextAttemptAt"] = nextAttemptAt.map { .string($0.rfc3339) }
        json["settledAt"] = settledAt.map { .string($0.rfc3339) }
        json["reason"] = (reason ?? wait(at: now))?.json
        json["waitsFor"] = rest
        return .object(json)
    }

    /// Why one waits that nothing has become of yet.
    private func wait(at now: Instant) -> OutcomeReason? {
        guard status == .pending, let nextAttemptAt else { return nil }
        return nextAttemptAt > now ? delay.map(OutcomeReason.init) : .pacing
    }
}

extension ScheduledNotification {
    fileprivate func json(at now: Instant) -> JSONValue {
        let reason = delay.map(OutcomeReason.init) ?? (dueAt > now ? .schedule : .routing)
        return [
            "notification": .string(id), "event": .string(event), "type": .string(type.rawValue),
            "user": .string(recipient.rawValue), "status": .string(ListedStatus.pending.rawValue), "attempts": 0,
            "nextAttemptAt": .string(dueAt.rfc3339), "reason": reason.json,
        ]
    }
}

extension OutcomeReason {
    fileprivate static let schedule = OutcomeReason(
        "schedule",
        "its sender, or its event type, named this time; its deliveries are made then"
    )
    fileprivate static let routing = OutcomeReason("routing", "its time has come: its deliveries are about to be made")
    fileprivate static let pacing = OutcomeReason(
        "pacing",
        "it is due, and waits for its turn: its channel sends others first, at its provider's rate"
    )

    fileprivate var json: JSONValue { ["code": .string(code), "message": .string(message)] }
}
