import CarillonLanguage
import CarillonTesting
import Testing

struct MessageTokensTests {
    private static func kinds(_ source: String) -> [String] {
        let read = MessageTokens(source)
        return read.tokens.map { "\($0.kind) \(read.text($0))" }
    }

    @Test func `a pattern falls into text, placeholders and escapes`() {
        #expect(
            Self.kinds(#"Hi {$a :number select=exact min=2} \{ {#b}x{/b} {|q r| @x=y}"#) == [
                "text Hi ", "brace {", "variable $a", "function :number", "option select", "mark =", "literal exact",
                "option min", "mark =", "number 2", "brace }", "text  ", #"escape \{"#, "text  ", "brace {",
                "markup #b",
                "brace }", "text x", "brace {", "markup /b", "brace }", "text  ", "brace {", "literal |q r|",
                "attribute @x", "mark =", "literal y", "brace }",
            ]
        )
    }

    @Test func `declarations, selectors and keys are known apart`() {
        #expect(
            Self.kinds(".input {$n :integer}\n.match $n $m\none * {{a}}") == [
                "keyword .input", "brace {", "variable $n", "function :integer", "brace }", "keyword .match",
                "variable $n",
                "variable $m", "key one", "key *", "brace {{", "text a", "brace }}",
            ]
        )
    }

    @Test(arguments: [
        ("a {$", true), ("a {$b :n", true), ("a {$b} c", false), (".match $a\n* {{x {", true), ("", false),
    ])
    func `a placeholder without an end is known`(source: String, isOpen: Bool) {
        #expect((MessageTokens(source).openPlaceholder != nil) == isOpen)
    }

    @Test func `any text can be read, and pieces never overlap`() {
        var random = SplitMix(seed: 5)
        let alphabet = Array("{}$:#/@|\\=*. \nabé😀.input.match|")
        for _ in 0..<20_000 {
            let source = String(
                (0..<Int.random(in: 0...24, using: &random)).map { _ in alphabet.randomElement(using: &random) ?? "a" }
            )
            var end = 0
            for token in MessageTokens(source).tokens {
                #expect(token.range.lowerBound >= end && !token.range.isEmpty)
                end = token.range.upperBound
            }
            #expect(end <= source.utf8.count)
        }
    }
}
