import CarillonModel

/// What a field of an operation holds, with its limits.
///
/// From a kind come the reading of a value, what a contract may fill it with, its JSON Schema and its description in the
/// reference; each place goes through all of them. Lengths are in characters (Unicode scalars).
public indirect enum FieldKind: Sendable, Hashable {
    /// At least one character, and none of them a control character.
    case text(most: Int)
    /// A text that people may leave empty, which is as good as none.
    case label(most: Int)
    /// A text that names a row, or a user; clients' integers fill it as their digits.
    case id(most: Int)
    /// The host's id of a notification, which is no number, or the name of a group of them.
    case notificationID
    /// The row of a delivery, as text.
    case deliveryID
    /// What a push service calls a device; only its plugin knows what that looks like.
    case deviceToken
    /// One of these values.
    case choice([String])
    /// One of the profile's names.
    case named(ProfileName)
    /// Categories of the profile: a list, or a text with commas between them.
    case categories
    case locale
    case timeZone
    case email
    case phone
    /// Where a page of a list ended.
    case cursor
    /// Where a page of a feed ended.
    case feedCursor
    case integer(ClosedRange<Int>)
    /// How many entries a page has; more than there may be counts as that.
    case pageSize(PageSize)
    case boolean
    /// RFC 3339.
    case instant
    /// A link that leads to the profile's app or site.
    case deepLink
    /// An `https` URL.
    case pictureURL
    /// A number in a time: `100/1s`.
    case rate
    case channel
    case list(of: FieldKind, most: Int)
    case object([OperationField])
    /// 1 to 100 users, each an id or an object; read with the event they stand in.
    case recipients
    /// The payload of an event, whose type says what is in it.
    case payload
    /// Members of the caller's own.
    case openObject

    public enum ProfileName: Sendable, Hashable {
        case eventType
        case category
        case role
        /// A plugin that reaches devices.
        case devicePlugin
    }

    /// How many entries a page of a list may have, and has where nobody says.
    public struct PageSize: Sendable, Hashable {
        public let most: Int
        public let standard: Int
    }
}

extension FieldKind {
    static let topic = FieldKind.text(most: longestID)
    package static let userID = FieldKind.id(most: longestID)
    static let deviceID = FieldKind.id(most: longestID)
    package static let platform = FieldKind.choice(Platform.allCases.map(\.rawValue))
    static let priority = FieldKind.choice(Priority.allCases.map(\.rawValue))

    /// Characters of an id, a topic or a provider's code at most.
    public static let longestID = 256
    /// How many notifications of a feed can be passed over.
    public static let mostOffset = 1_000_000_000
    /// How many rows one request may name.
    public static let mostIDs = 100
    /// Characters of a device's token at most.
    public static let longestToken = 4096
    /// Characters of a link or a picture's URL at most.
    public static let longestURL = 2048
    /// Characters of a word, a tag or a name of the profile at most; which there are is looked up.
    public static let longestWord = 1024
    /// Characters of a role at most.
    public static let longestRole = 64
    /// Characters of a cursor or a channel's name at most.
    public static let longestName = 64

    /// What each of a list's objects holds; nothing where it is no list of objects.
    public var fieldsOfElements: [OperationField] {
        if case .list(of: .object(let fields), most: _) = self { fields } else { [] }
    }

    /// Numbers that it takes; nil where it is no number, or any.
    package var range: ClosedRange<Int>? {
        if case .integer(let range) = self { range } else { nil }
    }
}

extension FieldKind.PageSize {
    /// A page of a list.
    public static let list = Self(most: 100, standard: 20)
    /// A page of what operators look through.
    public static let full = Self(most: 100, standard: 100)
    /// An event for a topic may have a million notifications.
    public static let trace = Self(most: 500, standard: 100)
}
