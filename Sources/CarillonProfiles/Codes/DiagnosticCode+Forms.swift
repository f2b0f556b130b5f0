public import CarillonDiagnostics

/// T04 and T06, as far as a single value shows the fault: links and contract paths.
extension DiagnosticCode {
    public static let badScheme = DiagnosticCode(
        "T0401",
        "bad-scheme",
        page: """
            A scheme in `deepLinks.schemes` is not one that an app can call its own: small letters, digits, `+`, `-` and
            `.`, and none that every device understands in its own way (`https`, `javascript`, `tel`, `intent` …).

            ```text
            { "schemes": ["https", "Acme:"] }
            ```

            Web addresses belong to `origins`. A scheme is written without colon: `acme`.
            """
    )

    public static let badOrigin = DiagnosticCode(
        "T0402",
        "bad-origin",
        page: """
            An origin is `https://` and a host in small letters, with a port only where it isn't 443; nothing behind it.

            ```text
            { "origins": ["http://acme.example", "https://acme.example/"] }
            ```

            Write `https://acme.example`.
            """
    )

    public static let badPath = DiagnosticCode(
        "T0601",
        "bad-path",
        page: """
            A path of the contract begins with `/`, has no empty segment and none that is `.` or `..`; a parameter in braces
            takes a whole segment and stands once.

            ```text
            { "path": "v2/chains/chain-{chainId}/" }
            ```

            Write `/v2/chains/{chainId}`. The paths of `inbox` in profile.json have no parameters, and only letters, digits
            and `-._~`.
            """
    )

    public static let badRequestPath = DiagnosticCode(
        "T0602",
        "bad-request-path",
        page: """
            `from` names no place in a request. Places are `body.…`, `query.name`, `path.name` and `header.name`; text may
            stand around such places in braces.

            ```text
            { "from": "push_token" }
            ```

            Write `body.push_token`, or `safe:{path.chainId}:{path.address}`.
            """
    )

    public static let badPattern = DiagnosticCode(
        "T0603",
        "bad-pattern",
        page: #"""
            A `pattern` is no regular expression that can be read, or longer than 500 characters.

            ```text
            { "pattern": "^ExponentPushToken[[a-z]+$" }
            ```

            Brackets that are meant as such are escaped, and in JSON a backslash is written twice:
            `"^ExponentPushToken\\[[a-z]+\\]$"`.
            """#
    )
}
