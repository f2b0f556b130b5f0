import Testing

@testable import MessageFormat

/// The whole official suite.
///
/// Static errors, texts and parts must be exact; runtime errors must be there and among those
/// the suite lists, which are one implementation's own.
@Suite struct ConformanceTests {
    @Test(arguments: ConformanceSuite.cases(in: "bidi"))
    func `bidi`(_ test: ConformanceCase) { expect(test) }

    @Test(arguments: ConformanceSuite.cases(in: "data-model-errors"))
    func `data model errors`(_ test: ConformanceCase) { expect(test) }

    @Test(arguments: ConformanceSuite.cases(in: "fallback"))
    func `fallback`(_ test: ConformanceCase) { expect(test) }

    @Test(arguments: ConformanceSuite.cases(in: "functions/currency"))
    func `functions, currency`(_ test: ConformanceCase) { expect(test) }

    @Test(arguments: ConformanceSuite.cases(in: "functions/date"))
    func `functions, date`(_ test: ConformanceCase) { expect(test) }

    @Test(arguments: ConformanceSuite.cases(in: "functions/datetime"))
    func `functions, datetime`(_ test: ConformanceCase) { expect(test) }

    @Test(arguments: ConformanceSuite.cases(in: "functions/integer"))
    func `functions, integer`(_ test: ConformanceCase) { expect(test) }

    @Test(arguments: ConformanceSuite.cases(in: "functions/number"))
    func `functions, number`(_ test: ConformanceCase) { expect(test) }

    @Test(arguments: ConformanceSuite.cases(in: "functions/offset"))
    func `functions, offset`(_ test: ConformanceCase) { expect(test) }

    @Test(arguments: ConformanceSuite.cases(in: "functions/percent"))
    func `functions, percent`(_ test: ConformanceCase) { expect(test) }

    @Test(arguments: ConformanceSuite.cases(in: "functions/string"))
    func `functions, string`(_ test: ConformanceCase) { expect(test) }

    @Test(arguments: ConformanceSuite.cases(in: "functions/time"))
    func `functions, time`(_ test: ConformanceCase) { expect(test) }

    @Test(arguments: ConformanceSuite.cases(in: "pattern-selection"))
    func `pattern selection`(_ test: ConformanceCase) { expect(test) }

    @Test(arguments: ConformanceSuite.cases(in: "syntax"))
    func `syntax`(_ test: ConformanceCase) { expect(test) }

    @Test(arguments: ConformanceSuite.cases(in: "syntax-errors"))
    func `syntax errors`(_ test: ConformanceCase) { expect(test) }

    @Test(arguments: ConformanceSuite.cases(in: "u-options"))
    func `u options`(_ test: ConformanceCase) { expect(test) }

    @Test func `all 461 tests are there, and nearly all report exactly the errors of the reference`() {
        let exact = ConformanceSuite.allCases.filter { test in
            let errors = compiled(test).format(test.arguments, bidi: test.bidi).errors
            return Set(errors.map { $0.kind.rawValue }) == Set(test.errors)
                && (errors.contains { $0.kind.isStatic }
                    || errors.map { $0.kind.rawValue }.sorted() == test.errors.sorted())
        }
        print("conformance: \(exact.count) of \(ConformanceSuite.allCases.count) with exactly the listed errors")
        #expect(ConformanceSuite.allCases.count == 461)
        #expect(exact.count >= 460)
    }

    private func compiled(_ test: ConformanceCase) -> CompiledMessage {
        CompiledMessage(Message.parse(test.source), locale: test.locale, functions: TestFunction.registry)
    }

    private func expect(_ test: ConformanceCase) {
        let compiled = compiled(test)
        let formatted = compiled.format(test.arguments, bidi: test.bidi)
        expectErrors(formatted.errors, test)
        if let text = test.text {
            // By scalars: text that is merely equivalent would not be the same output.
            #expect(Array(formatted.text.unicodeScalars) == Array(text.unicodeScalars))
        }
        let parts = compiled.formatToParts(test.arguments, bidi: test.bidi)
        #expect(parts.errors == formatted.errors)
        #expect(parts.parts.map { $0.text }.joined() == formatted.text)
        guard let expected = test.parts else { return }
        #expect(parts.parts.count == expected.count)
        for (part, expected) in zip(parts.parts, expected) { #expect(part.fits(expected), "\(part) \(expected)") }
    }

    private func expectErrors(_ errors: [MessageError], _ test: ConformanceCase) {
        let kinds = Set(errors.map { $0.kind.rawValue })
        let expected = Set(test.errors)
        let isStatic = expected.contains { MessageErrorKind(rawValue: $0)?.isStatic ?? true }
        if expected.isEmpty || isStatic {
            #expect(kinds == expected)
        } else {
            #expect(!kinds.isDisjoint(with: expected), "\(kinds)")
        }
    }
}

extension FormattedPart {
    /// The text this part adds to the formatted message.
    var text: String {
        switch self {
        case .text(let text), .bidiIsolation(let text): text
        case .markup: ""
        case .value(let part): part.text
        case .fallback(let source): "{\(source)}"
        }
    }

    /// Whether the part has everything the suite lists, which may be less than all of it.
    func fits(_ expected: InterchangeJSON) -> Bool {
        (expected.members ?? []).allSatisfy {
            json[$0.key].map { InterchangeWriter.write($0) } == InterchangeWriter.write($0.value)
        }
    }

    private var json: InterchangeJSON {
        switch self {
        case .text(let text): return .object([("type", .string("text")), ("value", .string(text))])
        case .bidiIsolation(let mark): return .object([("type", .string("bidiIsolation")), ("value", .string(mark))])
        case .fallback(let source): return .object([("type", .string("fallback")), ("source", .string(source))])
        case .markup(let part):
            var members: [(key: String, value: InterchangeJSON)] = [
                ("type", .string("markup")), ("kind", .string(part.kind.rawValue)), ("name", .string(part.name)),
            ]
            if let id = part.id { members.append(("id", .string(id))) }
            members.append(("options", .object(part.options.map { ($0.name, .string($0.value)) })))
            return .object(members)
        case .value(let part):
            var members: [(key: String, value: InterchangeJSON)] = [
                ("type", .string(part.type)), ("value", .string(part.text)),
                (
                    "parts",
                    .array(part.pieces.map { .object([("type", .string($0.type)), ("value", .string($0.text))]) })
                ),
            ]
            if let id = part.id { members.append(("id", .string(id))) }
            if let locale = part.locale { members.append(("locale", .string(locale))) }
            if let direction = part.direction {
                members.append(("dir", .string(direction == .leftToRight ? "ltr" : "rtl")))
            }
            return .object(members)
        }
    }
}
