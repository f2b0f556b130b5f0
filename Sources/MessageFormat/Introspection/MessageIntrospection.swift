/// What a message uses: arguments, functions, selectors and markup.
///
/// A host can compare it with a declared payload before any message is formatted.
public struct MessageIntrospection: Hashable, Sendable {
    /// The arguments in order of first use, without names bound by `.local`.
    public internal(set) var arguments: [Argument] = []
    /// Every function the message names, sorted, once each.
    public internal(set) var functions: [String] = []
    /// The selectors in order; empty without `.match`.
    public internal(set) var selectors: [Selector] = []
    /// The names of all markup, sorted, once each.
    public internal(set) var markup: [String] = []
    /// The calls of functions in source order, without duplicates.
    ///
    /// Of calls with an argument and no options, only the first for each function is listed.
    public internal(set) var calls: [Call] = []

    /// A function with its options and operand.
    public struct Call: Hashable, Sendable {
        /// The function as written in the message, including its options.
        public let function: Message.Function
        /// What it is given.
        public let operand: Operand

        /// - Parameters:
        ///   - function: the function with its options.
        ///   - operand: what it is given.
        public init(function: Message.Function, operand: Operand) {
            self.function = function
            self.operand = operand
        }

        /// The origin of a function's operand.
        public enum Operand: Hashable, Sendable {
            /// `{:function}`
            case absent
            /// A literal, directly or through `.local`.
            case literal(String)
            /// An argument, unchanged.
            case argument(String)
            /// The result of another function.
            case result(of: Message.Function)
        }
    }

    /// A variable whose value the caller must give.
    public struct Argument: Hashable, Sendable {
        /// The name without `$`.
        public let name: String
        /// How the message uses it, directly or through `.local`, in source order, without duplicates.
        public internal(set) var uses: [Use]
    }

    /// A use of an argument.
    public enum Use: Hashable, Sendable {
        /// In a placeholder without a function: its type decides on the format.
        case bare
        /// As the operand of a function.
        case operand(of: Message.Function)
        /// As the value of a function's option; both are given by name.
        case option(String, of: String)
        /// As the value of a markup's option; both are given by name.
        case markupOption(String, of: String)
        /// As a selector, after functions were applied.
        case selector
    }

    /// A variable after `.match`.
    public struct Selector: Hashable, Sendable {
        /// The variable's name without `$`.
        public let variable: String
        /// The argument that it refers to; nil for a literal, or for a function without an operand.
        public let argument: String?
        /// The function that compares keys; nil in a message with data model errors.
        public let function: Message.Function?
        /// The literal keys, in source order, without duplicates.
        public let keys: [String]
    }
}

extension Message {
    /// What the message uses.
    public var introspection: MessageIntrospection {
        var inspector = Inspector()
        inspector.inspect(self)
        return inspector.result
    }
}
