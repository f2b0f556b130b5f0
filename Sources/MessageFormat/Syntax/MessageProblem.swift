/// A fault in a message's source, with its place and a description.
///
/// Each rule has a static function for its problem beside it, so that rule and wording are in one place.
public struct MessageProblem: Hashable, Sendable, CustomStringConvertible {
    /// The class of fault.
    public let kind: MessageErrorKind
    /// Offsets into the source's UTF-8; empty where something is missing, or where the message wasn't parsed from text.
    public let range: Range<Int>
    /// One clause for authors of messages, such as ``a placeholder needs `}` at its end``.
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
