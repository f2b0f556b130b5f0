import CarillonChannels
import CarillonModel

/// `auth` of a channel file.
extension Shape {
    static let channelAuthentication = Shape.object(
        ObjectShape(
            [
                MemberShape(
                    "basic",
                    basicAuthentication,
                    "RFC 7617.",
                    example: ["user": "{settings.account}", "password": "{secret.token}"]
                ),
                MemberShape("bearer", .text(.any), "RFC 6750.", example: "{secret.token}"),
                MemberShape(
                    "header",
                    namedValue(.header, "X-Key"),
                    "A header of the provider's own.",
                    example: ["name": "X-Key", "value": "{secret.token}"]
                ),
                MemberShape(
                    "query",
                    namedValue(.anyName, "key"),
                    "A name of the query, which shows in the logs of proxies: only where the provider has no other way.",
                    example: ["name": "key", "value": "{secret.token}"]
                ),
                MemberShape(
                    "hmac",
                    requestSignature,
                    "A code over the request by HMAC with SHA-256, in a header.",
                    example: ["key": "{secret.key}", "over": ["timestamp", "body"], "header": "X-Signature"]
                ),
                MemberShape(
                    "jwt",
                    signedToken,
                    "A JSON Web Token that is signed here, sent as RFC 6750 has it.",
                    example: ["algorithm": "ES256", "key": "{secret.key}", "claims": ["iss": "{settings.account}"]]
                ),
                MemberShape(
                    "oauth2",
                    tokenGrant,
                    "A token that is granted for the account's credentials: got once, kept until its end, and got anew where it is refused.",
                    example: [
                        "token": "https://api.acme.example/token", "client": "{settings.client}",
                        "secret": "{secret.secret}",
                    ]
                ),
                MemberShape(
                    "sigv4",
                    awsSignature,
                    "AWS Signature Version 4.",
                    example: [
                        "service": "ses", "region": "{settings.region}", "accessKey": "{settings.accessKey}",
                        "secretKey": "{secret.secretKey}",
                    ]
                ),
            ],
            exactlyOneOf: ["basic", "bearer", "header", "query", "hmac", "jwt", "oauth2", "sigv4"]
        )
    )

    private static let basicAuthentication = Shape.object(
        ObjectShape([
            MemberShape("user", .text(.any), isRequired: true, "The name.", example: "{settings.account}"),
            MemberShape("password", .text(.any), isRequired: true, "The password.", example: "{secret.token}"),
        ])
    )

    private static func namedValue(_ name: TextShape, _ example: JSONValue) -> Shape {
        .object(
            ObjectShape([
                MemberShape("name", .text(name), isRequired: true, "Its name.", example: example),
                MemberShape("value", .text(.any), isRequired: true, "Its value.", example: "{secret.token}"),
            ])
        )
    }

    private static let requestSignature = Shape.object(
        ObjectShape(
            [
                MemberShape("key", .text(.any), isRequired: true, "The key.", example: "{secret.key}"),
                MemberShape(
                    "keyForm",
                    .choice(["text", "base64"]),
                    "Whether the key is the text's bytes, or what it is Base64 of. `text` when silent.",
                    example: "base64"
                ),
                MemberShape(
                    "over",
                    .list(.choice(RequestSignature.Part.allCases.map(\.rawValue)), count: 1...10),
                    isRequired: true,
                    "What is signed, in order; `body.sha256` is in hexadecimal digits, `timestamp` in seconds since 1970.",
                    example: ["timestamp", "body"]
                ),
            ] + writtenCode(timestamp: "Says when it was signed.")
        )
    )

    /// How a code over several parts is written, and where: in our requests, and in what providers send.
    ///
    /// - Parameter timestamp: what the header with the time says.
    static func writtenCode(timestamp: String) -> [MemberShape] {
        [
            MemberShape("join", .text(.any), "Stands between the parts. Nothing when silent.", example: "."),
            MemberShape(
                "as",
                .choice(RequestSignature.Encoding.allCases.map(\.rawValue)),
                "How the code is written. `hex` when silent.",
                example: "base64"
            ),
            MemberShape("prefix", .text(.any), "Stands before the code.", example: "sha256="),
            MemberShape("header", .text(.header), isRequired: true, "Holds the code.", example: "X-Signature"),
            MemberShape("timestamp", .text(.header), timestamp, example: "X-Timestamp"),
        ]
    }

    private static let signedToken = Shape.object(
        ObjectShape([
            MemberShape(
                "algorithm",
                .choice(SignedToken.Algorithm.allCases.map(\.rawValue)),
                isRequired: true,
                "RFC 7518, section 3.",
                example: "ES256"
            ),
            MemberShape("key", .text(.any), isRequired: true, "PEM; any text for HS256.", example: "{secret.key}"),
            MemberShape(
                "header",
                .map(.plainName, .text(.any)),
                "Further members of its header.",
                example: ["kid": "{settings.keyId}"]
            ),
            MemberShape(
                "claims",
                .map(.plainName, .text(.any)),
                isRequired: true,
                "What is claimed beside `iat` and `exp`.",
                example: ["iss": "{settings.account}"]
            ),
            MemberShape("lifetime", .integer(60...86400), "Seconds that it holds. 3600 when silent.", example: 1200),
        ])
    )

    private static let tokenGrant = Shape.object(
        ObjectShape([
            MemberShape(
                "token",
                .text(.httpsURL),
                isRequired: true,
                "Where it is granted, within the origins.",
                example: "https://api.acme.example/token"
            ),
            MemberShape("client", .text(.any), "The client's id.", example: "{settings.client}"),
            MemberShape("secret", .text(.any), "The client's secret.", example: "{secret.secret}"),
            MemberShape(
                "style",
                .choice(["basic", "body"]),
                "Where both stand: in `Authorization`, or in the body. `basic` when silent.",
                example: "body"
            ),
            MemberShape(
                "assertion",
                signedToken,
                "A token that is signed here, instead of `client` and `secret` (RFC 7523).",
                example: ["algorithm": "RS256", "key": "{secret.key}", "claims": ["iss": "{settings.account}"]]
            ),
            MemberShape("scope", .text(.any), "What it is for.", example: "messages.send"),
            MemberShape("audience", .text(.any), "Whom it is for.", example: "https://api.acme.example/"),
        ])
    )

    private static let awsSignature = Shape.object(
        ObjectShape([
            MemberShape("service", .text(.plainName), isRequired: true, "As AWS names it.", example: "ses"),
            MemberShape("region", .text(.any), isRequired: true, "As AWS names it.", example: "{settings.region}"),
            MemberShape("accessKey", .text(.any), isRequired: true, "The key's id.", example: "{settings.accessKey}"),
            MemberShape("secretKey", .text(.any), isRequired: true, "The key.", example: "{secret.secretKey}"),
        ])
    )
}
