/// Names of the kinds of fields in the reference.
extension FieldKind {
    /// For a table: “text, at most 64 characters”.
    package var summary: String {
        switch self {
        case .text(let most): "text, at most \(most) characters"
        case .label(let most): "text, at most \(most) characters; empty is none"
        case .id(let most): "text, at most \(most) characters, or an integer"
        case .notificationID: "id of a notification"
        case .deliveryID: "id of a delivery, as text or integer"
        case .deviceToken: "text, at most \(Self.longestToken) characters"
        case .choice(let values): "one of \(Shape.list(values))"
        case .named(let name): name.summary
        case .categories: "list, or text with commas"
        case .locale: "language tag"
        case .timeZone: "time zone"
        case .email: "e-mail address"
        case .phone: "telephone number (E.164)"
        case .cursor, .feedCursor: "text"
        case .integer(let range):
            range.upperBound == .max
                ? "integer, at least \(range.lowerBound)" : "integer, \(range.lowerBound) to \(range.upperBound)"
        case .pageSize(let size): "integer; more than \(size.most) is \(size.most)"
        case .boolean: "boolean"
        case .instant: "point in time"
        case .deepLink: "link to the app or the site"
        case .pictureURL: "`https` URL, at most \(Self.longestURL) characters"
        case .rate: "number in a time"
        case .channel: "name of a channel"
        case .list(of: let kind, let most): "list of at most \(most): \(kind.summary)"
        case .object(let fields): "object with \(Shape.list(fields.map(\.name)))"
        case .recipients: "list of at most \(Self.mostIDs): id, or object"
        case .payload, .openObject: "object with names of one's own"
        }
    }
}

extension FieldKind.ProfileName {
    fileprivate var summary: String {
        switch self {
        case .eventType: "event type"
        case .category: "category"
        case .role: "role"
        case .devicePlugin: "plugin"
        }
    }
}
