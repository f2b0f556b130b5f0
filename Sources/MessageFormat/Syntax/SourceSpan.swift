/// Where a named thing is in a message's source.
///
/// Spans are recorded in source order, beside the data model rather than in it, so that equal messages are equal
/// wherever their parts were written.
public struct SourceSpan: Hashable, Sendable {
    /// What stands there.
    public enum Kind: Hashable, Sendable {
        /// The variable bound by `.input` or `.local`.
        case declaration
        /// A variable after `.match`.
        case selector
        /// The keys of a variant, from the first to the last.
        case keys
        /// A variable as operand or as an option's value.
        case variable
        /// A function's sigil and name.
        case function
        /// An option's name.
        case option
        /// A markup's sigil and name.
        case markup
    }

    /// What stands there.
    public let kind: Kind
    /// Offsets into the source's UTF-8, sigil included.
    public let range: Range<Int>
}
