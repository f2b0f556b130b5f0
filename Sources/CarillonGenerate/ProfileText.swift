import CarillonModel

/// The client profile as lines: one for each member, and one for each element of its lists, so that a change shows as one.
struct ProfileText {
    let json: JSONObject

    /// JSON whose bytes can stand in any source file: neither controls nor characters that turn its direction, nor an
    /// escape of the language's.
    var lines: [String] {
        var lines = ["{"]
        for (index, member) in json.members.enumerated() {
            let end = index == json.members.count - 1 ? "" : ","
            let name = Self.written(.string(member.name))
            guard let elements = member.value.array, !elements.isEmpty else {
                lines.append("  \(name): \(Self.written(member.value))\(end)")
                continue
            }
            lines.append("  \(name): [")
            for (place, element) in elements.enumerated() {
                lines.append("    \(Self.written(element))\(place == elements.count - 1 ? "" : ",")")
            }
            lines.append("  ]\(end)")
        }
        return lines + ["}"]
    }

    private static func written(_ value: JSONValue) -> String {
        var text = ""
        var former: Unicode.Scalar?
        for scalar in value.text.unicodeScalars {
            // `\#` would be an escape of Swift's where the text stands.
            let isEscape = former == "\\" && scalar == "#"
            former = scalar
            guard !TargetLanguage.isPlain(scalar) || isEscape else {
                text.unicodeScalars.append(scalar)
                continue
            }
            let digits = String(scalar.value, radix: 16)
            text += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
        }
        return text
    }
}
