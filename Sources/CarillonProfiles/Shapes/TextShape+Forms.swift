import CarillonDiagnostics
import CarillonModel

/// The forms of strings in tenant files.
extension TextShape {
    /// A text for people: not empty, without control characters.
    static let nonEmptyText = TextShape("text", "text that isn't empty", code: .emptyText, pattern: #"\S"#) { text in
        !text.allSatisfy(\.isWhitespace) && !TextFormat.hasControlCharacter(text)
    }

    /// The same, or empty while the text is still missing.
    static let pendingText = TextShape("text", nonEmptyText.description, code: .emptyText, pattern: #"^$|\S"#) { text in
        text.isEmpty || nonEmptyText.isValid(text)
    }

    /// Any string.
    static let any = TextShape("string", "a string", code: .wrongType) { _ in true }

    static let tenantID = name("tenant", "a tenant name", TenantID.self, #"^[a-z][a-z0-9-]{0,62}$"#)
    static let channelID = name("channel", "a channel name", ChannelID.self, #"^[a-z][a-z0-9-]{0,62}$"#)
    static let pluginID = name("plugin", "a plugin name", PluginID.self, #"^[a-z][a-z0-9-]{0,62}$"#)
    static let eventID = name(
        "event",
        "an event name",
        EventTypeID.self,
        #"^[a-z][a-z0-9_-]*(\.[a-z][a-z0-9_-]*)*$"#
    )

    static let locale = TextShape(
        "locale",
        "a BCP 47 language tag such as `en` or `nb-NO`",
        code: .badLocale,
        pattern: #"^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$"#
    ) { LocaleTag($0) != nil }

    /// Names of categories, routes, Android channels, preferences, actions and roles.
    static let plainName = TextShape(
        "name",
        "a name of letters, digits, `-`, `_` and `.`",
        code: .badName,
        pattern: #"^[A-Za-z][A-Za-z0-9._-]{0,127}$"#
    ) { text in
        guard let first = text.utf8.first, (97...122).contains(first | 0x20), text.utf8.count <= 128 else {
            return false
        }
        return text.utf8.allSatisfy { $0.isAlphanumeric || "-_.".utf8.contains($0) }
    }

    /// Names of payload fields and route parameters, which `{…}` and `{$…}` can use.
    static let fieldName = TextShape(
        "field",
        "a field name: a letter, then letters, digits and `_`",
        code: .badName,
        pattern: #"^[A-Za-z][A-Za-z0-9_]{0,63}$"#
    ) { text in
        guard let first = text.utf8.first, (97...122).contains(first | 0x20), text.utf8.count <= 64 else {
            return false
        }
        return text.utf8.allSatisfy { $0.isAlphanumeric || $0 == UInt8(ascii: "_") }
    }

    static let slotName = TextShape(
        "slot",
        "a slot or channel name: lower-case letters, digits and dashes",
        code: .badName,
        pattern: "^[a-z][a-z0-9-]{0,62}$"
    ) { ChannelID.isValid($0) }

    /// The name of a slot, or of the original of its translation: `title` and `$title`.
    static let slotOrNote = TextShape(
        "slot",
        slotName.description,
        code: .badName,
        pattern: #"^\$?[a-z][a-z0-9-]{0,62}$"#
    ) { ChannelID.isValid(WrittenSlot.slot(notedBy: $0) ?? $0) }

    static let duration = TextShape(
        "duration",
        "a duration such as `30s`, `15m`, `24h` or `90d`",
        code: .badDuration,
        pattern: "^[0-9]+(ms|s|m|h|d|w)$"
    ) { Duration(written: $0) != nil }

    static let rate = TextShape(
        "rate",
        "a rate such as `100/1m`",
        code: .badRate,
        pattern: "^[1-9][0-9]*/[0-9]+(ms|s|m|h|d|w)$"
    ) { RateLimit($0) != nil }

    static let color = TextShape("color", "a colour such as `#FF6B35`", code: .badColor, pattern: "^#[0-9A-Fa-f]{6}$") {
        Color($0) != nil
    }

    static let timeOfDay = TextShape(
        "time of day",
        "a time of day such as `22:00`",
        code: .badTimeOfDay,
        pattern: "^([01][0-9]|2[0-3]):[0-5][0-9]$"
    ) { TimeOfDay($0) != nil }

    static let timeZone = TextShape("time zone", "an IANA time zone such as `Africa/Lagos`", code: .badTimeZone) {
        BuiltInTimeZones.contains($0)
    }

    static let instant = TextShape("instant", "a time such as `2026-02-25T12:00:00Z`", code: .badInstant) {
        Instant($0) != nil
    }

    static let day = TextShape(
        "day",
        "a day such as `2027-03-31`",
        code: .badDay,
        pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"
    ) { $0.utf8.count == 10 && Instant($0 + "T00:00:00Z") != nil }

    static let warningCode = TextShape(
        "warning that can be allowed",
        "the code of a warning that can be allowed, such as `T0904`",
        code: .notAWarning,
        pattern: "^T[0-9]{4}$"
    ) { DiagnosticCode.allowable.contains($0) }

    static let host = TextShape("host", "a host name such as `api.acme.example`", code: .badHost) { text in
        text == text.lowercased() && TextFormat.isHostName(text.utf8[...], minimumLabels: 2)
    }

    static let scheme = TextShape(
        "scheme",
        "a URL scheme of the app's own, such as `acme`",
        code: .badScheme,
        pattern: "^[a-z][a-z0-9+.-]*$"
    ) { LinkRules.isOwnScheme($0) }

    static let origin = TextShape("origin", "an origin such as `https://acme.example`", code: .badOrigin) {
        LinkRules.isOrigin($0)
    }

    static let placeholders = TextShape("template", "text with placeholders such as `{field}`", code: .badPlaceholder) {
        (try? PlaceholderText($0)) != nil
    }

    static let notificationID = TextShape(
        "id style",
        "`uuid`, or a prefix and a number of hexadecimal digits such as `noti_{hex:16}`",
        code: .badIDStyle,
        pattern: #"^(uuid|[A-Za-z0-9_-]{0,32}\{hex:[0-9]+\})$"#
    ) { NotificationIDStyle($0) != nil }

    static let header = TextShape(
        "header",
        "an HTTP header name",
        code: .badHeader,
        pattern: "^[A-Za-z0-9!#$%&'*+.^_`|~-]+$"
    ) {
        text in
        !text.isEmpty && text.utf8.allSatisfy { $0.isAlphanumeric || "!#$%&'*+-.^_`|~".utf8.contains($0) }
    }

    /// A header that a log-in may forward: none that describes where a request comes from or goes to, which only
    /// proxies and the host know, and no cookies, which may belong to other tenants.
    static let passedHeader = TextShape(
        "header",
        "the name of a header that says nothing of the connection, of proxies or of cookies",
        code: .badHeader,
        pattern: "^[A-Za-z0-9!#$%&'*+.^_`|~-]+$"
    ) { text in
        let name = text.lowercased()
        return header.isValid(text) && !name.hasPrefix("x-forwarded-") && !connectionHeaders.contains(name)
    }

    private static let connectionHeaders: Set<String> = [
        "connection", "content-encoding", "content-length", "cookie", "expect", "forwarded", "host",
        "http2-settings", "keep-alive", "proxy-authorization", "proxy-connection", "te", "trailer",
        "transfer-encoding", "upgrade", "via", "x-real-ip",
    ]

    /// A header that an answer may set: none that the host sets itself, and no cookies.
    static let answerHeader = TextShape(
        "header",
        "the name of a header that the host doesn't set itself",
        code: .badHeader,
        pattern: "^[A-Za-z0-9!#$%&'*+.^_`|~-]+$"
    ) { text in
        let name = text.lowercased()
        return header.isValid(text) && !connectionHeaders.contains(name) && !hostHeaders.contains(name)
            && !name.hasPrefix("access-control-")
    }

    private static let hostHeaders: Set<String> = [
        "allow", "content-type", "date", "ratelimit", "ratelimit-policy", "retry-after", "server", "set-cookie",
        "vary", "www-authenticate",
    ]

    static let secretName = TextShape(
        "secret name",
        "the name of a secret: lower-case letters, digits and dashes",
        code: .badName,
        pattern: "^[a-z][a-z0-9-]{0,62}$"
    ) { ChannelID.isValid($0) }

    static let contractPath = TextShape(
        "path",
        "a path such as `/v2/chains/{chainId}`",
        code: .badPath
    ) { PathTemplate($0) != nil }

    static let basePath = TextShape("path", "a path such as `/functions/v1`", code: .badPath) { text in
        PathTemplate(text)?.parameters.isEmpty == true
    }

    static let requestSource = TextShape(
        "request path",
        "a place in the request such as `body.token`, or text around such places in braces",
        code: .badRequestPath
    ) { RequestSource(written: $0) != nil }

    static let requestPath = TextShape(
        "request path",
        "a place in the request such as `body.safes`",
        code: .badRequestPath
    ) {
        RequestPath($0) != nil || FieldPath($0).map { !$0.isOptional } == true
    }

    static let fieldPath = TextShape("path", "names joined by dots such as `payload.title`", code: .badName) {
        FieldPath($0).map { !$0.isOptional } == true
    }

    static let pattern = TextShape("pattern", "a regular expression", code: .badPattern) { TextPattern($0) != nil }

    /// The format of a value in an answer.
    static let valueFormat = format(ValueFormat.named.map(\.name))

    /// The format of a value in a request.
    ///
    /// Formats for answers only aren't offered; a rule says what to write instead.
    static let requestFormat = format(ValueFormat.named.filter { $0.format != .integer }.map(\.name))

    private static func format(_ names: [String]) -> TextShape {
        TextShape(
            "format",
            "one of \(Shape.list(names)), or a pattern such as `dd.MM.yyyy HH:mm`",
            code: .badFormat,
            candidates: names
        ) { ValueFormat($0) != nil }
    }

    static let separator = TextShape("separator", "1 to 3 characters, not a letter or a digit", code: .badFormat) {
        text in
        (1...3).contains(text.count) && !text.contains { $0.isLetter || $0.isNumber }
            && !TextFormat.hasControlCharacter(text)
    }

    static let httpsURL = TextShape("URL", "an https URL", code: .badURL) {
        $0.hasPrefix("https://") && TextFormat.isWebURL($0)
    }

    /// One of a few keywords, as a key.
    static func keyword(_ name: String, _ values: [String]) -> TextShape {
        TextShape(name, "one of \(Shape.list(values))", code: .unknownKey, candidates: values) {
            values.contains($0)
        }
    }

    private static func name<Name: CheckedName>(
        _ name: String,
        _ description: String,
        _ type: Name.Type,
        _ pattern: String
    ) -> TextShape {
        TextShape(name, "\(description): \(Name.shape)", code: .badName, pattern: pattern) { Name.isValid($0) }
    }
}
