/// A MessageFormat 2 message as data, with escapes resolved and quotes removed.
///
/// The structure follows the interchange data model of UTS #35 part 9 (LDML 48.2). Names have no sigils, and
/// identifiers are written `namespace:name`. Text compares by canonical equivalence, as the specification requires for
/// names and keys. A value that was built in code is checked by ``problems()`` or by compiling it.
public struct Message: Hashable, Sendable {
    /// The `.input` and `.local` declarations in source order.
    public var declarations: [Declaration]
    /// One pattern, or variants to select from.
    public var body: Body

    /// - Parameters:
    ///   - declarations: `.input` and `.local` declarations in order; a later one may refer to an earlier one.
    ///   - body: the pattern, or the selectors with their variants.
    public init(declarations: [Declaration] = [], body: Body) {
        self.declarations = declarations
        self.body = body
    }

    /// How many declarations may depend on one another, through operands or options.
    ///
    /// Formatting or measuring a declaration first evaluates those it depends on, recursively. Real messages have a
    /// few; the limit keeps hostile text from exhausting the stack.
    public static let maximumDeclarationDepth = 100

    /// The part after the declarations.
    public enum Body: Hashable, Sendable {
        /// A single pattern.
        case pattern(Pattern)
        /// `.match`: the names of the selector variables, and the variants in source order.
        case select([String], [Variant])
    }

    /// Text and placeholders in order; adjacent texts are joined.
    public typealias Pattern = [PatternElement]

    /// One piece of a pattern.
    public enum PatternElement: Hashable, Sendable {
        /// Literal text, never empty in a parsed message.
        case text(String)
        /// A placeholder that formats a value.
        case expression(Expression)
        /// A placeholder that marks a span or a point, such as `{#b}`.
        case markup(Markup)
    }

    /// A binding before the pattern.
    public struct Declaration: Hashable, Sendable {
        /// Whether the value comes from the caller or from the message.
        public enum Kind: Hashable, Sendable {
            /// `.input`: annotates an argument of the same name.
            case input
            /// `.local`: a new name.
            case local
        }

        /// `.input` or `.local`.
        public var kind: Kind
        /// The variable's name without `$`.
        public var name: String
        /// The variable's value; for `.input`, its operand is the variable itself.
        public var value: Expression

        /// - Parameters:
        ///   - kind: `.input` or `.local`.
        ///   - name: the variable's name without `$`.
        ///   - value: the expression bound to it.
        public init(kind: Kind, name: String, value: Expression) {
            self.kind = kind
            self.name = name
            self.value = value
        }
    }

    /// A pattern with its keys.
    public struct Variant: Hashable, Sendable {
        /// One key for each selector.
        public var keys: [Key]
        /// The pattern that is formatted when the keys match best.
        public var pattern: Pattern

        /// - Parameters:
        ///   - keys: one key for each selector.
        ///   - pattern: the pattern that is formatted when the keys match best.
        public init(keys: [Key], pattern: Pattern) {
            self.keys = keys
            self.pattern = pattern
        }
    }

    /// A variant's key.
    public enum Key: Hashable, Sendable {
        /// A value to compare; a quoted `*` is an ordinary literal.
        case literal(String)
        /// `*`, which matches every value.
        case catchAll
    }
}
