import CarillonChannels
import CarillonModel

/// `channels/<id>.json`: a way of delivering.
extension Shape {
    static let channelFile = Shape.object(
        ObjectShape([
            MemberShape("$schema", .text(.any), "For editors.", example: "../../schema/channel.json"),
            MemberShape(
                "channel",
                .text(.pluginID),
                isRequired: true,
                "What `use` names; the file is called so, too.",
                example: "acme-sms"
            ),
            MemberShape(
                "format",
                .integer(1...1),
                isRequired: true,
                "The version of this format.",
                example: 1
            ),
            MemberShape(
                "summary",
                .text(.nonEmptyText),
                isRequired: true,
                "One clause without full stop.",
                example: "SMS through Acme"
            ),
            MemberShape(
                "sources",
                .list(.text(.httpsURL), count: 1...20),
                isRequired: true,
                "Where the provider documents what is written here.",
                example: ["https://docs.acme.example/sms"]
            ),
            MemberShape(
                "checked",
                .text(.date),
                isRequired: true,
                "The day on which it was last compared with these pages.",
                example: "2026-11-20"
            ),
            MemberShape(
                "settings",
                .map(.fieldName, channelSetting),
                "What a profile's `settings` can have; texts of at most 256 bytes.",
                example: ["token": ["type": "secret", "description": "The key", "example": ["$secret": "acme-token"]]]
            ),
            MemberShape(
                "origins",
                .list(.text(.httpsOrigin), count: 1...10),
                isRequired: true,
                "The only places that requests go to.",
                example: ["https://api.acme.example"]
            ),
            MemberShape("address", channelAddress, isRequired: true, "Who is reached.", example: ["from": "device"]),
            MemberShape(
                "public",
                .boolean,
                "Whether others than the recipient can read it, such as on a locked screen. True when silent.",
                example: true
            ),
            MemberShape(
                "slots",
                .map(.channelSlot, channelSlot),
                isRequired: true,
                "The texts that it shows.",
                example: ["body": ["required": true, "description": "What it says"]]
            ),
            MemberShape("limits", channelLimits, "What the provider takes.", example: ["rate": 100]),
            MemberShape(
                "auth",
                channelAuthentication,
                "How requests show who they come from.",
                example: ["bearer": "{secret.token}"]
            ),
            MemberShape("request", channelRequest, isRequired: true, "What is sent.", example: ["method": "POST"]),
            MemberShape("answer", channelAnswer, isRequired: true, "What answers mean.", example: ["own": "/code"]),
            MemberShape(
                "wire",
                channelWire,
                isRequired: true,
                "What the provider demands, from its documentation: requests are held against it.",
                example: ["method": "POST", "path": "/messages"]
            ),
            MemberShape("samples", channelSamples, isRequired: true, "Examples that prove the rest.", example: [:]),
        ])
    )

    private static let channelSetting = Shape.object(
        ObjectShape([
            MemberShape(
                "type",
                .choice(["text", "integer", "boolean", "choice", "url", "email", "secret"]),
                isRequired: true,
                "What it holds; `secret` is written as `{\"$secret\": name}` in profiles.",
                example: "secret"
            ),
            MemberShape("required", .boolean, "Whether it must be there. False when silent.", example: true),
            MemberShape("default", .anything, "Its value where a profile is silent.", example: "eu"),
            MemberShape("pattern", .text(.linearPattern), "The form of the whole text.", example: "AC[0-9a-f]{32}"),
            MemberShape(
                "values",
                .list(.text(.nonEmptyText), count: 1...100),
                "Those of a `choice`.",
                example: ["eu", "us"]
            ),
            MemberShape(
                "range",
                .list(.integer(.min ... .max), count: 2...2),
                "Least and most of an `integer`.",
                example: [1, 100]
            ),
            MemberShape(
                "description",
                .text(.nonEmptyText),
                isRequired: true,
                "For people.",
                example: "The account's key"
            ),
            MemberShape("example", .anything, isRequired: true, "A value of it.", example: ["$secret": "acme-token"]),
        ])
    )

