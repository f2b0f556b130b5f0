/// A part of a formatted message, for hosts that build attributed text or their own markup.
public enum FormattedPart: Hashable, Sendable {
    /// Literal text of the pattern.
    case text(String)
    /// A character that begins or ends the isolation of a placeholder.
    case bidiIsolation(String)
    /// Markup; it has no text.
    case markup(MarkupPart)
    /// A formatted value.
    case value(ValuePart)
    /// The fallback for a value that could not be formatted; the source is without its braces.
    case fallback(source: String)

    /// `{#name}`, `{#name/}` or `{/name}` with its options resolved.
    public struct MarkupPart: Hashable, Sendable {
        /// Whether it opens, closes or stands alone.
        public var kind: Message.Markup.Kind
        /// The identifier.
        public var name: String
        /// The value of `u:id`.
        public var id: String?
        /// Other options with their values as text, in source order.
        public var options: [ResolvedOption]
    }

    /// An option of markup, with its resolved value.
    public struct ResolvedOption: Hashable, Sendable {
        /// The identifier.
        public var name: String
        /// The value as text.
        public var value: String
    }

    /// The text of a value, with its origin.
    public struct ValuePart: Hashable, Sendable {
        /// `string`, `number`, `datetime`, `list`, or the type of a host's function.
        public var type: String
        /// The direction; nil where it isn't known.
        public var direction: TextDirection?
        /// The locale that was used; nil where formatting doesn't depend on one.
        public var locale: String?
        /// The value of `u:id`.
        public var id: String?
        /// Pieces of the text: a single one for a string; sign, digits, separators and symbols for a number.
        public var pieces: [Piece]
        /// For a time formatted by `carillon:relative`: how to format it again on another day.
        public var moment: RelativeMoment?

        /// The whole text.
        public var text: String { pieces.reduce(into: "") { $0 += $1.text } }
    }

    /// A piece of a value's text.
    public struct Piece: Hashable, Sendable {
        /// Its type, by the names of ECMA-402, such as `integer`, `group`, `fraction`, `currency` or `literal`.
        public var type: String
        /// The text.
        public var text: String

        /// - Parameters:
        ///   - type: its type, by the names of ECMA-402.
        ///   - text: the text.
        public init(type: String, text: String) {
            self.type = type
            self.text = text
        }
    }
}
