/// How long an event's notifications are valid: by the event type, else by the tenant's policies, and not beyond the
/// time that an entry of the schedule counts down to.
extension EventType {
    /// The lifetime from the moment when a notification is due; nil where it doesn't expire.
    ///
    /// - Parameter entry: the schedule's entry that makes the notification. A reminder before a time isn't sent after
    ///   that time.
    public func lifetime(by entry: ScheduleEntry?, _ policies: Policies) -> Duration? {
        let rest = entry.flatMap { $0.offset < .zero ? .zero - $0.offset : nil }
        return expireAfter ?? [policies.expireAfter, rest].compactMap(\.self).min()
    }

    /// Whether any of its notifications can expire.
    func canExpire(_ policies: Policies) -> Bool {
        lifetime(by: nil, policies) != nil || schedule.contains { lifetime(by: $0, policies) != nil }
    }
}
