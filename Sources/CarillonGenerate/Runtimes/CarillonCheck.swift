// The checks of events before they are sent, and their JSON.

/// Reads values as the host would, and writes them as JSON.
struct CarillonCheck {
    let stripsTags: Bool
    var faults: [CarillonFaults.Fault] = []

    init(stripsTags: Bool) {
        self.stripsTags = stripsTags
    }

    mutating func json(_ value: CarillonValue, at pointer: String) -> String {
        switch value {
        case .text(let text, let most): return written(text, most: most, at: pointer)
        case .integer(let number, let range):
            if !range.contains(number) {
                found(pointer, "out-of-range", "must be from \(range.lowerBound) to \(range.upperBound)")
            }
            return String(number)
        case .decimal(let decimal): return formed(decimal, at: pointer)
        case .money(let money): return written(money, at: pointer)
        case .boolean(let value): return value ? "true" : "false"
        case .choice(let value): return CarillonJSON.text(value)
        case .uuid(let uuid): return formed(uuid, at: pointer)
        case .slug(let slug): return formed(slug, at: pointer)
        case .path(let path): return formed(path, at: pointer)
        case .url(let url, let most):
            if url.text.utf8.count > most {
                found(pointer, "too-long", "has \(url.text.utf8.count) bytes, at most \(most) are allowed")
                return "null"
            }
            return formed(url, at: pointer)
        case .email(let email): return formed(email, at: pointer)
        case .instant(let instant): return formed(instant, at: pointer)
        case .date(let date): return formed(date, at: pointer)
        case .list(let values, let most):
            counted(values.count, most: most, at: pointer)
            return "["
                + values.enumerated().map { json($1, at: "\(pointer)/\($0)") }.joined(separator: ",") + "]"
        case .map(let texts, let most, let textMost):
            counted(texts.count, most: most, at: pointer)
            let members = texts.sorted { $0.key < $1.key }
                .map { name, text in
                    let place = "\(pointer)/\(name)"
                    if !CarillonCharacter.isName(name) {
                        let wanted = "must be named by a letter or _ and then letters, digits, _, - and ."
                        found(place, "bad-format", wanted)
                    }
                    return (name, written(text, most: textMost, at: place))
                }
            return CarillonJSON.object(members)
        case .localized(let texts, let most):
            let members = texts.compactMap { language, text in
                text.map { text in
                    let place = "\(pointer)/\(language)"
                    if text.allSatisfy(\.isWhitespace) { found(place, "bad-format", "must be words") }
                    return (language, written(text, most: most, at: place))
                }
            }
            return CarillonJSON.object(members)
        }
    }

    /// A name of the request itself.
    mutating func name(_ text: String, at pointer: String) {
        let hasControls = text.unicodeScalars.contains { CarillonCharacter.isControl($0, andLines: true) }
        if text.isEmpty || hasControls || text.unicodeScalars.count > 256 {
            found(pointer, "bad-format", "must be 1 to 256 characters, none of them a control character")
        }
    }

    mutating func recipients(_ users: [CarillonRecipient]?, topic: String?) {
        if let users {
            if users.isEmpty, topic == nil { found("/recipients", "too-few", "must name at least one") }
            counted(users.count, most: 100, at: "/recipients")
            for (index, user) in users.enumerated() {
                name(user.id, at: "/recipients/\(index)" + (user.others.isEmpty ? "" : "/id"))
            }
        }
        if let topic { name(topic, at: "/topic") }
    }

    private mutating func found(_ pointer: String, _ code: String, _ message: String) {
        faults.append(CarillonFaults.Fault(pointer: pointer, code: code, message: message))
    }

    private mutating func counted(_ count: Int, most: Int, at pointer: String) {
        if count > most { found(pointer, "too-many", "has \(count) entries, at most \(most) are allowed") }
    }

    private mutating func formed<Text: CarillonText>(_ text: Text, at pointer: String) -> String {
        if !Text.isValid(text.text) { found(pointer, "bad-format", "must be \(Text.wanted)") }
        return CarillonJSON.text(text.text)
    }

