/// The result of a host's function: it can be formatted, used as an operand and, optionally, select variants.
public protocol FunctionValue: Sendable {
    /// The value when other functions use it as operand or option.
    var value: MessageValue { get }
    /// The type of the part, such as `string`.
    var partType: String { get }
    /// The direction of the text; nil where it isn't known, and the text is then isolated.
    var direction: TextDirection? { get }
    /// Whether the value can select variants. Otherwise `.match` reports a bad selector, and only `*` matches.
    var canSelect: Bool { get }

    /// The text, in pieces.
    func pieces() throws(MessageFunctionError) -> [FormattedPart.Piece]
    /// Whether a variant with this key matches. Called only if ``canSelect``; an error makes the selector a bad one.
    func matches(_ key: String) throws(MessageFunctionError) -> Bool
    /// Whether the first of two matching keys is better than the second.
    func isBetter(_ key: String, than other: String) -> Bool
}

extension FunctionValue {
    /// The type `string`.
    public var partType: String { "string" }
    /// Unknown.
    public var direction: TextDirection? { nil }
    /// False.
    public var canSelect: Bool { false }
    /// Never.
    public func matches(_ key: String) throws(MessageFunctionError) -> Bool { false }
    /// Never: the earlier variant stays.
    public func isBetter(_ key: String, than other: String) -> Bool { false }
}

/// A function's result that is a plain text.
public struct TextFunctionValue: FunctionValue {
    private let text: String
    /// The direction of the text; nil where it isn't known.
    public let direction: TextDirection?

    /// - Parameters:
    ///   - text: the text.
    ///   - direction: its direction; nil where it isn't known.
    public init(_ text: String, direction: TextDirection? = nil) {
        self.text = text
        self.direction = direction
    }

    /// The text.
    public var value: MessageValue { .string(text) }

    /// The text as one piece.
    public func pieces() throws(MessageFunctionError) -> [FormattedPart.Piece] {
        [FormattedPart.Piece(type: "literal", text: text)]
    }
}
