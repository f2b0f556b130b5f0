/// Reads patterns: text and placeholders.
extension Parser {
    /// Reads text and placeholders up to `}}`, which isn't consumed, or, in a simple message, up to the end.
    mutating func parsePattern(quoted: Bool) -> Message.Pattern {
        var elements: Message.Pattern = []
        while !isAtEnd {
            switch current {
            case Byte.open:
                if let element = parsePlaceholder(quoted: quoted) { elements.append(element) }
            case Byte.close:
                if quoted, byte(1) == Byte.close { return elements }
                if quoted, position + 1 == bytes.count { return elements }
                report(position..<position + 1, Self.unescapedBrace())
                if !isAtEnd { position += 1 }
            default:
                elements.append(.text(parseText { $0 == Byte.open || $0 == Byte.close }))
            }
        }
        return elements
    }

    /// Reads a pattern in `{{…}}`; call it only where ``isQuotedPatternStart``.
    mutating func parseQuotedPattern() -> Message.Pattern {
        let start = position
        position += 2
        let pattern = parsePattern(quoted: true)
        guard current == Byte.close, byte(1) == Byte.close else {
            reportUnclosed(from: start, Self.unclosedPattern())
            position = bytes.count
            return pattern
        }
        position += 2
        return pattern
    }

    /// Reads a placeholder.
    ///
    /// Nil after a fault, with the position after its `}` or wherever the pattern can continue.
    private mutating func parsePlaceholder(quoted: Bool) -> Message.PatternElement? {
        let start = position
        position += 1
        skipSpace()
        let element: Message.PatternElement? =
            switch current {
            case Byte.hash, Byte.slash: parseMarkup().map { .markup($0) }
            default: parseExpressionBody().map { .expression($0) }
            }
        guard let element, closePlaceholder(from: start) else {
            skipPlaceholder(quoted: quoted)
            return nil
        }
        return element
    }

    /// Reads `{…}` as an expression, for declarations; nil after a fault.
    mutating func parseExpression() -> Message.Expression? {
        let start = position
        guard consume(Byte.open) else {
            report(currentCharacterRange, Self.expectedExpression(at: currentCharacter))
            return nil
        }
        skipSpace()
        guard let expression = parseExpressionBody(), closePlaceholder(from: start) else {
            skipPlaceholder(quoted: false)
            return nil
        }
        return expression
    }

    private mutating func closePlaceholder(from start: Int) -> Bool {
        if consume(Byte.close) { return true }
        if isAtEnd {
            reportUnclosed(from: start, Self.unclosedPlaceholder())
        } else {
            report(currentCharacterRange, Self.unexpectedInPlaceholder(text(currentCharacterRange)))
        }
        return false
    }

    /// Skips to after the next `}` or to the end, where text most likely continues after a fault in a placeholder.
    ///
    /// Stops at two braces, which end a quoted pattern whose placeholder lacks its own brace.
    private mutating func skipPlaceholder(quoted: Bool) {
        while !isAtEnd {
            switch current {
            case Byte.close:
                let endsPattern = quoted && byte(1) == Byte.close && byte(2) != Byte.close
                if !endsPattern { position += 1 }
                return
            case Byte.backslash:
                position += min(2, bytes.count - position)
            default:
                position += 1
            }
        }
    }
}
