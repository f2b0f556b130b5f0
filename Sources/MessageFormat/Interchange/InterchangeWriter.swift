/// Writes JSON without white space, with members in their order.
enum InterchangeWriter {
    /// `value` as JSON text.
    static func write(_ value: InterchangeJSON) -> String {
        var text = ""
        append(value, to: &text)
        return text
    }

    private static func append(_ value: InterchangeJSON, to text: inout String) {
        switch value {
        case .object(let members):
            text += "{"
            for (index, member) in members.enumerated() {
                if index > 0 { text += "," }
                append(member.key, to: &text)
                text += ":"
                append(member.value, to: &text)
            }
            text += "}"
        case .array(let elements):
            text += "["
            for (index, element) in elements.enumerated() {
                if index > 0 { text += "," }
                append(element, to: &text)
            }
            text += "]"
        case .string(let string): append(string, to: &text)
        case .number(let number): text += number
        case .boolean(let flag): text += flag ? "true" : "false"
        case .null: text += "null"
        }
    }

    private static func append(_ string: String, to text: inout String) {
        text += "\""
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            case "\u{0}"..."\u{1F}":
                let hex = String(scalar.value, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
            default: text.unicodeScalars.append(scalar)
            }
        }
        text += "\""
    }
}
