import MessageFormat
import Testing

/// Sizes no honest message has.
///
/// What matters is that each ends, in time that grows with the length: a debug build gets
/// a limit far above what linear work needs and far below what quadratic work would take.
@Suite struct LinearParsingTests {
    @Test(arguments: [
        String(repeating: "Hei {$name}, ", count: 80_000),
        String(repeating: "x", count: 1_000_000),
        String(repeating: "{", count: 100_000),
        String(repeating: "}", count: 100_000),
        String(repeating: "{|", count: 100_000),
        String(repeating: "\\", count: 100_000),
        "{$x" + String(repeating: " ", count: 1_000_000),
        "{$x :f " + String(repeating: "a=1 ", count: 100_000) + "}",
        "{$x " + String(repeating: "@a ", count: 100_000) + "}",
        String(repeating: ".local $x = {1} ", count: 50_000) + "{{}}",
        String(repeating: ".input {", count: 50_000),
        ".match " + String(repeating: "$x ", count: 100_000),
    ])
    func `a huge message is parsed`(_ source: String) {
        let elapsed = ContinuousClock().measure { _ = Message.parse(source) }
        #expect(elapsed < .seconds(10))
    }

    @Test func `a quarter of a million variants are parsed, compiled and chosen from`() {
        let count = 250_000
        var source = ".input {$n :number} .match $n "
        for index in 0..<count { source += "\(index) {{}} " }
        source += "* {{other {$n}}}"
        var text = ""
        let elapsed = ContinuousClock().measure {
            text = CompiledMessage(Message.parse(source), locale: "en").format(["n": .integer(count)], bidi: .none).text
        }
        #expect(text == "other 250,000")
        #expect(elapsed < .seconds(30))
    }
}
