public import CarillonModel

/// How one field of an operation is filled from a request.
public struct RequestField: Sendable, Hashable {
    /// The operation's field; dots build an object (`payload.title.en`).
    public package(set) var target: FieldPath
    public package(set) var source: RequestSource
    public package(set) var rule = ValueRule()
    public package(set) var defaultValue: JSONValue?
    public package(set) var isOptional = false
    /// The error where the field is missing or invalid.
    public package(set) var error: CanonicalError = .validation

    public init(_ target: FieldPath, from source: RequestSource) {
        self.target = target
        self.source = source
    }

    /// The value that the operation gets where the request has none.
    public var valueWhenAbsent: JSONValue? { defaultValue.map(rule.handedOn) }

    /// Whether a request without it is refused.
    public var isRequired: Bool { !isOptional && defaultValue == nil }
}

/// Where a request field comes from.
public indirect enum RequestSource: Sendable, Hashable {
    /// `body.push_token`, `query.limit`, `path.chainId`, `header.x-device`.
    case field(RequestPath)
    /// `safe:{path.chainId}:{path.address}`: every placeholder is a request path.
    case composed(PlaceholderText)
    /// One element for each element of a list: the fields that it must have, and the template it is mapped by (nil:
    /// unchanged).
    case each(RequestPath, fields: [ElementField], as: JSONTemplate?)
    /// The same value for each request.
    case constant(JSONValue)
}
