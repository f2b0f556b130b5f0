public import CarillonModel

/// How one field of an operation is filled from a request.
public struct RequestField: Sendable, Hashable {
    /// The operation's field; dots build an object (`payload.title.en`).
    public package(set) var target: FieldPath
    public package(set) var source: RequestSource
    public package(set) var rule = ValueRule()
    public package(set) var defaultValue: JSONValue?
    public package(set) var isOptional = false
    /// Raised when the field is missing or wrong.
    public package(set) var error: CanonicalError = .validation

    public init(_ target: FieldPath, from source: RequestSource) {
        self.target = target
        self.source = source
    }

    /// What the operation gets where the request holds none.
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
    /// One element for each of a list's: what it must hold, and what is made of it (nil: itself).
    case each(RequestPath, fields: [ElementField], as: JSONTemplate?)
    /// Always the same.
    case constant(JSONValue)
}
