extension Message {
    /// The content of a placeholder or declaration: an operand, a function, or both.
    public struct Expression: Hashable, Sendable {
        /// The function's operand; nil in `{:now}`.
        public var operand: Operand?
        /// The function; nil in `{$name}`.
        public var function: Function?
        /// Notes for translators and tools, without effect on formatting; of two with the same name, the last counts.
        public var attributes: [Attribute]

        /// - Parameters:
        ///   - operand: a literal or variable; nil is allowed where there is a function.
        ///   - function: the function with its options.
        ///   - attributes: notes for translators and tools.
        public init(operand: Operand?, function: Function? = nil, attributes: [Attribute] = []) {
            self.operand = operand
            self.function = function
            self.attributes = attributes
        }
    }

    /// A literal or a variable, as operand or as the value of an option.
    public enum Operand: Hashable, Sendable {
        /// Text as written, escapes resolved.
        case literal(String)
        /// A variable's name without `$`.
        case variable(String)
    }

    /// A function with its options, such as `:number minimumFractionDigits=2`.
    public struct Function: Hashable, Sendable {
        /// The identifier without `:`, such as `number` or `carillon:money`.
        public var name: String
        /// Options in source order.
        public var options: [Option]

        /// - Parameters:
        ///   - name: the identifier without `:`.
        ///   - options: options in source order.
        public init(name: String, options: [Option] = []) {
            self.name = name
            self.options = options
        }
    }

    /// `name=value` on a function or on markup.
    public struct Option: Hashable, Sendable {
        /// The identifier, such as `currency` or `u:dir`.
        public var name: String
        /// A literal or a variable.
        public var value: Operand

        /// - Parameters:
        ///   - name: the identifier.
        ///   - value: a literal or a variable.
        public init(name: String, value: Operand) {
            self.name = name
            self.value = value
        }
    }

    /// `@name` or `@name=value`.
    public struct Attribute: Hashable, Sendable {
        /// The identifier without `@`.
        public var name: String
        /// The literal; nil for an attribute without a value.
        public var value: String?

        /// - Parameters:
        ///   - name: the identifier without `@`.
        ///   - value: the literal; nil for an attribute without a value.
        public init(name: String, value: String? = nil) {
            self.name = name
            self.value = value
        }
    }

    /// A placeholder that formats to nothing, and marks the begin, the end or the place of something for the host.
    public struct Markup: Hashable, Sendable {
        /// Whether it opens, closes or stands alone.
        public enum Kind: String, Hashable, Sendable {
            /// `{#name}`
            case open
            /// `{#name/}`
            case standalone
            /// `{/name}`
            case close
        }

        /// Whether it opens, closes or stands alone.
        public var kind: Kind
        /// The identifier without `#` or `/`.
        public var name: String
        /// Options in source order; a closing markup may have some too.
        public var options: [Option]
        /// Notes for translators and tools.
        public var attributes: [Attribute]

        /// - Parameters:
        ///   - kind: whether it opens, closes or stands alone.
        ///   - name: the identifier without `#` or `/`.
        ///   - options: options in source order.
        ///   - attributes: notes for translators and tools.
        public init(kind: Kind, name: String, options: [Option] = [], attributes: [Attribute] = []) {
            self.kind = kind
            self.name = name
            self.options = options
            self.attributes = attributes
        }
    }
}
