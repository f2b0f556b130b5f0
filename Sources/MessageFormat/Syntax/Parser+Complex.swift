/// Reads messages with declarations, quoted patterns and `.match`.
extension Parser {
    mutating func parseComplexMessage() -> Message {
        var declarations: [Message.Declaration] = []
        while current == Byte.dot {
            if consumeKeyword(".input") {
                if let declaration = parseInput() { declarations.append(declaration) } else { skipToStatement() }
            } else if consumeKeyword(".local") {
                if let declaration = parseLocal() { declarations.append(declaration) } else { skipToStatement() }
            } else if consumeKeyword(".match") {
                let (selectors, variants) = parseMatch()
                return Message(declarations: declarations, body: .select(selectors, variants))
            } else {
                reportUnknownKeyword()
                skipToStatement()
            }
            skipSpace()
        }
        guard isQuotedPatternStart else {
            report(currentCharacterRange, Self.expectedBody(at: currentCharacter))
            return Message(declarations: declarations, body: .pattern([]))
        }
        let pattern = parseQuotedPattern()
        skipSpace()
        if !isAtEnd { report(position..<bytes.count, Self.contentAfterMessage()) }
        return Message(declarations: declarations, body: .pattern(pattern))
    }

    private mutating func consumeKeyword(_ keyword: StaticString) -> Bool {
        let count = keyword.utf8CodeUnitCount
        guard bytes.count - position >= count else { return false }
        for index in 0..<count where bytes[position + index] != keyword.utf8Start[index] { return false }
        position += count
        return true
    }

    private mutating func reportUnknownKeyword() {
        let start = position
        position += 1
        while nameCharacterLength(start: false) > 0 { position += nameCharacterLength(start: false) }
        report(start..<position, Self.unknownKeyword(text(start..<position)))
    }

    private mutating func parseInput() -> Message.Declaration? {
        skipSpace()
        let start = position
        let firstSpan = spans.count
        guard let value = parseExpression() else { return nil }
        guard case .variable(let name) = value.operand else {
            report(start..<position, Self.inputWithoutVariable())
            return nil
        }
        spans[firstSpan] = SourceSpan(kind: .declaration, range: spans[firstSpan].range)
        return Message.Declaration(kind: .input, name: name, value: value)
    }

    private mutating func parseLocal() -> Message.Declaration? {
        let spaced = skipSpace()
        guard current == Byte.dollar else {
            report(currentCharacterRange, Self.expectedVariable(after: ".local", at: currentCharacter))
            return nil
        }
        guard spaced else {
            report(currentCharacterRange, Self.missingSpace(before: "the variable of .local"))
            return nil
        }
        guard let name = parseVariable(as: .declaration) else { return nil }
        skipSpace()
        guard consume(Byte.equals) else {
            report(currentCharacterRange, Self.localWithoutValue(name))
            return nil
        }
        skipSpace()
        guard let value = parseExpression() else { return nil }
        return Message.Declaration(kind: .local, name: name, value: value)
    }

    /// Skips to where a statement or the body can begin: a keyword or something similar, `{{`, or the end.
    private mutating func skipToStatement() {
        while !isAtEnd, !isQuotedPatternStart {
            if current == Byte.dot, looksLikeStatement { return }
            position += 1
        }
    }

    /// Whether a keyword begins here, or letters before a variable or a brace that were probably meant as one.
    private var looksLikeStatement: Bool {
        var ahead = self
        for keyword: StaticString in [".input", ".local", ".match"] where ahead.consumeKeyword(keyword) { return true }
        ahead.position += 1
        let start = ahead.position
        while (ahead.current | 0x20) &- 0x61 < 26 { ahead.position += 1 }
        guard ahead.position > start else { return false }
        ahead.skipSpace()
        return ahead.current == Byte.dollar || ahead.current == Byte.open && !ahead.isQuotedPatternStart
    }

    private mutating func parseMatch() -> ([String], [Message.Variant]) {
        var selectors: [String] = []
        var spaced = skipSpace()
        while current == Byte.dollar {
            if !spaced { report(currentCharacterRange, Self.missingSpace(before: "a selector")) }
            guard let name = parseVariable(as: .selector) else { break }
            selectors.append(name)
            spaced = skipSpace()
        }
        if selectors.isEmpty {
            report(currentCharacterRange, Self.expectedVariable(after: ".match", at: currentCharacter))
            skipToStatement()
        } else if isAtEnd {
            report(position..<position, Self.missingVariants())
        } else if !spaced {
            report(currentCharacterRange, Self.missingSpace(before: "the first key"))
        }
        var variants: [Message.Variant] = []
        while !isAtEnd {
            if let variant = parseVariant(needsKeys: !selectors.isEmpty) { variants.append(variant) }
            skipSpace()
        }
        return (selectors, variants)
    }

    private mutating func parseVariant(needsKeys: Bool) -> Message.Variant? {
        let start = position
        var keys: [Message.Key] = []
        var end = start
        var spaced = true
        while !isQuotedPatternStart {
            if isAtEnd {
                report(start..<end, Self.variantWithoutPattern())
                return nil
            }
            guard current == Byte.star || isLiteralStart else {
                report(currentCharacterRange, Self.expectedKey(at: text(currentCharacterRange)))
                skipToPattern()
                break
            }
            if !spaced { report(currentCharacterRange, Self.missingSpace(before: "a key")) }
            keys.append(consume(Byte.star) ? .catchAll : .literal(parseLiteral()))
            end = position
            spaced = skipSpace()
        }
        guard isQuotedPatternStart else { return nil }
        if keys.isEmpty, needsKeys { report(position..<position + 2, Self.variantWithoutKeys()) }
        spans.append(SourceSpan(kind: .keys, range: start..<end))
        return Message.Variant(keys: keys, pattern: parseQuotedPattern())
    }

    private mutating func skipToPattern() {
        while !isAtEnd, !isQuotedPatternStart { position += 1 }
    }
}
