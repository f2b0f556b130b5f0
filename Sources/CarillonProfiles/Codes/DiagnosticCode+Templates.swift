public import CarillonDiagnostics

/// T02: texts, languages and the variables in them.
extension DiagnosticCode {
    public static let messageSyntax = DiagnosticCode(
        "T0201",
        "message-syntax",
        page: #"""
            A text is no MessageFormat 2 message: a brace isn't closed, a function is misspelt into something
            unreadable, or a backslash stands before a letter.

            ```text
            "body": "You have been assigned to {$project as {$role}"
            ```

            Close the brace: `{$project}`. Braces that are meant as text are written `\\{` and `\\}` in JSON.
            """#
    )

    public static let missingFallbackVariant = DiagnosticCode(
        "T0202",
        "missing-fallback-variant",
        page: """
            A text with variants has none that takes whatever is left.

            ```text
            { "match": ["count"], "when": { "one": "{$count} message", "other": "{$count} messages" } }
            ```

            The last variant has the key `*`: write `"*"` instead of `"other"`.
            """
    )

    public static let badVariant = DiagnosticCode(
        "T0203",
        "bad-variant",
        page: """
            A variant's keys don't fit: there are more or fewer than fields in `match`, the same keys stand twice, or
            a variant tries to choose again.

            ```text
            { "match": ["count", "role"], "when": { "one": "…", "*": "…" } }
            ```

            With two fields each key has two parts: `"one reviewer"`, `"* *"`.
            """
    )

    public static let badDeclaration = DiagnosticCode(
        "T0204",
        "bad-declaration",
        page: """
            A `.input` or `.local` of a message binds a name twice, an option is given twice, a selector goes through
            no function, or more than a hundred declarations build upon one another.

            ```text
            .input {$count} .match $count one {{…}} * {{…}}
            ```

            Write `.input {$count :integer}`. The form `{match, when}` does this by itself, from the field's type.
            """
    )

    public static let unknownVariable = DiagnosticCode(
        "T0205",
        "unknown-variable",
        page: """
            A text shows a variable that isn't there. Variables are the fields of the event's payload, the terms of
            the file, and `$tenant`, `$recipient` and `$link`.

            ```text
            "body": "{$dosier} has a new owner"
            ```

            Correct the name, or add the field to the event's `payload` in `events.json`.
            """
    )

    public static let unknownFunction = DiagnosticCode(
        "T0206",
        "unknown-function",
        page: """
            A text uses a function that doesn't exist.

            ```text
            "body": "{$amount :money}"
            ```

            There are `:string`, `:number`, `:integer`, `:percent`, `:offset`, `:currency`, `:date`, `:time`,
            `:datetime`, and `:carillon:money`, `:carillon:relative`, `:carillon:list`. Without any, each type is
            formatted in the usual way: `{$amount}`.
            """
    )

    public static let wrongUse = DiagnosticCode(
        "T0207",
        "wrong-use",
        page: """
            A function gets a value it can do nothing with: a name as a number, money as a date.

            ```text
            "body": "{$project :number}"
            ```

            Leave the function out, or correct the field's type in `events.json`. The diagnostic says what the
            function needs.
            """
    )

    public static let impossibleKey = DiagnosticCode(
        "T0208",
        "impossible-key",
        page: """
            A variant has a key that the field can never be: an enum has no such value, a boolean is `true` or
            `false`, a number has no such plural form at all.

            ```text
            { "match": ["role"], "when": { "reviwer": "…", "*": "…" } }
            ```

            Correct the key. A value that may come in future needs no variant: `*` takes it.
            """
    )

    public static let missingPlural = DiagnosticCode(
        "T0209",
        "missing-plural",
        page: """
            A text that depends on a number lacks plural forms of its language. Arabic has six, Polish four, English
            two. `*` may stand for one form, the one that is left; for more than one it would be wrong for some
            number.

            ```text
            { "match": ["count"], "when": { "one": "رسالة", "*": "رسائل" } }
            ```

            Add a variant for each form that the diagnostic names; it shows numbers of that form. Forms that only
            exact numbers have (`"0"`, `"1"`) are covered by these.
            """
    )
}