    private static let channelAddress = Shape.object(
        ObjectShape([
            MemberShape(
                "from",
                .choice(["device", "email"]),
                isRequired: true,
                "`device`: what apps register under this channel's id, such as a chat or a phone number; or the user's e-mail address.",
                example: "device"
            ),
            MemberShape(
                "shape",
                .text(.nonEmptyText),
                isRequired: true,
                "Its form for people.",
                example: "a number such as +4790012345"
            ),
            MemberShape(
                "pattern",
                .text(.linearPattern),
                isRequired: true,
                "Its form.",
                example: #"\+[1-9][0-9]{6,14}"#
            ),
            MemberShape(
                "form",
                .list(.choice(AddressForm.Normalization.allCases.map(\.rawValue)), count: 1...2),
                "What is done to an address before it is kept and compared.",
                example: ["lower"]
            ),
            MemberShape(
                "samples",
                .list(.text(.nonEmptyText), count: 1...20),
                isRequired: true,
                "Right ones.",
                example: ["+4790012345"]
            ),
            MemberShape(
                "wrong",
                .list(.text(.nonEmptyText), count: 1...20),
                isRequired: true,
                "Wrong ones.",
                example: ["90012345"]
            ),
        ])
    )

    private static let channelSlot = Shape.object(
        ObjectShape([
            MemberShape("required", .boolean, "Whether an event must have it. False when silent.", example: true),
            MemberShape("multiline", .boolean, "Whether it may have line breaks. False when silent.", example: true),
            MemberShape("html", .boolean, "Whether it holds markup. False when silent.", example: false),
            MemberShape("sealed", .boolean, "Whether only the recipient reads it. False when silent.", example: false),
            MemberShape(
                "max",
                .integer(1...1_000_000),
                "The longest that is sent; more is cut, with an ellipsis.",
                example: 1600
            ),
            MemberShape(
                "unit",
                .choice(TextLimit.Unit.allCases.map(\.rawValue)),
                "What `max` counts: `bytes` of UTF-8, `chars` of UTF-16, Unicode `scalars`. `chars` when silent.",
                example: "chars"
            ),
            MemberShape("description", .text(.nonEmptyText), isRequired: true, "For people.", example: "What it says"),
        ])
    )

    private static let channelLimits = Shape.object(
        ObjectShape([
            MemberShape(
                "request",
                .integer(1...10_000_000),
                "Bytes of a request's body. 256 KiB when silent.",
                example: 4096
            ),
            MemberShape("rate", .integer(1...10000), "Messages a second.", example: 100),
            MemberShape("timeout", .integer(1...30), "Seconds to wait for an answer. 20 when silent.", example: 10),
        ])
    )

    private static let channelAuthentication = Shape.object(
        ObjectShape(
            [
                MemberShape(
                    "basic",
                    .object(
                        ObjectShape([
                            MemberShape(
                                "user",
                                .text(.any),
                                isRequired: true,
                                "The name.",
                                example: "{settings.account}"
                            ),
                            MemberShape(
                                "password",
                                .text(.any),
                                isRequired: true,
                                "The password.",
                                example: "{secret.token}"
                            ),
                        ])
                    ),
                    "RFC 7617.",
                    example: ["user": "{settings.account}", "password": "{secret.token}"]
                ),
                MemberShape("bearer", .text(.any), "RFC 6750.", example: "{secret.token}"),
                MemberShape(
                    "header",
                    .object(
                        ObjectShape([
                            MemberShape("name", .text(.header), isRequired: true, "Its name.", example: "X-Key"),
                            MemberShape(
                                "value",
                                .text(.any),
                                isRequired: true,
                                "Its value.",
                                example: "{secret.token}"
                            ),
                        ])
                    ),
                    "A header of the provider's own.",
                    example: ["name": "X-Key", "value": "{secret.token}"]
                ),
            ],
            exactlyOneOf: ["basic", "bearer", "header"]
        )
    )

