/// Lines of code, joined with line feeds.
struct CodeLines {
    private(set) var lines: [String] = []
    private var depth = 0
    private let unit: String

    init(indentation: Int) {
        unit = String(repeating: " ", count: indentation)
    }

    var text: String { lines.joined(separator: "\n") + "\n" }

    mutating func add(_ line: String = "") {
        lines.append(line.isEmpty ? "" : String(repeating: unit, count: depth) + line)
    }

    /// The lines that `content` adds, one level deeper, between `head` and `tail`.
    mutating func block(_ head: String, _ tail: String = "}", _ content: (inout CodeLines) -> Void) {
        add(head)
        depth += 1
        content(&self)
        depth -= 1
        add(tail)
    }
}

extension CodeLines {
    /// A comment between `/**` and `*/`; none without a line.
    mutating func addBlockComment(_ lines: [String]) {
        let lines = lines.map(CommentText.inBlock)
        guard lines.count != 1 else {
            add("/** \(lines[0]) */")
            return
        }
        guard !lines.isEmpty else { return }
        add("/**")
        for line in lines { add(line.isEmpty ? " *" : " * \(line)") }
        add(" */")
    }
}

extension CodeLines {
    /// A closed set of texts, in Kotlin.
    mutating func addEnum(_ choice: TenantEvents.Choice) {
        block("enum class \(choice.type)(val wire: String) {") { lines in
            for (index, element) in choice.cases.enumerated() {
                let end = index == choice.cases.count - 1 ? "" : ","
                lines.add("\(element.name)(\(TargetLanguage.kotlin.literal(element.value)))\(end)")
            }
        }
    }
}

/// Text of a tenant in a comment: it can neither end the comment nor change the direction of what follows.
enum CommentText {
    static func line(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars { scalars.append(isSafe(scalar) ? scalar : " ") }
        return String(scalars).split(separator: " ").joined(separator: " ")
    }

    /// For a comment between `/*` and `*/`, which nests in some languages.
    static func inBlock(_ text: String) -> String {
        var result = ""
        for character in line(text) {
            if character == "/" && result.last == "*" || character == "*" && result.last == "/" { result.append(" ") }
            result.append(character)
        }
        return result
    }

    private static func isSafe(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F...0x9F, 0x2028...0x202E, 0x2066...0x2069: false
        default: true
        }
    }
}

/// Literals of the languages.
extension TargetLanguage {
    func literal(_ text: String) -> String {
        var literal = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": literal += "\\\(scalar)"
            case "$" where self == .kotlin: literal += "\\$"
            case "\n": literal += "\\n"
            case "\t": literal += "\\t"
            default:
                if Self.isPlain(scalar) { literal.unicodeScalars.append(scalar) } else { literal += escape(scalar) }
            }
        }
        return literal + "\""
    }

    /// Whether it can stand in a source file as it is.
    static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F...0x9F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: false
        default: true
        }
    }

    private func escape(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16)
        guard self != .swift else { return "\\u{\(digits)}" }
        return "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
    }
}
