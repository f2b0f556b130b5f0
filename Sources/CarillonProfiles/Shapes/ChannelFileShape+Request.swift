import CarillonChannels
import CarillonModel

/// `request` and `wire` of a channel file.
extension Shape {
    static let channelRequest = Shape.object(
        ObjectShape([
            MemberShape("method", .choice(["GET", "POST", "PUT"]), isRequired: true, "HTTP's.", example: "POST"),
            MemberShape(
                "url",
                .text(.any),
                isRequired: true,
                "Within the origins; values are encoded as steps of the path.",
                example: "https://api.acme.example/messages"
            ),
            MemberShape("query", .map(.anyName, .text(.any)), "Its query.", example: ["wait": "true"]),
            MemberShape(
                "headers",
                .map(.header, .text(.any)),
                "Further headers.",
                example: ["X-Priority": "{priority}"]
            ),
            MemberShape("json", .anything, "The body as JSON with placeholders.", example: ["to": "{address}"]),
            MemberShape(
                "form",
                .map(.anyName, .either([.text(.any), .anyObject])),
                "The body as a form: texts, and the constructs that end in one.",
                example: ["To": "{address}"]
            ),
            MemberShape("text", .text(.any), "The body as text.", example: "{slot.body}"),
        ])
    )

    static let wireMember = Shape.object(
        ObjectShape([
            MemberShape("type", .choice(WireForm.ValueType.allCases.map(\.rawValue)), "Its type.", example: "text"),
            MemberShape("required", .boolean, "Whether it must be there. False when silent.", example: true),
            MemberShape("max", .integer(1...10_000_000), "The longest text or list.", example: 1600),
            MemberShape(
                "unit",
                .choice(TextLimit.Unit.allCases.map(\.rawValue)),
                "What `max` counts in a text. `chars` when silent.",
                example: "chars"
            ),
            MemberShape("pattern", .text(.linearPattern), "The form of the text.", example: #"\+[0-9]+"#),
            MemberShape(
                "values",
                .list(.anything, count: 1...100),
                "Those that are allowed.",
                example: ["high", "normal"]
            ),
            MemberShape("range", .list(.integer(.min ... .max), count: 2...2), "Least and most.", example: [1, 5]),
            MemberShape("secret", .boolean, "Whether a secret belongs here. False when silent.", example: true),
            MemberShape("open", .boolean, "Whether anything may be inside. False when silent.", example: true),
            MemberShape(
                "callback",
                .boolean,
                "Whether it says where the provider reports what becomes of the message, or by which name. False when silent.",
                example: true
            ),
        ])
    )

    static let channelWire = Shape.object(
        ObjectShape([
            MemberShape("method", .choice(["GET", "POST", "PUT"]), isRequired: true, "HTTP's.", example: "POST"),
            MemberShape("path", .text(.linearPattern), isRequired: true, "The form of the path.", example: "/messages"),
            MemberShape("secretPath", .boolean, "Whether the path holds a secret. False when silent.", example: true),
            MemberShape(
                "auth",
                .text(.wireAuthentication),
                "`basic`, `bearer`, `sigv4`, `header:` with the header's name, or `query:` with a name of the query.",
                example: "header:X-Key"
            ),
            MemberShape(
                "query",
                .map(.anyName, wireMember),
                "The query's names.",
                example: ["wait": ["values": ["true"]]]
            ),
            MemberShape(
                "json",
                .map(.pointer, wireMember),
                "The body's members by pointer, `*` for every element; there are no others.",
                example: ["/to": ["required": true]]
            ),
            MemberShape("form", .map(.anyName, wireMember), "The form's names.", example: ["To": ["required": true]]),
            MemberShape(
                "batch",
                .object(
                    ObjectShape([
                        MemberShape(
                            "request",
                            .text(.elementsPointer),
                            isRequired: true,
                            "The messages in the body.",
                            example: "/messages/*"
                        ),
                        MemberShape(
                            "answer",
                            .text(.elementsPointer),
                            isRequired: true,
                            "What is answered for each, in the same order.",
                            example: "/results/*"
                        ),
                        MemberShape("max", .integer(2...10_000), isRequired: true, "The most messages.", example: 100),
                    ])
                ),
                "Where a request and its answer have several messages.",
                example: ["request": "/messages/*", "answer": "/results/*", "max": 100]
            ),
        ])
    )
}
