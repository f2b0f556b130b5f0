/// What a length is counted in.
public enum LengthUnit: Hashable, Sendable {
    /// Bytes of UTF-8.
    case utf8
    /// Units of UTF-16.
    case utf16
}

/// The maximum size of an argument, for ``CompiledMessage/maximumLength(_:bidi:in:)``.
public enum InputBound: Hashable, Sendable {
    /// Text of at most this many bytes of UTF-8, or units of UTF-16 where those are asked for.
    case text(bytes: Int)
    /// A number or an amount of money with at most this many digits, before and after the point together.
    case number(digits: Int)
    /// An instant, date, or date and time.
    case moment
    /// True or false.
    case boolean
    /// A list of at most `count` items, each of at most `bytes` when formatted; units of UTF-16 where those are asked for.
    case list(count: Int, bytes: Int)
}

extension CompiledMessage {
    /// An upper bound for the output of this message, where the arguments keep to theirs.
    ///
    /// The bound is generous where the length depends on the locale. Use it to refuse messages that can't fit, or to
    /// allocate a buffer, not to count characters.
    /// - Parameters:
    ///   - inputs: the bounds of the arguments.
    ///   - bidi: the strategy that the message will be formatted with.
    ///   - unit: what is counted, in the arguments and in the output.
    /// - Returns: nil where an argument has no bound, or where a function of the host makes a part of the text.
    public func maximumLength(
        _ inputs: [String: InputBound],
        bidi: BidiStrategy = .default,
        in unit: LengthUnit = .utf8
    ) -> Int? {
        program.maximumLength(inputs, bidi: bidi, unit: unit)
    }
}

extension Message {
    /// The same as ``CompiledMessage/maximumLength(_:bidi:in:)`` for a message that won't be formatted, so that it needn't
    /// be compiled completely.
    ///
    /// The message is checked for errors only as far as its declarations might exhaust the stack.
    public func maximumLength(
        _ inputs: [String: InputBound],
        locale: String,
        functions: FunctionRegistry = .standard,
        bidi: BidiStrategy = .default,
        in unit: LengthUnit = .utf8
    ) -> Int? {
        let mayBeTooDeep = declarations.count > Self.maximumDeclarationDepth
        guard !mayBeTooDeep || problems().isEmpty else { return LengthBound.invalidMessage }
        var builder = ProgramBuilder(functions: functions)
        let program = builder.build(self, locale: locale, .any, staticErrors: [])
        return program.maximumLength(inputs, bidi: bidi, unit: unit)
    }
}

extension Program {
    fileprivate func maximumLength(_ inputs: [String: InputBound], bidi: BidiStrategy, unit: LengthUnit) -> Int? {
        guard staticErrors.isEmpty else { return LengthBound.invalidMessage }
        let bound = LengthBound(program: self, inputs: inputs, bidi: bidi, unit: unit)
        switch body {
        case .pattern(let steps):
            return bound.length(of: steps)
        case .select(_, let variants):
            var longest = 0
            for variant in variants {
                guard let length = bound.length(of: variant.steps) else { return nil }
                longest = max(longest, length)
            }
            return longest
        }
    }
}

/// Adds up the maximum lengths of a message's pieces.
struct LengthBound {
    let program: Program
    let inputs: [String: InputBound]
    let bidi: BidiStrategy
    let unit: LengthUnit

    /// The length of `{U+FFFD}`.
    static let invalidMessage = 5
    /// The longest character reference, `&quot;`, replaces one byte.
    private static let escapeFactor = 6
    /// `<bdi dir="ltr">` with `</bdi>`.
    private static let tags = 21

    /// Two isolates.
    private var marks: Int { unit == .utf8 ? 6 : 2 }
    /// More than any date and time in any locale, including the zone; a test compares.
    private var moment: Int { unit == .utf8 ? 256 : 112 }
    /// More than the signs, symbols, marks and spaces around a number in any locale; a test compares.
    private var affixes: Int { unit == .utf8 ? 64 : 32 }

    private func size(of text: String) -> Int { unit == .utf8 ? text.utf8.count : text.utf16.count }

