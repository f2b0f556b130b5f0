import CarillonModel

/// `contract.json`.
extension Shape {
    static let contract = Shape.object(
        ObjectShape([
            .schemaReference,
            MemberShape("basePath", .text(.basePath), "Served beside the plain paths.", example: "/functions/v1"),
            MemberShape(
                "routes",
                .list(contractRoute, count: 0...500),
                isRequired: true,
                "Methods and paths, mapped onto the host's operations.",
                example: []
            ),
            MemberShape(
                "errors",
                errors,
                "How the tenant's clients know errors.",
                example: ["codes": ["validation": ["status": 422, "code": "validation_error"]]]
            ),
        ])
    )

    static let contractRoute = Shape.object(
        ObjectShape([
            MemberShape(
                "method",
                .choice(RequestMethod.allCases.map(\.rawValue)),
                isRequired: true,
                "HTTP method.",
                example: "POST"
            ),
            MemberShape(
                "path",
                .text(.contractPath),
                isRequired: true,
                "Path with parameters in braces.",
                example: "/v2/chains/{chainId}/notifications"
            ),
            MemberShape(
                "operation",
                .choice(Operation.allCases.map(\.rawValue)),
                isRequired: true,
                "What the host does.",
                example: "devices.register"
            ),
            MemberShape(
                "auth",
                .choice(ContractRoute.Access.allCases.map(\.rawValue)),
                isRequired: true,
                "Who may call.",
                example: "user"
            ),
            MemberShape("rateLimit", .text(.rate), "Per user, service or address.", example: "10/1m"),
            MemberShape(
                "params",
                .map(.fieldName, pathParameter),
                "What parameters of the path must be, also those that fill no field.",
                example: ["chainId": ["type": "text", "pattern": "^[1-9][0-9]*$"]]
            ),
            MemberShape(
                "request",
                .map(.fieldPath, requestField),
                "The operation's fields, and where each comes from.",
                example: ["token": ["from": "body.push_token"]]
            ),
            MemberShape(
                "response",
                response,
                "The answer when all went well. 204 without body when silent.",
                example: ["status": 200, "body": ["id": "{device.id}"]]
            ),
            MemberShape(
                "errors",
                errors,
                "Come before the contract's own.",
                example: ["codes": ["validation": ["status": 400, "code": "invalid_request"]]]
            ),
            MemberShape(
                "onUnknown",
                .choice(ContractRoute.OnUnknown.allCases.map(\.rawValue)),
                "What to say when there was nothing to take away or to mark. `ignore` when silent.",
                example: "not-found"
            ),
            MemberShape(
                "upstream",
                .text(.httpsURL),
                "Only for `sessions.login`: the tenant's own login.",
                example: "https://auth.acme.example/login"
            ),
            MemberShape(
                "userId",
                .text(.fieldPath),
                "Only for `sessions.login`: where the answer holds the user.",
                example: "response.user.id"
            ),
            MemberShape(
                "sessionId",
                .text(.fieldPath),
                "Only for `sessions.login`: where the answer holds the session.",
                example: "response.session_id"
            ),
            MemberShape(
                "headers",
                .list(.text(.passedHeader), count: 0...20),
                "Only for `sessions.login`: what the login gets of the request's headers beside those that it always gets.",
                example: ["X-Device-Model"]
            ),
        ])
    )

    private static let requestField = Shape.object(
        ObjectShape(
            [
                MemberShape(
                    "from",
                    .text(.requestSource),
                    "`body.…`, `query.…`, `path.…`, `header.…`, or text around these in braces.",
                    example: "body.push_token"
                ),
                MemberShape("value", .anything, "Always this.", example: true),
                MemberShape("each", .text(.requestPath), "A list in the request.", example: "body.safes"),
                MemberShape(
                    "fields",
                    .map(.fieldName, elementField),
                    "With `each`: what each element must hold.",
                    example: ["chainId": ["type": "text"]]
                ),
                MemberShape(
                    "as",
                    .anything,
                    "With `each`: what is made of each element; placeholders name its members.",
                    example: ["topic": "safe:{chainId}:{address}"]
                ),
                MemberShape("default", .anything, "When the request holds none.", example: 20),
                MemberShape("optional", .boolean, "It may be absent. False when silent.", example: true),
                MemberShape(
                    "error",
                    .choice(CanonicalError.allCases.map(\.rawValue)),
                    "Raised when it is missing or wrong. `validation` when silent.",
                    example: "token-malformed"
                ),
            ] + valueRule(isNested: false),
            exactlyOneOf: ["from", "each", "value"]
        )
    )

