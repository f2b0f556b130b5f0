import CarillonModel

/// Positions of a profile's parts by name; built once for each profile.
///
/// Where several parts have the same name, which only happens in a profile with errors, the first one counts.
struct ProfileIndex: Sendable {
    let channels: [ChannelID: Int]
    let androidChannels: [String: Int]
    let categories: [String: Int]
    var events: EventIndex
    /// The language chain for each of the tenant's languages.
    let chains: [LocaleTag: [LocaleTag]]
    /// The chain for readers whose language isn't known.
    let standardChain: [LocaleTag]

    init(_ parts: ProfileParts) {
        channels = Self.positions(parts.channels) { $0.id }
        androidChannels = Self.positions(parts.androidChannels) { $0.id }
        categories = Self.positions(parts.categories) { $0.id }
        events = EventIndex(parts.events)
        let locales = parts.locales
        chains = Dictionary(locales.supported.map { ($0, locales.chain(for: $0)) }) { first, _ in first }
        standardChain = locales.chain(for: nil)
    }

    private static func positions<Part, Name: Hashable>(_ parts: [Part], by name: (Part) -> Name) -> [Name: Int] {
        Dictionary(parts.enumerated().map { (name($0.element), $0.offset) }) { first, _ in first }
    }
}

/// Positions of event types.
struct EventIndex: Sendable {
    private(set) var byID: [EventTypeID: Int] = [:]
    /// By id, and by alias.
    private(set) var byName: [String: Int] = [:]
    private(set) var byCategory: [String: [Int]] = [:]

    init(_ events: [EventType]) {
        byID.reserveCapacity(events.count)
        byName.reserveCapacity(events.count * 2)
        for (position, event) in events.enumerated() {
            if byID[event.id] == nil { byID[event.id] = position }
            if byName[event.id.rawValue] == nil { byName[event.id.rawValue] = position }
            if let alias = event.alias, byName[alias] == nil { byName[alias] = position }
            if let category = event.category { byCategory[category, default: []].append(position) }
        }
    }
}
