/// A message compiled for one locale: names are resolved to indices, and literal options are parsed.
///
/// A class only so that a compiled message is a single reference; everything in it is constant.
final class Program: Sendable {
    let localeTag: String
    let locale: LocaleData
    /// The names of the arguments, in the order of their slots.
    let variables: [String]
    /// Declarations first, then the expressions of placeholders.
    let nodes: [Node]
    let declarationCount: Int
    let markups: [MarkupNode]
    let body: Body
    /// The functions that format bare placeholders, by kind of value, where the registry sets them.
    let defaults: [MessageValue.Kind: CompiledFunction]
    /// Errors of the message itself; with any, it formats to `{U+FFFD}`.
    let staticErrors: [MessageError]

    init(
        localeTag: String,
        locale: LocaleData,
        variables: [String],
        nodes: [Node],
        declarationCount: Int,
        markups: [MarkupNode],
        body: Body,
        defaults: [MessageValue.Kind: CompiledFunction],
        staticErrors: [MessageError]
    ) {
        self.localeTag = localeTag
        self.locale = locale
        self.variables = variables
        self.nodes = nodes
        self.declarationCount = declarationCount
        self.markups = markups
        self.body = body
        self.defaults = defaults
        self.staticErrors = staticErrors
    }

    enum Body: Sendable {
        case pattern([Step])
        /// The node indices of the selectors, and the variants in source order.
        case select([Int], [CompiledVariant])
    }

    struct CompiledVariant: Sendable {
        var keys: [Message.Key]
        var steps: [Step]
    }

    /// One element of a pattern.
    enum Step: Sendable {
        case text(String)
        /// The expression at an index of `nodes`.
        case expression(Int)
        /// The markup at an index of `markups`.
        case markup(Int)
    }
}

/// An expression with its names resolved.
struct Node: Sendable {
    var operand: Source?
    var function: CompiledFunction?
    /// The text of its fallback: `$name`, `|literal|` or `:function`.
    var fallback: String
}

/// The source of a value.
enum Source: Sendable {
    case literal(String)
    /// The argument in a slot.
    case argument(Int)
    /// The declaration at an index of the nodes.
    case declaration(Int)
}

/// A function, with its options resolved as far as possible without arguments.
struct CompiledFunction: Sendable {
    var name: String
    /// Nil where the registry has no such function.
    var implementation: FunctionImplementation?
    /// Options in source order, without those of the `u:` namespace.
    var options: [CompiledOption]
    /// `u:dir`, a literal or variable.
    var direction: CompiledOption?
    /// `u:id`, a literal or variable.
    var id: CompiledOption?
}

/// An option with its variable resolved.
struct CompiledOption: Sendable {
    var name: String
    var value: Source

    var isLiteral: Bool {
        if case .literal = value { return true }
        return false
    }
}

/// Markup with the variables of its options resolved.
struct MarkupNode: Sendable {
    var kind: Message.Markup.Kind
    var name: String
    var options: [CompiledOption]
    var id: CompiledOption?
    /// Whether it has `u:dir`, which is invalid for markup.
    var hasDirection: Bool
}
