/// Something that went wrong while formatting; the output then has a fallback such as `{$name}` in its place.
public struct MessageError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The class of error.
    public let kind: MessageErrorKind
    /// The expression it concerns, as fallback text names it: `$name`, `|literal|` or `:function`; may be empty.
    public let source: String
    /// One clause for people, lower case, without full stop.
    public let description: String

    /// - Parameters:
    ///   - kind: the class of error.
    ///   - source: the expression it concerns, such as `$name`.
    ///   - description: one clause for people.
    public init(kind: MessageErrorKind, source: String, description: String) {
        self.kind = kind
        self.source = source
        self.description = description
    }
}
