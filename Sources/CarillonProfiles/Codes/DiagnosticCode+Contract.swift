public import CarillonDiagnostics

/// T06: the tenant's own HTTP API.
extension DiagnosticCode {
    public static let unknownInput = DiagnosticCode(
        "T0604",
        "unknown-input",
        page: """
            A request fills a field that the operation doesn't have.

            The diagnostic lists the operation's fields; the HTTP reference describes them. Only `payload` and `data`
            have parts of the tenant's choosing (`payload.title.en`).
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

            Add `"type": "integer"`: without a type a field is text.
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

            The diagnostic lists what there is at that place; the HTTP reference describes each operation's result.
            Every result also offers `tenant`, `user.id` and `now`.
            """
    )

    public static let duplicateRoute = DiagnosticCode(
        "T0609",
        "duplicate-route",
        page: """
            Two routes have the same method and paths of the same shape: a request could mean both.

            Remove one, or change its path.
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

            Lists are `items`, `subscriptions` and `types` of the operations that have them.
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
