/// The description of each syntax error.
extension Parser {
    static func missingName(of thing: StaticString, at found: String?) -> String {
        "\(thing) needs a name\(instead(of: found))"
    }

    static func unclosedLiteral() -> String {
        "a quoted literal needs `|` at its end"
    }

    static func unknownEscape(_ character: String?) -> String {
        guard let character else { return "a backslash needs a character after it; write `\\\\` for a backslash" }
        return "`\\\(character)` is no escape; only `\\\\`, `\\{`, `\\|` and `\\}` are"
    }

    static func nulCharacter() -> String {
        "U+0000 cannot stand in a message"
    }

    static func unescapedBrace() -> String {
        "`}` closes nothing here; write `\\}` for a brace in text"
    }

    static func unclosedPattern() -> String {
        "a pattern that begins with `{{` needs `}}` at its end"
    }

    static func unclosedPlaceholder() -> String {
        "a placeholder needs `}` at its end"
    }

    static func unexpectedInPlaceholder(_ found: String) -> String {
        "`\(found)` cannot stand here; a placeholder holds an operand, then a function, options and attributes"
    }

    static func expectedExpression(at found: String?) -> String {
        "a placeholder in braces is needed\(instead(of: found))"
    }

    static func expectedOperand(at found: String?) -> String {
        "a placeholder begins with a variable, a literal, a function or a markup\(instead(of: found))"
    }

    static func missingSpace(before thing: StaticString) -> String {
        "\(thing) needs white space before it"
    }

    static func optionWithoutValue(_ name: String) -> String {
        "option `\(name)` needs `=` and a literal or variable"
    }

    static func attributeWithoutValue(_ name: String) -> String {
        "attribute `\(name)` needs a literal after `=`"
    }

    static func unknownKeyword(_ keyword: String) -> String {
        "`\(keyword)` is no statement; a message that begins with a dot needs `.input`, `.local` or `.match`, "
            + "or `{{…}}` around its text"
    }

    static func expectedBody(at found: String?) -> String {
        "a pattern `{{…}}` or `.match` is needed\(instead(of: found))"
    }

    static func contentAfterMessage() -> String {
        "nothing may follow the closing `}}`"
    }

    static func inputWithoutVariable() -> String {
        "`.input` needs a variable in its braces"
    }

    static func expectedVariable(after keyword: StaticString, at found: String?) -> String {
        "`\(keyword)` needs a variable such as `$name`\(instead(of: found))"
    }

    static func localWithoutValue(_ name: String) -> String {
        "`.local $\(name)` needs `=` and a placeholder"
    }

    static func missingVariants() -> String {
        "`.match` needs variants, each with keys and a pattern in `{{…}}`"
    }

    static func variantWithoutPattern() -> String {
        "a variant needs a pattern in `{{…}}` after its keys"
    }

    static func variantWithoutKeys() -> String {
        "a variant needs a key for each selector before its pattern"
    }

    static func expectedKey(at found: String) -> String {
        "a key is a literal or `*`, not `\(found)`"
    }

    private static func instead(of found: String?) -> String {
        guard let found else { return "; the message ends here" }
        return ", not `\(found)`"
    }
}
