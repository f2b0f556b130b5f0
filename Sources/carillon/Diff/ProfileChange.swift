import CarillonModel
import CarillonProfiles

/// A change to what others rely on: senders on events and payloads, apps on channels, links and data.
struct ProfileChange: Hashable {
    /// Whether what was right before is wrong now.
    let isBreaking: Bool
    /// What changed: a tenant, or an event of it.
    let subject: String
    let summary: String

    private init(_ isBreaking: Bool, _ subject: String, _ summary: String) {
        self.isBreaking = isBreaking
        self.subject = subject
        self.summary = summary
    }

    static func breaking(_ subject: String, _ summary: String) -> ProfileChange {
        ProfileChange(true, subject, summary)
    }
    static func compatible(_ subject: String, _ summary: String) -> ProfileChange {
        ProfileChange(false, subject, summary)
    }

    /// In the order of the new profile, what is gone last.
    static func all(from old: TenantProfile, to new: TenantProfile) -> [ProfileChange] {
        let tenant = new.id.rawValue
        var changes = AppChange.all(from: old, to: new)
        for event in new.events {
            let subject = "\(tenant)/\(event.id)"
            if let before = old.event(event.id) {
                changes += EventChange.all(from: before, to: event, subject)
            } else {
                changes.append(.compatible(subject, "the event is new"))
            }
        }
        for event in old.events where new.event(event.id) == nil {
            changes.append(.breaking("\(tenant)/\(event.id)", "the event is gone"))
        }
        for text in new.texts {
            guard let before = old.texts.first(where: { $0.id == text.id }) else { continue }
            changes += PayloadChange.all(from: before.payload, to: text.payload, "\(tenant)/\(text.id)")
        }
        var texts = ChangeList(tenant)
        texts.compareNames("app text", old.texts.map(\.id.rawValue), new.texts.map(\.id.rawValue))
        return changes + texts.changes + ContractChange.all(from: old.contract, to: new.contract, tenant)
    }
}