    func length(of steps: [Program.Step]) -> Int? {
        var total = 0
        for step in steps {
            switch step {
            case .text(let text): total += escaped(size(of: text))
            case .markup: break
            case .expression(let index):
                let node = program.nodes[index]
                guard let value = length(of: node) else { return nil }
                let fallback = size(of: node.fallback) + 2
                total += escaped(max(value, fallback)) + isolation
            }
        }
        return total
    }

    private var isolation: Int {
        switch bidi {
        case .none: 0
        case .default: marks
        case .html: Self.tags
        }
    }

    private func escaped(_ length: Int) -> Int {
        bidi == .html ? length * Self.escapeFactor : length
    }

    private func length(of node: Node) -> Int? {
        guard let function = node.function else { return node.operand.flatMap { bareLength(of: $0) } }
        return length(of: node.operand, through: function)
    }

    /// The length of a placeholder without a function, which may have a default function.
    private func bareLength(of source: Source) -> Int? {
        guard var longest = length(of: source) else { return nil }
        for kind in kinds(of: source) {
            guard let function = program.defaults[kind] else { continue }
            guard let length = length(of: source, through: function) else { return nil }
            longest = max(longest, length)
        }
        return longest
    }

    private func kinds(of source: Source) -> [MessageValue.Kind] {
        switch source {
        case .literal: return [.string]
        // The functions applied are counted in the declaration's own expression.
        case .declaration: return []
        case .argument(let slot):
            switch inputs[program.variables[slot]] {
            case .text?: return [.string]
            case .number?: return [.integer, .decimal, .money]
            case .moment?: return [.instant, .date, .dateTime]
            case .boolean?: return [.boolean]
            case .list?: return [.list]
            case nil: return []
            }
        }
    }

    private func length(of operand: Source?, through function: CompiledFunction) -> Int? {
        guard case .builtIn(let builtIn)? = function.implementation else {
            // An unknown function always falls back.
            return function.implementation == nil ? 0 : nil
        }
        switch builtIn {
        case .string, .list: return operand.flatMap { length(of: $0) }
        case .date, .time, .datetime: return moment
        case .relative: return moment + (operand.flatMap { length(of: $0) } ?? 0)
        case .number, .integer, .offset, .percent, .currency, .money:
            return operand.flatMap { numberLength(of: $0, function) }
        }
    }

    private func length(of source: Source) -> Int? {
        switch source {
        case .literal(let text): return size(of: text)
        case .declaration(let index): return length(of: program.nodes[index])
        case .argument(let slot):
            guard let bound = inputs[program.variables[slot]] else { return nil }
            switch bound {
            case .text(let bytes): return bytes
            case .number(let digits): return number(digits: digits)
            case .moment: return moment
            case .boolean: return 5
            // Between items, there is at most a word with its spaces.
            case .list(let count, let bytes): return count * (bytes + affixes)
            }
        }
    }

    private func numberLength(of source: Source, _ function: CompiledFunction) -> Int? {
        guard let operand = digits(of: source) else { return nil }
        // Options can add digits; a variable in an option can add as many as are possible.
        var added = 2
        for option in function.options {
            guard case .literal(let text) = option.value else {
                added += 99
                continue
            }
            added += NumberOptions.digitSize(text) ?? 0
        }
        return number(digits: operand + added)
    }

    /// The maximum number of digits of a number from `source`.
    private func digits(of source: Source) -> Int? {
        switch source {
        case .literal(let text): return ExactDecimal(text).map { $0.description.utf8.count } ?? 0
        case .declaration(let index):
            let node = program.nodes[index]
            guard let operand = node.operand, let digits = digits(of: operand) else { return nil }
            let options = node.function?.options.count ?? 0
            return digits + 99 * options
        case .argument(let slot):
            switch inputs[program.variables[slot]] {
            case .number(let digits)?: return digits
            // A text may be a number with an exponent.
            case .text(let bytes)?: return bytes + ExactDecimal.maximumDistance
            default: return nil
            }
        }
    }

    /// A digit has at most four bytes, or two units of UTF-16, and at most every second one is followed by a separator of
    /// three bytes, or one unit.
    private func number(digits: Int) -> Int {
        (unit == .utf8 ? digits * 6 : digits * 5 / 2) + affixes
    }
}
