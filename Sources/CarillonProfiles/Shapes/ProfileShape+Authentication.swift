import CarillonModel

/// `profile.json`: authentication.
extension Shape {
    static let auth = Shape.object(
        ObjectShape([
            MemberShape(
                "users",
                users,
                "How users prove who they are.",
                example: ["algorithm": "HS256", "key": ["$secret": "jwt-secret"]]
            ),
            MemberShape(
                "services",
                .list(service, count: 0...20),
                "Keys of the tenant's own services.",
                example: [["header": "X-Service-Key", "key": ["$secret": "service-key"]]]
            ),
            MemberShape(
                "staff",
                staff,
                "How staff prove who they are at the studio; by links only when silent.",
                example: ["algorithm": "HS256", "key": ["$secret": "staff-secret"]]
            ),
        ])
    )

    private static let users = Shape.object(
        ObjectShape(
            signature + [
                MemberShape(
                    "userClaim",
                    .text(.nonEmptyText),
                    "The claim that names the user. `sub` when silent.",
                    example: "sub"
                ),
                MemberShape(
                    "ignoreCase",
                    .boolean,
                    "Users that differ only in the case of A to Z are the same.",
                    example: true
                ),
            ] + origin + [
                MemberShape(
                    "expires",
                    .choice(["required", "optional"]),
                    "Whether a token must say when it expires (`exp`). `required` when silent.",
                    example: "optional"
                ),
                cookie("access_token"),
            ]
        )
    )

    private static let staff = Shape.object(
        ObjectShape(
            signature + origin + [
                MemberShape(
                    "rolesClaim",
                    .text(.nonEmptyText),
                    "The claim with the roles: a list, or a text with blanks between them. `roles` when silent.",
                    example: "roles"
                ),
                MemberShape(
                    "nameClaim",
                    .text(.nonEmptyText),
                    "The claim with the name that colleagues see, by which they are told apart. `sub` when silent.",
                    example: "name"
                ),
                cookie("staff_token"),
            ]
        )
    )

    /// By which key a token was signed.
    private static let signature = [
        MemberShape(
            "algorithm",
            .choice(UserAuthentication.Algorithm.allCases.map(\.rawValue)),
            isRequired: true,
            "Of the JWT's signature.",
            example: "HS256"
        ),
        MemberShape(
            "key",
            .either([secret, .list(secret, count: 1...5)]),
            isRequired: true,
            "HMAC key, PEM or JWKS; a list while keys change, each of which is believed.",
            example: ["$secret": "jwt-secret"]
        ),
    ]

    /// From whom a token must be, and for whom.
    private static let origin = [
        MemberShape("issuer", .text(.nonEmptyText), "What `iss` must be.", example: "https://auth.acme.example"),
        MemberShape("audience", .text(.nonEmptyText), "What `aud` must hold.", example: "acme"),
    ]

    private static func cookie(_ example: JSONValue) -> MemberShape {
        MemberShape("cookie", .text(.header), "A cookie that may carry the token.", example: example)
    }

    private static let service = Shape.object(
        ObjectShape([
            MemberShape(
                "header",
                .text(.header),
                isRequired: true,
                "The header that carries the key.",
                example: "X-Supabase-Service-Role"
            ),
            MemberShape("key", secret, isRequired: true, "The key.", example: ["$secret": "service-role-key"]),
            MemberShape("scheme", .text(.header), "What stands before the key in the header.", example: "Bearer"),
        ])
    )
}
