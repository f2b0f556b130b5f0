public import CarillonDiagnostics

/// T00: the JSON of the files.
extension DiagnosticCode {
    public static let emptyFile = DiagnosticCode(
        "T0001",
        "empty-file",
        page: """
            A file of a tenant has no content. Every file holds one JSON object.

            Write at least `{}`, or remove the file when it is one of the optional ones (`contract.json`, samples).
            """
    )

    public static let notUTF8 = DiagnosticCode(
        "T0002",
        "not-utf8",
        page: """
            A file is not encoded as UTF-8. JSON is always UTF-8 (RFC 8259, section 8.1); editors on Windows sometimes
            save UTF-16 or a code page of their own.

            Save the file again as UTF-8. Nothing else in the file is checked until then.
            """
    )

    public static let byteOrderMark = DiagnosticCode(
        "T0003",
        "byte-order-mark",
        page: """
            A file begins with a byte order mark (the bytes EF BB BF). JSON texts must not have one; some programs
            refuse such files, others read the mark as part of the first name.

            Save the file as "UTF-8" rather than "UTF-8 with BOM".
            """
    )

    public static let nulCharacter = DiagnosticCode(
        "T0004",
        "nul-character",
        page: """
            A NUL character (byte 0) stands in the file. It has no place in JSON, nor in words that people read; it
            usually means that the file was damaged or is not text at all.

            Restore the file, or remove the character.
            """
    )

    public static let unexpectedCharacter = DiagnosticCode(
        "T0005",
        "unexpected-character",
        page: """
            Something stands where a value, a name or a bracket should be. JSON knows objects, arrays, strings in double
            quotes, numbers, `true`, `false` and `null`.

            ```text
            { "priority": =high }
            ```

            Remove it, or put text into double quotes.
            """
    )

    public static let missingComma = DiagnosticCode(
        "T0006",
        "missing-comma",
        page: """
            Two members of an object, or two elements of an array, stand next to one another without a comma.

            ```text
            { "category": "assignment" "priority": "high" }
            ```

            Add the comma where the caret points: `{ "category": "assignment", "priority": "high" }`.
            """
    )

    public static let extraComma = DiagnosticCode(
        "T0007",
        "extra-comma",
        page: """
            A comma stands where no value follows: after the last element, before the first, or twice.

            ```text
            { "channels": ["push", "in-app",] }
            ```

            Remove it. JSON, unlike JavaScript, has no trailing commas.
            """
    )

    public static let missingColon = DiagnosticCode(
        "T0008",
        "missing-colon",
        page: """
            A name in an object is not followed by a colon and a value.

            ```text
            { "priority" "high" }
            ```

            Write `{ "priority": "high" }`.
            """
    )

    public static let missingValue = DiagnosticCode(
        "T0009",
        "missing-value",
        page: """
            A value is missing after a colon.

            ```text
            { "priority": , "category": "assignment" }
            ```

            Write the value, or remove the name as well.
            """
    )

    public static let unclosedBracket = DiagnosticCode(
        "T0010",
        "unclosed-bracket",
        page: """
            The file ends although an object or array is still open. The diagnostic shows where the innermost one
            begins; the bracket that is missing may belong to one inside it.

            Add the closing bracket. An editor that indents by brackets shows where the depth goes wrong.
            """
    )

    public static let wrongBracket = DiagnosticCode(
        "T0011",
        "wrong-bracket",
        page: """
            A closing bracket doesn't fit the one that is open: `]` for `{`, or `}` for `[`.

            ```text
            { "channels": ["push", "in-app"} }
            ```

            Close the inner bracket first. The diagnostic shows where it was opened.
            """
    )

    public static let textAfterEnd = DiagnosticCode(
        "T0012",
        "text-after-end",
        page: """
            Something follows after the JSON value of the file has ended. A file holds exactly one value.

            Often a bracket further up closes too early; else remove what follows.
            """
    )

    public static let tooDeep = DiagnosticCode(
        "T0022",
        "too-deep",
        page: """
            More than 64 brackets stand inside one another. No tenant file needs that; what is inside is not read.

            Files made by a program: look for one that wraps its own output again and again.
            """
    )

    public static let fileTooLarge = DiagnosticCode(
        "T0023",
        "file-too-large",
        page: """
            A file has more than 8 MiB and was not read. A thousand event types take well under one.

            Look for data that doesn't belong into a profile, such as images or lists of recipients.
            """
    )

    public static let duplicateKey = DiagnosticCode(
        "T0024",
        "duplicate-key",
        page: """
            A name stands twice in one object. Programs differ in which of the two they take, so neither is safe.

            ```text
            { "priority": "high", "category": "signal", "priority": "low" }
            ```

            Remove one of them. The diagnostic shows both places; the first is the one that further checks go by.
            """
    )

    public static let tooManyFaults = DiagnosticCode(
        "T0025",
        "too-many-faults",
        page: """
            A file has more than a hundred faults of syntax. The rest of it was not read.

            Is it JSON at all? If so, one early fault (a missing quote or bracket) may be behind most of the others.
            """
    )
}
