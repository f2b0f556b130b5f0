/// Resolves the options of a number to a style.
extension NumberOptions {
    /// The style that `function` uses; `currency` is the amount's, for the functions of money.
    func style(of function: BuiltInFunction, currency: CurrencyCode? = nil) -> NumberStyle {
        var style = NumberStyle()
        style.signDisplay = signDisplay ?? .auto
        style.grouping = grouping ?? .auto
        style.minimumIntegerDigits = max(minimumIntegerDigits ?? 1, 1)
        switch function {
        case .percent:
            style.kind = .percent
            style.minimumIntegerDigits = 1
            style.rounding = rounding(defaultMaximum: 0)
            style.rounding.increment = 1
        case .integer:
            style.rounding = rounding(defaultMaximum: 0)
        case .currency, .money:
            // The currency may be known only when the amount is formatted; written options apply to it then.
            style.rounding = moneyRounding(of: currency)
            if let currency { style.kind = .currency(currency) }
            style.currencyDisplay = currencyDisplay ?? .symbol
            style.currencySign = currencySign ?? .standard
        default:
            style.rounding = rounding(defaultMaximum: 3)
        }
        return style
    }

    private func rounding(defaultMaximum: Int) -> Rounding {
        var rounding = Rounding()
        let minimum = minimumFractionDigits ?? 0
        rounding.maximumFractionDigits = max(maximumFractionDigits ?? max(minimum, defaultMaximum), 0)
        // Where the two contradict each other, the maximum wins: no digit is shown that should have been rounded away.
        rounding.minimumFractionDigits = min(minimum, rounding.maximumFractionDigits)
        applyShared(to: &rounding)
        return rounding
    }

    private func moneyRounding(of currency: CurrencyCode?) -> Rounding {
        var rounding = Rounding(fractionDigits: fractionDigits ?? 2)
        if fractionDigits == nil, let currency { rounding.setDigits(of: currency) }
        applyShared(to: &rounding)
        return rounding
    }

    private func applyShared(to rounding: inout Rounding) {
        rounding.minimumSignificantDigits = minimumSignificantDigits
        rounding.maximumSignificantDigits = maximumSignificantDigits
        rounding.dropsZeroFraction = trailingZeroDisplay == .stripIfInteger
        rounding.priority = roundingPriority ?? .auto
        if roundingPriority == .morePrecision, minimumSignificantDigits == nil, maximumSignificantDigits == nil {
            // ECMA-402 then treats significant digits as unlimited, so nothing is rounded.
            rounding.minimumSignificantDigits = 1
        }
        rounding.increment = roundingIncrement ?? 1
        rounding.mode = roundingMode ?? .halfExpand
    }

    /// The options that `function` inherits from its operand; false where the operand has a `select`, which isn't
    /// allowed.
    func inherited(by function: BuiltInFunction) -> (options: NumberOptions, selectIsAllowed: Bool) {
        var options = self
        options.offset = nil
        let hasSelect = select != nil || selectIsInvalid
        options.select = nil
        options.selectIsInvalid = false
        switch function {
        case .percent:
            options.minimumIntegerDigits = nil
            options.roundingIncrement = nil
            return (options, true)
        case .integer:
            options.minimumFractionDigits = nil
            options.maximumFractionDigits = nil
            options.minimumSignificantDigits = nil
            return (options, !hasSelect)
        default:
            return (options, !hasSelect)
        }
    }
}

extension Rounding {
    /// Applies `fractionDigits=auto`: as many digits as the currency has minor units.
    ///
    /// For a token without known minor units, the digits are shown as written.
    mutating func setDigits(of currency: CurrencyCode) {
        guard !currency.isISO4217 else {
            minimumFractionDigits = currency.fractionDigits
            maximumFractionDigits = currency.fractionDigits
            return
        }
        minimumFractionDigits = 0
        maximumFractionDigits = 100
        keepsWrittenFraction = true
    }
}
