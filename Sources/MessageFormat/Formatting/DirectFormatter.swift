/// Runs a direct program with arguments.
///
/// It allocates nothing beside the writer's memory.
struct DirectFormatter {
    let tables: UnsafePointer<DirectProgram.Tables>
    /// One slot for each of the message's variables.
    let slots: UnsafePointer<ArgumentSlot>
    /// The isolate for values of unknown direction; nil under the strategy `none`.
    let textIsolate: Isolate?
    /// The isolate for numbers, whose direction is the locale's.
    let numberIsolate: Isolate?
    let isolates: Bool

    init(
        _ tables: DirectProgram.TablesReference,
        _ slots: UnsafePointer<ArgumentSlot>,
        isolates: Bool,
        messageDirection: TextDirection?
    ) {
        self.tables = tables.pointer
        self.slots = slots
        self.isolates = isolates
        textIsolate = isolates ? .firstStrong : nil
        if !isolates {
            numberIsolate = nil
        } else if tables.pointer.pointee.locale.direction == .rightToLeft {
            numberIsolate = .rightToLeft
        } else {
            numberIsolate = messageDirection == .rightToLeft ? .leftToRight : nil
        }
    }

    /// The result of writing.
    enum Outcome {
        /// Everything is written, and known to be ASCII.
        case ascii
        /// Everything is written.
        case text
        /// The writer's content is undefined, and the evaluator must format the message.
        case unfinished
    }

    /// Writes the message.
    @inline(__always)
    func write(to writer: inout UTF8Writer) -> Outcome {
        var isASCII = true
        var pattern: Int32 = 0
        if !tables.pointee.selectors.isEmpty {
            guard let chosen = choose() else { return .unfinished }
            pattern = chosen
        }
        // Pointers, so that only the needed fields are read.
        var step = tables.pointee.steps + Int(tables.pointee.patterns[Int(pattern)].lowerBound)
        let end = tables.pointee.steps + Int(tables.pointee.patterns[Int(pattern)].upperBound)
        while step < end {
            switch step.pointee.kind {
            case .text:
                isASCII = isASCII && step.pointee.isASCII
                let text = tables.pointee.literals + Int(step.pointee.first)
                writer.appendPadded(text, count: Int(step.pointee.second))
            case .bare, .string:
                let argument = slots + Int(step.pointee.first)
                isASCII = isASCII && !isolates && argument.pointee.isASCII
                if !isolates, argument.pointee.kind == .shortText {
                    append(shortTextOf: argument, to: &writer)
                } else {
                    guard writeValue(argument, step, to: &writer) else { return .unfinished }
                }
            case .number, .money:
                isASCII = isASCII && !isolates && step.pointee.isASCII
                guard writeNumber(step, to: &writer) else { return .unfinished }
            }
            step += 1
        }
        return isASCII ? .ascii : .text
    }

    /// Writes a text with its isolates, or a bare value that isn't text.
    @inline(never)
    private func writeValue(
        _ argument: UnsafePointer<ArgumentSlot>,
        _ step: UnsafePointer<DirectProgram.Step>,
        to writer: inout UTF8Writer
    ) -> Bool {
        let isolate = isolate(step, textIsolate)
        switch argument.pointee.kind {
        case .shortText:
            if let isolate { writer.append(isolate.openingMark) }
            append(shortTextOf: argument, to: &writer)
        case .text:
            if let isolate { writer.append(isolate.openingMark) }
            writer.append(argument.pointee.longText)
        case .absent, .integer, .decimal, .money, .other:
            return step.pointee.kind == .bare && writeBare(argument, step, to: &writer)
        }
        if isolate != nil { writer.append(Isolate.closingMark) }
        return true
    }

    /// Copies the slot's full capacity, a constant for the compiler, but counts only the used bytes.
    @inline(__always)
    private func append(shortTextOf argument: UnsafePointer<ArgumentSlot>, to writer: inout UTF8Writer) {
        let bytes = ArgumentSlot.shortText(of: argument)
        writer.append(atMost: ArgumentSlot.shortest) { target in
            UnsafeMutableRawPointer(target).copyMemory(from: bytes, byteCount: ArgumentSlot.shortest)
            return argument.pointee.integer
        }
    }

    /// Writes a value without a function, formatted by its type.
    private func writeBare(
        _ argument: UnsafePointer<ArgumentSlot>,
        _ step: UnsafePointer<DirectProgram.Step>,
        to writer: inout UTF8Writer
    ) -> Bool {
        let isolate = isolate(step, numberIsolate)
        switch argument.pointee.kind {
        case .integer:
            write(ExactDecimal(argument.pointee.integer), NumberStyle(), isolate, to: &writer)
        case .decimal:
            write(argument.pointee.decimal, NumberStyle(), isolate, to: &writer)
        case .money:
            let currency = argument.pointee.currency
            let style =
                currency.isISO4217
                ? NumberStyle(currency: currency) : NumberOptions().style(of: .money, currency: currency)
            write(argument.pointee.decimal, style, isolate, to: &writer)
        case .absent, .shortText, .text, .other:
            return false
        }
        return true
    }

    @inline(never)
    private func writeNumber(_ step: UnsafePointer<DirectProgram.Step>, to writer: inout UTF8Writer) -> Bool {
        let argument = slots + Int(step.pointee.first)
        var style = tables.pointee.styles[Int(step.pointee.second)]
        var number: ExactDecimal
        switch argument.pointee.kind {
        case .integer:
            number = ExactDecimal(argument.pointee.integer)
        case .decimal:
            number = argument.pointee.decimal
        case .money:
            guard step.pointee.kind == .money, adopt(argument.pointee.currency, step, in: &style) else { return false }
            number = argument.pointee.decimal
        case .shortText, .text:
            guard let text = argument.pointee.anyText, let parsed = ExactDecimal(text) else { return false }
            number = parsed
        case .absent, .other:
            return false
        }
        if step.pointee.kind == .money {
            guard case .currency = style.kind else { return false }
        }
        if step.pointee.makesInteger { number = number.rounded(toPlace: 0, .halfExpand) }
        if step.pointee.offset != 0 { number = number + ExactDecimal(step.pointee.offset) }
        write(number, style, isolate(step, numberIsolate), to: &writer)
        return true
    }

    /// Sets the currency of a money style to the amount's; returns false where the two don't fit.
    private func adopt(
        _ currency: CurrencyCode,
        _ step: UnsafePointer<DirectProgram.Step>,
        in style: inout NumberStyle
    ) -> Bool {
        if case .currency(let own) = style.kind { return own == currency }
        guard step.pointee.takesTokens || currency.isISOFormed else { return false }
        style.kind = .currency(currency)
        if step.pointee.hasDigitsOfCurrency { style.rounding.setDigits(of: currency) }
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
        style.append(style.rounded(number), to: &writer, locale: tables.pointee.locale)
        if isolate != nil { writer.append(Isolate.closingMark) }
    }

    @inline(__always)
    private func isolate(_ step: UnsafePointer<DirectProgram.Step>, _ standard: Isolate?) -> Isolate? {
        isolates ? step.pointee.isolate ?? standard : nil
    }
}
