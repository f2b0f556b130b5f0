/// An error during formatting; the output has a fallback such as `{$name}` in place of the value.
public struct MessageError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The class of error.
    public let kind: MessageErrorKind
    /// The expression with the error, as its fallback shows it: `$name`, `|literal|` or `:function`; may be empty.
    public let source: String
    /// One clause for people, lower case, without full stop.
    public let description: String

    /// - Parameters:
    ///   - kind: the class of error.
    ///   - source: the expression with the error, such as `$name`.
    ///   - description: one clause for people.
    public init(kind: MessageErrorKind, source: String, description: String) {
        self.kind = kind
        self.source = source
        self.description = description
    }
}