    private static let channelRequest = Shape.object(
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
            MemberShape("form", .map(.anyName, .text(.any)), "The body as a form.", example: ["To": "{address}"]),
            MemberShape("text", .text(.any), "The body as text.", example: "{slot.body}"),
        ])
    )

    private static let channelAnswer = Shape.object(
        ObjectShape([
            MemberShape(
                "own",
                .either([
                    .text(.pointer), .list(.text(.pointer), count: 1...10),
                    .object(
                        ObjectShape([
                            MemberShape(
                                "text",
                                .text(.linearPattern),
                                isRequired: true,
                                "The form of the body.",
                                example: "[a-z_]{1,64}"
                            )
                        ])
                    ),
                ]),
                isRequired: true,
                "What an answer of the provider's own has, and the page of a proxy hasn't.",
                example: "/code"
            ),
            MemberShape("code", .text(.answerPlace), "Where its code is.", example: "/code"),
            MemberShape("message", .text(.answerPlace), "Where its message is.", example: "/message"),
            MemberShape(
                "retryAfter",
                .object(
                    ObjectShape([
                        MemberShape(
                            "at",
                            .text(.answerPlace),
                            isRequired: true,
                            "Where it is.",
                            example: "/retry_after"
                        ),
                        MemberShape(
                            "unit",
                            .choice(AnswerTable.Wait.Unit.allCases.map(\.rawValue)),
                            isRequired: true,
                            "Seconds, milliseconds, or a time in seconds since 1970.",
                            example: "s"
                        ),
                    ])
                ),
                "How long to wait, beside `Retry-After`.",
                example: ["at": "/retry_after", "unit": "s"]
            ),
            MemberShape(
                "rules",
                .list(channelRule, count: 1...200),
                isRequired: true,
                "The first that holds decides; where none does, the status.",
                example: [["status": 201, "json": ["/id": ["present": true]], "then": "accepted", "receipt": "/id"]]
            ),
        ])
    )

    private static let channelRule = Shape.object(
        ObjectShape([
            MemberShape(
                "status",
                .either([
                    .integer(100...599), .text(.statusClass),
                    .list(.either([.integer(100...599), .text(.statusClass)]), count: 1...50),
                ]),
                "HTTP's, or a hundred of them.",
                example: "4xx"
            ),
            MemberShape(
                "json",
                .map(
                    .pointer,
                    .either([
                        .text(.any), .integer(.min ... .max), .boolean, .list(.anything, count: 1...200),
                        .object(
                            ObjectShape(
                                [
                                    MemberShape(
                                        "matches",
                                        .text(.linearPattern),
                                        "The form of the text there.",
                                        example: "SM[0-9a-f]+"
                                    ),
                                    MemberShape("present", .boolean, "Whether something is there.", example: true),
                                ],
                                exactlyOneOf: ["matches", "present"]
                            )
                        ),
                    ])
                ),
                "What stands where: a value, one of several, a form, or anything at all.",
                example: ["/code": [21211, 21610]]
            ),
            MemberShape(
                "text",
                .either([.text(.any), .list(.text(.any), count: 1...100)]),
                "The whole body, where it isn't JSON.",
                example: "ok"
            ),
            MemberShape("header", .text(.header), "A header that is there.", example: "X-Message-Id"),
            MemberShape(
                "then",
                .choice(AnswerTable.Verdict.allCases.map(\.rawValue)),
                isRequired: true,
                "The outcome.",
                example: "accepted"
            ),
            MemberShape("receipt", .text(.answerPlace), "What the provider calls an accepted message.", example: "/id"),
            MemberShape(
                "about",
                .choice(AnswerTable.Subject.allCases.map(\.rawValue)),
                "What it concerns: this message, what its address needs, or the provider.",
                example: "address"
            ),
        ])
    )

    private static let wireMember = Shape.object(
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
        ])
    )

    private static let channelWire = Shape.object(
        ObjectShape([
            MemberShape("method", .choice(["GET", "POST", "PUT"]), isRequired: true, "HTTP's.", example: "POST"),
            MemberShape("path", .text(.linearPattern), isRequired: true, "The form of the path.", example: "/messages"),
            MemberShape("secretPath", .boolean, "Whether the path holds a secret. False when silent.", example: true),
            MemberShape(
                "auth",
                .text(.wireAuthentication),
                "`basic`, `bearer`, or `header:` with the header's name.",
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
        ])
    )

    private static let channelSamples = Shape.object(
        ObjectShape([
            MemberShape(
                "requests",
                .map(
                    .plainName,
                    .object(
                        ObjectShape([
                            MemberShape(
                                "slots",
                                .map(.channelSlot, .text(.any)),
                                isRequired: true,
                                "The texts.",
                                example: ["body": "Hello"]
                            ),
                            MemberShape(
                                "address",
                                .text(.nonEmptyText),
                                "The first sample of `address` when silent.",
                                example: "+4790012345"
                            ),
                            MemberShape(
                                "priority",
                                .choice(Priority.allCases.map(\.rawValue)),
                                "`normal` when silent.",
                                example: "high"
                            ),
                            MemberShape(
                                "link",
                                .text(.httpsURL),
                                "Where it leads on the web.",
                                example: "https://acme.example/1"
                            ),
                            MemberShape("data", .anyObject, "The event's data.", example: ["id": "1"]),
                            MemberShape(
                                "settings",
                                .anyObject,
                                "Other settings than the examples.",
                                example: ["from": "Acme"]
                            ),
                            MemberShape(
                                "golden",
                                .anything,
                                isRequired: true,
                                "The body, byte for byte.",
                                example: "To=%2B4790012345&Body=Hello"
                            ),
                        ])
                    )
                ),
                isRequired: true,
                "What is sent for a message.",
                example: ["plain": ["slots": ["body": "Hello"], "golden": ["text": "Hello"]]]
            ),
            MemberShape(
                "answers",
                .map(
                    .plainName,
                    .object(
                        ObjectShape([
                            MemberShape("status", .integer(100...599), isRequired: true, "HTTP's.", example: 201),
                            MemberShape(
                                "headers",
                                .map(.header, .text(.any)),
                                "Headers.",
                                example: ["X-Message-Id": "m-1"]
                            ),
                            MemberShape(
                                "body",
                                .anything,
                                "JSON; a string is the text itself.",
                                example: ["id": "m-1"]
                            ),
                            MemberShape(
                                "is",
                                .choice(AnswerTable.Verdict.allCases.map(\.rawValue)),
                                isRequired: true,
                                "The outcome.",
                                example: "accepted"
                            ),
                        ])
                    )
                ),
                isRequired: true,
                "What answers mean; each rule decides one at least.",
                example: ["ok": ["status": 201, "body": ["id": "m-1"], "is": "accepted"]]
            ),
        ])
    )
}

