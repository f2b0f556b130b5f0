/// Runs a direct program over arguments. Nothing is allocated here: the writer's memory is all it needs.
struct DirectFormatter {
    let direct: DirectProgram
    /// As many as the message has variables.
    let slots: UnsafePointer<ArgumentSlot>
    /// Isolation of values whose direction is unknown; nil under the strategy `none`.
    let textIsolate: Isolate?
    /// Isolation of numbers, which have the locale's direction.
    let numberIsolate: Isolate?
    let isolates: Bool

    init(
        _ direct: DirectProgram,
        _ slots: UnsafePointer<ArgumentSlot>,
        isolates: Bool,
        messageDirection: TextDirection?
    ) {
        self.direct = direct
        self.slots = slots
        self.isolates = isolates
        textIsolate = isolates ? .firstStrong : nil
        if !isolates {
            numberIsolate = nil
        } else if direct.locale.direction == .rightToLeft {
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
        var index = Int(range.lowerBound)
        while index < Int(range.upperBound) {
            let step = direct.steps[index]
            index &+= 1
            switch step.kind {
            case .text:
                writer.append(direct.literals + Int(step.first), count: Int(step.second))
            case .bare, .string:
                guard writeText(step, to: &writer) else { return false }
            case .number, .money:
                guard writeNumber(step, to: &writer) else { return false }
            }
        }
        return true
    }

    @inline(__always)
    private func writeText(_ step: DirectProgram.Step, to writer: inout UTF8Writer) -> Bool {
        // A pointer, so that only the fields that are needed are read.
        let argument = slots + Int(step.first)
        guard argument.pointee.kind == .text else {
            return step.kind == .bare && writeBare(argument, step, to: &writer)
        }
        let isolate = isolate(step, textIsolate)
        if let isolate { writer.append(isolate.openingMark) }
        writer.append(quickly: argument.pointee.text)
        if isolate != nil { writer.append(Isolate.closingMark) }
        return true
    }

    /// A value without a function, formatted as its type implies.
    @inline(never)
    private func writeBare(
        _ argument: UnsafePointer<ArgumentSlot>,
        _ step: DirectProgram.Step,
        to writer: inout UTF8Writer
    ) -> Bool {
        let isolate = isolate(step, numberIsolate)
        switch argument.pointee.kind {
        case .integer:
            write(ExactDecimal(argument.pointee.integer), NumberStyle(), isolate, to: &writer)
        case .decimal:
            write(argument.pointee.decimal, NumberStyle(), isolate, to: &writer)
        case .money:
            guard let currency = argument.pointee.currency, currency.isISOFormed else { return false }
            write(argument.pointee.decimal, NumberStyle(currency: currency), isolate, to: &writer)
        case .absent, .text, .other:
            return false
        }
        return true
    }

    @inline(__always)
    private func writeNumber(_ step: DirectProgram.Step, to writer: inout UTF8Writer) -> Bool {
        // A pointer, so that only the fields that are needed are read.
        let argument = slots + Int(step.first)
        var style = direct.styles[Int(step.second)]
        var number: ExactDecimal
        switch argument.pointee.kind {
        case .integer:
            number = ExactDecimal(argument.pointee.integer)
        case .decimal:
            number = argument.pointee.decimal
        case .money:
            guard step.kind == .money, let currency = argument.pointee.currency, adopt(currency, step, in: &style)
            else {
                return false
            }
            number = argument.pointee.decimal
        case .text:
            guard let parsed = ExactDecimal(argument.pointee.text) else { return false }
            number = parsed
        case .absent, .other:
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
        style.append(style.rounded(number), to: &writer, locale: direct.locale)
        if isolate != nil { writer.append(Isolate.closingMark) }
    }

    @inline(__always)
    private func isolate(_ step: DirectProgram.Step, _ standard: Isolate?) -> Isolate? {
        isolates ? step.isolate ?? standard : nil
    }
}
