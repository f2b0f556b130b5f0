import CarillonModel

/// What a rule may rely on.
///
/// Each fault is reported once: a rule keeps silent about the keys in which something is wrong already. It does not
/// keep silent about their neighbours, so that ten faults give ten diagnostics.
extension TenantContext {
    /// Whether `profile.json` could be read as far as these top-level keys go.
    func isSound(_ keys: String...) -> Bool {
        guard let profileFile else { return false }
        return keys.allSatisfy { !profileFile.isDamaged($0) }
    }

    /// Whether the languages are known, and the default is one of them: what is written in which language cannot be
    /// judged otherwise.
    var hasSoundLocales: Bool {
        guard let profileFile else { return false }
        return !profileFile.isDamaged("locales", "default") && !profileFile.isDamaged("locales", "supported")
            && profile.locales.supported.contains(profile.locales.defaultLocale)
    }

    /// Whether nothing at all is wrong with an event.
    func isSound(_ event: EventType) -> Bool {
        guard let eventsFile else { return false }
        return !eventsFile.isDamaged("events", event.id.rawValue)
    }

    /// Whether an event could be read as far as these of its keys go.
    func isSound(_ event: EventType, _ keys: String...) -> Bool {
        guard let eventsFile else { return false }
        guard !eventsFile.isSound else { return true }
        return keys.allSatisfy { !eventsFile.isDamaged("events", event.id.rawValue, $0) }
    }

    /// Whether nobody knows what the field holds, or whether there is one: something about it, or about the payload
    /// around it, is wrong already.
    func isUnsure(of field: String, in event: EventType) -> Bool {
        guard let eventsFile else { return true }
        return eventsFile.isDamaged("events", event.id.rawValue, "payload", field)
    }
}
