/// Reads the content of a placeholder: operand, function, options, attributes, markup.
extension Parser {
    /// Reads an expression without its braces, up to white space before `}`; nil after a fault.
    mutating func parseExpressionBody() -> Message.Expression? {
        let operand: Message.Operand?
        switch current {
        case Byte.dollar:
            guard let name = parseVariable(as: .variable) else { return nil }
            operand = .variable(name)
        case Byte.colon:
            operand = nil
        default:
            guard isLiteralStart else {
                report(currentCharacterRange, Self.expectedOperand(at: currentCharacter))
                return nil
            }
            operand = .literal(parseLiteral())
        }
        // Without an operand, the function may directly follow the brace; after one, it needs white space.
        var spaced = operand == nil || skipSpace()
        var function: Message.Function?
        if current == Byte.colon {
            guard spaced || reportMissingSpace(before: "a function") else { return nil }
            guard let parsed = parseFunction(spaced: &spaced) else { return nil }
            function = parsed
        }
        guard let attributes = parseAttributes(spaced: &spaced) else { return nil }
        return Message.Expression(operand: operand, function: function, attributes: attributes)
    }

    /// Reads a variable from its `$` on; nil after a fault.
    mutating func parseVariable(as kind: SourceSpan.Kind) -> String? {
        let start = position
        position += 1
        guard let name = parseName() else {
            report(start..<currentCharacterRange.upperBound, Self.missingName(of: "a variable", at: currentCharacter))
            return nil
        }
        spans.append(SourceSpan(kind: kind, range: start..<name.upperBound))
        return text(name)
    }

    private mutating func parseFunction(spaced: inout Bool) -> Message.Function? {
        let start = position
        position += 1
        guard let name = parseIdentifier(of: "a function") else { return nil }
        spans.append(SourceSpan(kind: .function, range: start..<position))
        guard let options = parseOptions(spaced: &spaced) else { return nil }
        return Message.Function(name: name, options: options)
    }

    /// Reads `#name`, `#name/` or `/name` without the braces; nil after a fault.
    mutating func parseMarkup() -> Message.Markup? {
        let start = position
        var kind: Message.Markup.Kind = current == Byte.hash ? .open : .close
        position += 1
        guard let name = parseIdentifier(of: "a markup") else { return nil }
        spans.append(SourceSpan(kind: .markup, range: start..<position))
        var spaced = false
        guard let options = parseOptions(spaced: &spaced), let attributes = parseAttributes(spaced: &spaced) else {
            return nil
        }
        if kind == .open, consume(Byte.slash) { kind = .standalone }
        return Message.Markup(kind: kind, name: name, options: options, attributes: attributes)
    }

    /// Reads all options; `spaced` is then whether white space precedes the position.
    private mutating func parseOptions(spaced: inout Bool) -> [Message.Option]? {
        var options: [Message.Option] = []
        while true {
            spaced = skipSpace()
            guard nameCharacterLength(start: true) > 0 else { return options }
            guard spaced || reportMissingSpace(before: "an option") else { return nil }
            let start = position
            guard let name = parseIdentifier(of: "an option") else { return nil }
            spans.append(SourceSpan(kind: .option, range: start..<position))
            skipSpace()
            guard consume(Byte.equals) else {
                report(start..<position, Self.optionWithoutValue(name))
                return nil
            }
            skipSpace()
            guard let value = parseOptionValue(of: name) else { return nil }
            options.append(Message.Option(name: name, value: value))
        }
    }

    private mutating func parseOptionValue(of name: String) -> Message.Operand? {
        if current == Byte.dollar { return parseVariable(as: .variable).map { .variable($0) } }
        guard isLiteralStart else {
            report(currentCharacterRange, Self.optionWithoutValue(name))
            return nil
        }
        return .literal(parseLiteral())
    }

    /// Reads all attributes; of two with the same name, the last is kept.
    private mutating func parseAttributes(spaced: inout Bool) -> [Message.Attribute]? {
        var attributes: [Message.Attribute] = []
        while current == Byte.at {
            guard spaced || reportMissingSpace(before: "an attribute") else { return nil }
            position += 1
            guard let name = parseIdentifier(of: "an attribute") else { return nil }
            var value: String?
            spaced = skipSpace()
            if consume(Byte.equals) {
                skipSpace()
                guard isLiteralStart else {
                    report(currentCharacterRange, Self.attributeWithoutValue(name))
                    return nil
                }
                value = parseLiteral()
                spaced = skipSpace()
            }
            attributes.append(Message.Attribute(name: name, value: value))
        }
        return attributes.count > 1 ? Self.keepingLast(attributes) : attributes
    }

    private static func keepingLast(_ attributes: [Message.Attribute]) -> [Message.Attribute] {
        var seen: Set<String> = []
        return attributes.reversed().filter { seen.insert($0.name).inserted }.reversed()
    }

    /// Always returns false, so that a guard can end with it.
    private mutating func reportMissingSpace(before thing: StaticString) -> Bool {
        report(currentCharacterRange, Self.missingSpace(before: thing))
        return false
    }
}
