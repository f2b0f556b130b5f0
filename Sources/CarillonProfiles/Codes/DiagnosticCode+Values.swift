public import CarillonDiagnostics

/// T01: the forms of single values.
extension DiagnosticCode {
    public static let badDuration = DiagnosticCode(
        "T0110",
        "bad-duration",
        page: """
            A duration is a whole number and one unit: `ms`, `s`, `m` (minutes), `h`, `d` or `w`.

            ```text
            { "collect": "15 min", "retention": "1.5d" }
            ```

            Write `15m` and `36h`.
            """
    )

    public static let badRate = DiagnosticCode(
        "T0111",
        "bad-rate",
        page: """
            A rate is a number, a slash and a duration: at most so many in any window of that length.

            ```text
            { "perRecipient": "100 per minute" }
            ```

            Write `100/1m`.
            """
    )

    public static let badColor = DiagnosticCode(
        "T0112",
        "bad-color",
        page: """
            A colour is written `#RRGGBB`, in hexadecimal digits of either case. Names and short forms are not taken,
            because apps and providers differ in what they make of them.

            ```text
            { "color": "orange", "lightColor": "#F63" }
            ```

            Write `#FFA500` and `#FF6633`.
            """
    )

    public static let badTimeOfDay = DiagnosticCode(
        "T0113",
        "bad-time-of-day",
        page: """
            A time of day is written with two digits each, from `00:00` to `23:59`.

            ```text
            { "from": "10 pm", "to": "7:00" }
            ```

            Write `22:00` and `07:00`.
            """
    )

    public static let badTimeZone = DiagnosticCode(
        "T0114",
        "bad-time-zone",
        page: """
            A time zone is named as the IANA database does: a region and a city, such as `Africa/Lagos`. Offsets and
            abbreviations (`+03:00`, `CET`-like names of one country) know nothing of summer time.

            ```text
            { "timeZone": "Riyadh" }
            ```

            Write `Asia/Riyadh`.
            """
    )

    public static let badLocale = DiagnosticCode(
        "T0115",
        "bad-locale",
        page: """
            A language is named by a BCP 47 tag: `en`, `nb`, `pt-BR`, `zh-Hant`. The separator is a dash.

            ```text
            { "default": "en_US", "supported": ["english"] }
            ```

            Write `en-US` and `en`.
            """
    )

    public static let badInstant = DiagnosticCode(
        "T0116",
        "bad-instant",
        page: """
            A point in time is written as RFC 3339 has it, with its offset from UTC.

            ```text
            { "now": "25.02.2026 12:00" }
            ```

            Write `2026-02-25T12:00:00Z`, or `2026-02-25T13:00:00+01:00`.
            """
    )

    public static let badHost = DiagnosticCode(
        "T0117",
        "bad-host",
        page: """
            A host is a name in small letters, without scheme, port or path.

            ```text
            { "hosts": ["https://api.acme.example/"] }
            ```

            Write `api.acme.example`. Letters beyond ASCII are written in their `xn--` form.
            """
    )

    public static let badURL = DiagnosticCode(
        "T0118",
        "bad-url",
        page: """
            A URL must be absolute and begin with `https://`; letters beyond ASCII and blanks are percent-encoded.

            ```text
            { "upstream": "http://auth.acme.example/login" }
            ```

            Write `https://auth.acme.example/login`.

            An event's `image` is one field of the type `url` alone (`{image_url}`), or an address whose host is written out, in
            which values are percent-encoded: `https://cdn.acme.example/{id}.png`. In a template the slot `image` holds an address
            without placeholders.
            """
    )

    public static let badIDStyle = DiagnosticCode(
        "T0119",
        "bad-id-style",
        page: """
            Notification ids are `uuid`, or a prefix and `{hex:N}`: N random hexadecimal digits, from 8 to 64.

            ```text
            { "notification": "noti_{hex}" }
            ```

            Write `noti_{hex:16}`.
            """
    )

    public static let badHeader = DiagnosticCode(
        "T0120",
        "bad-header",
        page: """
            The name of an HTTP header or cookie holds characters that such names can't have.

            ```text
            { "header": "X Service Key" }
            ```

            Write `X-Service-Key`.
            """
    )

    public static let badPlaceholder = DiagnosticCode(
        "T0121",
        "bad-placeholder",
        page: """
            The braces of a text don't match, or what stands between them is no name. `{field}` is filled in; a brace
            itself is written twice: `{{`, `}}`.

            ```text
            { "collapse": "assignment-{project id}" }
            ```

            Write `assignment-{project_id}`. (Templates are another language, MessageFormat 2: there it is
            `{$project_id}`.)
            """
    )
}
