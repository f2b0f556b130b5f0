public import CarillonModel

/// Makes a profile's messages before anybody is to get one, and reports which can't be made.
///
/// The loader asks once nothing else is wrong with a folder. The stages that make messages know profiles, and not the other
/// way round; so whoever has both hands them over.
public protocol MessageProof: Sendable {
    /// - Returns: what failed, in the order of the profile's events, the first of each kind.
    func failures(of profile: TenantProfile) -> [MessageFailure]
}

/// A message that can't be made of a payload that its event takes.
public struct MessageFailure: Sendable, Hashable {
    /// Where a payload comes from.
    public enum Origin: Sendable, Hashable {
        /// A sample; nil for the event's main one.
        case sample(String?)
        /// Made from the types of the payload's fields.
        case types
        /// The texts for what is collected, which have no payload but a number.
        case collected
    }

    /// The event, or the app text for what is collected.
    public var id: EventTypeID
    public var channel: ChannelID
    /// The reader's language.
    public var locale: LocaleTag
    /// The slot, and the language of the text that failed; nil where it isn't a text.
    public var slot: String?
    public var textLocale: LocaleTag?
    public var payload: JSONValue
    public var origin: Origin
    /// One clause.
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
