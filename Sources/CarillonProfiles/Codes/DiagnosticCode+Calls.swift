public import CarillonDiagnostics

/// T02: options and operands of functions, and what texts can hold beside variables.
extension DiagnosticCode {
    public static let unknownOption = DiagnosticCode(
        "T0222",
        "unknown-option",
        page: """
            A text gives a function an option that it doesn't have. It would be ignored, and the words would look
            otherwise than meant. Markup has no options, but for links: `to`, and the parameters of its route.

            ```text
            "body": "Due {$due :date lenght=long}"
            ```

            Correct the name: `length`. The diagnostic lists the options of the function.
            """
    )

    public static let badOption = DiagnosticCode(
        "T0223",
        "bad-option",
        page: """
            An option of a function has a value that it cannot have, comes from a variable though it must be written
            down, or goes together with nothing else that is there. The message could not be formatted, and would
            never be sent. So it is where the values of a variable are not all among those that the option can have.

            ```text
            "body": "Due {$due :date length=lnog}"
            ```

            Write one of the values that the diagnostic lists: `length=long`.
            """
    )

    public static let missingLink = DiagnosticCode(
        "T0224",
        "missing-link",
        page: """
            A text shows `$link`, and the event may have none: it has no `deepLink`, its route has neither `web` nor
            `app`, or the link is filled by a field that may be absent. Such a message is never sent.

            ```text
            "email": { "text": "Open {$link}" }
            ```

            Give the event a `deepLink` whose route has `web` or `app`, filled by fields that are always there, or
            take `{$link}` out of the words.
            """
    )

    public static let braceInTerm = DiagnosticCode(
        "T0225",
        "brace-in-term",
        page: """
            A term holds a brace. Terms are plain words, put into messages as they stand: people would read
            `{$product}` instead of a name.

            ```text
            "terms": { "greeting": "Welcome to {$product}" }
            ```

            Write out the words, or write the placeholder into the messages themselves.
            """
    )

    public static let shortCodesOnly = DiagnosticCode(
        "T0226",
        "short-codes-only",
        page: """
            A text formats a payload's money with `:currency`, which knows codes of three letters only. A money field also
            takes longer ones, such as `USDC`: an event that brings one is accepted, and its message can't be made.

            ```text
            "body": "{$amount :currency trailingZeroDisplay=stripIfInteger} has been sent"
            ```

            Write `:carillon:money`, which takes the same options and every code.
            """
    )

    public static let unrenderable = DiagnosticCode(
        "T0250",
        "unrenderable",
        page: """
            A message can't be made of a payload that the event takes: an event with it would be accepted, and nobody would
            get it. The samples were tried, and payloads made from the types: every value at its shortest and at its
            longest, fields that may be absent left out, characters and numbers that are seldom met.

            The diagnostic shows the payload and says what failed. Change the words so that they take every value of the
            field's type, or narrow the type: an `enum` or a range instead of any text or number.
            """
    )
}
