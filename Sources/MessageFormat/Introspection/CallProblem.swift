/// An error in a call of a function that doesn't depend on the arguments' values: formatting would report it each time,
/// or ignore the option.
public enum CallProblem: Hashable, Sendable {
    /// The function has no such option, and ignores it; `known` are the options that it has.
    case unknownOption(String, known: [String])
    /// An option can't have this value. `allowed` is empty where the values aren't keywords.
    case badValue(String, of: String, allowed: [String])
    /// The option's value must be a literal.
    case notLiteral(String)
    /// `:offset` has both amounts, or none.
    case needsOneOffset
    /// The operand has `select` already, and this function may not have it.
    case inheritedSelect
    /// The function can't use this literal, or needs an operand and has none; `needs` says what it accepts.
    case badOperand(needs: String)
}

extension FunctionRegistry {
    /// All errors of a call that can be found without arguments.
    ///
    /// Calls of the host's functions, and of unknown ones, aren't checked.
    public func problems(of call: MessageIntrospection.Call) -> [CallProblem] {
        guard case .builtIn(let function)? = implementation(of: call.function.name) else { return [] }
        var check = CallCheck(function: function)
        for option in call.function.options { check.visit(at: option) }
        check.visit(at: call.operand, options: call.function.options)
        return check.problems
    }
}

/// Reads options as formatting does, without a value.
private struct CallCheck {
    let function: BuiltInFunction
    private(set) var problems: [CallProblem] = []
    private var numbers = NumberOptions()
    private var dates = DateOptions()
    private var relative = RelativeOptions()
    private var list = ListStyle()

    init(function: BuiltInFunction) {
        self.function = function
    }

    mutating func visit(at option: Message.Option) {
        guard option.name != "u:id" else { return }
        guard OptionKeywords.names(of: function).contains(option.name) || option.name == "u:dir" else {
            problems.append(.unknownOption(option.name, known: OptionKeywords.names(of: function)))
            return
        }
        guard case .literal(let value) = option.value else {
            if OptionKeywords.mustBeLiteral(option.name, of: function) { problems.append(.notLiteral(option.name)) }
            return
        }
        if set(option.name, to: value) == .badValue {
            problems.append(.badValue(value, of: option.name, allowed: OptionKeywords.values(of: option.name)))
        }
    }

    private mutating func set(_ name: String, to value: String) -> NumberOptions.Outcome {
        if name == "u:dir" || name == "select" {
            return OptionKeywords.values(of: name).contains(value) ? .accepted : .badValue
        }
        switch function {
        case .string: return .ignored
        case .number, .integer, .offset, .percent, .currency, .money:
            return numbers.set(name, to: value, of: function)
        case .date, .time, .datetime: return dates.set(name, to: value, isLiteral: true, of: function)
        case .relative:
            return relative.set(name, to: value) ?? dates.set(name, to: value, isLiteral: true, of: function)
        case .list: return list.set(name, to: value)
        }
    }

    mutating func visit(at operand: MessageIntrospection.Call.Operand, options: [Message.Option]) {
        if function == .offset, options.count(where: { $0.name == "add" || $0.name == "subtract" }) != 1 {
            problems.append(.needsOneOffset)
        }
        switch operand {
        case .argument: break
        case .absent: problems.append(.badOperand(needs: OptionKeywords.operand(of: function)))
        case .result(let earlier):
            let choosesAgain = options.contains { $0.name == "select" }
            guard !NumberOptions.names(of: function).isEmpty, function != .percent, !choosesAgain else { return }
            if earlier.options.contains(where: { $0.name == "select" }) { problems.append(.inheritedSelect) }
        case .literal(let text):
            if !takes(text, options) { problems.append(.badOperand(needs: OptionKeywords.operand(of: function))) }
        }
    }

    /// Whether the function accepts a literal operand.
    private func takes(_ text: String, _ options: [Message.Option]) -> Bool {
        switch function {
        case .string: true
        case .number, .integer, .offset, .percent: ExactDecimal(text) != nil
        case .currency, .money: ExactDecimal(text) != nil && options.contains { $0.name == "currency" }
        case .date, .time, .datetime: DateLiteral(text) != nil
        case .relative: relative.unit == nil ? DateLiteral(text) != nil : ExactDecimal(text) != nil
        case .list: false
        }
    }
}
