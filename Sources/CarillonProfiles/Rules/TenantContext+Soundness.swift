import CarillonModel

/// What a rule may rely on.
///
/// Each fault is reported once: a rule reports nothing about keys with an error. It still checks the other keys, so
/// that ten faults give ten diagnostics.
extension TenantContext {
    /// Whether these top-level keys of `profile.json` could be read.
    func isSound(_ keys: String...) -> Bool {
        guard let profileFile else { return false }
        return keys.allSatisfy { !profileFile.isDamaged($0) }
    }

    /// Whether the languages are known and include the default; otherwise nothing about translations can be judged.
    var hasSoundLocales: Bool {
        guard let profileFile else { return false }
        return !profileFile.isDamaged("locales", "default") && !profileFile.isDamaged("locales", "supported")
            && profile.locales.supported.contains(profile.locales.defaultLocale)
    }

    /// Whether an event has no errors.
    func isSound(_ event: EventType) -> Bool {
        guard let eventsFile else { return false }
        return !eventsFile.isDamaged("events", event.id.rawValue)
    }

    /// Whether these keys of an event could be read.
    func isSound(_ event: EventType, _ keys: String...) -> Bool {
        guard let eventsFile else { return false }
        guard !eventsFile.isSound else { return true }
        return keys.allSatisfy { !eventsFile.isDamaged("events", event.id.rawValue, $0) }
    }

    /// Whether nothing is known about the field, because it, or the payload around it, has an error.
    func isUnsure(of field: String, in event: EventType) -> Bool {
        guard let eventsFile else { return true }
        return eventsFile.isDamaged("events", event.id.rawValue, "payload", field)
    }
}
