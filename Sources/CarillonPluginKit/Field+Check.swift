public import CarillonModel

extension Field {
    /// What is wrong with `value` for this field, in one clause without full stop; nil when it fits.
    ///
    /// Pure.
    public func problem(in value: JSONValue) -> String? {
        switch kind {
        case .text: value.string?.isEmpty == false ? nil : "a text is needed here, not \(value.kind)"
        case .integer(let range): Self.problem(in: value, range: range)
        case .boolean: value.boolean != nil ? nil : "true or false is needed here, not \(value.kind)"
        case .choice(let choices):
            value.string.map(choices.contains) == true
                ? nil : "one of \(choices.joined(separator: ", ")) is needed here"
        case .url: value.string.flatMap { WebOrigin(url: $0) } != nil ? nil : "an https URL is needed here"
        case .email: value.string.map(Self.isMailbox) == true ? nil : "an e-mail address is needed here"
        case .secret: Self.isSecretName(value) ? nil : "name a secret here, as {\"$secret\": \"name\"}"
        }
    }

    private static func problem(in value: JSONValue, range: ClosedRange<Int>) -> String? {
        guard let number = value.integer else { return "an integer is needed here, not \(value.kind)" }
        guard let number = Int(exactly: number), range.contains(number) else {
            return "the number must be from \(range.lowerBound) to \(range.upperBound)"
        }
        return nil
    }

    /// `name@host` or `Name <name@host>`, without control characters.
    private static func isMailbox(_ text: String) -> Bool {
        guard text.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F }) else { return false }
        var address = text[...]
        if text.hasSuffix(">") {
            guard let open = text.lastIndex(of: "<") else { return false }
            address = text[text.index(after: open)..<text.index(before: text.endIndex)]
        }
        let parts = address.split(separator: "@", omittingEmptySubsequences: false)
        return parts.count == 2 && !parts[0].isEmpty && !parts[1].isEmpty
            && !address.contains { $0 == " " || $0 == "<" || $0 == ">" || $0 == "," }
    }

    private static func isSecretName(_ value: JSONValue) -> Bool {
        guard let object = value.object, object.members.count == 1 else { return false }
        return object["$secret"]?.string?.isEmpty == false
    }
}
