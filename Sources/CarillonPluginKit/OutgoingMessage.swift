public import CarillonModel

/// One rendered message to one address, as the pipeline hands it to a plugin.
public struct OutgoingMessage: Sendable, Hashable {
    /// Stable over retries: what providers with idempotency keys, and feeds, recognise duplicates by.
    public var delivery: Int64
    public var notification: String
    public var tenant: TenantID
    public var event: EventTypeID
    public var recipient: UserID?
    public var address: String
    public var platform: Platform?
    /// BCP 47, the language the slots are written in.
    public var locale: String
    /// Rendered texts by slot name (`title`, `body`, `email.subject`).
    public var slots: [String: String]
    /// The same slots in every language of the tenant's that has texts for them, in the profile's order.
    ///
    /// Empty but for channels whose address is the user: a feed shows its reader any language that they switch to.
    public var translations: [Translation]
    /// The event's open data, placeholders filled in, links included: complete, a plugin adds nothing to it.
    public var data: JSONObject
    public var link: MessageLink?
    public var priority: Priority
    /// No alert: data only.
    public var isSilent: Bool
    /// What platforms call the category, such as `news` to iOS.
    public var category: String?
    /// The profile's own category, which readers filter by.
    public var categoryID: String?
    public var sound: String?
    /// The absolute number on the app's icon, where the platform shows one.
    public var badge: Int?
    public var imageURL: String?
    public var androidChannel: String?
    public var icon: String?
    public var color: String?
    public var collapseKey: String?
    /// After this the provider should not deliver it any more.
    public var expiresAt: Instant?
    public var createdAt: Instant
    /// Where a single POST, without log-in, stops messages of this kind to this recipient (RFC 8058).
    public var unsubscribeURL: String?
    /// Where the provider reports what became of the message; nil where nobody listens.
    public var callbackURL: String?
    /// What names the message where the provider reports to one URL for all: the last step of ``callbackURL``.
    public var callbackReference: String? { callbackURL?.split(separator: "/").last.map(String.init) }
    /// Laid over the provider's own message as a JSON merge patch (RFC 7396): profile first, then event.
    public var skeleton: JSONValue?

    public init(
        delivery: Int64,
        notification: String,
        tenant: TenantID,
        event: EventTypeID,
        recipient: UserID? = nil,
        address: String,
        platform: Platform? = nil,
        locale: String,
        slots: [String: String],
        translations: [Translation] = [],
        data: JSONObject = JSONObject(),
        link: MessageLink? = nil,
        priority: Priority = .normal,
        isSilent: Bool = false,
        category: String? = nil,
        categoryID: String? = nil,
        sound: String? = nil,
        badge: Int? = nil,
        imageURL: String? = nil,
        androidChannel: String? = nil,
        icon: String? = nil,
        color: String? = nil,
        collapseKey: String? = nil,
        expiresAt: Instant? = nil,
        createdAt: Instant,
        unsubscribeURL: String? = nil,
        skeleton: JSONValue? = nil
    ) {
        self.delivery = delivery
        self.notification = notification
        self.tenant = tenant
        self.event = event
        self.recipient = recipient
        self.address = address
        self.platform = platform
        self.locale = locale
        self.slots = slots
        self.translations = translations
        self.data = data
        self.link = link
        self.priority = priority
        self.isSilent = isSilent
        self.category = category
        self.categoryID = categoryID
        self.sound = sound
        self.badge = badge
        self.imageURL = imageURL
        self.androidChannel = androidChannel
        self.icon = icon
        self.color = color
        self.collapseKey = collapseKey
        self.expiresAt = expiresAt
        self.createdAt = createdAt
        self.unsubscribeURL = unsubscribeURL
        self.skeleton = skeleton
    }
}

/// A message's texts in one language.
public struct Translation: Sendable, Hashable {
    /// BCP 47.
    public var locale: String
    public var slots: [String: String]
    /// Those of the slots whose text changes with the day it is read on.
    public var deferred: [String: DeferredText]

    public init(locale: String, slots: [String: String], deferred: [String: DeferredText] = [:]) {
        self.locale = locale
        self.slots = slots
        self.deferred = deferred
    }
}

/// Where a notification leads: made from a typed route of the profile, so a payload can't bend it.
public struct MessageLink: Sendable, Hashable {
    /// With the app's own scheme, such as `acme://projects/1`.
    public var app: String?
    /// On the web, such as `https://acme.example/projects/1`.
    public var web: String?
    /// A path inside the app, such as `/(tabs)/history?id=1`.
    public var screen: String?

    public init(app: String? = nil, web: String? = nil, screen: String? = nil) {
        self.app = app
        self.web = web
        self.screen = screen
    }
}
