extension CompiledMessage {
    /// Formats to text, collecting errors.
    ///
    /// - Parameters:
    ///   - arguments: values by variable name; unused ones are ignored.
    ///   - bidi: how placeholders of another direction are isolated.
    ///   - context: the present, the time zone and the direction.
    /// - Returns: the text with the errors; it has a text even with errors.
    public func format(
        _ arguments: [String: MessageValue],
        bidi: BidiStrategy = .default,
        context: FormattingContext = FormattingContext()
    ) -> FormattedMessage {
        format(bidi: bidi, context: context) { arguments[$0] }
    }

    /// Formats to text, with arguments by slot, collecting errors.
    ///
    /// - Parameters:
    ///   - arguments: arguments of this message.
    ///   - bidi: how placeholders of another direction are isolated.
    ///   - context: the present, the time zone and the direction.
    /// - Returns: the text with the errors; it has a text even with errors.
    public func format(
        _ arguments: MessageArguments,
        bidi: BidiStrategy = .default,
        context: FormattingContext = FormattingContext()
    ) -> FormattedMessage {
        arguments.slots.withUnsafeBufferPointer { slots in
            precondition(slots.count == program.variables.count, "these arguments were made for another message")
            return formatted(slots, bidi: bidi, context: context)
        }
    }

    /// Formats to text, and throws where there are errors.
    ///
    /// - Parameters:
    ///   - arguments: values by variable name; unused ones are ignored.
    ///   - bidi: how placeholders of another direction are isolated.
    ///   - context: the present, the time zone and the direction.
    /// - Returns: the text, without any fallback.
    /// - Throws: all errors.
    public func formatStrictly(
        _ arguments: [String: MessageValue],
        bidi: BidiStrategy = .default,
        context: FormattingContext = FormattingContext()
    ) throws(MessageFormattingFailure) -> String {
        let formatted = format(arguments, bidi: bidi, context: context)
        guard formatted.errors.isEmpty else { throw MessageFormattingFailure(errors: formatted.errors) }
        return formatted.text
    }

    /// Formats to text, with arguments by slot, and throws where there are errors.
    ///
    /// - Parameters:
    ///   - arguments: arguments of this message.
    ///   - bidi: how placeholders of another direction are isolated.
    ///   - context: the present, the time zone and the direction.
    /// - Returns: the text, without any fallback.
    /// - Throws: all errors.
    public func formatStrictly(
        _ arguments: MessageArguments,
        bidi: BidiStrategy = .default,
        context: FormattingContext = FormattingContext()
    ) throws(MessageFormattingFailure) -> String {
        let formatted = format(arguments, bidi: bidi, context: context)
        guard formatted.errors.isEmpty else { throw MessageFormattingFailure(errors: formatted.errors) }
        return formatted.text
    }

    /// Formats to parts, collecting errors.
    ///
    /// Under `BidiStrategy.html`, the texts of the parts aren't escaped: the host does that.
    /// - Parameters:
    ///   - arguments: values by variable name; unused ones are ignored.
    ///   - bidi: how placeholders of another direction are isolated.
    ///   - context: the present, the time zone and the direction.
    /// - Returns: the parts with the errors.
    public func formatToParts(
        _ arguments: [String: MessageValue],
        bidi: BidiStrategy = .default,
        context: FormattingContext = FormattingContext()
    ) -> FormattedParts {
        formatToParts(bidi: bidi, context: context) { arguments[$0] }
    }

    /// Formats to parts, with arguments by slot, collecting errors.
    ///
    /// - Parameters:
    ///   - arguments: arguments of this message.
    ///   - bidi: how placeholders of another direction are isolated.
    ///   - context: the present, the time zone and the direction.
    /// - Returns: the parts with the errors.
    public func formatToParts(
        _ arguments: MessageArguments,
        bidi: BidiStrategy = .default,
        context: FormattingContext = FormattingContext()
    ) -> FormattedParts {
        arguments.slots.withUnsafeBufferPointer { slots in
            precondition(slots.count == program.variables.count, "these arguments were made for another message")
            return parts(slots, bidi: bidi, context: context)
        }
    }
}

extension CompiledMessage {
    /// Formats to text with values from a closure, which is called at most once for each variable that the message
    /// uses.
    package func format(
        bidi: BidiStrategy = .default,
        context: FormattingContext,
        argument: (String) -> MessageValue?
    ) -> FormattedMessage {
        withSlots(argument) { formatted($0, bidi: bidi, context: context) }
    }

