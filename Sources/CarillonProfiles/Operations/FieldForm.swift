import CarillonModel

/// What JSON a field of an operation is, whatever its kind says beyond that: what a contract's route may fill it with.
public enum FieldForm: String, Sendable {
    case text
    /// A text that names a row, or a user; clients' integers fill it as their digits.
    case id
    /// A list of texts, or one text with commas between them.
    case names
    case integer
    case boolean
    case instant
    /// A list of texts, or of objects of texts.
    case list
    /// A list of ids that the host gave, and that are no numbers: those of notifications.
    case hostIDs
    /// An object whose members are the caller's own: `payload.title.en`.
    case open
}

extension FieldKind {
    public var form: FieldForm {
        switch self {
        case .text, .label, .deviceToken, .choice, .named, .locale, .timeZone, .email, .phone, .cursor, .feedCursor,
            .deepLink, .pictureURL, .rate, .channel, .notificationID:
            .text
        case .id, .deliveryID: .id
        case .categories: .names
        case .integer, .pageSize: .integer
        case .boolean: .boolean
        case .instant: .instant
        case .list(of: .notificationID, most: _): .hostIDs
        case .list, .recipients: .list
        case .object, .payload, .openObject: .open
        }
    }
}

extension FieldForm {
    /// Whether a request field declared as `type` can fill it; what says no type is text.
    func takes(_ type: RequestType) -> Bool {
        switch self {
        case .text: [.text, .uuid, .url, .email].contains(type)
        case .id: [.text, .uuid, .url, .email, .integer].contains(type)
        case .names: type == .text || type == .list
        case .integer: type == .integer
        case .boolean: type == .boolean
        case .instant: [.instant, .epochMillis].contains(type)
        case .list, .hostIDs: type == .list
        case .open: true
        }
    }

    /// Whether elements that a list's `items` declare as `type` can stand in it; what says no type is text.
    func takesElements(_ type: RequestType) -> Bool {
        switch self {
        case .list: Self.id.takes(type) || type == .object
        case .names, .hostIDs: Self.text.takes(type)
        case .open: true
        case .text, .id, .integer, .boolean, .instant: false
        }
    }

    /// Whether integers of clients reach it as text, its own or those of its elements.
    ///
    /// All that lists of operations hold are texts, and objects of texts.
    var takesIntegersAsText: Bool { self == .id || self == .list }

    /// Whether a value that a request's word stands for, or that the route itself says, can fill it; null is none.
    func takes(_ meaning: JSONValue) -> Bool {
        if meaning.isNull { return true }
        return switch self {
        case .text, .id: meaning.string != nil
        case .names: meaning.string != nil || meaning.array?.allSatisfy(takesElement) == true
        case .integer: meaning.integer != nil
        case .boolean: meaning.boolean != nil
        case .instant: meaning.string.flatMap { Instant($0) } != nil
        case .list, .hostIDs: meaning.array?.allSatisfy(takesElement) == true
        case .open: true
        }
    }

    /// The same of an element of a list.
    func takesElement(_ meaning: JSONValue) -> Bool {
        meaning.isNull || meaning.string != nil || self == .list && meaning.object != nil || self == .open
    }
}
