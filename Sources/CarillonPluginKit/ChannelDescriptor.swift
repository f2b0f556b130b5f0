public import CarillonModel

/// Everything about a channel plugin that is known without running it.
public struct ChannelDescriptor: Sendable, Hashable {
    /// What `use` in a profile names.
    public let id: PluginID
    /// One sentence for `carillon channels` and the docs.
    public let summary: String
    public let fields: [Field]
    public let slots: [Slot]
    public let address: AddressKind
    /// The provider's public origins: the only places this plugin's requests go.
    public private(set) var origins: [String]
    /// Requests go to URLs that users or tenants chose, such as a browser's push service or a webhook.
    ///
    /// The host then allows them to reach public addresses only.
    public let goesAnywhere: Bool
    /// How many messages one call of `deliver` takes.
    public let batchSize: Int
    /// Messages a second one tenant may hand to the provider, where it sets a rate.
    public let ratePerSecond: Int?
    /// Bytes a message may have as ``ChannelKind/size(of:)`` counts it.
    public let sizeLimit: Int?
    /// Whether others than the recipient may read it (a lock screen, a mail server): sensitive values must stay out.
    public let isPublic: Bool
    /// Whether a JSON skeleton of the tenant is merged into the provider's message.
    public let takesSkeleton: Bool
    /// What the provider takes where, which a skeleton is checked against.
    public let messageShape: MessageShape
    /// What an event's data can't be called: the plugin refuses such a message, and `carillon validate` the event.
    public let reservedData: ReservedNames
    /// Which deferrals don't concern the provider as a whole.
    public let recipientDeferrals: RecipientDeferrals
    /// The setting that apps subscribe with, which is no secret; nil where they need none.
    public let subscriptionKey: String?

    public init(
        id: PluginID,
        summary: String,
        fields: [Field] = [],
        slots: [Slot],
        address: AddressKind,
        origins: [String] = [],
        goesAnywhere: Bool = false,
        batchSize: Int = 1,
        ratePerSecond: Int? = nil,
        sizeLimit: Int? = nil,
        isPublic: Bool,
        takesSkeleton: Bool = false,
        messageShape: MessageShape = .anything,
        reservedData: ReservedNames = .none,
        recipientDeferrals: RecipientDeferrals = .none,
        subscriptionKey: String? = nil
    ) {
        self.id = id
        self.summary = summary
        self.fields = fields
        self.slots = slots
        self.address = address
        self.origins = origins
        self.goesAnywhere = goesAnywhere
        self.batchSize = batchSize
        self.ratePerSecond = ratePerSecond
        self.sizeLimit = sizeLimit
        self.isPublic = isPublic
        self.takesSkeleton = takesSkeleton
        self.messageShape = messageShape
        self.reservedData = reservedData
        self.recipientDeferrals = recipientDeferrals
        self.subscriptionKey = subscriptionKey
    }
}

/// The deferrals that are about one recipient; all others are taken as the provider's own failure, for which the
/// channel's circuit opens.
public enum RecipientDeferrals: Sendable, Hashable {
    case none
    /// Those with these codes, such as `MessageRateExceeded`.
    case codes(Set<String>)
    /// Every one, because each recipient names a server of their own, as with webhooks.
    case all

    public func contains(_ reason: OutcomeReason) -> Bool {
        switch self {
        case .none: false
        case .codes(let codes): codes.contains(reason.code)
        case .all: true
        }
    }
}

extension ChannelDescriptor {
    /// The same with other origins.
    public func reaching(_ origins: [String]) -> ChannelDescriptor {
        var descriptor = self
        descriptor.origins = origins
        return descriptor
    }

    /// Whether others than the recipient may read `slot`: then no sensitive value is allowed in it.
    public func exposes(_ slot: Slot) -> Bool { isPublic && !slot.isSealed }
}

/// A setting that a plugin takes.
public struct Field: Sendable, Hashable {
    public enum Kind: Sendable, Hashable {
        case text
        case integer(ClosedRange<Int>)
        case boolean
        case choice([String])
        /// `https://…`, checked.
        case url
        case email
        /// Written as `{"$secret": "name"}`, never as a literal.
        case secret
    }

    public let name: String
    public let kind: Kind
    public let isRequired: Bool
    public let defaultValue: JSONValue?
    public let description: String
    public let example: JSONValue
    /// The form of a secret; of no meaning for other kinds.
    public let form: SecretForm

    public init(
        _ name: String,
        _ kind: Kind,
        isRequired: Bool = false,
        default defaultValue: JSONValue? = nil,
        form: SecretForm = .token,
        description: String,
        example: JSONValue
    ) {
        self.name = name
        self.kind = kind
        self.isRequired = isRequired
        self.defaultValue = defaultValue
        self.form = form
        self.description = description
        self.example = example
    }
}

/// A place for a text.
public struct Slot: Sendable, Hashable {
    /// How templates spell it; the part before a dot is the group (`email.subject`).
    public let name: String
    public let isRequired: Bool
    /// Markup is allowed and values are escaped (`email.html`).
    public let isHTML: Bool
    /// Line feeds are allowed.
    public let isMultiline: Bool
    /// Read by the recipient only, even where the channel is public: the body of an e-mail.
    public let isSealed: Bool
    public let description: String

    public init(
        _ name: String,
        isRequired: Bool = false,
        isHTML: Bool = false,
        isMultiline: Bool = false,
        isSealed: Bool = false,
        description: String
    ) {
        self.name = name
        self.isRequired = isRequired
        self.isHTML = isHTML
        self.isMultiline = isMultiline
        self.isSealed = isSealed
        self.description = description
    }
}

/// The kind of a channel's addresses, and so which recipients it can reach.
public enum AddressKind: Sendable, Hashable {
    /// The user themself: the in-app feed.
    case user
    /// A device's token as registered; `shape` describes its form, `pattern` as a regular expression, where
    /// it is more than printable ASCII.
    case deviceToken(shape: String, pattern: String? = nil)
    case email
    /// The user's telephone number, as they gave it.
    ///
    /// Source: ITU-T E.164.
    case phone
    case url
    /// The one place that the settings name, such as a team's room: every notification of the channel goes there. Its address
    /// is the channel's id.
    case room
}
