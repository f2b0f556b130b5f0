/// Walks over a message and records what it uses.
struct Inspector {
    private(set) var result = MessageIntrospection()
    private var functions = SmallSet<String>()
    private var markup = SmallSet<String>()
    /// The index of each argument in the result; used once there are more than a few.
    private var argumentIndex: [String: Int] = [:]
    private var uses = SmallSet<ArgumentUse>()
    private var calls = SmallSet<MessageIntrospection.Call>()
    /// Functions called with an argument and no options, which are nearly all calls; comparing their names is faster.
    private var plainlyCalled = SmallSet<String>()
    private var declared: [String: Declared] = [:]

    private static let fewArguments = 8

    private struct ArgumentUse: Hashable {
        let argument: Int
        let use: MessageIntrospection.Use
    }

    /// The properties of a declared name.
    private struct Declared {
        /// The argument at the end of its chain of operands.
        var argument: String?
        /// The literal at the end of its chain of operands.
        var literal: String?
        /// The last function in the chain.
        var function: Message.Function?
    }

    mutating func inspect(_ message: Message) {
        for declaration in message.declarations { inspect(declaration) }
        switch message.body {
        case .pattern(let pattern):
            inspect(pattern)
        case .select(let selectors, let variants):
            for (column, selector) in selectors.enumerated() { inspect(selector, column, variants) }
            for variant in variants { inspect(variant.pattern) }
        }
        result.functions = functions.sorted()
        result.markup = markup.sorted()
    }

    private mutating func inspect(_ declaration: Message.Declaration) {
        let expression = declaration.value
        note(expression, countsAsBare: false)
        var known = Declared()
        switch expression.operand {
        case .variable(let name)?:
            known.argument = argument(behind: name)
            known.literal = declared[name]?.literal
            known.function = declared[name]?.function
        case .literal(let text)?: known.literal = text
        case nil: break
        }
        known.function = expression.function ?? known.function
        declared[declaration.name] = known
    }

    private mutating func inspect(_ selector: String, _ column: Int, _ variants: [Message.Variant]) {
        var keys: [String] = []
        var seen = SmallSet<String>()
        for variant in variants {
            guard case .literal(let key)? = variant.keys.element(at: column) else { continue }
            if seen.insert(key) { keys.append(key) }
        }
        let argument = argument(behind: selector)
        if let argument { note(.selector, of: argument) }
        result.selectors.append(
            MessageIntrospection.Selector(
                variable: selector,
                argument: argument,
                function: declared[selector]?.function,
                keys: keys
            )
        )
    }

    private mutating func inspect(_ pattern: Message.Pattern) {
        for element in pattern {
            switch element {
            case .text: break
            case .expression(let expression): note(expression, countsAsBare: true)
            case .markup(let placeholder):
                _ = markup.insert(placeholder.name)
                for option in placeholder.options {
                    guard case .variable(let name) = option.value, let argument = argument(behind: name) else {
                        continue
                    }
                    note(.markupOption(option.name, of: placeholder.name), of: argument)
                }
            }
        }
    }

    private mutating func note(_ expression: Message.Expression, countsAsBare: Bool) {
        if case .variable(let name)? = expression.operand, let argument = argument(behind: name) {
            if let function = expression.function {
                note(.operand(of: function), of: argument)
            } else if countsAsBare, declared[name]?.function == nil {
                note(.bare, of: argument)
            }
        }
        guard let function = expression.function else { return }
        _ = functions.insert(function.name)
        let call = MessageIntrospection.Call(function: function, operand: operand(behind: expression.operand))
        let isNew =
            switch call.operand {
            case .argument where function.options.isEmpty: plainlyCalled.insert(function.name)
            default: calls.insert(call)
            }
        if isNew { result.calls.append(call) }
        for option in function.options {
            guard case .variable(let name) = option.value, let argument = argument(behind: name) else { continue }
            note(.option(option.name, of: function.name), of: argument)
        }
    }

    private func operand(behind operand: Message.Operand?) -> MessageIntrospection.Call.Operand {
        switch operand {
        case nil: return .absent
        case .literal(let text)?: return .literal(text)
        case .variable(let name)?:
            guard let known = declared[name] else { return .argument(name) }
            if let function = known.function { return .result(of: function) }
            if let argument = known.argument { return .argument(argument) }
            return known.literal.map { .literal($0) } ?? .absent
        }
    }

    private mutating func note(_ use: MessageIntrospection.Use, of argument: String) {
        guard let index = index(of: argument), uses.insert(ArgumentUse(argument: index, use: use)) else { return }
        result.arguments[index].uses.append(use)
    }

    /// The argument that a name refers to, which is itself without a declaration; nil where it refers to a literal.
    private mutating func argument(behind name: String) -> String? {
        if let known = declared[name] { return known.argument }
        if index(of: name) == nil {
            result.arguments.append(MessageIntrospection.Argument(name: name, uses: []))
            let count = result.arguments.count
            if count == Self.fewArguments {
                for (index, argument) in result.arguments.enumerated() { argumentIndex[argument.name] = index }
            } else if count > Self.fewArguments {
                argumentIndex[name] = count - 1
            }
        }
        return name
    }

    /// The index of an argument in the result.
    private func index(of argument: String) -> Int? {
        guard argumentIndex.isEmpty else { return argumentIndex[argument] }
        return result.arguments.firstIndex { $0.name == argument }
    }
}
