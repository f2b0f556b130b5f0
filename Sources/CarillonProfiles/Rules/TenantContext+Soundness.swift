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

    /// Whether every text of every language could be read: what isn't among them is written nowhere.
    var hasWholeTexts: Bool {
        hasSoundLocales
            && profile.locales.supported.allSatisfy { locale in
                guard let file = templateFiles[locale], file.ifWhole != nil else { return false }
                return file.names(in: "messages") != nil && !file.isDamaged("messages")
            }
    }

    /// Whether all placeholders in an event's `data` can be read; those that can't are reported.
    func hasReadableData(_ event: EventType) -> Bool {
        isSound(event, "data") && eventNodes[event.id]?["data"]?.hasUnreadablePlaceholder != true
    }

    /// Whether an event has no errors.
    func isSound(_ event: EventType) -> Bool {
        guard let eventsFile else { return false }
        return !eventsFile.isDamaged("events", event.id.rawValue)
    }

    /// Whether these keys of an event could be read.
    func isSound(_ event: EventType, _ keys: String...) -> Bool {
        guard let eventsFile else { return false }
        guard !eventsFile.isIntact else { return true }
        return keys.allSatisfy { !eventsFile.isDamaged("events", event.id.rawValue, $0) }
    }

    /// Whether nothing is known about the field, because it, or the payload around it, has an error.
    func isUnsure(of field: String, in event: EventType) -> Bool {
        guard let eventsFile else { return true }
        return eventsFile.isDamaged("events", event.id.rawValue, "payload", field)
    }
}

extension JSONNode {
    fileprivate var hasUnreadablePlaceholder: Bool {
        if let string { return (try? PlaceholderText(string)) == nil }
        return members.contains { $0.value.hasUnreadablePlaceholder }
            || elements.contains { $0.hasUnreadablePlaceholder }
    }
}
