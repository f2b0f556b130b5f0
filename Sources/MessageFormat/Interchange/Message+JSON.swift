extension Message {
    /// The message in the interchange format of the specification (`spec/data-model/message.json`, LDML 48.2), as
    /// JSON without white space.
    public var json: String { InterchangeWriter.write(jsonValue) }

    private var jsonValue: InterchangeJSON {
        let declarations = InterchangeJSON.array(self.declarations.map { $0.jsonValue })
        return switch body {
        case .pattern(let pattern):
            .object([
                ("type", .string("message")),
                ("declarations", declarations),
                ("pattern", Self.jsonValue(of: pattern)),
            ])
        case .select(let selectors, let variants):
            .object([
                ("type", .string("select")),
                ("declarations", declarations),
                ("selectors", .array(selectors.map { Operand.variable($0).jsonValue })),
                ("variants", .array(variants.map { $0.jsonValue })),
            ])
        }
    }

    fileprivate static func jsonValue(of pattern: Pattern) -> InterchangeJSON {
        .array(
            pattern.map { element in
                switch element {
                case .text(let text): .string(text)
                case .expression(let expression): expression.jsonValue
                case .markup(let markup): markup.jsonValue
                }
            }
        )
    }

    fileprivate static func jsonValue(of options: [Option]) -> InterchangeJSON {
        .object(options.map { ($0.name, $0.value.jsonValue) })
    }

    fileprivate static func jsonValue(of attributes: [Attribute]) -> InterchangeJSON {
        .object(attributes.map { ($0.name, $0.value.map { Operand.literal($0).jsonValue } ?? .boolean(true)) })
    }
}

extension Message.Declaration {
    fileprivate var jsonValue: InterchangeJSON {
        .object([
            ("type", .string(kind == .input ? "input" : "local")),
            ("name", .string(name)),
            ("value", value.jsonValue),
        ])
    }
}

extension Message.Variant {
    fileprivate var jsonValue: InterchangeJSON {
        let keys = keys.map { key -> InterchangeJSON in
            switch key {
            case .literal(let text): Message.Operand.literal(text).jsonValue
            case .catchAll: .object([("type", .string("*"))])
            }
        }
        return .object([("keys", .array(keys)), ("value", Message.jsonValue(of: pattern))])
    }
}

extension Message.Operand {
    fileprivate var jsonValue: InterchangeJSON {
        switch self {
        case .literal(let text): .object([("type", .string("literal")), ("value", .string(text))])
        case .variable(let name): .object([("type", .string("variable")), ("name", .string(name))])
        }
    }
}

extension Message.Expression {
    fileprivate var jsonValue: InterchangeJSON {
        var members: [(key: String, value: InterchangeJSON)] = [("type", .string("expression"))]
        if let operand { members.append(("arg", operand.jsonValue)) }
        if let function {
            var parts: [(key: String, value: InterchangeJSON)] = [
                ("type", .string("function")), ("name", .string(function.name)),
            ]
            if !function.options.isEmpty { parts.append(("options", Message.jsonValue(of: function.options))) }
            members.append(("function", .object(parts)))
        }
        if !attributes.isEmpty { members.append(("attributes", Message.jsonValue(of: attributes))) }
        return .object(members)
    }
}

extension Message.Markup {
    fileprivate var jsonValue: InterchangeJSON {
        var members: [(key: String, value: InterchangeJSON)] = [
            ("type", .string("markup")), ("kind", .string(kind.rawValue)), ("name", .string(name)),
        ]
        if !options.isEmpty { members.append(("options", Message.jsonValue(of: options))) }
        if !attributes.isEmpty { members.append(("attributes", Message.jsonValue(of: attributes))) }
        return .object(members)
    }
}
