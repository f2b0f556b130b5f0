/// The JSON type of a request field.
public enum RequestType: String, Sendable, Hashable, CaseIterable {
    case text
    case integer
    case number
    case boolean
    case uuid
    case url
    case email
    /// RFC 3339.
    case instant
    /// A point in time as milliseconds since 1970.
    case epochMillis
    case object
    case list
}
