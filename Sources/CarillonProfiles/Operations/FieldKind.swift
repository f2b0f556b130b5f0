import CarillonModel

/// What a field of an operation holds, with its limits.
///
/// The kind decides how a value is read, what a contract may fill it with, its JSON Schema, and its description in the
/// reference; each of these switches over all kinds. Lengths are in Unicode scalars.
public indirect enum FieldKind: Sendable, Hashable {
    /// At least one character, and none of them a control character.
    case text(most: Int)
    /// A text that may be empty, which counts as absent.
    case label(most: Int)
    /// A text that names a row or a user. Integers from clients are converted to their digits.
    case id(most: Int)
    /// The id that the host gave a notification, which is no number, or the name of a group of notifications.
    case notificationID
    /// The row of a delivery, as text.
    case deliveryID
    /// A device's token at a push service. Only the plugin knows its form.
    case deviceToken
    /// One of these values.
    case choice([String])
    /// A name that the profile declares.
    case named(ProfileName)
    /// Categories of the profile: a list, or a text with commas between them.
    case categories
    case locale
    case timeZone
    case email
    case phone
    /// The end of a page of a list.
    case cursor
    /// The end of a page of a feed.
    case feedCursor
    case integer(ClosedRange<Int>)
    /// How many entries a page has; a larger number counts as the limit.
    case pageSize(PageSize)
    case boolean
    /// RFC 3339.
    case instant
    /// A link that leads to the profile's app or site.
    case deepLink
    /// An `https` URL.
    case pictureURL
    /// A rate: a number in a time, such as `100/1s`.
    case rate
    case channel
    case list(of: FieldKind, most: Int)
    case object([OperationField])
    /// 1 to 100 users, each an id or an object; read together with the event.
    case recipients
    /// The payload of an event; its type decides on the content.
    case payload
    /// An object whose members are up to the caller.
    case openObject

    public enum ProfileName: Sendable, Hashable {
        case eventType
        case category
        case role
        /// A plugin that reaches devices.
        case devicePlugin
    }

    /// How many entries a page may have, and how many it has by default.
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

    /// How many characters an id, a topic or a provider's code may have.
    public static let longestID = 256
    /// How many notifications of a feed can be skipped.
    public static let mostOffset = 1_000_000_000
    /// How many rows one request may name.
    public static let mostIDs = 100
    /// How many characters a device's token may have.
    public static let longestToken = 4096
    /// How many characters a link or a picture's URL may have.
    public static let longestURL = 2048
    /// How many characters a keyword, a language tag or a name of the profile may have; whether it exists is checked
    /// afterwards.
    public static let longestWord = 1024
    /// How many characters a role may have.
    public static let longestRole = 64
    /// How many characters a cursor or a channel's name may have.
    public static let longestName = 64

    /// The fields of a list's elements; empty where it isn't a list of objects.
    public var fieldsOfElements: [OperationField] {
        if case .list(of: .object(let fields), most: _) = self { fields } else { [] }
    }

    /// The range of a number; nil where it isn't a number, or has no range.
    package var range: ClosedRange<Int>? {
        if case .integer(let range) = self { range } else { nil }
    }
}

extension FieldKind.PageSize {
    /// A page of a list.
    public static let list = Self(most: 100, standard: 20)
    /// A page of an operators' list.
    public static let full = Self(most: 100, standard: 100)
    /// Larger than the others, because an event for a topic may have a million notifications.
    public static let trace = Self(most: 500, standard: 100)
}
