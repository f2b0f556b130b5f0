import CarillonChannels
import CarillonModel

/// `samples` of a channel file.
extension Shape {
    static let channelSamples = Shape.object(
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
                    .object(answerSample(status: 201, body: ["id": "m-1"]))
                ),
                isRequired: true,
                "What answers mean; each rule decides one at least.",
                example: ["ok": ["status": 201, "body": ["id": "m-1"], "is": "accepted"]]
            ),
            MemberShape(
                "callbacks",
                .map(
                    .plainName,
                    .object(
                        ObjectShape([
                            MemberShape(
                                "body",
                                .anything,
                                isRequired: true,
                                "JSON; a string is the text itself.",
                                example: "Status=delivered"
                            ),
                            MemberShape(
                                "is",
                                .either([outcome(["wait"]), .list(outcome(["wait"]), count: 1...100)]),
                                isRequired: true,
                                "The outcome; `wait` where it ends nothing; in a list, of each report at `each`.",
                                example: "accepted"
                            ),
                        ])
                    )
                ),
                "What callbacks mean; each rule of `receipts.callback` decides one at least.",
                example: ["delivered": ["body": "Status=delivered", "is": "accepted"]]
            ),
            MemberShape(
                "polls",
                .map(
                    .plainName,
                    .object(answerSample(status: 200, body: ["status": "delivered"], canWait: true))
                ),
                "What is answered to `receipts.poll`; each of its rules decides one at least.",
                example: ["delivered": ["status": 200, "body": ["status": "delivered"], "is": "accepted"]]
            ),
        ])
    )

    private static func outcome(_ more: [String] = []) -> Shape {
        .choice(AnswerTable.Verdict.allCases.map(\.rawValue) + more)
    }

    /// An answer of the provider, and what it means.
    ///
    /// - Parameter canWait: whether it may leave open what became of the message.
    private static func answerSample(status: Int, body: JSONValue, canWait: Bool = false) -> ObjectShape {
        ObjectShape([
            MemberShape("status", .integer(100...599), isRequired: true, "HTTP's.", example: JSONValue(status)),
            MemberShape("headers", .map(.header, .text(.any)), "Headers.", example: ["X-Message-Id": "m-1"]),
            MemberShape("body", .anything, "JSON; a string is the text itself.", example: body),
            MemberShape(
                "is",
                canWait ? outcome(["wait"]) : .either([outcome(), .list(outcome(), count: 1...100)]),
                isRequired: true,
                canWait
                    ? "The outcome; `wait` where nothing has ended."
                    : "The outcome; in a list, of each message of a request with several.",
                example: "accepted"
            ),
        ])
    }
}
