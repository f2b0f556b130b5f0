/// A formatted message with its errors; it has a text even with errors.
public struct FormattedMessage: Hashable, Sendable {
    /// The output.
    ///
    /// Where a value could not be formatted, it contains a fallback that is meant for developers: a message with errors
    /// should not be sent.
    public let text: String
    /// Errors in the order in which they occurred; empty where there were none.
    public let errors: [MessageError]
}

/// A message formatted to parts instead of text.
public struct FormattedParts: Hashable, Sendable {
    /// Text, values, markup and isolation marks, in order.
    public let parts: [FormattedPart]
    /// Errors in the order in which they occurred; empty where there were none.
    public let errors: [MessageError]
}

/// Thrown by strict formatting: the errors that would otherwise be returned.
public struct MessageFormattingFailure: Error, Hashable, Sendable {
    /// At least one error.
    public let errors: [MessageError]
}