extension TextShape {
    fileprivate static let date = TextShape(
        "date",
        "a date such as `2026-11-20`",
        code: .badInstant,
        pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"
    ) { Instant("\($0)T00:00:00Z") != nil }

    fileprivate static let httpsOrigin = TextShape(
        "origin",
        "an https origin such as `https://api.acme.example`",
        code: .unfitChannelOrigin
    ) { $0.hasPrefix("https://") && LinkRules.isOrigin($0) }

    fileprivate static let linearPattern = TextShape(
        "pattern",
        "a regular expression that is matched in linear time",
        code: .unfitChannelPattern
    ) { LinearPattern($0) != nil }

    fileprivate static let pointer = TextShape(
        "pointer",
        "a pointer such as `/errors/*/code`",
        code: .badName,
        pattern: "^(/[^/]+)+$"
    ) { AnswerPointer($0) != nil }

    fileprivate static let answerPlace = TextShape(
        "place",
        "a pointer such as `/code`, `header:` with a name, or `text`",
        code: .badName,
        pattern: "^((/[^/]+)+|header:.+|text)$"
    ) { AnswerPlace($0) != nil }

    fileprivate static let channelSlot = TextShape(
        "slot",
        "a slot such as `body` or `email.subject`",
        code: .badName,
        pattern: "^[a-z][a-z0-9-]{0,62}(\\.[a-z][a-z0-9-]{0,62})?$"
    ) { text in
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count <= 2 && parts.allSatisfy { slotName.isValid(String($0)) }
    }

    fileprivate static let anyName = TextShape(
        "name",
        "a name of visible ASCII",
        code: .badName,
        pattern: "^[!-~]{1,128}$"
    ) {
        (1...128).contains($0.utf8.count) && $0.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }

    fileprivate static let statusClass = TextShape(
        "statuses",
        "a hundred statuses such as `4xx`",
        code: .badName,
        pattern: "^[1-5]xx$"
    ) { ["1xx", "2xx", "3xx", "4xx", "5xx"].contains($0) }

    fileprivate static let wireAuthentication = TextShape(
        "authentication",
        "`basic`, `bearer`, or `header:` with a header's name",
        code: .badName,
        pattern: "^(basic|bearer|header:[A-Za-z0-9-]+)$"
    ) { ["basic", "bearer"].contains($0) || $0.hasPrefix("header:") && header.isValid(String($0.dropFirst(7))) }
}
