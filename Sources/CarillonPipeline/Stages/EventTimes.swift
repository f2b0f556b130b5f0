import CarillonModel
import CarillonProfiles

/// When an event's notifications are due: at once, at the time the sender specifies, or by the event type's own
/// schedule.
struct EventTimes {
    let type: EventType
    let policies: Policies

    /// - Returns: the times, and a line for each entry of the schedule that makes none.
    func planned(
        for event: Event,
        payload: Payload,
        at now: Instant
    ) -> (times: [PlannedTime], decisions: [Decision]) {
        guard !type.schedule.isEmpty else {
            return ([time(max(now, event.scheduledAt ?? now), event.priority ?? type.priority)], [])
        }
        var times: [PlannedTime] = []
        var decisions: [Decision] = []
        for entry in type.schedule {
            guard let anchor = payload[entry.field]?.instant else {
                decisions.append(.withoutTime(entry))
                continue
            }
            let dueAt = anchor.advanced(by: entry.offset)
            // A reminder after the fact helps nobody.
            if dueAt < now {
                decisions.append(.past(entry))
            } else {
                times.append(time(dueAt, entry.priority ?? event.priority ?? type.priority, by: entry))
            }
        }
        return (times, decisions)
    }

    private func time(_ dueAt: Instant, _ priority: Priority, by entry: ScheduleEntry? = nil) -> PlannedTime {
        let lifetime = type.lifetime(by: entry, policies)
        return PlannedTime(dueAt: dueAt, priority: priority, expiresAt: lifetime.map { dueAt.advanced(by: $0) })
    }
}

extension Decision {
    fileprivate static func past(_ entry: ScheduleEntry) -> Decision {
        let detail = "\(entry.summary) was over when the event came"
        return Decision(channel: nil, verdict: .skip, reason: .schedulePassed, detail: detail)
    }

    fileprivate static func withoutTime(_ entry: ScheduleEntry) -> Decision {
        let detail = "the payload has no \(entry.field) to count from"
        return Decision(channel: nil, verdict: .skip, reason: .scheduleWithoutTime, detail: detail)
    }
}

extension ScheduleEntry {
    /// Such as `2h before starts_at`.
    fileprivate var summary: String {
        offset < .zero ? "\((.zero - offset).written) before \(field)" : "\(offset.written) after \(field)"
    }
}
