import CarillonDiagnostics

/// The messages of the JSON reader.
extension Diagnostic {
    static func emptyFile(_ span: Span) -> Diagnostic {
        Diagnostic(.emptyFile, "this file is empty", at: span, help: "write at least `{}`")
    }

    static func notUTF8(_ span: Span) -> Diagnostic {
        Diagnostic(.notUTF8, "this file is not UTF-8", at: span, label: "this byte begins no character")
    }

    static func utf16(_ span: Span) -> Diagnostic {
        Diagnostic(.notUTF8, "this file is UTF-16, JSON is UTF-8", at: span, help: "save it again as UTF-8")
    }

    static func byteOrderMark(_ span: Span) -> Diagnostic {
        Diagnostic(
            .byteOrderMark,
            "this file begins with a byte order mark",
            at: span,
            help: "save it as UTF-8 without BOM",
            fixes: [Fix("remove the byte order mark", replace: span, with: "")]
        )
    }

    static func nul(_ span: Span) -> Diagnostic {
        Diagnostic(.nulCharacter, "a NUL character stands here", at: span, help: "is this a text file?")
    }

    static func unexpectedCharacter(_ span: Span) -> Diagnostic {
        Diagnostic(.unexpectedCharacter, "this is not JSON", at: span, label: "nothing in JSON looks like this")
    }

    static func missingComma(_ span: Span) -> Diagnostic {
        Diagnostic(
            .missingComma,
            "a comma is missing",
            at: span,
            label: "expected `,` here",
            fixes: [Fix("add the comma", replace: span, with: ",")]
        )
    }

    static func extraComma(_ span: Span) -> Diagnostic {
        Diagnostic(
            .extraComma,
            "there is a comma too many",
            at: span,
            label: "no value follows",
            fixes: [Fix("remove the comma", replace: span, with: "")]
        )
    }

    static func missingColon(_ name: String, _ span: Span) -> Diagnostic {
        Diagnostic(.missingColon, "a colon is missing after \(quoted(name))", at: span, label: "expected `:` here")
    }

    static func missingValue(_ span: Span) -> Diagnostic {
        Diagnostic(.missingValue, "a value is missing", at: span, label: "expected a value here")
    }

    static func unclosedBracket(_ span: Span, opened: Span, bracket: UInt8, others: Int) -> Diagnostic {
        let closing = bracket == UInt8(ascii: "{") ? "}" : "]"
        return Diagnostic(
            .unclosedBracket,
            "the file ends before `\(closing)`",
            at: span,
            label: "expected `\(closing)` here",
            related: [Label(opened, "opened here")],
            notes: others == 0 ? [] : ["\(others) more \(others == 1 ? "bracket is" : "brackets are") open around it"]
        )
    }

    static func wrongBracket(_ span: Span, opened: Span, expected: Character) -> Diagnostic {
        Diagnostic(
            .wrongBracket,
            "this bracket closes nothing",
            at: span,
            label: "expected `\(expected)` here",
            related: [Label(opened, "opened here")]
        )
    }

    static func textAfterEnd(_ span: Span) -> Diagnostic {
        Diagnostic(.textAfterEnd, "text follows after the end of the JSON value", at: span, label: "remove this")
    }

    static func badNumber(_ text: String, _ span: Span) -> Diagnostic {
        Diagnostic(
            .badNumber,
            "\(quoted(text)) is not a JSON number",
            at: span,
            notes: ["digits with at most one point and one exponent, without leading zeros or plus sign"]
        )
    }

    static func badWord(_ text: String, _ span: Span) -> Diagnostic {
        let literals = ["true", "false", "null"]
        let others = ["none": "null", "nil": "null", "undefined": "null", "yes": "true", "no": "false"]
        let guess = others[text.lowercased()] ?? Suggestion.closest(to: text, among: literals)
        let exact = literals.first { $0 == text.lowercased() } ?? guess
        return Diagnostic(
            .badWord,
            "\(quoted(text)) is no word of JSON",
            at: span,
            label: exact.map { "did you mean `\($0)`?" } ?? "text stands in double quotes",
            notes: ["JSON knows true, false and null"],
            fixes: exact.map { [Fix("write \($0)", replace: span, with: $0)] } ?? []
        )
    }

