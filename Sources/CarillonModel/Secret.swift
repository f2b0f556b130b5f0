/// A value that must not be disclosed: it prints as `‹secret›`, in strings, logs and dumps alike.
public struct Secret: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    private let value: String

    public init(_ value: String) {
        self.value = value
    }

    /// The text itself; every caller is a place to review.
    public func reveal() -> String { value }

    public var description: String { "‹secret›" }
    public var debugDescription: String { "‹secret›" }
    public var customMirror: Mirror { Mirror(self, children: []) }
}
