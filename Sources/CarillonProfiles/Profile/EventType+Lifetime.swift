/// How long notifications of an event are worth something: what the event type says, else the tenant's policies, or the
/// time that an entry of the schedule counts down to.
extension EventType {
    /// From when a notification is due; nil: it doesn't expire.
    ///
    /// - Parameter entry: of the schedule, where that makes the notification. What is sent before a time isn't sent
    ///   after it.
    public func lifetime(by entry: ScheduleEntry?, _ policies: Policies) -> Duration? {
        let rest = entry.flatMap { $0.offset < .zero ? .zero - $0.offset : nil }
        return expireAfter ?? [policies.expireAfter, rest].compactMap(\.self).min()
    }

    /// Whether any of its notifications expires.
    func canExpire(_ policies: Policies) -> Bool {
        lifetime(by: nil, policies) != nil || schedule.contains { lifetime(by: $0, policies) != nil }
    }
}
