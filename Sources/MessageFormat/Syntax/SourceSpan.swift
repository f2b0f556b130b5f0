/// The range of a named element in a message's source.
///
/// Spans are stored in source order, separately from the data model, so that equal messages are equal wherever their
/// parts were written.
public struct SourceSpan: Hashable, Sendable {
    /// The kind of element.
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

    /// The kind of element.
    public let kind: Kind
    /// Offsets into the source's UTF-8, sigil included.
    public let range: Range<Int>
}
