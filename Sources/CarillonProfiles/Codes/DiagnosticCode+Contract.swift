public import CarillonDiagnostics

/// T06: the tenant's own HTTP API.
extension DiagnosticCode {
    public static let unknownInput = DiagnosticCode(
        "T0604",
        "unknown-input",
        page: """
            A request fills a field that the operation doesn't have.

            The diagnostic lists the operation's fields; the reference of operations (`docs/reference/operations.md`)
            describes them. Only `payload` and `data` have parts of the tenant's choosing (`payload.title.en`).
            """
    )

    public static let missingInput = DiagnosticCode(
        "T0605",
        "missing-input",
        page: """
            A request doesn't fill a field that the operation needs.

            Say where it comes from: `"token": { "from": "body.push_token" }`, or that it is always the same: `{
            "value": true }`.
            """
    )

    public static let wrongInputType = DiagnosticCode(
        "T0606",
        "wrong-input-type",
        page: """
            A request field has another type than the operation's.

            ```text
            "limit": { "from": "query.limit" }
            ```

            Add `"type": "integer"`: without a type a field is text. Where clients write another type than the operation takes, say
            what each of their values means: `"values": { "1": true, "0": false }`. Then the meanings have the operation's type.

            An id may be an `integer`: the operation gets its digits. The elements of a list are ids, other texts or objects, and a
            `value` of the route's own has the operation's type, too: the user 42 is `"42"`. Ids of notifications are the
            host's own and no numbers.
            """
    )

    public static let unknownPathParameter = DiagnosticCode(
        "T0607",
        "unknown-path-parameter",
        page: """
            A request field comes from a path parameter that the route's path doesn't have, or `params` names such a one.

            Correct the name, or add the parameter to the path in braces.
            """
    )

    public static let unknownResult = DiagnosticCode(
        "T0608",
        "unknown-result",
        page: """
            An answer shows something that the operation doesn't give.

            ```text
            "body": { "id": "{device.identifier}" }
            ```

            The diagnostic lists what there is at that place; the reference of operations (`docs/reference/operations.md`)
            describes each operation's result. Every result also offers `tenant`, `user.id` and `now`. Points in time have other
            forms behind a dot, such as `{device.registeredAt.epochMillis}`, and numbers and booleans have `.text`.
            """
    )

    public static let duplicateRoute = DiagnosticCode(
        "T0609",
        "duplicate-route",
        page: """
            Two routes have the same method and paths of the same shape: a request could mean both. The `basePath` is a
            way to each of them, too.

            On the profile's `hosts` the contract stands beside the host's own routes, and one of its routes may be as one
            of those is: `GET /v1/{account}/notifications` as `GET /v1/{tenant}/notifications`.

            Remove one, or change its path. A name where the other has a parameter tells them apart, and goes first.
            """
    )

    public static let wrongAccess = DiagnosticCode(
        "T0610",
        "wrong-access",
        page: """
            A route is open to callers who must not do this, or who cannot be meant: sending without a service key, a
            feed without a user.

            Write the `auth` that the diagnostic names.
            """
    )

    public static let noAuthentication = DiagnosticCode(
        "T0611",
        "no-authentication",
        page: """
            A route wants a user's token or a service key, and `profile.json` doesn't say how these are proven.

            Add `auth.users` or `auth.services` there.
            """
    )

    public static let incompleteLogin = DiagnosticCode(
        "T0612",
        "incomplete-login",
        page: """
            A forwarded login needs `upstream`, `userId` and `sessionId`; other operations have none of these, nor `headers`.

            `userId` and `sessionId` are places in the upstream's answer: `response.user.id`.
            """
    )

    public static let bodyOfGet = DiagnosticCode(
        "T0613",
        "body-of-get",
        page: """
            A field of a GET route comes from the body. GET requests have none.

            Take it from the query: `query.limit`.
            """
    )

    public static let badDefault = DiagnosticCode(
        "T0614",
        "bad-default",
        page: """
            A field's default is none of the values it may have, or what a route always says is a number that the operation
            doesn't take, such as a `cap` above 5,000.

            Correct one of them.
            """
    )

    public static let notAList = DiagnosticCode(
        "T0615",
        "not-a-list",
        page: """
            `each` goes through something that is no list.

            The reference of operations (`docs/reference/operations.md`) says which values of a result are lists, such as `items` of
            `notifications.list`.
            """
    )

    public static let badFormat = DiagnosticCode(
        "T0616",
        "bad-format",
        page: """
            A `format` is none of the forms that a value can have in JSON: `text`, `iso`, `epochSeconds`, `epochMillis`, `date`, or
            a pattern of a time.

            ```text
            { "from": "{createdAt}", "format": "DD/MM/YYYY" }
            ```

            A pattern is made of `yyyy`, `MM`, `M`, `MMM` (Feb), `dd`, `d`, `EEE` (Wed), `HH`, `H`, `mm`, `ss`, `SSS`, `XXX` (the
            offset, `Z` for UTC) and `xxx` (the offset, `+00:00`); all other letters stand between single quotes:
            `dd/MM/yyyy`, `yyyy-MM-dd'T'HH:mm:ss`. It has at most 60 characters.
            """
    )

    public static let misplacedFormat = DiagnosticCode(
        "T0617",
        "misplaced-format",
        page: """
            A value can't have the form that is asked for: `epochSeconds` and patterns are forms of times, `text` is one of numbers
            and booleans, and a `separator` stands between the elements of a list.

            ```text
            "limit": { "from": "query.size", "type": "integer", "format": "epochSeconds" }
            ```

            Correct the `type`, or remove the form. A time that is read by a pattern needs year, month and day in it.
            """
    )

    public static let impossibleValue = DiagnosticCode(
        "T0618",
        "never-that-word",
        .warning,
        page: """
            An answer says what clients read for a value that never comes.

            ```text
            { "from": "{priority}", "values": { "hihg": 1, "normal": 2, "low": 3 } }
            ```

            The diagnostic lists what the value can be; those that `values` leaves out pass as they are. A boolean is `true` or
            `false`.
            """
    )

    public static let noPageLink = DiagnosticCode(
        "T0619",
        "no-page-link",
        page: """
            An answer links to other pages, and nothing in the route's query asks for a page.

            ```text
            "body": { "next": "{links.next?}" }
            ```

            Links are made of the request's own path and query with another page in it. Fill `page`, `pageIndex` or `offset` from
            the query; with `cursor` alone there are `links.next` and `links.first`.
            """
    )

    public static let unknownMeaning = DiagnosticCode(
        "T0651",
        "unknown-meaning",
        page: """
            A request field can hold something that the host wouldn't understand: an event, a category, a role of the
            profile, a priority, an order or a platform that doesn't exist.

            ```text
            "platform": { "from": "body.device_type", "values": ["ios", "andriod"] }
            ```

            Correct the value. Where clients use words of their own, say what each means:
            `"values": {"IOS": "ios"}`.
            """
    )

    public static let bodyOfEmptyAnswer = DiagnosticCode(
        "T0652",
        "body-of-empty-answer",
        page: """
            A response has the status 204 or 205, and a `body`. HTTP has no body with these (RFC 9110, sections 15.3.5
            and 15.3.6), and clients would wait for something else or take it for the next answer.

            Remove the body, or answer with 200.
            """
    )
}
