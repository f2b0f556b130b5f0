/// A formatted message with what went wrong on the way; there is always a text.
public struct FormattedMessage: Hashable, Sendable {
    /// The output.
    ///
    /// Where a value could not be formatted it holds a fallback for developers' eyes: a message with errors is not fit
    /// to be sent.
    public let text: String
    /// Errors in the order they were met; empty when all is well.
    public let errors: [MessageError]
}

/// A message formatted to parts instead of text.
public struct FormattedParts: Hashable, Sendable {
    /// Text, values, markup and isolation marks in order.
    public let parts: [FormattedPart]
    /// Errors in the order they were met; empty when all is well.
    public let errors: [MessageError]
}

/// Why strict formatting refused: the errors that collecting formatting would have returned.
public struct MessageFormattingFailure: Error, Hashable, Sendable {
    /// At least one error.
    public let errors: [MessageError]
}
