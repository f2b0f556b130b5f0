/// One fault of a message's source: what, where, and a description.
///
/// Rules create problems with the static functions beside them, so that wording and rule are read together.
public struct MessageProblem: Hashable, Sendable, CustomStringConvertible {
    /// The class of fault.
    public let kind: MessageErrorKind
    /// Offsets into the source's UTF-8; empty where something is missing, or when the message was not parsed from text.
    public let range: Range<Int>
    /// One clause in terms of who writes messages, such as ``a placeholder needs `}` at its end``.
    public let description: String

    /// - Parameters:
    ///   - kind: the class of fault.
    ///   - range: offsets into the source's UTF-8.
    ///   - description: one clause, lower case, without full stop.
    public init(kind: MessageErrorKind, range: Range<Int>, description: String) {
        self.kind = kind
        self.range = range
        self.description = description
    }
}
