/// The result of parsing: a message, unless there is a syntax error, and all problems.
public struct ParsedMessage: Hashable, Sendable {
    /// The data model; nil after a syntax error, but not after data model errors.
    public let message: Message?
    /// Syntax errors or, without any, data model errors; in source order, at most ``limit`` of them.
    public let problems: [MessageProblem]
    /// Ranges of the declarations, selectors, keys, variables, functions, options and markup.
    public let spans: [SourceSpan]

    /// How many problems are reported, so that hostile text doesn't give a report a hundred times its size.
    public static let limit = 100
}

extension Message {
    /// Parses MessageFormat 2 source text in one pass, in time linear in its length.
    ///
    /// Parsing continues after a fault as far as possible, so that several faults give several problems. Data model
    /// errors are searched for only where there is no syntax error.
    public static func parse(_ source: String) -> ParsedMessage {
        var parser = Parser(source)
        let message = parser.parseMessage()
        guard parser.problems.isEmpty else {
            return ParsedMessage(message: nil, problems: parser.problems, spans: parser.spans)
        }
        var validator = Validator(spans: parser.spans)
        validator.check(message)
        return ParsedMessage(message: message, problems: validator.problems, spans: parser.spans)
    }
}
