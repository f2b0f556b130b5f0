/// One part of a formatted message, for hosts that build attributed text or mark-up of their own.
public enum FormattedPart: Hashable, Sendable {
    /// Literal text of the pattern.
    case text(String)
    /// A mark that begins or ends the isolation of a placeholder's direction.
    case bidiIsolation(String)
    /// Markup; it has no text.
    case markup(MarkupPart)
    /// A formatted value.
    case value(ValuePart)
    /// What stands for a value that could not be formatted; the source is without its braces.
    case fallback(source: String)

    /// `{#name}`, `{#name/}` or `{/name}` with its options resolved.
    public struct MarkupPart: Hashable, Sendable {
        /// Which end of a span.
        public var kind: Message.Markup.Kind
        /// The identifier.
        public var name: String
        /// The value of `u:id`.
        public var id: String?
        /// Other options with their values as text, in source order.
        public var options: [ResolvedOption]
    }

    /// An option of markup whose value is known.
    public struct ResolvedOption: Hashable, Sendable {
        /// The identifier.
        public var name: String
        /// The value as text.
        public var value: String
    }

    /// A value's text with where it came from.
    public struct ValuePart: Hashable, Sendable {
        /// `string`, `number`, `datetime`, `list`, or what a host's function names.
        public var type: String
        /// The direction, where it is known.
        public var direction: TextDirection?
        /// The locale that formatted it, where formatting depends on one.
        public var locale: String?
        /// The value of `u:id`.
        public var id: String?
        /// Pieces of the text: one of a string; sign, digits, separators and symbols of a number.
        public var pieces: [Piece]
        /// Of what `carillon:relative` made of a point in time: how to say it anew when the day has changed.
        public var moment: RelativeMoment?

        /// The whole text.
        public var text: String { pieces.reduce(into: "") { $0 += $1.text } }
    }

    /// A piece of a value's text.
    public struct Piece: Hashable, Sendable {
        /// What it is, by the names of ECMA-402, such as `integer`, `group`, `fraction`, `currency` or `literal`.
        public var type: String
        /// The text.
        public var text: String

        /// - Parameters:
        ///   - type: what it is, by the names of ECMA-402.
        ///   - text: the text.
        public init(type: String, text: String) {
            self.type = type
            self.text = text
        }
    }
}
