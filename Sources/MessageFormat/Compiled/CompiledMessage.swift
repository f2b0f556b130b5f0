/// A message that is ready to be formatted, any number of times and on any number of threads.
///
/// ```swift
/// let parsed = Message.parse(".input {$n :number} .match $n one {{{$n} file}} * {{{$n} files}}")
/// if let message = parsed.message {
///     let compiled = CompiledMessage(message, locale: "en")
///     print(compiled.format(["n": 3]).text)  // 3 files
/// }
/// ```
public struct CompiledMessage: Sendable {
    let program: Program
    /// The fast path, where there is one; owns the memory that `tables` points to.
    private let direct: DirectProgram?
    /// The tables of `direct`, stored again because reading them through it would retain it.
    let tables: DirectProgram.TablesReference?

    /// Resolves a message's names, reads its literal options, and finds the data of the closest locale.
    ///
    /// A message with data model errors can be compiled as well; it formats to `{U+FFFD}` and reports them.
    /// - Parameters:
    ///   - message: the message.
    ///   - locale: a BCP 47 tag; where there are no data for it, the closest locale is used.
    ///   - functions: the functions that the message may call.
    public init(_ message: Message, locale: String, functions: FunctionRegistry = .standard) {
        self.init(message, problems: message.problems(), MessageLocale(locale), functions)
    }

    /// Compiles a parsed message.
    ///
    /// If the source had errors, it formats to `{U+FFFD}` and reports them.
    public init(_ parsed: ParsedMessage, locale: String, functions: FunctionRegistry = .standard) {
        let message = parsed.message ?? Message(body: .pattern([]))
        self.init(message, problems: parsed.problems, MessageLocale(locale), functions)
    }

    /// Compiles a message that is known to have no errors.
    package init(sound message: Message, locale: MessageLocale, functions: FunctionRegistry = .standard) {
        self.init(message, problems: [], locale, functions)
    }

    private init(
        _ message: Message,
        problems: [MessageProblem],
        _ locale: MessageLocale,
        _ functions: FunctionRegistry
    ) {
        let errors = problems.map { MessageError(kind: $0.kind, source: "", description: $0.description) }
        var builder = ProgramBuilder(functions: functions)
        program = builder.build(message, locale: locale.tag, locale.data, staticErrors: errors)
        direct = DirectBuilder.build(program)
        tables = direct?.tables
    }

    /// The names of the arguments that the message uses, without `$`, in the order of their slots.
    public var variables: [String] { program.variables }

    /// The slot of an argument in ``MessageArguments``; nil where the message doesn't use it.
    public func slot(of variable: String) -> Int? {
        program.variables.firstIndex(of: variable)
    }
}

/// A locale with its data, looked up once for all messages in that locale.
package struct MessageLocale: Sendable {
    let tag: String
    let data: LocaleData

    /// - Parameter tag: BCP 47; where there are no data for it, the closest locale is used.
    package init(_ tag: String) {
        self.tag = tag
        data = LocaleData(bestFor: tag)
    }
}
