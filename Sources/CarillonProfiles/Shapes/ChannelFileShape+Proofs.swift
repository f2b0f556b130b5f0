import CarillonChannels
import CarillonModel

/// `receipts.callback.verify` and `challenge` of a channel file.
extension Shape {
    static let callbackProof = Shape.object(
        ObjectShape(
            [
                MemberShape(
                    "hmac",
                    callbackCode,
                    "A code by HMAC in a header.",
                    example: ["hash": "sha256", "key": "{secret.key}", "over": ["body"], "header": "X-Signature"]
                ),
                MemberShape(
                    "hmacInBody",
                    embeddedCode,
                    "A code by HMAC over a time and a word, all of which stand in the body: a word is taken once.",
                    example: [
                        "hash": "sha256", "key": "{secret.key}", "timestamp": "/proof/timestamp",
                        "word": "/proof/token",
                        "code": "/proof/signature",
                    ]
                ),
                MemberShape(
                    "standardWebhooks",
                    .object(
                        ObjectShape([
                            MemberShape(
                                "secret",
                                .text(.any),
                                isRequired: true,
                                "`whsec_` and Base64.",
                                example: "{secret.key}"
                            ),
                            MemberShape(
                                "headers",
                                .choice(["webhook", "svix"]),
                                "What its headers `…-id`, `…-timestamp` and `…-signature` begin with. `webhook` when silent.",
                                example: "svix"
                            ),
                        ])
                    ),
                    "Standard Webhooks 1.0.0: codes over an id, a time and the body.",
                    example: ["secret": "{secret.key}", "headers": "svix"]
                ),
                MemberShape(
                    "ecdsa",
                    .object(
                        ObjectShape([
                            MemberShape(
                                "key",
                                .text(.any),
                                isRequired: true,
                                "Its public half, in Base64 or PEM.",
                                example: "{secret.key}"
                            ),
                            MemberShape(
                                "header",
                                .text(.header),
                                isRequired: true,
                                "Holds the signature, in Base64.",
                                example: "X-Signature"
                            ),
                            MemberShape(
                                "timestamp",
                                .text(.header),
                                isRequired: true,
                                "Says when it was signed: five minutes ago at most.",
                                example: "X-Timestamp"
                            ),
                        ])
                    ),
                    "A signature on P-256 with SHA-256 over a time and the body.",
                    example: ["key": "{secret.key}", "header": "X-Signature", "timestamp": "X-Timestamp"]
                ),
                MemberShape(
                    "token",
                    .object(
                        ObjectShape([
                            MemberShape("header", .text(.header), isRequired: true, "Its name.", example: "X-Token"),
                            MemberShape(
                                "value",
                                .text(.any),
                                isRequired: true,
                                "Its value.",
                                example: "{secret.token}"
                            ),
                        ])
                    ),
                    "A secret in a header.",
                    example: ["header": "X-Token", "value": "{secret.token}"]
                ),
                MemberShape(
                    "basic",
                    .object(
                        ObjectShape([
                            MemberShape("user", .text(.any), isRequired: true, "The name.", example: "acme"),
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
                    example: ["user": "acme", "password": "{secret.token}"]
                ),
                MemberShape(
                    "reference",
                    .boolean,
                    "The URL alone, which nobody else knows: for providers that sign nothing.",
                    example: true
                ),
            ],
            exactlyOneOf: ["hmac", "hmacInBody", "standardWebhooks", "ecdsa", "token", "basic", "reference"]
        )
    )

    private static let callbackCode = Shape.object(
        ObjectShape(
            [
                MemberShape(
                    "hash",
                    .choice(CallbackCode.Hash.allCases.map(\.rawValue)),
                    isRequired: true,
                    "With which it is made.",
                    example: "sha256"
                ),
                MemberShape("key", .text(.any), isRequired: true, "The key.", example: "{secret.key}"),
                MemberShape(
                    "over",
                    .list(.choice(CallbackCode.Part.allCases.map(\.rawValue)), count: 1...5),
                    isRequired: true,
                    "What is signed, in order; `form.sorted` are names and values of a form in the order of the names.",
                    example: ["timestamp", "body"]
                ),
            ] + writtenCode(timestamp: "Says when it was signed: five minutes ago at most.")
        )
    )

    private static let embeddedCode = Shape.object(
        ObjectShape([
            MemberShape(
                "hash",
                .choice(CallbackCode.Hash.allCases.map(\.rawValue)),
                isRequired: true,
                "With which it is made.",
                example: "sha256"
            ),
            MemberShape("key", .text(.any), isRequired: true, "The key.", example: "{secret.key}"),
            MemberShape(
                "as",
                .choice(RequestSignature.Encoding.allCases.map(\.rawValue)),
                "How the code is written. `hex` when silent.",
                example: "base64"
            ),
            MemberShape(
                "timestamp",
                .text(.pointer),
                isRequired: true,
                "Where it says when it was signed: five minutes ago at most.",
                example: "/proof/timestamp"
            ),
            MemberShape(
                "word",
                .text(.pointer),
                isRequired: true,
                "Where the word is that no other callback has.",
                example: "/proof/token"
            ),
            MemberShape("code", .text(.pointer), isRequired: true, "Where the code is.", example: "/proof/signature"),
        ])
    )

    static let callbackChallenge = Shape.object(
        ObjectShape([
            MemberShape(
                "token",
                .text(.nonEmptyText),
                isRequired: true,
                "The name in the query with which it shows a secret of ours.",
                example: "hub.verify_token"
            ),
            MemberShape("value", .text(.any), isRequired: true, "That secret.", example: "{secret.token}"),
            MemberShape(
                "answer",
                .text(.nonEmptyText),
                isRequired: true,
                "The name of what it wants to read then.",
                example: "hub.challenge"
            ),
        ])
    )
}
