/// From what was written to how a number is printed.
extension NumberOptions {
    /// The style `function` gives a number; `currency` is that of the amount, for the functions of money.
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
            // An amount may get its currency only when it is formatted; what was written holds for it then.
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
        // Where the two contradict each other the upper bound wins: no digit is shown that was to be rounded away.
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
            // ECMA-402 then takes the significant digits for unbounded, so nothing is rounded.
            rounding.minimumSignificantDigits = 1
        }
        rounding.increment = roundingIncrement ?? 1
        rounding.mode = roundingMode ?? .halfExpand
    }

    /// What `function` takes over from its operand; false where the operand has a `select`, which it may not.
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
    /// Sets what `fractionDigits=auto` means: as many digits as the currency has minor units.
    ///
    /// A token's decimals are its own affair: what was written is shown.
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
