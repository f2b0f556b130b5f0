import MessageFormat

/// Puts one message after the other through everything the engine does, and tells what must never be.
package struct Fuzzer {
    private var mutator: Mutator
    /// How many inputs were valid messages: a run that never gets beyond the parser would prove little.
    package private(set) var valid = 0

    private static let locales = ["en", "nb", "ar-EG", "pl", "bn", "th", "fa", "ja", "he", "de-CH", "und", "x"]

    /// - Parameters:
    ///   - seeds: messages to begin with.
    ///   - seed: what decides everything; the same seed gives the same run.
    package init(seeds: [String], seed: UInt64) {
        mutator = Mutator(seeds: seeds, random: Random(seed: seed))
    }

    /// Makes a message and tries it.
    ///
    /// - Returns: what went wrong, with the message; nil if nothing did.
    package mutating func step() -> String? {
        let source = mutator.next()
        return check(source).map { "\($0): \(source.debugDescription)" }
    }

    /// Tries one message.
    ///
    /// - Returns: what went wrong; nil if nothing did.
    package mutating func check(_ source: String) -> String? {
        let parsed = Message.parse(source)
        let length = source.utf8.count
        for range in parsed.problems.map({ $0.range }) + parsed.spans.map({ $0.range }) {
            guard range.lowerBound >= 0, range.upperBound <= length else { return "a range lies outside the source" }
        }
        guard let message = parsed.message else {
            return parsed.problems.isEmpty ? "no message and no problem" : nil
        }
        // Equality of text is canonical equivalence; the printed forms tell whether the very same scalars came back.
        let printed = message.description
        guard let again = Message.parse(printed).message, again == message,
            Array(again.description.utf8) == Array(printed.utf8)
        else { return "printing and parsing changed the message" }
        if parsed.problems.isEmpty {
            valid += 1
            guard let carried = try? Message(json: message.json), carried.json == message.json else {
                return "the interchange format changed the message"
            }
        }
        _ = message.introspection
        return format(parsed)
    }

    private mutating func format(_ parsed: ParsedMessage) -> String? {
        let compiled = CompiledMessage(parsed, locale: Self.locales[mutator.below(Self.locales.count)])
        var arguments = MessageArguments(for: compiled)
        for slot in compiled.variables.indices { arguments[slot] = argument() }
        let bidi = [BidiStrategy.default, .none, .html][mutator.below(3)]
        let context = FormattingContext(now: 1_772_000_000, direction: mutator.below(2) == 0 ? nil : .rightToLeft)
        let formatted = compiled.format(arguments, bidi: bidi, context: context)
        guard compiled.formatOnSlowPath(arguments, bidi: bidi, context: context) == formatted else {
            return "the two ways of formatting disagree"
        }
        guard formatted.text.utf8.elementsEqual(String(decoding: Array(formatted.text.utf8), as: UTF8.self).utf8) else {
            return "the output is not UTF-8"
        }
        var bounds: [String: InputBound] = [:]
        for (slot, name) in compiled.variables.enumerated() { bounds[name] = InputBound(of: arguments[slot]) }
        if let bound = compiled.maximumLength(bounds, bidi: bidi), formatted.text.utf8.count > bound {
            return "the output is longer than its bound"
        }
        return formatIntoBuffers(compiled, arguments, bidi, context, as: formatted.text)
    }

    /// The caller's memory must hold the same text if it has room, be it just enough, and not be left otherwise.
    private func formatIntoBuffers(
        _ compiled: CompiledMessage,
        _ arguments: MessageArguments,
        _ bidi: BidiStrategy,
        _ context: FormattingContext,
        as text: String
    ) -> String? {
        let length = text.utf8.count
        for room in [length + 1, length, max(length - 1, 0)] {
            var memory = [UInt8](repeating: 0xFF, count: room + 1)
            let written = memory.withUnsafeMutableBufferPointer { buffer in
                let lent = UnsafeMutableBufferPointer(rebasing: buffer[..<room])
                return compiled.format(arguments, into: lent, bidi: bidi, context: context)
            }
            guard written.count == length, written.fits == (room >= length) else { return "a buffer's length is wrong" }
            guard memory[room] == 0xFF else { return "a buffer was overrun" }
            guard !written.fits || memory.starts(with: text.utf8) else { return "a buffer holds another text" }
        }
        return nil
    }

    private mutating func argument() -> MessageValue? {
        switch mutator.below(12) {
        case 0: nil
        case 1: .string("Ada")
        case 2: .string(mutator.next())
        case 3: .string(["1", "-5", "1e4000", "0.50", "one", "2006-01-02T15:04:06+01:00"][mutator.below(6)])
        case 4: .integer(Int(truncatingIfNeeded: mutator.random.next()))
        case 5, 6: .integer(mutator.below(12) - 2)
        case 7: ExactDecimal("-12345678901234567890123456789012345678901234567890.125").map { .decimal($0) }
        case 8: CurrencyCode(["NOK", "JPY", "USDC", "xyz"][mutator.below(4)]).map { .money(ExactDecimal(1_250), $0) }
        case 9: .instant(Int64(truncatingIfNeeded: mutator.random.next()) >> Int64(mutator.below(40)))
        case 10: CivilDate(year: 2026, month: 2, day: 25).map { .date($0) }
        default: .list([.string("a"), .integer(2), .boolean(true)])
        }
    }
}

extension InputBound {
    /// The least that holds for a value.
    fileprivate init(of value: MessageValue?) {
        switch value {
        case .string(let text)?: self = .text(bytes: text.utf8.count)
        case .integer(let number)?: self = .number(digits: String(number.magnitude).count)
        case .decimal(let number)?, .money(let number, _)?: self = .number(digits: number.description.count)
        case .instant?, .date?, .dateTime?: self = .moment
        case .list(let items)?: self = .list(count: items.count, bytes: 16)
        case .boolean?, .custom?, nil: self = .boolean
        }
    }
}
