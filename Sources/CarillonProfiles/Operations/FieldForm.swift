import CarillonModel

/// The JSON form of an operation's field, apart from the rules of its kind: what a contract's route may fill it with.
public enum FieldForm: String, Sendable {
    case text
    /// A text that names a row or a user. Integers from clients are converted to their digits.
    case id
    /// A list of texts, or one text with commas between them.
    case names
    case integer
    case boolean
    case instant
    /// A list of texts, or of objects of texts.
    case list
    /// A list of ids that the host created, none of which is a number, such as those of notifications.
    case hostIDs
    /// An object whose members are up to the caller: `payload.title.en`.
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
    /// Whether a request field declared as `type` can fill it; without a type, it is text.
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

    /// Whether list elements declared as `type` can fill it; without a type, they are text.
    func takesElements(_ type: RequestType) -> Bool {
        switch self {
        case .list: Self.id.takes(type) || type == .object
        case .names, .hostIDs: Self.text.takes(type)
        case .open: true
        case .text, .id, .integer, .boolean, .instant: false
        }
    }

    /// Whether integers from clients are converted to text, on their own or as elements.
    ///
    /// Lists of operations contain only texts and objects of texts.
    var takesIntegersAsText: Bool { self == .id || self == .list }

    /// Whether a constant, or the meaning of an allowed value, can fill it; null can't.
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

    /// The same for an element of a list.
    func takesElement(_ meaning: JSONValue) -> Bool {
        meaning.isNull || meaning.string != nil || self == .list && meaning.object != nil || self == .open
    }
}
