extension CompiledMessage {
    /// Formats into memory of the caller, allocating nothing where the message fits and needs no fallback.
    ///
    /// - Parameters:
    ///   - arguments: made for this message.
    ///   - buffer: where the UTF-8 goes, from its start. What lies behind the output afterwards is of no interest.
    ///   - bidi: how placeholders of other direction are isolated.
    ///   - context: present, time zone and direction.
    /// - Returns: the length of the output and the errors. If the output is longer than the buffer, the buffer holds
    ///   nothing of use, and one of that length will do.
    public func format(
        _ arguments: MessageArguments,
        into buffer: UnsafeMutableBufferPointer<UInt8>,
        bidi: BidiStrategy = .default,
        context: FormattingContext = FormattingContext()
    ) -> FormattedBytes {
        arguments.slots.withUnsafeBufferPointer { slots in
            precondition(slots.count == program.variables.count, "these arguments were made for another message")
            var writer = UTF8Writer(startingIn: buffer)
            var errors: [MessageError] = []
            if writeOnFastPath(slots, bidi: bidi, direction: context.direction, to: &writer) == .unfinished {
                writer.rewind(to: 0)
                errors = writeOnSlowPath(slots, bidi: bidi, context: context, to: &writer)
            }
            let count = writer.count
            if !writer.isInBorrowedStorage, count <= buffer.count {
                // The writer asks for more room than it fills, and moved although the output fits.
                writer.withBytes { bytes in
                    for (index, byte) in bytes.enumerated() { buffer[index] = byte }
                }
            }
            return FormattedBytes(count: count, fits: count <= buffer.count, errors: errors)
        }
    }
}

/// What came of formatting into a caller's buffer.
public struct FormattedBytes: Hashable, Sendable {
    /// Bytes of the output.
    public let count: Int
    /// Whether the buffer was large enough, and holds the output.
    public let fits: Bool
    /// Errors in the order they were met; empty when all is well.
    public let errors: [MessageError]
}