    /// The same, to parts.
    package func formatToParts(
        bidi: BidiStrategy = .default,
        context: FormattingContext,
        argument: (String) -> MessageValue?
    ) -> FormattedParts {
        withSlots(argument) { parts($0, bidi: bidi, context: context) }
    }
}

extension CompiledMessage {
    /// Calls `body` with the arguments in slots, which are on the stack unless they are many.
    private func withSlots<Result>(
        _ argument: (String) -> MessageValue?,
        _ body: (UnsafeBufferPointer<ArgumentSlot>) -> Result
    ) -> Result {
        let variables = program.variables
        return withUnsafeTemporaryAllocation(of: ArgumentSlot.self, capacity: variables.count) { memory in
            for index in variables.indices {
                memory.initializeElement(at: index, to: ArgumentSlot(argument(variables[index])))
            }
            defer { memory.deinitialize() }
            return body(UnsafeBufferPointer(memory))
        }
    }

    private func parts(
        _ slots: UnsafeBufferPointer<ArgumentSlot>,
        bidi: BidiStrategy,
        context: FormattingContext
    ) -> FormattedParts {
        var evaluator = Evaluator(program: program, slots: slots, bidi: bidi, context: context)
        let parts = evaluator.parts()
        return FormattedParts(parts: parts, errors: evaluator.errors)
    }

    @inline(__always)
    private func formatted(
        _ slots: UnsafeBufferPointer<ArgumentSlot>,
        bidi: BidiStrategy,
        context: FormattingContext
    ) -> FormattedMessage {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: TextFormatter.room) { memory in
            if let tables, bidi != .html, let target = memory.baseAddress, let start = slots.baseAddress,
                let (count, isASCII) = TextFormatter.write(
                    tables.pointer,
                    start,
                    isolates: bidi == .default,
                    to: target
                )
            {
                let text = UTF8Writer.validText(UnsafeBufferPointer(start: target, count: count), isASCII: isASCII)
                return FormattedMessage(text: text, errors: [])
            }
            var writer = UTF8Writer(startingIn: memory)
            switch writeOnFastPath(slots, bidi: bidi, direction: context.direction, to: &writer) {
            case .ascii: return FormattedMessage(text: writer.validText(isASCII: true), errors: [])
            case .text: return FormattedMessage(text: writer.validText(isASCII: false), errors: [])
            case .unfinished: break
            }
            writer.rewind(to: 0)
            let errors = writeOnSlowPath(slots, bidi: bidi, context: context, to: &writer)
            return FormattedMessage(text: writer.string(), errors: errors)
        }
    }

    /// Runs the message's flat list of operations, if it has one.
    @inline(__always)
    func writeOnFastPath(
        _ slots: UnsafeBufferPointer<ArgumentSlot>,
        bidi: BidiStrategy,
        direction: TextDirection?,
        to writer: inout UTF8Writer
    ) -> DirectFormatter.Outcome {
        guard let tables, bidi != .html, let start = slots.baseAddress else { return .unfinished }
        let formatter = DirectFormatter(tables, start, isolates: bidi == .default, messageDirection: direction)
        return formatter.write(to: &writer)
    }

    /// Evaluates the message exactly as the specification describes; returns the errors.
    @inline(never)
    func writeOnSlowPath(
        _ slots: UnsafeBufferPointer<ArgumentSlot>,
        bidi: BidiStrategy,
        context: FormattingContext,
        to writer: inout UTF8Writer
    ) -> [MessageError] {
        var evaluator = Evaluator(program: program, slots: slots, bidi: bidi, context: context)
        evaluator.write(to: &writer)
        return evaluator.errors
    }
}

extension CompiledMessage {
    /// Like ``format(_:bidi:context:)``, but never by the flat list of operations; tests compare the two.
    package func formatOnSlowPath(
        _ arguments: MessageArguments,
        bidi: BidiStrategy = .default,
        context: FormattingContext = FormattingContext()
    ) -> FormattedMessage {
        arguments.slots.withUnsafeBufferPointer { slots in
            var errors: [MessageError] = []
            let text = withTextWriter { writer in
                errors = writeOnSlowPath(slots, bidi: bidi, context: context, to: &writer)
            }
            return FormattedMessage(text: text, errors: errors)
        }
    }
}
