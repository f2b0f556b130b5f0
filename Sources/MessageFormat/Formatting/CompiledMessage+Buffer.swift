extension CompiledMessage {
    /// Formats into the caller's buffer.
    ///
    /// Allocates nothing where the message fits and needs no fallback.
    ///
    /// - Parameters:
    ///   - arguments: arguments of this message.
    ///   - buffer: receives the UTF-8 from its start; bytes after the output are undefined.
    ///   - bidi: how placeholders of another direction are isolated.
    ///   - context: the present, the time zone and the direction.
    /// - Returns: the length of the output and the errors. Where the output is longer than the buffer, the buffer's
    ///   content is undefined, and a buffer of that length is large enough.
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
                // The writer reserves more room than it fills, so it may have moved to the heap although the output
                // fits.
                writer.withBytes { bytes in
                    for (index, byte) in bytes.enumerated() { buffer[index] = byte }
                }
            }
            return FormattedBytes(count: count, fits: count <= buffer.count, errors: errors)
        }
    }
}

/// The result of formatting into a caller's buffer.
public struct FormattedBytes: Hashable, Sendable {
    /// The length of the output in bytes.
    public let count: Int
    /// Whether the buffer was large enough and contains the output.
    public let fits: Bool
    /// Errors in the order in which they occurred; empty where there were none.
    public let errors: [MessageError]
}