    private mutating func written(_ text: String, most: Int, at pointer: String) -> String {
        let hasControls = text.unicodeScalars.contains { CarillonCharacter.isControl($0, andLines: false) }
        let length = text.unicodeScalars.count
        if stripsTags, hasControls || text.utf8.contains(UInt8(ascii: "<")) || text.utf8.contains(0xE2) {
            // How long it is then, only the host knows.
        } else if hasControls {
            found(pointer, "control-character", "must not hold control characters other than line feed and tab")
        } else if length > most {
            found(pointer, "too-long", "has \(length) characters, at most \(most) are allowed")
        }
        return CarillonJSON.text(text)
    }

    private mutating func written(_ money: CarillonMoney, at pointer: String) -> String {
        let bytes = money.currency.utf8
        let isMinor = money.amount.name == "minor"
        if !(1...24).contains(bytes.count) || !CarillonCharacter.isAlphanumeric(bytes.first ?? 0)
            || !bytes.allSatisfy({ CarillonCharacter.isAlphanumeric($0) || ".-_".utf8.contains($0) })
        {
            found(
                "\(pointer)/currency",
                "bad-format",
                "must be the code of a currency or an asset, 1 to 24 letters, digits, ., - and _"
            )
        } else if isMinor, bytes.count != 3 || !bytes.allSatisfy({ (65...90).contains($0) }) {
            found(
                "\(pointer)/currency",
                "bad-format",
                "must be a currency of ISO 4217 when the amount is in minor units"
            )
        } else if !money.isValid {
            found("\(pointer)/value", "bad-format", "must be a decimal written as a string")
        }
        return CarillonJSON.object([money.amount, ("currency", CarillonJSON.text(money.currency))])
    }
}

/// What texts are made of.
enum CarillonCharacter {
    static func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }
    static func isAlphanumeric(_ byte: UInt8) -> Bool { isDigit(byte) || (97...122).contains(byte | 0x20) }
    static func lowercased(_ byte: UInt8) -> UInt8 { (65...90).contains(byte) ? byte | 0x20 : byte }

    static func isControl(_ scalar: Unicode.Scalar, andLines: Bool) -> Bool {
        switch scalar.value {
        case 0x09, 0x0A: andLines
        case 0..<0x20, 0x7F...0x9F: true
        default: false
        }
    }

    static func isName(_ text: String) -> Bool {
        guard (1...40).contains(text.utf8.count), let first = text.utf8.first, !isDigit(first) else { return false }
        return (isAlphanumeric(first) || first == UInt8(ascii: "_"))
            && text.utf8.allSatisfy { isAlphanumeric($0) || "_-.".utf8.contains($0) }
    }

    static func isHost(_ bytes: ArraySlice<UInt8>, minimumLabels: Int) -> Bool {
        let labels = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return bytes.count <= 253 && labels.count >= minimumLabels
            && labels.allSatisfy { label in
                (1...63).contains(label.count) && label.allSatisfy { isAlphanumeric($0) || $0 == UInt8(ascii: "-") }
                    && label.first != UInt8(ascii: "-") && label.last != UInt8(ascii: "-")
            }
    }
}

/// JSON as it is sent.
enum CarillonJSON {
    static func object(_ members: [(String, String)]) -> String { "{\(Self.members(members))}" }

    static func members(_ members: [(String, String)]) -> String {
        members.map { "\(text($0)):\($1)" }.joined(separator: ",")
    }

    static func text(_ text: String) -> String {
        var json = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": json += "\\\""
            case "\\": json += "\\\\"
            case "\n": json += "\\n"
            case "\r": json += "\\r"
            case "\t": json += "\\t"
            case "\u{8}": json += "\\b"
            case "\u{C}": json += "\\f"
            case ..<" ":
                let digits = String(scalar.value, radix: 16)
                json += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
            default: json.unicodeScalars.append(scalar)
            }
        }
        return json + "\""
    }
}
