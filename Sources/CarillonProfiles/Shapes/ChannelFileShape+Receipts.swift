import CarillonChannels
import CarillonModel

/// `receipts` of a channel file.
extension Shape {
    static let channelReceipts = Shape.object(
        ObjectShape([
            MemberShape(
                "within",
                .text(.duration),
                isRequired: true,
                "How long after acceptance reports are waited for.",
                example: "14h"
            ),
            MemberShape(
                "callback",
                channelCallback,
                "What the provider sends by itself, to `{callback.url}` or to one URL for all messages.",
                example: [
                    "body": "form", "verify": ["reference": true],
                    "rules": [["json": ["/Status": "sent"], "then": "accepted"]],
                ]
            ),
            MemberShape(
                "poll",
                channelPoll,
                "What it is asked for: a request for each message.",
                example: [
                    "after": "1h", "request": ["method": "GET", "url": "https://api.acme.example/messages/{receipt}"],
                    "wire": ["method": "GET", "path": "/messages/[0-9a-f]+"],
                    "rules": [["json": ["/status": "delivered"], "then": "accepted"]],
                ]
            ),
        ])
    )

    private static let channelPoll = Shape.object(
        ObjectShape([
            MemberShape(
                "after",
                .text(.duration),
                isRequired: true,
                "How long after acceptance it is asked first, and between two questions.",
                example: "1h"
            ),
            MemberShape(
                "request",
                .object(
                    ObjectShape([
                        MemberShape("method", .choice(["GET", "POST"]), isRequired: true, "HTTP's.", example: "GET"),
                        MemberShape(
                            "url",
                            .text(.any),
                            isRequired: true,
                            "Within the origins; `{receipt}` is what the provider called the message.",
                            example: "https://api.acme.example/messages/{receipt}"
                        ),
                        MemberShape("query", .map(.anyName, .text(.any)), "Its query.", example: ["id": "{receipt}"]),
                        MemberShape(
                            "headers",
                            .map(.header, .text(.any)),
                            "Further headers.",
                            example: ["X-Version": "2"]
                        ),
                    ])
                ),
                isRequired: true,
                "The question, with the message's `auth` and without a body.",
                example: ["method": "GET", "url": "https://api.acme.example/messages/{receipt}"]
            ),
            MemberShape(
                "wire",
                .object(
                    ObjectShape([
                        MemberShape("method", .choice(["GET", "POST"]), isRequired: true, "HTTP's.", example: "GET"),
                        MemberShape(
                            "path",
                            .text(.linearPattern),
                            isRequired: true,
                            "The form of the path.",
                            example: "/messages/[0-9a-f]+"
                        ),
                        MemberShape(
                            "query",
                            .map(.anyName, wireMember),
                            "The query's names.",
                            example: ["id": ["required": true]]
                        ),
                    ])
                ),
                isRequired: true,
                "What the provider demands of it, from its documentation.",
                example: ["method": "GET", "path": "/messages/[0-9a-f]+"]
            ),
            MemberShape("code", .text(.answerPlace), "Where its code is.", example: "/error_code"),
            MemberShape(
                "rules",
                .list(receiptRule(), count: 1...200),
                isRequired: true,
                "The first that holds decides; where none does, nothing has ended.",
                example: [["json": ["/status": "delivered"], "then": "accepted"]]
            ),
        ])
    )

    private static let channelCallback = Shape.object(
        ObjectShape([
            MemberShape(
                "body",
                .choice(CallbackForm.Content.allCases.map(\.rawValue)),
                isRequired: true,
                "Its form; the names of a form are read as those of an object.",
                example: "form"
            ),
            MemberShape(
                "verify",
                callbackProof,
                isRequired: true,
                "How it is known to be the provider's. What isn't proven is answered as if there were nothing.",
                example: ["token": ["header": "X-Token", "value": "{secret.token}"]]
            ),
            MemberShape(
                "reference",
                .text(.pointer),
                "Where it has the `{callback.reference}` of its message, if the provider reports to one URL for all messages.",
                example: "/Metadata/message"
            ),
            MemberShape(
                "each",
                .text(.elementsPointer),
                "Where one callback has its reports, each on a message: the rest is read within them.",
                example: "/events/*"
            ),
            MemberShape(
                "challenge",
                callbackChallenge,
                "How it asks, by GET and before it reports anything, whether its one URL for all messages is ours.",
                example: ["token": "hub.verify_token", "value": "{secret.token}", "answer": "hub.challenge"]
            ),
            MemberShape("code", .text(.answerPlace), "Where its code is.", example: "/ErrorCode"),
            MemberShape(
                "rules",
                .list(callbackRule, count: 1...200),
                isRequired: true,
                "The first that holds decides; where none does, nothing has ended.",
                example: [["json": ["/Status": "delivered"], "then": "accepted"]]
            ),
        ])
    )

    private static let callbackRule = receiptRule([
        MemberShape(
            "stop",
            .boolean,
            "Whether the recipient wants nothing more of this kind: their preference is switched off. False when silent.",
            example: true
        )
    ])

    private static func receiptRule(_ more: [MemberShape] = []) -> Shape {
        .object(
            ObjectShape(
                [
                    MemberShape(
                        "json",
                        channelConditions,
                        isRequired: true,
                        "What stands where: a value, one of several, a form, or anything at all.",
                        example: ["/Status": ["failed", "undelivered"]]
                    ),
                    MemberShape(
                        "then",
                        .choice(["accepted", "deferred", "refused", "gone", "misconfigured"]),
                        isRequired: true,
                        "The outcome.",
                        example: "refused"
                    ),
                    MemberShape(
                        "about",
                        .choice(AnswerTable.Subject.allCases.map(\.rawValue)),
                        "What it concerns: this message, what its address needs, or the provider.",
                        example: "address"
                    ),
                ] + more
            )
        )
    }
}
