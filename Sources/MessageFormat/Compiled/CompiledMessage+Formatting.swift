extension CompiledMessage {
    /// Formats to text, collecting errors.
    /// - Parameters:
    ///   - arguments: values by the names of the variables; others are left alone.
    ///   - bidi: how placeholders of other direction are isolated.
    ///   - context: present, time zone and direction.
    public func format(
        _ arguments: [String: MessageValue],
        bidi: BidiStrategy = .default,
        context: FormattingContext = .standard
    ) -> FormattedMessage {
        format(slots: program.variables.map { arguments[$0] }, bidi: bidi, context: context)
    }

    /// Formats to text, with the arguments in the slots ``slot(of:)`` tells: the fast way, without any look-up by name.
    /// - Parameters:
    ///   - slots: a value, or nil for none, for each of ``variables``; missing ones at the end count as nil.
    ///   - bidi: how placeholders of other direction are isolated.
    ///   - context: present, time zone and direction.
    public func format(
        slots: [MessageValue?],
        bidi: BidiStrategy = .default,
        context: FormattingContext = .standard
    ) -> FormattedMessage {
        var errors: [MessageError] = []
        let text = withTextWriter { writer in
            slots.withUnsafeBufferPointer { slots in
                errors = write(slots, bidi: bidi, context: context, to: &writer)
            }
        }
        return FormattedMessage(text: text, errors: errors)
    }

    /// Writes the message, directly where that can be done; returns the errors.
    @inline(__always)
    func write(
        _ slots: UnsafeBufferPointer<MessageValue?>,
        bidi: BidiStrategy,
        context: FormattingContext,
        to writer: inout UTF8Writer
    ) -> [MessageError] {
        if let direct, bidi != .html {
            let formatter = DirectFormatter(
                direct,
                program.locale,
                slots,
                isolates: bidi == .default,
                messageDirection: context.direction
            )
            if formatter.write(to: &writer) { return [] }
            writer.rewind(to: 0)
        }
        return writeThoroughly(slots, bidi: bidi, context: context, to: &writer)
    }

    /// Writes the message by the letter of the specification; returns the errors.
    @inline(never)
    func writeThoroughly(
        _ slots: UnsafeBufferPointer<MessageValue?>,
        bidi: BidiStrategy,
        context: FormattingContext,
        to writer: inout UTF8Writer
    ) -> [MessageError] {
        var evaluator = Evaluator(program: program, slots: slots, bidi: bidi, context: context)
        evaluator.write(to: &writer)
        return evaluator.errors
    }

    /// Formats to text, or throws if anything is wrong.
    /// - Throws: ``MessageFormattingFailure`` with all errors.
    public func formatStrictly(
        _ arguments: [String: MessageValue],
        bidi: BidiStrategy = .default,
        context: FormattingContext = .standard
    ) throws(MessageFormattingFailure) -> String {
        let formatted = format(arguments, bidi: bidi, context: context)
        guard formatted.errors.isEmpty else { throw MessageFormattingFailure(errors: formatted.errors) }
        return formatted.text
    }

    /// Formats to parts, collecting errors. Under `BidiStrategy.html` texts are left as they are: the host escapes them.
    public func formatToParts(
        _ arguments: [String: MessageValue],
        bidi: BidiStrategy = .default,
        context: FormattingContext = .standard
    ) -> FormattedParts {
        program.variables.map { arguments[$0] }.withUnsafeBufferPointer { slots in
            var evaluator = Evaluator(program: program, slots: slots, bidi: bidi, context: context)
            let parts = evaluator.parts()
            return FormattedParts(parts: parts, errors: evaluator.errors)
        }
    }
}
