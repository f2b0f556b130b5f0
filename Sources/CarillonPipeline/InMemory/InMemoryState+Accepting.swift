import CarillonModel

extension InMemoryState {
    mutating func accept(_ event: AcceptedEvent) throws(StoreFailure) -> Acceptance {
        let key = Key(source: event.source, externalID: event.externalID)
        if let id = eventsByKey[key], let earlier = events[id] { return answer(to: event, earlier: earlier) }
        guard events[event.id] == nil, event.notifications.allSatisfy({ notificationsByID[$0.id] == nil }) else {
            throw StoreFailure(.unavailable, "an id of this event or of its notifications is taken")
        }
        for (user, facts) in event.facts { put(facts, of: user) }
        var stored = Event(record: EventRecord(event), fingerprint: event.fingerprint, topic: event.topic)
        stored.cursor = event.times.isEmpty ? nil : 0
        stored.times = event.times
        stored.audience = event.audience
        stored.decisions = event.decisions
        events[event.id] = stored
        eventsByKey[key] = event.id
        for planned in event.notifications { add(planned, to: event.id) }
        return .accepted
    }

    mutating func add(_ planned: PlannedNotification, to event: String) {
        let row = nextRow()
        notifications[row] = Notification(planned: planned, event: event)
        notificationsByID[planned.id] = row
        if let why = planned.leftOut {
            notifications[row]?.status = .routed
            notifications[row]?.decisions = [why]
        } else {
            scheduled.insert(row)
        }
        events[event]?.notifications.append(row)
    }

    private func answer(to event: AcceptedEvent, earlier: Event) -> Acceptance {
        guard earlier.fingerprint == event.fingerprint else { return .conflict(event: earlier.record.id) }
        let ids = earlier.notifications.compactMap { notifications[$0]?.planned.id }
        return .duplicate(event: earlier.record.id, notifications: ids)
    }
}

extension EventRecord {
    /// The event as it is kept.
    public init(_ event: AcceptedEvent) {
        self.init(
            id: event.id,
            source: event.source,
            externalID: event.externalID,
            type: event.type,
            payload: event.payload,
            overrides: event.overrides,
            revision: event.revision,
            acceptedAt: event.acceptedAt
        )
    }
}
