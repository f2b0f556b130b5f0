import CarillonModel
import CarillonPipeline
import CarillonPluginKit

extension InMemoryState {
    mutating func accept(_ event: AcceptedEvent) throws(StoreFailure) -> Acceptance {
        let key = Key(source: event.source, externalID: event.externalID)
        if let id = eventsByKey[key], let earlier = events[id] { return answer(to: event, earlier: earlier) }
        guard events[event.id] == nil, event.notifications.allSatisfy({ notificationsByID[$0.id] == nil }) else {
            throw StoreFailure(.unavailable, "an id of this event or of its notifications is taken")
        }
        for (user, facts) in event.facts { putOverDevices(facts, of: user) }
        var stored = Event(record: EventRecord(event), fingerprint: event.fingerprint, topic: event.topic)
        stored.cursor = event.times.isEmpty ? nil : 0
        stored.times = event.times
        stored.audience = event.audience
        stored.collapse = event.collapse
        stored.dedupe = event.dedupe
        stored.supersedes = event.supersedes
        stored.decisions = event.decisions
        stored.campaign = Campaign(event, row: nextRow())
        stored.order = nextRow()
        events[event.id] = stored
        eventsByKey[key] = event.id
        if let key = event.supersedes {
            supersede(key, for: Set(event.recipients), by: event.id, at: event.acceptedAt)
        }
        for planned in event.notifications { add(planned, to: event.id) }
        return .accepted
    }

    func hasAccepted(_ externalID: String, from source: String) -> Bool {
        eventsByKey[Key(source: source, externalID: externalID)] != nil
    }

    mutating func add(_ planned: PlannedNotification, to event: String) {
        let row = nextRow()
        notifications[row] = Notification(planned: planned, event: event)
        notificationsByID[planned.id] = row
        let recipient = planned.recipient
        if let why = planned.exclusion ?? supersession(of: event, for: recipient)
            ?? duplication(of: event, for: recipient)
        {
            notifications[row]?.status = .routed
            notifications[row]?.decisions = [why]
            notifications[row]?.hasPlace = false
        } else {
            scheduled.insert(row)
        }
        events[event]?.notifications.append(row)
    }

    /// Why the recipient receives nothing: an earlier event reached them.
    ///
    /// Notes that this one reaches them.
    private mutating func duplication(of event: String, for user: UserID) -> Decision? {
        guard let key = events[event]?.dedupe else { return nil }
        let earlier = dedupeKeys[DedupeKeyID(user: user, key: key.exact)]
        dedupeKeys[DedupeKeyID(user: user, key: key.exact)] = earlier ?? event
        return earlier == nil || earlier == event ? nil : .duplicate
    }

    /// Lets another event with the same dedupe key reach the recipient: this notification found no address, and no
    /// other of its event has gone to them, or will.
    mutating func forgetDedupeKey(of row: Int64) {
        guard let notification = notifications[row], let event = events[notification.event], let key = event.dedupe
        else { return }
        let user = notification.planned.recipient
        let hasOther = event.notifications.contains { other in
            guard let other = notifications[other], other.planned.recipient == user else { return false }
            return other.status == .scheduled || !other.deliveries.isEmpty
        }
        guard !hasOther, dedupeKeys[DedupeKeyID(user: user, key: key.exact)] == notification.event else { return }
        dedupeKeys[DedupeKeyID(user: user, key: key.exact)] = nil
    }

    /// Why the user receives nothing: a later event, which names them, has taken the place of this one.
    private func supersession(of event: String, for user: UserID) -> Decision? {
        guard let stored = events[event], let key = stored.supersedes?.exact else { return nil }
        let later = events.values.first { other in
            other.supersedes?.exact == key && other.order > stored.order
                && other.notifications.contains { row in
                    notifications[row].map { $0.planned.recipient == user && $0.hasPlace } ?? false
                }
        }
        return later.map { .superseded(by: $0.record.id) }
    }

    /// Ends what waits of earlier events with the same key, for these recipients or, where there are none, for all.
    private mutating func supersede(_ key: String, for recipients: Set<UserID>, by event: String, at now: Instant) {
        let earlier = events.values.filter { $0.supersedes?.exact == key.exact && $0.record.id != event }.sorted {
            $0.order < $1.order
        }
        for other in earlier {
            let id = other.record.id
            let hasEnded =
                recipients.isEmpty
                ? end(id, because: .superseded(by: event), cancelling: .superseded, at: now)
                : end(id, for: recipients, supersededBy: event, at: now)
            guard hasEnded, recipients.isEmpty || other.topic == nil && other.campaign == nil else { continue }
            events[id]?.decisions.append(.superseded(by: event))
            events[event]?.decisions.append(.supersedes(id))
        }
    }

    private mutating func end(
        _ id: String,
        for recipients: Set<UserID>,
        supersededBy event: String,
        at now: Instant
    ) -> Bool {
        var hasEnded = false
        for row in events[id]?.notifications ?? [] {
            guard let notification = notifications[row], notification.hasPlace,
                recipients.contains(notification.planned.recipient)
            else { continue }
            notifications[row]?.hasPlace = false
            notifications[row]?.ended = .superseded
            if end(notification: row, because: .superseded(by: event), cancelling: .superseded, at: now) {
                hasEnded = true
            }
        }
        return hasEnded
    }

    /// - Parameter reason: of its deliveries that waited.
    /// - Returns: whether anything of it waited.
    mutating func end(
        _ id: String,
        because decision: Decision,
        cancelling reason: OutcomeReason,
        at now: Instant
    ) -> Bool {
        var hasEnded = events[id]?.cursor != nil
        if hasEnded { events[id]?.campaign?.end(at: now) }
        events[id]?.cursor = nil
        events[id]?.supersedes = nil
        events[id]?.ended = reason
        for row in events[id]?.notifications ?? [] {
            if end(notification: row, because: decision, cancelling: reason, at: now) { hasEnded = true }
        }
        return hasEnded
    }

    /// - Returns: whether anything of it waited.
    private mutating func end(
        notification row: Int64,
        because decision: Decision,
        cancelling reason: OutcomeReason,
        at now: Instant
    ) -> Bool {
        guard let notification = notifications[row] else { return false }
        var hasEnded = false
        if scheduled.remove(row) != nil {
            hasEnded = true
            notifications[row]?.status = .cancelled
            notifications[row]?.decisions = [decision]
            let key = events[notification.event]?.dedupe.map {
                DedupeKeyID(user: notification.planned.recipient, key: $0.exact)
            }
            if let key, dedupeKeys[key] == notification.event { dedupeKeys[key] = nil }
        }
        for delivery in notification.deliveries where open.contains(delivery) {
            cancel(delivery, reason, at: now)
            hasEnded = hasEnded || !open.contains(delivery)
        }
        return hasEnded
    }

    private func answer(to event: AcceptedEvent, earlier: Event) -> Acceptance {
        guard earlier.fingerprint.exact == event.fingerprint.exact else { return .conflict(event: earlier.record.id) }
        let ids = earlier.notifications.compactMap { notifications[$0]?.planned.id }
        return .duplicate(event: earlier.record.id, notifications: ids)
    }
}
