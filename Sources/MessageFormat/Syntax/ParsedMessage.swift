/// What parsing yields: a message where the syntax allows one, and everything that is wrong.
public struct ParsedMessage: Hashable, Sendable {
    /// The data model; nil when there is a syntax error, but not for data model errors alone.
    public let message: Message?
    /// Syntax errors, or, where there are none, data model errors; in source order, at most ``limit`` of them.
    public let problems: [MessageProblem]
    /// Where the declarations, selectors, keys, variables, functions, options and markup stand.
    public let spans: [SourceSpan]

    /// Parsing stops after this many problems: hostile text must not turn into a report a hundred times its size.
    public static let limit = 100
}

extension Message {
    /// Parses MessageFormat 2 source text in one pass, in time linear in its length.
    ///
    /// A fault does not end the parse: the rest of the message is read as far as it can be understood, so that several
    /// faults yield several problems. Data model errors are looked for when the syntax is right.
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
