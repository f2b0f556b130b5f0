public import CarillonDiagnostics

/// T00: numbers, literals, strings and names of JSON.
extension DiagnosticCode {
    public static let badNumber = DiagnosticCode(
        "T0013",
        "bad-number",
        page: """
            A number is not written as JSON has it: no leading zeros, no plus sign, digits on both sides of the point, no
            hexadecimal, no `NaN` or `Infinity`.

            ```text
            { "maxLength": 080, "badge": +1, "rate": .5 }
            ```

            Write `80`, `1` and `0.5`. What isn't meant as a number belongs into double quotes.
            """
    )

    public static let badWord = DiagnosticCode(
        "T0014",
        "bad-word",
        page: """
            A word stands there without quotes that is none of JSON's three: `true`, `false` and `null`, in small
            letters.

            ```text
            { "mutable": True, "priority": high }
            ```

            Write `true`, or put text into double quotes: `"high"`.
            """
    )

    public static let badEscape = DiagnosticCode(
        "T0015",
        "bad-escape",
        page: #"""
            A backslash in a string begins an escape that JSON doesn't have. The escapes are `\"`, `\\`, `\/`, `\b`,
            `\f`, `\n`, `\r`, `\t`, and `\u` with four hexadecimal digits.

            ```text
            { "pattern": "^\d+$" }
            ```

            A backslash itself is written twice: `"^\\d+$"`. The same holds for MessageFormat's `\{`: in JSON it is
            `\\{`.
            """#
    )

    public static let loneSurrogate = DiagnosticCode(
        "T0016",
        "lone-surrogate",
        page: #"""
            A `\u` escape names half of a character. Characters beyond U+FFFF (such as 🚀) take two escapes, a high
            surrogate and a low one, one right after the other.

            ```text
            { "title": "\ud83d liftoff" }
            ```

            Write the character itself (`"🚀 liftoff"`), or both escapes (`\ud83d\ude80`).
            """#
    )

    public static let controlCharacter = DiagnosticCode(
        "T0017",
        "control-character",
        page: #"""
            A string holds a tab or another control character as it is. JSON wants them escaped: a tab as `\t`.

            Most often the character came along from somewhere by copy and paste, and removing it is right.
            """#
    )

    public static let unclosedString = DiagnosticCode(
        "T0018",
        "unclosed-string",
        page: #"""
            A string is still open at the end of its line.

            ```text
            { "title": "New assignment,
              "body": "…" }
            ```

            Add the closing quote. A quote within the string is written `\"`, a line feed `\n`; in templates a text of
            several lines may also be an array of strings.
            """#
    )

    public static let comment = DiagnosticCode(
        "T0019",
        "comment",
        page: """
            The file holds a comment. JSON has none.

            ```text
            { "collect": "15m" // per recipient
            }
            ```

            Say it where the format has a place for it (`summary`, `description`), or in the commit message.
            """
    )

    public static let wrongQuotes = DiagnosticCode(
        "T0020",
        "wrong-quotes",
        page: """
            A string stands in single quotes, or in the curly quotes of a word processor. JSON knows only the straight double quote.

            ```text
            { 'title': 'New assignment', “body”: “You have been assigned” }
            ```

            Write `{ "title": "New assignment", "body": "You have been assigned" }`. Curly quotes are told once for a whole file,
            with one fix for all of them; within words they are right: `"He said “yes”"`. An editor for code leaves quotes as
            they are.
            """
    )

    public static let unquotedName = DiagnosticCode(
        "T0021",
        "unquoted-name",
        page: """
            A name in an object stands without quotes.

            ```text
            { title: "New assignment" }
            ```

            Write `{ "title": "New assignment" }`.
            """
    )
}
