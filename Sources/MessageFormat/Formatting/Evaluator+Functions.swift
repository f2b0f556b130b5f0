/// The built-in functions: they turn an operand and options into a value that can be formatted.
extension Evaluator {
    mutating func call(
        _ builtIn: BuiltInFunction,
        _ function: CompiledFunction,
        _ operand: Resolved?,
        fallback: String
    ) -> Resolved? {
        switch builtIn {
        case .string: string(operand, fallback: fallback)
        case .number, .integer, .offset, .percent, .currency, .money:
            number(builtIn, function, operand, fallback: fallback)
        case .date, .time, .datetime: date(builtIn, function, operand, fallback: fallback)
        case .relative: relative(function, operand, fallback: fallback)
        case .list: list(function, operand, fallback: fallback)
        }
    }

    private mutating func string(_ operand: Resolved?, fallback: String) -> Resolved? {
        guard let text = operand?.value?.plainText else {
            report(.badOperand, fallback, Self.needsText())
            return nil
        }
        return Resolved(payload: .value(.string(text)), form: .string, source: fallback)
    }

    // MARK: Numbers

    private mutating func number(
        _ builtIn: BuiltInFunction,
        _ function: CompiledFunction,
        _ operand: Resolved?,
        fallback: String
    ) -> Resolved? {
        guard let operand, let value = operand.value, var number = value.number else {
            report(.badOperand, fallback, Self.needsNumber(builtIn))
            return nil
        }
        var (options, selectIsAllowed) = operand.numbers.inherited(by: builtIn)
        for option in function.options {
            if option.name == "select" {
                guard builtIn != .percent else { continue }
                if readSelect(option, into: &options, fallback: fallback) { selectIsAllowed = true }
                continue
            }
            guard let text = text(of: option, fallback: fallback) else { continue }
            if options.set(option.name, to: text, of: builtIn) == .badValue {
                report(.badOption, fallback, Self.badOptionValue(option.name, text))
                // An unreadable amount was reported; that the amount is missing needs no second report.
                if option.name == "add" || option.name == "subtract" { return nil }
            }
        }
        if !selectIsAllowed {
            options.selectIsInvalid = true
            report(.badOption, fallback, Self.inheritedSelect())
        }
        var currency: CurrencyCode?
        switch builtIn {
        case .integer:
            number = options.integerRounding(number)
        case .offset:
            guard let shifted = offset(number, by: options.offset, fallback: fallback) else { return nil }
            number = shifted
        case .currency, .money:
            currency = self.currency(of: value, options, builtIn, fallback: fallback)
            guard currency != nil else { return nil }
        default: break
        }
        let payload: MessageValue = currency.map { .money(number, $0) } ?? .decimal(number)
        return Resolved(payload: .value(payload), form: builtIn, numbers: options, source: fallback)
    }

    /// Reads `select`, which must be a literal; true if it is valid.
    private mutating func readSelect(
        _ option: CompiledOption,
        into options: inout NumberOptions,
        fallback: String
    ) -> Bool {
        guard case .literal(let text) = option.value else {
            report(.badOption, fallback, Self.selectFromVariable())
            options.selectIsInvalid = true
            return false
        }
        guard let selection = NumberOptions.selections.first(where: { $0.0 == text }) else {
            report(.badOption, fallback, Self.badOptionValue("select", text))
            return false
        }
        options.select = selection.1
        return true
    }

    private mutating func offset(
        _ number: ExactDecimal,
        by offset: NumberOptions.Offset?,
        fallback: String
    ) -> ExactDecimal? {
        switch (offset?.add, offset?.subtract) {
        case (let amount?, nil): return number + ExactDecimal(amount)
        case (nil, let amount?): return number - ExactDecimal(amount)
        default:
            report(.badOption, fallback, Self.needsOneOffset())
            return nil
        }
    }

    /// The currency of an amount: its own, which options can't change, or the option's.
    private mutating func currency(
        of value: MessageValue,
        _ options: NumberOptions,
        _ builtIn: BuiltInFunction,
        fallback: String
    ) -> CurrencyCode? {
        guard let own = value.currency else {
            if options.currency == nil { report(.badOperand, fallback, Self.needsCurrency()) }
            return options.currency
        }
        if let other = options.currency, other != own {
            report(.badOption, fallback, Self.currencyIsFixed())
        }
        if builtIn == .currency, !own.isISOFormed {
            report(.badOperand, fallback, Self.notACurrency())
            return nil
        }
        return own
    }

    // MARK: Lists

    private mutating func list(_ function: CompiledFunction, _ operand: Resolved?, fallback: String) -> Resolved? {
        guard let operand, case .list(let items)? = operand.value else {
            report(.badOperand, fallback, Self.needsList())
            return nil
        }
        var style = operand.lists
        for option in function.options {
            guard let text = text(of: option, fallback: fallback) else { continue }
            if style.set(option.name, to: text) == .badValue {
                report(.badOption, fallback, Self.badOptionValue(option.name, text))
            }
        }
        return Resolved(payload: .value(.list(items)), form: .list, lists: style, source: fallback)
    }
}

extension NumberOptions {
    /// Rounds for `:integer`, which changes the value itself: half away from zero unless `roundingMode` says otherwise.
    func integerRounding(_ number: ExactDecimal) -> ExactDecimal {
        number.rounded(toPlace: 0, roundingMode ?? .halfExpand)
    }
}

/// Wording
extension Evaluator {
    private static func needsText() -> String {
        "`:string` needs a value that has a text"
    }

    private static func needsNumber(_ function: BuiltInFunction) -> String {
        "`:\(function.rawValue)` needs a number such as 12 or -0.5"
    }

    private static func selectFromVariable() -> String {
        "`select` must be written in the message, not taken from a variable; the value cannot select"
    }

    private static func inheritedSelect() -> String {
        "`select` came with the operand; the value cannot select"
    }

    private static func needsOneOffset() -> String {
        "`:offset` needs exactly one of `add` and `subtract`, from 0 to 99"
    }

    private static func needsCurrency() -> String {
        "an amount needs a currency: give a money value or the option `currency`"
    }

    private static func currencyIsFixed() -> String {
        "the amount has a currency already, which `currency` cannot change"
    }

    private static func notACurrency() -> String {
        "`:currency` knows codes of three letters; use `:carillon:money` for others"
    }

    private static func needsList() -> String {
        "`:carillon:list` needs a list"
    }
}
