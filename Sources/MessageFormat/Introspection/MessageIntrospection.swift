/// What a message asks of its host: arguments, functions, selectors and markup.
///
/// A tenant compiler checks it against the declared payload before a message is ever formatted.
public struct MessageIntrospection: Hashable, Sendable {
    /// The arguments in order of first mention, without names bound by `.local`.
    public internal(set) var arguments: [Argument] = []
    /// Every function the message names, sorted, once each.
    public internal(set) var functions: [String] = []
    /// The selectors in order; empty without `.match`.
    public internal(set) var selectors: [Selector] = []
    /// The names of all markup, sorted, once each.
    public internal(set) var markup: [String] = []
    /// The calls of functions in source order, once each; of those that give an argument and no options, the first of
    /// each function stands for all.
    public internal(set) var calls: [Call] = []

    /// A function with its options, and what it is given.
    public struct Call: Hashable, Sendable {
        /// The function as the message names it, options included.
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

        /// Where the value a function is given comes from.
        public enum Operand: Hashable, Sendable {
            /// `{:function}`
            case absent
            /// Text that the message wrote itself, directly or through `.local`.
            case literal(String)
            /// An argument as the caller gave it.
            case argument(String)
            /// What another function made of either.
            case result(of: Message.Function)
        }
    }

    /// A variable the caller must give a value.
    public struct Argument: Hashable, Sendable {
        /// The name without `$`.
        public let name: String
        /// What the message does with it, directly or through `.local`, in source order, once each.
        public internal(set) var uses: [Use]
    }

    /// What is done with an argument.
    public enum Use: Hashable, Sendable {
        /// It is in a placeholder without any function: its type decides how it is formatted.
        case bare
        /// It is the operand of a function.
        case operand(of: Message.Function)
        /// It is the value of an option of a function, both given by name.
        case option(String, of: String)
        /// It is the value of an option of a markup, both given by name.
        case markupOption(String, of: String)
        /// It chooses a variant, after the functions it went through.
        case selector
    }

    /// A variable after `.match`.
    public struct Selector: Hashable, Sendable {
        /// The variable's name without `$`.
        public let variable: String
        /// The argument it comes from; nil if it comes from a literal or from a function without operand.
        public let argument: String?
        /// The function that decides how keys are compared; nil in a message with data model errors.
        public let function: Message.Function?
        /// The literal keys, in source order, once each.
        public let keys: [String]
    }
}

extension Message {
    /// What the message asks of its host.
    public var introspection: MessageIntrospection {
        var inspector = Inspector()
        inspector.inspect(self)
        return inspector.result
    }
}