    private static let pathParameter = Shape.object(
        ObjectShape(
            [
                MemberShape(
                    "error",
                    .choice(CanonicalError.allCases.map(\.rawValue)),
                    "Raised when it is wrong. `validation` when silent.",
                    example: "not-found"
                )
            ] + valueRule(isNested: true)
        )
    )

    private static let elementField = Shape.object(
        ObjectShape(
            [MemberShape("optional", .boolean, "It may be absent. False when silent.", example: true)]
                + valueRule(isNested: false)
        )
    )

    /// The rule for a value; elements of lists can't be lists.
    private static func valueRule(isNested: Bool) -> [MemberShape] {
        let types = RequestType.allCases.filter { !isNested || $0 != .list }.map(\.rawValue)
        var members = [
            MemberShape(
                "type",
                .choice(types),
                "The JSON type: text when silent, or what `values` are.",
                example: "text"
            ),
            MemberShape(
                "values",
                .either([.list(.anything, count: 1...200), .anyObject]),
                "What is allowed: a list, or what clients write, of the `type` → what it means; null is nothing.",
                example: ["ios", "android"]
            ),
            MemberShape(
                "pattern",
                .text(.pattern),
                "What the whole value must match.",
                example: #"^ExponentPushToken\[[A-Za-z0-9_-]+\]$"#
            ),
            MemberShape("maxLength", .integer(1...100_000), "Unicode scalars.", example: 200),
            MemberShape("minimum", .integer(.min ... .max), "The smallest number.", example: 1),
            MemberShape("maximum", .integer(.min ... .max), "The largest number.", example: 100),
            MemberShape(
                "format",
                .text(.requestFormat),
                "How it is written: a number or boolean as `text`; an `instant` as `iso` (when silent), `epochSeconds`, `epochMillis`, `date`, or by a pattern.",
                example: "epochSeconds"
            ),
            MemberShape("clamp", .boolean, "A number beyond a bound is taken as the bound.", example: true),
            MemberShape(
                "nullable",
                .boolean,
                "`null` is taken: as absent, or as none by `sound`, `token` and `userId`. What is optional takes it anyway.",
                example: true
            ),
        ]
        guard !isNested else { return members }
        members += [
            MemberShape(
                "items",
                .object(ObjectShape(valueRule(isNested: true))),
                "What a list's elements must be.",
                example: ["type": "text"]
            ),
            MemberShape(
                "separator",
                .text(.separator),
                "What stands between the elements of a list that is one text; in a query the parameter may be repeated as well.",
                example: ","
            ),
            MemberShape("minItems", .integer(0...10000), "Elements at least.", example: 1),
            MemberShape("maxItems", .integer(1...10000), "Elements at most.", example: 100),
        ]
        return members
    }

    private static let response = Shape.object(
        ObjectShape([
            MemberShape("status", .integer(200...299), isRequired: true, "HTTP status.", example: 200),
            MemberShape(
                "headers",
                .map(.answerHeader, .either([.text(.placeholders), .list(.text(.placeholders), count: 1...10)])),
                "Text with placeholders, or several that commas join; what has an absent value is left out.",
                example: ["X-Total-Count": "{totalCount}"]
            ),
            MemberShape(
                "body",
                .anything,
                "JSON with placeholders; none when left out. `{each, as}` maps a list, `{from, format, values, else}` says how a value is shown.",
                example: ["id": "{device.id}"]
            ),
        ])
    )

    private static let errors = Shape.object(
        ObjectShape([
            MemberShape(
                "body",
                .anyObject,
                "JSON with `{error.code}`, `{error.message}`, `{error.status}`, `{error.retryAfter?}`, and the list `error.errors`.",
                example: ["error": ["code": "{error.code}"]]
            ),
            MemberShape(
                "codes",
                codes,
                "Canonical errors → status and code.",
                example: ["validation": ["status": 422, "code": "validation_error"]]
            ),
        ])
    )

    private static let codes = Shape.map(
        .keyword("canonical error", CanonicalError.allCases.map(\.rawValue)),
        .object(
            ObjectShape([
                MemberShape("status", .integer(400...599), isRequired: true, "HTTP status.", example: 422),
                MemberShape(
                    "code",
                    .either([.text(.nonEmptyText), .integer(.min ... .max)]),
                    isRequired: true,
                    "What `{error.code}` is: a text or a number.",
                    example: "validation_error"
                ),
                MemberShape(
                    "message",
                    .text(.placeholders),
                    "What `{error.message}` is, instead of the host's own words; may hold `{error.retryAfter}`.",
                    example: "Missing required fields"
                ),
            ])
        )
    )
}
