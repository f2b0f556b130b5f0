public import CarillonDiagnostics

/// T066: values of a contract's clients in place of the host's own, and what unknown values become.
extension DiagnosticCode {
    public static let errorWithoutNumber = DiagnosticCode(
        "T0660",
        "error-without-number",
        .warning,
        page: """
            A contract's errors have numbers, and some that its clients can get have none.

            ```text
            "codes": { "validation": { "status": 400, "code": 1042 } }
            ```

            Clients that know errors by number are then told the HTTP status in its place, or the number of the error that
            is nearest: `unsupported-media-type` as `malformed`, and `unavailable` as `internal`. Write each of those that
            the diagnostic lists: `"method-not-allowed": { "status": 405, "code": 4050 }`.
            """
    )

    public static let valueOfOtherType = DiagnosticCode(
        "T0661",
        "value-of-other-type",
        page: """
            A field is said to be a number or a boolean, and one of its `values` is none.

            ```text
            "os": { "from": "body.os", "type": "integer", "values": { "one": "ios" } }
            ```

            Correct the value or the `type`. Where clients write numbers as text, the type is `text`; without a type, a key
            of `values` stands for the text and for the number.
            """
    )

    public static let unmappedValue = DiagnosticCode(
        "T0662",
        "untranslated-word",
        .warning,
        page: """
            An answer says what clients read for some of a value's words, and says nothing for others. These pass as they are:
            as a text among numbers, or as `false` where clients read a text for `true`.

            ```text
            "urgent": { "from": "{priority}", "values": { "high": 1, "normal": 2 } }
            ```

            Write the words that the diagnostic lists: `"low": 3`. One that is to stay is written, too: `"low": "low"`. Where
            words become other texts, those without one stay the texts they are, and nothing is told. The words of `alias`
            and `type` in a feed are those of the events that reach it, and those of `category` are all of the profile's.
            """
    )

    public static let idleOnUnknown = DiagnosticCode(
        "T0663",
        "idle-on-unknown",
        page: """
            A route says `"onUnknown": "not-found"`, and its operation takes nothing away and marks nothing.

            ```text
            { "method": "GET", "path": "/feed", "operation": "notifications.list", "auth": "user", "onUnknown": "not-found" }
            ```

            Remove it. Operations that look for one thing, such as `devices.get`, answer with the error `not-found` anyway.
            """
    )
}
