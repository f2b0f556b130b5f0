import MessageFormat
import Testing

@Suite struct RecoveryTests {
    private func problems(_ source: String) -> [String] {
        Message.parse(source).problems.map { problem in
            let bytes = Array(source.utf8)[problem.range]
            return "\(problem.kind.rawValue) `\(String(decoding: bytes, as: UTF8.self))`: \(problem.description)"
        }
    }

    @Test func `three faults in one message are three problems, each where it is`() {
        #expect(
            problems("a {$} b {:number x} c \\q") == [
                "syntax-error `$}`: a variable needs a name, not `}`",
                "syntax-error `x`: option `x` needs `=` and a literal or variable",
                "syntax-error `\\q`: `\\q` is no escape; only `\\\\`, `\\{`, `\\|` and `\\}` are",
            ]
        )
    }

    @Test func `a fault in a declaration does not hide one in a variant`() {
        let source = ".input {$n :number} .local $x {1} .match $n one {{{$n}}} * {{{:}}}"
        #expect(
            problems(source) == [
                "syntax-error `{`: `.local $x` needs `=` and a placeholder",
                "syntax-error `}`: a function needs a name, not `}`",
            ]
        )
    }

    @Test func `a fault in a pattern does not hide that the pattern has no end`() {
        #expect(
            problems("{{Hi {$} and on") == [
                "syntax-error `{{Hi {$} and on`: a pattern that begins with `{{` needs `}}` at its end",
                "syntax-error `$}`: a variable needs a name, not `}`",
            ]
        )
        #expect(
            problems("{|a\\q b") == [
                "syntax-error `|a\\q b`: a quoted literal needs `|` at its end",
                "syntax-error `\\q`: `\\q` is no escape; only `\\\\`, `\\{`, `\\|` and `\\}` are",
            ]
        )
    }

    @Test(arguments: [
        ("{{a {$x", "{$x", "a placeholder needs `}` at its end"),
        ("{{a {|x", "|x", "a quoted literal needs `|` at its end"),
        ("{{a {$x :f b=", "", "option `b` needs `=` and a literal or variable"),
    ])
    func `where the text ends is reported once, however much is open`(source: String, place: String, message: String) {
        #expect(problems(source) == ["syntax-error `\(place)`: \(message)"])
    }

    @Test func `a placeholder that lacks its brace does not take the next variant with it`() {
        #expect(
            problems(".input {$n :number} .match $n one {{a {$n b}} few {{c}} * {{d {$}}}") == [
                "syntax-error `b`: `b` cannot stand here; a placeholder holds an operand, then a function, options "
                    + "and attributes",
                "syntax-error `$}`: a variable needs a name, not `}`",
            ]
        )
    }

    @Test func `a misspelt statement is found behind another fault`() {
        let source = ".local x = {1} .locl $y = {2} .inptu{$z} the .end of .it {{}}"
        #expect(
            problems(source).map { $0.prefix { $0 != ":" } } == [
                "syntax-error `x`", "syntax-error `.locl`", "syntax-error `.inptu`",
            ]
        )
    }

    @Test func `data model errors point at keys, options and variables`() {
        let source = ".input {$n :number} .input {$n} .match $n 1 2 {{{$n :f a=1 a=2}}} 3 {{}} 3 {{}}"
        #expect(
            problems(source) == [
                "duplicate-declaration `$n`: `$n` is already declared or used above",
                "missing-selector-annotation `$n`: `$n` cannot select without a function; "
                    + "declare it, as in `.input {$n :string}`",
                "variant-key-mismatch `1 2`: this variant has 2 keys for 1 selector",
                "duplicate-option-name `a`: option `a` is given twice",
                "duplicate-variant `3`: another variant has the same keys",
                "missing-fallback-variant `$n`: a variant with the key `*` is needed, for values that no other matches",
            ]
        )
    }

    @Test func `ranges count UTF-8 bytes`() {
        #expect(Message.parse("ÆØÅ }").problems.map { $0.range } == [7..<8])
    }

    @Test func `a hostile message gets a bounded report`() {
        #expect(Message.parse(String(repeating: "}", count: 10_000)).problems.count == ParsedMessage.limit)
    }

    @Test func `spans tell where things stand`() {
        let source = ".input {$n :number a=$o} .match $n 1 {{{#b}{$n}}} * {{}}"
        let bytes = Array(source.utf8)
        let spans = Message.parse(source).spans.map { "\($0.kind) \(String(decoding: bytes[$0.range], as: UTF8.self))" }
        #expect(
            spans == [
                "declaration $n", "function :number", "option a", "variable $o", "selector $n", "keys 1", "markup #b",
                "variable $n", "keys *",
            ]
        )
    }
}
