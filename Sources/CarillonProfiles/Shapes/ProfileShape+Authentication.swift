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
        ])
    )

    private static let users = Shape.object(
        ObjectShape([
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
            MemberShape("issuer", .text(.nonEmptyText), "What `iss` must be.", example: "https://auth.acme.example"),
            MemberShape("audience", .text(.nonEmptyText), "What `aud` must hold.", example: "acme"),
            MemberShape(
                "expires",
                .choice(["required", "optional"]),
                "Whether a token must say when it expires (`exp`). `required` when silent.",
                example: "optional"
            ),
            MemberShape("cookie", .text(.header), "A cookie that may carry the token.", example: "access_token"),
        ])
    )

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
