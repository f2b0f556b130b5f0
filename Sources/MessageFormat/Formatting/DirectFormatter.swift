/// Runs a direct program over arguments. Nothing is allocated here: the writer's memory is all it needs.
struct DirectFormatter {
    let direct: DirectProgram
    let locale: LocaleData
    let slots: UnsafeBufferPointer<MessageValue?>
    /// Isolation of values whose direction is unknown; nil under the strategy `none`.
    let textIsolate: Isolate?
    /// Isolation of numbers, which have the locale's direction.
    let numberIsolate: Isolate?
    let isolates: Bool

    init(
        _ direct: DirectProgram,
        _ locale: LocaleData,
        _ slots: UnsafeBufferPointer<MessageValue?>,
        isolates: Bool,
        messageDirection: TextDirection?
    ) {
        self.direct = direct
        self.locale = locale
        self.slots = slots
        self.isolates = isolates
        textIsolate = isolates ? .firstStrong : nil
        if !isolates {
            numberIsolate = nil
        } else if locale.direction == .rightToLeft {
            numberIsolate = .rightToLeft
        } else {
            numberIsolate = messageDirection == .rightToLeft ? .leftToRight : nil
        }
    }

    /// Writes the message; false, with the writer in any state, if the evaluator must do it.
    @inline(__always)
    func write(to writer: inout UTF8Writer) -> Bool {
        var pattern: Int32 = 0
        if !direct.selectors.isEmpty {
            guard let chosen = choose() else { return false }
            pattern = chosen
        }
        let range = direct.patterns[Int(pattern)]
        for index in range {
            let step = direct.steps[Int(index)]
            switch step.kind {
            case .text:
                direct.literals.withUnsafeBufferPointer { literals in
                    guard let base = literals.baseAddress else { return }
                    writer.append(base + Int(step.first), count: Int(step.second))
                }
            case .bare, .string:
                guard writeText(step, to: &writer) else { return false }
            case .number, .money:
                guard let value = argument(step.first), writeNumber(value, step, to: &writer) else { return false }
            }
        }
        return true
    }

    @inline(__always)
    private func argument(_ slot: Int32) -> MessageValue? {
        Int(slot) < slots.count ? slots[Int(slot)] : nil
    }

    @inline(__always)
    private func writeText(_ step: DirectProgram.Step, to writer: inout UTF8Writer) -> Bool {
        switch argument(step.first) {
        case .string(let text)?:
            let isolate = isolate(step, textIsolate)
            if let isolate { writer.append(isolate.openingMark) }
            writer.append(text)
            if isolate != nil { writer.append(Isolate.closingMark) }
            return true
        case let value?:
            guard step.kind == .bare else { return false }
            return writeBare(value, step, to: &writer)
        case nil:
            return false
        }
    }

    /// A value without a function, formatted as its type implies.
    private func writeBare(_ value: MessageValue, _ step: DirectProgram.Step, to writer: inout UTF8Writer) -> Bool {
        switch value {
        case .integer(let number):
            write(ExactDecimal(number), NumberStyle(), isolate(step, numberIsolate), to: &writer)
        case .decimal(let number):
            write(number, NumberStyle(), isolate(step, numberIsolate), to: &writer)
        case .money(let amount, let currency) where currency.isISOFormed:
            write(amount, NumberStyle(currency: currency), isolate(step, numberIsolate), to: &writer)
        default:
            return false
        }
        return true
    }

    @inline(__always)
    private func writeNumber(_ value: MessageValue, _ step: DirectProgram.Step, to writer: inout UTF8Writer) -> Bool {
        var style = direct.styles[Int(step.second)]
        var number: ExactDecimal
        switch value {
        case .integer(let integer):
            number = ExactDecimal(integer)
        case .decimal(let decimal):
            number = decimal
        case .money(let amount, let currency):
            guard step.kind == .money, adopt(currency, step, in: &style) else { return false }
            number = amount
        case .string(let text):
            guard let parsed = ExactDecimal(text) else { return false }
            number = parsed
        default:
            return false
        }
        if step.kind == .money {
            guard case .currency = style.kind else { return false }
        }
        if step.makesInteger { number = number.rounded(toPlace: 0, .halfExpand) }
        if step.offset != 0 { number = number + ExactDecimal(step.offset) }
        write(number, style, isolate(step, numberIsolate), to: &writer)
        return true
    }

    /// Gives a style of money the currency of an amount; false where the two don't go together.
    @inline(__always)
    private func adopt(_ currency: CurrencyCode, _ step: DirectProgram.Step, in style: inout NumberStyle) -> Bool {
        if case .currency(let own) = style.kind { return own == currency }
        guard step.takesTokens || currency.isISOFormed else { return false }
        style.kind = .currency(currency)
        if step.hasDigitsOfCurrency { style.rounding.setDigits(of: currency) }
        return true
    }

    @inline(__always)
    private func write(
        _ number: ExactDecimal,
        _ style: NumberStyle,
        _ isolate: Isolate?,
        to writer: inout UTF8Writer
    ) {
        if let isolate { writer.append(isolate.openingMark) }
        style.append(style.rounded(number), to: &writer, locale: locale)
        if isolate != nil { writer.append(Isolate.closingMark) }
    }

    @inline(__always)
    private func isolate(_ step: DirectProgram.Step, _ standard: Isolate?) -> Isolate? {
        isolates ? step.isolate ?? standard : nil
    }
}
