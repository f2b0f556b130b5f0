import CarillonModel
import CarillonProfiles

/// What changed about an event that both versions have.
enum EventChange {
    static func all(from old: EventType, to new: EventType, _ subject: String) -> [ProfileChange] {
        var list = ChangeList(subject)
        list.add(PayloadChange.all(from: old.payload, to: new.payload, subject))
        for channel in new.channels where !old.channels.contains(channel) {
            list.add("it goes to \(channel), too", breaks: false)
        }
        for channel in old.channels where !new.channels.contains(channel) {
            list.add("it goes to \(channel) no longer", breaks: true)
        }
        if let alias = old.alias, alias != new.alias {
            list.add("clients knew it as \(alias), now as \(new.alias ?? new.id.rawValue)", breaks: true)
        } else {
            list.compare("its alias", old.alias, new.alias)
        }
        compareDelivery(old, new, &list)
        compareAppearance(old, new, &list)
        compareApp(old, new, &list)
        return list.changes
    }

    /// To whom and when.
    private static func compareDelivery(_ old: EventType, _ new: EventType, _ list: inout ChangeList) {
        list.compare("its priority", old.priority.rawValue, new.priority.rawValue)
        list.compare("its schedule", old.schedule.summary, new.schedule.summary)
        list.compare("its audience", old.audience?.source, new.audience?.source, breaks: true)
        list.compare("its topic", old.topic?.source, new.topic?.source, breaks: true)
        list.compare("its roles", old.roles.listed, new.roles.listed)
        list.compare("its collapse key", old.collapse?.source, new.collapse?.source)
        list.compare("its dedupe key", old.dedupe?.source, new.dedupe?.source)
        list.compare("its key for superseding", old.supersedes?.source, new.supersedes?.source)
        list.compare("its worth", old.expireAfter?.written, new.expireAfter?.written)
        list.compare("it is mandatory", old.isMandatory, new.isMandatory)
        list.compare("what happens to an uncertain attempt", old.onUncertain.rawValue, new.onUncertain.rawValue)
        list.compare("what happens to a retry of what was read", old.onRead.rawValue, new.onRead.rawValue)
    }

    private static func compareAppearance(_ old: EventType, _ new: EventType, _ list: inout ChangeList) {
        list.compare("its category", old.category, new.category)
        list.compare("its image", old.image?.source, new.image?.source)
        list.compare("its sound", old.sound, new.sound)
        list.compare("its badge", old.badge?.summary, new.badge?.summary)
    }

    /// What an app reads: the link, the data, the provider's message.
    private static func compareApp(_ old: EventType, _ new: EventType, _ list: inout ChangeList) {
        if old.deepLink?.route != new.deepLink?.route {
            let (before, after) = (old.deepLink?.route ?? "nothing", new.deepLink?.route ?? "nothing")
            list.add("it opened \(before), now \(after)", breaks: false)
        } else {
            let before = old.deepLink?.arguments ?? []
            for argument in new.deepLink?.arguments ?? [] {
                let field = before.first { $0.parameter == argument.parameter }?.field
                list.compare("what fills \(argument.parameter) of its link", field, argument.field, breaks: true)
            }
        }
        list.compareMembers("its data", old.data.written.leaves, new.data.written.leaves)
        list.compareMembers("its message", old.message?.leaves, new.message?.leaves)
        list.compareWays(old.deviceFields, new.deviceFields)
    }
}

extension [ScheduleEntry] {
    /// `2h before due, 15m after due as high`; nil when there is no entry.
    fileprivate var summary: String? {
        map { entry in
            let (span, side) = entry.offset < .zero ? (.zero - entry.offset, "before") : (entry.offset, "after")
            return "\(span.written) \(side) \(entry.field)" + (entry.priority.map { " as \($0.rawValue)" } ?? "")
        }
        .listed
    }
}
