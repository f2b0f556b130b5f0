public import CarillonModel

/// Renders a profile's messages ahead of time, and reports which can't be made.
///
/// The loader runs it once a folder has no other error. The stages that render messages depend on profiles, not the
/// other way round, so the caller, who has both, passes them in.
public protocol MessageProof: Sendable {
    /// - Returns: the failures in the order of the profile's events, the first of each kind.
    func failures(of profile: TenantProfile) -> [MessageFailure]

    /// The same for some events and app texts alone.
    func failures(of profile: TenantProfile, only ids: Set<EventTypeID>) -> [MessageFailure]
}

extension MessageProof {
    public func failures(of profile: TenantProfile, only ids: Set<EventTypeID>) -> [MessageFailure] {
        failures(of: profile).filter { ids.contains($0.id) }
    }
}

/// A message that can't be made from a payload that its event accepts.
public struct MessageFailure: Sendable, Hashable {
    /// Where the payload comes from.
    public enum Origin: Sendable, Hashable {
        /// A sample; nil for the event's main one.
        case sample(String?)
        /// Generated from the types of the payload's fields.
        case types
        /// For the texts of collected notifications, whose only field is their number.
        case collected
    }

    /// The event, or the app text for collected notifications.
    public var id: EventTypeID
    public var channel: ChannelID
    /// The reader's language.
    public var locale: LocaleTag
    /// The slot, and the language of the text that failed; nil where the failure isn't in a text.
    public var slot: String?
    public var textLocale: LocaleTag?
    public var payload: JSONValue
    public var origin: Origin
    /// The reason, as one clause.
    public var reason: String

    public init(
        id: EventTypeID,
        channel: ChannelID,
        locale: LocaleTag,
        slot: String?,
        textLocale: LocaleTag?,
        payload: JSONValue,
        origin: Origin,
        reason: String
    ) {
        self.id = id
        self.channel = channel
        self.locale = locale
        self.slot = slot
        self.textLocale = textLocale
        self.payload = payload
        self.origin = origin
        self.reason = reason
    }
}