    static func badEscape(_ span: Span) -> Diagnostic {
        Diagnostic(
            .badEscape,
            "this escape does not exist in JSON",
            at: span,
            notes: [#"escapes are \" \\ \/ \b \f \n \r \t and \u with four hexadecimal digits"#],
            help: #"a backslash itself is written \\"#
        )
    }

    static func loneSurrogate(_ span: Span) -> Diagnostic {
        Diagnostic(
            .loneSurrogate,
            "this is half of a character",
            at: span,
            label: "a surrogate without its partner",
            help: "write the character itself"
        )
    }

    static func controlCharacter(_ byte: UInt8, _ span: Span) -> Diagnostic {
        let escape = byte == 0x09 ? #"\t"# : #"\u00"# + (byte < 16 ? "0" : "") + String(byte, radix: 16)
        return Diagnostic(
            .controlCharacter,
            "a control character stands in a string",
            at: span,
            label: "write \(escape)",
            fixes: [Fix("write it as an escape", replace: span, with: escape)]
        )
    }

    static func unclosedString(_ span: Span) -> Diagnostic {
        Diagnostic(
            .unclosedString,
            "this string has no end on its line",
            at: span,
            label: "expected `\"`",
            notes: [#"a line feed within a string is written \n; a long text may be an array of lines"#]
        )
    }

    static func comment(_ span: Span) -> Diagnostic {
        Diagnostic(
            .comment,
            "JSON has no comments",
            at: span,
            help: "say it in `summary` or `description`, or in the commit message",
            fixes: [Fix("remove the comment", replace: span, with: "")]
        )
    }

    static func wrongQuotes(_ span: Span) -> Diagnostic {
        Diagnostic(.wrongQuotes, "strings stand in double quotes", at: span, label: "write `\"`")
    }

    /// Reported once for a file, at the first curly quote.
    static func curlyQuotes(_ quotes: CurlyQuotes, _ span: Span, in bytes: [UInt8]) -> Diagnostic {
        let first = Span(span.source, span.range.lowerBound..<span.range.lowerBound + CurlyQuotes.length)
        return Diagnostic(
            .wrongQuotes,
            "strings stand in straight double quotes",
            at: first,
            label: "write `\"`",
            notes: quotes.count > 1
                ? ["this file has \(quotes.count) curly quotes around strings, as word processors write them"] : [],
            help: "let an editor for code replace them",
            fixes: quotes.straightened(in: bytes).map { [Fix("write straight quotes", replace: span, with: $0)] } ?? []
        )
    }

    static func unquotedName(_ name: String, _ span: Span) -> Diagnostic {
        Diagnostic(
            .unquotedName,
            "names stand in double quotes",
            at: span,
            label: "write \"\(name)\"",
            fixes: [Fix("add the quotes", replace: span, with: "\"\(name)\"")]
        )
    }

    static func tooDeep(_ span: Span, limit: Int) -> Diagnostic {
        Diagnostic(
            .tooDeep,
            "more than \(limit) brackets stand inside one another",
            at: span,
            label: "not read further"
        )
    }

    static func duplicateKey(_ name: String, _ span: Span, first: Span) -> Diagnostic {
        Diagnostic(
            .duplicateKey,
            "\(quoted(name)) stands twice in this object",
            at: span,
            label: "second time",
            related: [Label(first, "first time")],
            notes: ["programs differ in which one they take"]
        )
    }

    static func tooManyFaults(_ span: Span, limit: Int) -> Diagnostic {
        Diagnostic(.tooManyFaults, "this file has more than \(limit) faults", at: span, label: "not read further")
    }

    static func tooManyOfAKind(_ span: Span, limit: Int) -> Diagnostic {
        Diagnostic(
            .tooManyFaults,
            "there are more than \(limit) faults of this kind",
            at: span,
            label: "not counted on"
        )
    }

    /// A name from a file, made fit for a message: on one line, and truncated if it is long.
    static func quoted(_ name: String) -> String {
        let scalars = name.unicodeScalars.map { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) ? "\u{FFFD}" : $0 }
        let text = String(String.UnicodeScalarView(scalars))
        return "`\(text.count > 60 ? text.prefix(59) + "…" : text)`"
    }
}
