/// An address, with or without the name before it.
///
/// Source: RFC 5322, section 3.4, without its rarities.
struct Mailbox: Sendable, Hashable {
    let name: String?
    /// `local@domain`: no space, no control, nothing that ends an address in a header or a command.
    ///
    /// A domain beyond ASCII is written as DNS has it wherever that is certain, so that every relay takes it.
    let address: String

    var domain: String { address.split(separator: "@").last.map(String.init) ?? "" }
    var isASCII: Bool { address.utf8.allSatisfy { $0 < 0x80 } }

    /// `local@domain` or `Name <local@domain>`.
    init?(_ text: String) {
        guard text.unicodeScalars.allSatisfy({ $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) }) else {
            return nil
        }
        var address = text[...]
        var name: String?
        if text.hasSuffix(">") {
            guard let open = text.lastIndex(of: "<") else { return nil }
            address = text[text.index(after: open)..<text.index(before: text.endIndex)]
            let phrase = Self.trimmed(text[..<open])
            name = phrase.isEmpty ? nil : phrase
        }
        guard Self.isAddress(address) else { return nil }
        self.name = name
        let (local, domain) = (address.prefix { $0 != "@" }, address.drop { $0 != "@" }.dropFirst())
        self.address = "\(local)@\(DomainName.ascii(domain) ?? String(domain))"
    }

    /// Lengths from RFC 5321, section 4.5.3.1.
    ///
    /// Quoted local parts aren't taken: nobody has one, and they hide things.
    private static func isAddress(_ text: Substring) -> Bool {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, (1...64).contains(parts[0].utf8.count), (1...253).contains(parts[1].utf8.count) else {
            return false
        }
        let isSafe = text.unicodeScalars.allSatisfy { scalar in
            scalar.value > 0x20 && scalar.value != 0xA0 && !"<>()[]\\,;:\"".unicodeScalars.contains(scalar)
                && !scalar.properties.isWhitespace && !scalar.properties.isDefaultIgnorableCodePoint
        }
        return isSafe && !parts[1].hasPrefix(".") && !parts[1].hasSuffix(".") && !text.contains("..")
    }

    private static func trimmed(_ text: Substring) -> String {
        var phrase = text.drop { $0 == " " }
        while phrase.last == " " { phrase.removeLast() }
        guard phrase.count >= 2, phrase.first == "\"", phrase.last == "\"" else { return String(phrase) }
        return String(phrase.dropFirst().dropLast()).replacing("\\", with: "")
    }

    /// As it is written in a header: the name encoded or quoted where it must be.
    ///
    /// - Parameter column: how much of the first line the header's name takes.
    func headerText(at column: Int) -> String {
        guard let name else { return address }
        let phrase = phrase(name, at: column)
        let lastLine =
            phrase.utf8.lastIndex(of: 0x0A).map { phrase.utf8[$0...].count - 1 } ?? column + phrase.utf8.count
        let isLong = lastLine + address.utf8.count + 3 > EncodedWord.lineLength
        return "\(phrase)\(isLong ? "\r\n" : "") <\(address)>"
    }

    private func phrase(_ name: String, at column: Int) -> String {
        let isPlain = name.utf8.allSatisfy { $0 < 0x7F }
        guard isPlain, !name.contains("=?") else { return EncodedWord.text(name, at: column) }
        let isAtoms = name.utf8.allSatisfy { byte in
            (48...57).contains(byte) || (65...90).contains(byte & 0xDF) || "!#$%&'*+-/=?^_`{|}~ ".utf8.contains(byte)
        }
        let quoted = "\"\(name.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
        return EncodedWord.folded(isAtoms ? name : quoted, at: column) ?? EncodedWord.text(name, at: column)
    }
}
