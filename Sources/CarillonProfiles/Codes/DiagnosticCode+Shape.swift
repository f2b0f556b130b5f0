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
            A text that people are to read is empty, or holds control characters.

            ```text
            { "name": "" }
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
            { "hosts": ["https://api.dossier.example/"] }
            ```

            Write `api.dossier.example`. Letters beyond ASCII are written in their `xn--` form.
            """
    )

    public static let badURL = DiagnosticCode(
        "T0118",
        "bad-url",
        page: """
            A URL must be absolute and begin with `https://`; letters beyond ASCII and blanks are percent-encoded.

            ```text
            { "upstream": "http://auth.exchange.example/login" }
            ```

            Write `https://auth.exchange.example/login`.
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
            { "collapse": "assignment-{dossier id}" }
            ```

            Write `assignment-{dossier_id}`. (Templates are another language, MessageFormat 2: there it is
            `{$dossier_id}`.)
            """
    )

    public static let missingFile = DiagnosticCode(
        "T0130",
        "missing-file",
        page: """
            A folder lacks a file that every tenant has: `profile.json`, `events.json`, and `templates/<locale>.json` for
            each supported language.

            Add the file, or remove the language from `locales.supported`. `carillon new` writes a folder that is whole.
            """
    )

    public static let unreadableFile = DiagnosticCode(
        "T0131",
        "unreadable-file",
        page: """
            A file or folder of the tenant exists and cannot be read: permissions, or it is no regular file.

            Check what the operating system says; it is part of the diagnostic.
            """
    )

    public static let unexpectedFile = DiagnosticCode(
        "T0132",
        "unexpected-file",
        .warning,
        page: """
            A file lies in the tenant's folder that nothing reads: its name or place is not one of the format's.

            Templates are named by their language (`templates/en.json`), samples by their event
            (`samples/assignment.created.json`). Notes belong into a `README.md`, which is left alone.
            """
    )

    public static let outsideFolder = DiagnosticCode(
        "T0133",
        "outside-folder",
        page: """
            A symbolic link leads out of the tenant's folder, or a file is not a regular one. A tenant's files are its own:
            a folder never reads another's, or the machine's.

            Copy the file instead of linking to it.
            """
    )

    public static let tooManyFiles = DiagnosticCode(
        "T0134",
        "too-many-files",
        page: """
            A tenant's folder holds more files than a profile can have. It was not read.

            Is it the right folder?
            """
    )

    public static let wrongTenant = DiagnosticCode(
        "T0135",
        "wrong-tenant",
        page: """
            `tenant` in `profile.json` and the folder's name differ. Both are the tenant's id: in URLs, in logs, in names
            of secrets and of the database.

            Rename one of them. The folder is what the host goes by.
            """
    )

    public static let wrongLocale = DiagnosticCode(
        "T0136",
        "wrong-locale",
        page: """
            `locale` in a template file and the file's name differ: one of them says another language than the other.

            Rename the file, or correct the key. `templates/nb.json` begins with `"locale": "nb"`.
            """
    )
}
