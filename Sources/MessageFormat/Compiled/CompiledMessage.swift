/// A message ready to be formatted, any number of times and from any number of threads at once.
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
    /// The fast way, where there is one; holds what `tables` points to.
    private let direct: DirectProgram?
    /// The tables of `direct`, here as well because reading them through it would count a reference.
    let tables: DirectProgram.TablesReference?

    /// Resolves a message's names, reads its literal options, and finds the data of the locale that fits best.
    ///
    /// A message with data model errors compiles too, to one that formats to `{U+FFFD}` and reports them.
    /// - Parameters:
    ///   - message: the message.
    ///   - locale: a BCP 47 tag; one without data of its own gets that of the nearest.
    ///   - functions: what the message may call.
    public init(_ message: Message, locale: String, functions: FunctionRegistry = .standard) {
        self.init(message, problems: message.problems(), MessageLocale(locale), functions)
    }

    /// Compiles what was parsed; of a source with errors, a message that formats to `{U+FFFD}` and reports them.
    public init(_ parsed: ParsedMessage, locale: String, functions: FunctionRegistry = .standard) {
        let message = parsed.message ?? Message(body: .pattern([]))
        self.init(message, problems: parsed.problems, MessageLocale(locale), functions)
    }

    /// Compiles a message that was looked at before and has no errors.
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

    /// The names of the arguments the message uses, without `$`, in the order of their slots.
    public var variables: [String] { program.variables }

    /// The place of an argument in ``MessageArguments``; nil if the message has no use for it.
    public func slot(of variable: String) -> Int? {
        program.variables.firstIndex(of: variable)
    }
}

/// A locale with its data, found once for all messages in it.
package struct MessageLocale: Sendable {
    let tag: String
    let data: LocaleData

    /// - Parameter tag: BCP 47; one without data of its own gets that of the nearest.
    package init(_ tag: String) {
        self.tag = tag
        data = LocaleData(bestFor: tag)
    }
}
