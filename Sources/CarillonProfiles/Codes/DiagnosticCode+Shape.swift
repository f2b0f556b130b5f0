public import CarillonDiagnostics

/// T01: the shape of the files, and the folder they lie in.
extension DiagnosticCode {
    public static let unknownKey = DiagnosticCode(
        "T0101",
        "unknown-key",
        page: """
            An object has a key that the format doesn't know. Most often it is misspelt; then the diagnostic says which one
            was probably meant.

            ```text
            { "prioritty": "high" }
            ```

            Rename it, or remove it. Keys are camelCase. The reference of tenant files lists them all, and
            `carillon schema` gives an editor what it needs to complete them.
            """
    )

    public static let missingKey = DiagnosticCode(
        "T0102",
        "missing-key",
        page: """
            An object lacks a key that it must have. The diagnostic shows a line that could be added.

            ```text
            { "locales": { "supported": ["en", "ar"] } }
            ```

            Here `default` is missing: the language that words always exist in.
            """
    )

    public static let wrongType = DiagnosticCode(
        "T0103",
        "wrong-type",
        page: """
            A value has another JSON type than the key wants: a string where an array belongs, a number in quotes, null.

            ```text
            { "channels": "push", "maxLength": "80" }
            ```

            Write `["push"]` and `80`. What has no value is left out rather than null; only a provider's `message` may hold
            null, where it removes something.
            """
    )

    public static let outOfRange = DiagnosticCode(
        "T0104",
        "out-of-range",
        page: """
            A number is too small, too large, or not whole. The diagnostic names the limits.

            ```text
            { "maxLength": 0 }
            ```

            Choose a number within the limits.
            """
    )

    public static let notAllowed = DiagnosticCode(
        "T0105",
        "not-allowed",
        page: """
            A word stands where only certain words are possible.

            ```text
            { "priority": "urgent" }
            ```

            The diagnostic lists them: here `low`, `normal` and `high`.
            """
    )

    public static let wrongCount = DiagnosticCode(
        "T0106",
        "wrong-count",
        page: """
            A list has too few or too many elements. An empty list where at least one is needed is better left out, or the
            thing it stands in is not needed at all.

            ```text
            { "channels": [] }
            ```

            An event goes to at least one channel.
            """
    )

    public static let badName = DiagnosticCode(
        "T0107",
        "bad-name",
        page: """
            A name doesn't have the form that names of its kind have. Tenants and channels: lower-case letters, digits and
            dashes, beginning with a letter. Events: such words, also with underscores, joined by dots. Payload fields:
            letters, digits and underscores.

            ```text
            { "events": { "Assignment Created": {} } }
            ```

            Write `assignment.created`. Names end up in URLs, placeholders and file names; that is why they are narrow.
            """
    )

    public static let emptyText = DiagnosticCode(
        "T0108",
        "empty-text",
        page: """
            A text that people are to read is empty, holds nothing but blanks, or has control characters. Of a text
            with variants each must say something.

            ```text
            { "name": "" }
            { "match": ["count"], "when": { "one": "One message", "*": "" } }
            ```

            Write the words, or leave the key out where it is optional.
            """
    )

    public static let conflictingKeys = DiagnosticCode(
        "T0109",
        "conflicting-keys",
        page: """
            Two keys stand in one object that exclude one another.

            ```text
            { "before": "due", "after": "due", "by": "2h" }
            ```

            Keep one. Two reminders are two entries of `schedule`.
            """
    )
}
