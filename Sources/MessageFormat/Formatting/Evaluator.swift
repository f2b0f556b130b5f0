/// Formats a message once: evaluates each expression at most once, and collects errors.
///
/// It lives for one call, and borrows the caller's arguments.
struct Evaluator {
    let program: Program
    let slots: UnsafeBufferPointer<ArgumentSlot>
    let bidi: BidiStrategy
    let context: FormattingContext
    var errors: [MessageError] = []
    /// Values of the declarations that were evaluated so far.
    private var memo: [Resolved?]

    init(
        program: Program,
        slots: UnsafeBufferPointer<ArgumentSlot>,
        bidi: BidiStrategy,
        context: FormattingContext
    ) {
        self.program = program
        self.slots = slots
        self.bidi = bidi
        self.context = context
        memo = Array(repeating: nil, count: program.declarationCount)
    }

    mutating func report(_ kind: MessageErrorKind, _ source: String, _ message: String) {
        errors.append(MessageError(kind: kind, source: source, description: message))
    }

    /// The value of the expression at an index of the program's nodes.
    mutating func evaluate(_ index: Int) -> Resolved {
        guard index < memo.count else { return resolve(program.nodes[index]) }
        if let known = memo[index] { return known }
        let resolved = resolve(program.nodes[index])
        memo[index] = resolved
        return resolved
    }

    private mutating func resolve(_ node: Node) -> Resolved {
        let operand = node.operand.map { resolve($0, fallback: node.fallback) }
        guard let function = node.function else { return operand ?? .fallback(node.fallback) }
        return apply(function, to: operand, fallback: node.fallback)
    }

    /// The value of a literal, an argument or a declaration.
    mutating func resolve(_ source: Source, fallback: String) -> Resolved {
        switch source {
        case .literal(let text):
            return Resolved(payload: .value(.string(text)), source: fallback)
        case .argument(let slot):
            if let value = slots[slot].value {
                return Resolved(payload: .value(value), source: fallback)
            }
            report(.unresolvedVariable, fallback, Self.unresolved(fallback))
            return .fallback(fallback)
        case .declaration(let index):
            var resolved = evaluate(index)
            resolved.source = fallback
            return resolved
        }
    }

    /// Calls a function; every failure becomes an error and, where needed, a fallback.
    mutating func apply(_ function: CompiledFunction, to operand: Resolved?, fallback: String) -> Resolved {
        guard let implementation = function.implementation else {
            report(.unknownFunction, fallback, Self.unknownFunction(function.name))
            return .fallback(fallback)
        }
        if let operand, operand.isFallback {
            // `:string` accepts every operand, so there is no second error to report.
            if case .builtIn(.string) = implementation { return .fallback(fallback) }
            report(.badOperand, fallback, Self.missingOperand(function.name))
            return .fallback(fallback)
        }
        var resolved: Resolved
        switch implementation {
        case .builtIn(let builtIn):
            guard let result = call(builtIn, function, operand, fallback: fallback) else { return .fallback(fallback) }
            resolved = result
        case .own(let own):
            guard let result = call(own, function, operand, fallback: fallback) else { return .fallback(fallback) }
            resolved = result
        }
        resolved.source = fallback
        resolved.isolate = isolate(function.direction, fallback: fallback)
        resolved.id = function.id.flatMap { text(of: $0, fallback: fallback) }
        return resolved
    }

    /// The value of an option; nil after an error where it has none.
    mutating func resolve(_ option: CompiledOption, fallback: String) -> Resolved? {
        let source: String =
            switch option.value {
            case .literal(let text): ProgramBuilder.quoted(text)
            case .argument(let slot): "$" + program.variables[slot]
            case .declaration: fallback
            }
        let resolved = resolve(option.value, fallback: source)
        guard !resolved.isFallback else {
            report(.badOption, fallback, Self.unresolvedOption(option.name))
            return nil
        }
        return resolved
    }

    /// The value of an option as text; nil after an error where it has none.
    mutating func text(of option: CompiledOption, fallback: String) -> String? {
        if case .literal(let text) = option.value { return text }
        guard let resolved = resolve(option, fallback: fallback) else { return nil }
        guard let text = resolved.value?.plainText else {
            report(.badOption, fallback, Self.optionWithoutText(option.name))
            return nil
        }
        return text
    }

    private mutating func isolate(_ option: CompiledOption?, fallback: String) -> Isolate? {
        guard let option, let direction = text(of: option, fallback: fallback) else { return nil }
        switch direction {
        case "ltr": return .leftToRight
        case "rtl": return .rightToLeft
        case "auto": return .firstStrong
        case "inherit": return nil
        default:
            report(.badOption, fallback, Self.badOptionValue("u:dir", direction))
            return nil
        }
    }

    private mutating func call(
        _ own: any MessageFunction,
        _ function: CompiledFunction,
        _ operand: Resolved?,
        fallback: String
    ) -> Resolved? {
        var options: [FunctionOption] = []
        for option in function.options {
            guard let resolved = resolve(option, fallback: fallback), let value = resolved.operand else { continue }
            options.append(FunctionOption(name: option.name, value: value, isLiteral: option.isLiteral))
        }
        var call = FunctionCall(
            operand: operand?.operand,
            options: options,
            locale: program.localeTag,
            direction: program.locale.direction,
            context: context
        )
        defer {
            for error in call.reported { report(error.kind, fallback, error.description) }
        }
        do throws(MessageFunctionError) {
            return Resolved(payload: .own(try own.call(&call)), source: fallback)
        } catch {
            call.report(error)
            return nil
        }
    }
}

extension Resolved {
    fileprivate var operand: FunctionOperand? {
        guard let value else { return nil }
        if case .own(let result) = payload { return FunctionOperand(value: value, result: result) }
        return FunctionOperand(value: value, result: nil)
    }
}

/// Wording
extension Evaluator {
    static func unresolved(_ source: String) -> String {
        "`\(source)` is neither declared nor given"
    }

    static func unknownFunction(_ name: String) -> String {
        "there is no function `:\(name)`"
    }

    static func missingOperand(_ function: String) -> String {
        "`:\(function)` needs a value"
    }

    static func unresolvedOption(_ name: String) -> String {
        "option `\(name)` has no value and is left out"
    }

    static func optionWithoutText(_ name: String) -> String {
        "option `\(name)` needs a text or a number"
    }

    static func badOptionValue(_ name: String, _ value: String) -> String {
        "option `\(name)` cannot be `\(value)`"
    }
}
