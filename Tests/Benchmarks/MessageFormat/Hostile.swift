import MessageFormat

/// Messages no honest person writes, each of which must end well within a second.
enum Hostile {
    /// Prints the milliseconds each takes to parse, and, of the one that is a message, to compile and format.
    static func run() {
        let sources = [
            ("1 MB of placeholders", String(repeating: "Hei {$name}, ", count: 80_660)),
            ("1 MB of text", String(repeating: "x", count: 1 << 20)),
            ("100,000 open braces", String(repeating: "{", count: 100_000)),
            ("100,000 open literals", String(repeating: "{|", count: 100_000)),
            ("100,000 options", "{$x :f " + String(repeating: "a=1 ", count: 100_000) + "}"),
            ("100,000 declarations", String(repeating: ".local $x = {1} ", count: 100_000) + "{{}}"),
        ]
        for (name, source) in sources {
            print(name, milliseconds { _ = Message.parse(source) }, "ms")
        }
        var variants = ".input {$n :number} .match $n "
        for index in 0..<1_000_000 { variants += "\(index) {{}} " }
        variants += "* {{}}"
        var parsed = Message.parse("")
        print("1,000,000 variants", milliseconds { parsed = Message.parse(variants) }, "ms")
        let elapsed = milliseconds { _ = CompiledMessage(parsed, locale: "en").format(["n": 999_999]) }
        print("compiling and formatting them", elapsed, "ms")
    }

    private static func milliseconds(_ body: () -> Void) -> Int {
        Int(processorTime(body) * 1_000)
    }
}
