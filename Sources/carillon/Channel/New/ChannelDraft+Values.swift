import CarillonModel

/// Texts as a file writes them: placeholders, and the settings and slots that these name.
extension ChannelDraft {
    /// The text as a file writes it, by what it is for.
    mutating func placed(_ text: String, under name: String) -> String {
        if !Self.variables(in: text).isEmpty { return template(text) }
        if Self.isAddress(name), address == nil, !text.isEmpty {
            address = text
            return "{address}"
        }
        if Self.isText(name), slots["body"] == nil {
            addSlot("body", isRequired: true, sample: text, longest: documented?.facts[name]?.longest)
            return "{slot.body}"
        }
        if Self.isTitle(name), slots["title"] == nil {
            let isRequired = documented?.demands(name) ?? false
            addSlot("title", isRequired: isRequired, sample: text, longest: documented?.facts[name]?.longest)
            return isRequired ? "{slot.title}" : "{slot.title?}"
        }
        if Self.isSecretName(name) { return secret(Self.plain(name)) }
        if Self.isSender(name) { return setting("from", example: text) }
        return Self.escaped(text)
    }

    mutating func addSlot(_ name: String, isRequired: Bool, sample: String, longest: Int? = nil) {
        let isBody = name == "body"
        var slot: JSONObject = isRequired ? ["required": true] : [:]
        if isBody { slot["multiline"] = true }
        slot["max"] = JSONValue(longest.map { max(1, $0) } ?? (isBody ? 1000 : 100))
        slot["description"] = .string(isBody ? "What it says" : "The first line")
        slots[name] = .object(slot)
        sampleTexts[name] = .string(sample)
    }

    mutating func setting(_ name: String, example: String) -> String {
        let fact = documented?.facts[name]
        var setting: JSONObject = ["type": "text", "required": true]
        if let choices = fact?.choices, !choices.isEmpty {
            setting["type"] = "choice"
            setting["values"] = .array(choices.map { .string($0) })
        }
        setting["description"] = .string(fact?.description ?? "The \(name)")
        setting["example"] = .string(fact?.example ?? example)
        settings[name] = .object(setting)
        return "{settings.\(name)}"
    }

    mutating func secret(_ name: String) -> String {
        settings[name] = [
            "type": "secret", "required": true, "description": .string("The \(name)"),
            "example": ["$secret": .string("\(id)-\(name.lowercased())")],
        ]
        return "{secret.\(name)}"
    }

    /// A secret in a header: a variable's name, or `token`; its text isn't copied.
    mutating func secretText(_ text: String) -> String {
        Self.variables(in: text).first.map { secret(Self.camel($0.name)) } ?? secret("token")
    }

    static func hasVariables(_ text: String) -> Bool { !variables(in: text).isEmpty }

    /// `$NAME`, `${NAME}` and `<NAME>`, in order.
    static func variables(in text: String) -> [(range: Range<String.Index>, name: String)] {
        text.matches(of: #/\$\{([A-Za-z_][A-Za-z0-9_]*)\}|\$([A-Za-z_][A-Za-z0-9_]*)|<([A-Za-z][A-Za-z0-9_ -]*)>/#).map
        {
            ($0.range, String($0.output.1 ?? $0.output.2 ?? $0.output.3 ?? ""))
        }
    }

    /// With placeholders for variables, and braces that stand for themselves.
    mutating func template(_ text: String) -> String {
        var template = ""
        var place = text.startIndex
        for variable in Self.variables(in: text) {
            template += Self.escaped(String(text[place..<variable.range.lowerBound]))
            template += placeholder(variable.name)
            place = variable.range.upperBound
        }
        return template + Self.escaped(String(text[place...]))
    }

    mutating func placeholder(_ name: String) -> String {
        if Self.isAddress(name) {
            address = address ?? "example"
            return "{address}"
        }
        let camel = Self.camel(name)
        return Self.isSecretName(name) ? secret(camel) : setting(camel, example: "example")
    }

    static func escaped(_ text: String) -> String {
        text.replacing("{", with: "{{").replacing("}", with: "}}")
    }

    static func pattern(of text: String) -> String {
        String(text.flatMap { ".+*?()[]{}|\\^$".contains($0) ? ["\\", $0] : [$0] })
    }
}
