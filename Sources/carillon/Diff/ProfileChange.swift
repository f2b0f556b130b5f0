import CarillonModel
import CarillonPluginKit
import CarillonProfiles

/// A change to what others rely on: senders on events and payloads, apps on channels, links and data.
struct ProfileChange: Hashable {
    /// Whether what was right before is wrong now.
    let isBreaking: Bool
    /// What changed: a tenant, or an event of it.
    let subject: String
    let words: String

    private init(_ isBreaking: Bool, _ subject: String, _ words: String) {
        self.isBreaking = isBreaking
        self.subject = subject
        self.words = words
    }

    static func breaking(_ subject: String, _ words: String) -> ProfileChange { ProfileChange(true, subject, words) }
    static func compatible(_ subject: String, _ words: String) -> ProfileChange { ProfileChange(false, subject, words) }

    /// In the order of the new profile, what is gone last.
    static func all(from old: TenantProfile, to new: TenantProfile) -> [ProfileChange] {
        var changes: [ProfileChange] = []
        let tenant = new.id.rawValue
        for locale in old.locales.supported where !new.locales.supported.contains(locale) {
            changes.append(.breaking(tenant, "the language \(locale) is gone"))
        }
        for locale in new.locales.supported where !old.locales.supported.contains(locale) {
            changes.append(.compatible(tenant, "the language \(locale) is new"))
        }
        for event in new.events {
            let subject = "\(tenant)/\(event.id)"
            if let before = old.event(event.id) {
                changes += Self.changes(from: before, to: event, subject)
            } else {
                changes.append(.compatible(subject, "the event is new"))
            }
        }
        for event in old.events where new.event(event.id) == nil {
            changes.append(.breaking("\(tenant)/\(event.id)", "the event is gone"))
        }
        return changes
    }

    private static func changes(from old: EventType, to new: EventType, _ subject: String) -> [ProfileChange] {
        var changes = PayloadChange.all(from: old.payload, to: new.payload, subject)
        for channel in new.channels where !old.channels.contains(channel) {
            changes.append(.compatible(subject, "it goes to \(channel), too"))
        }
        for channel in old.channels where !new.channels.contains(channel) {
            changes.append(.breaking(subject, "it goes to \(channel) no longer"))
        }
        if let alias = old.alias, alias != new.alias {
            changes.append(.breaking(subject, "clients knew it as \(alias), now as \(new.alias ?? new.id.rawValue)"))
        }
        if old.priority != new.priority {
            changes.append(
                .compatible(subject, "its priority was \(old.priority.rawValue), now \(new.priority.rawValue)")
            )
        }
        if old.deepLink?.route != new.deepLink?.route {
            let (before, after) = (old.deepLink?.route ?? "nothing", new.deepLink?.route ?? "nothing")
            changes.append(.compatible(subject, "it opened \(before), now \(after)"))
        }
        for name in old.dataNames where !new.dataNames.contains(name) {
            changes.append(.breaking(subject, "its data has \(name) no longer"))
        }
        return changes
    }
}

extension EventType {
    fileprivate var dataNames: [String] {
        if case .object(let members) = data { members.map(\.name) } else { [] }
    }
}
