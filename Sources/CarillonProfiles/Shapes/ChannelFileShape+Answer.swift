import CarillonChannels
import CarillonModel

/// `answer` of a channel file.
extension Shape {
    static let channelAnswer = Shape.object(
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
            MemberShape(
                "each",
                channelElements,
                "What it says of each message of a request with several, where no rule is about the whole.",
                example: ["in": "/data/*", "rules": [["json": ["/status": "ok"], "then": "accepted"]]]
            ),
        ])
    )

    private static let channelElements = Shape.object(
        ObjectShape([
            MemberShape(
                "in",
                .text(.elementsPointer),
                isRequired: true,
                "The elements, in the order of the messages; a message without one is `uncertain`.",
                example: "/data/*"
            ),
            MemberShape("code", .text(.answerPlace), "Where an element has its code.", example: "/details/error"),
            MemberShape("message", .text(.answerPlace), "Where an element has its message.", example: "/message"),
            MemberShape(
                "rules",
                .list(channelRule, count: 1...200),
                isRequired: true,
                "As in `answer`, with pointers within an element; where none holds, the status decides.",
                example: [["json": ["/status": "ok"], "then": "accepted", "receipt": "/id"]]
            ),
        ])
    )

    /// Pointers with what stands there.
    static let channelConditions = Shape.map(
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
    )

    static let channelRule = Shape.object(
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
                channelConditions,
                "What stands where: a value, one of several, a form, or anything at all.",
                example: ["/code": [21211, 21610]]
            ),
            MemberShape(
                "text",
                .either([.text(.any), .list(.text(.any), count: 1...100)]),
                "The whole body, where it isn't JSON.",
                example: "ok"
            ),
            MemberShape(
                "header",
                .either([.text(.header), .map(.header, .text(.linearPattern))]),
                "A header that is there, or headers with their forms.",
                example: "X-Message-Id"
            ),
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
}
