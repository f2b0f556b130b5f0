import CarillonModel

/// `realtime`: what apps that use another service's protocol are served.
extension Shape {
    static let realtime = Shape.object(
        ObjectShape([
            MemberShape(
                "supabase",
                supabase,
                "The table that apps with a Supabase client subscribe to, read and mark.",
                example: ["columns": ["id": ["from": "id", "type": "uuid"]]]
            )
        ])
    )

    private static let supabase = Shape.object(
        ObjectShape([
            MemberShape("schema", .text(.sqlName), "`public` when silent.", example: "public"),
            MemberShape("table", .text(.sqlName), "`notifications` when silent.", example: "notifications"),
            MemberShape(
                "columns",
                .map(.sqlName, column),
                isRequired: true,
                "The table's columns, in the order that clients are told; one comes from `id`.",
                example: ["id": ["from": "id", "type": "uuid", "filter": true]]
            ),
            MemberShape(
                "rest",
                .boolean,
                "Whether rows can be read and marked at `/rest/v1/{table}`; true when silent.",
                example: true
            ),
            MemberShape(
                "apiKeys",
                .list(.text(.nonEmptyText), count: 1...20),
                "The public keys that apps are built with, of which each must bring one; any key will do when silent.",
                example: ["sb_publishable_acme"]
            ),
        ])
    )

    private static let column = Shape.object(
        ObjectShape([
            MemberShape(
                "from",
                .text(.any),
                isRequired: true,
                """
                What of a notification it shows: `id`, `userId`, `type`, `alias`, `category`, `priority`, `locale`, `deepLink.app`, \
                `deepLink.web`, `deepLink.screen`, `imageUrl`, `isRead`, `readAt`, `createdAt`, a text such as `text.body`, or a \
                member of `data` such as `data.order_id`.
                """,
                example: "text.body"
            ),
            MemberShape(
                "type",
                .choice(SupabaseTable.ColumnType.allCases.map(\.rawValue)),
                isRequired: true,
                "The type that clients are told, by PostgreSQL's name.",
                example: "text"
            ),
            MemberShape(
                "filter",
                .boolean,
                "Whether subscriptions and requests may compare it; false when silent.",
                example: true
            ),
        ])
    )
}

extension TextShape {
    /// A name that PostgreSQL accepts without quotes.
    fileprivate static let sqlName = TextShape(
        "sql name",
        "a name of lower-case letters, digits and `_`",
        code: .badName,
        pattern: "^[a-z_][a-z0-9_]{0,62}$"
    ) { text in
        guard let first = text.utf8.first, (97...122).contains(first) || first == UInt8(ascii: "_"),
            text.utf8.count <= 63
        else { return false }
        return text.utf8.allSatisfy { (97...122).contains($0) || (48...57).contains($0) || $0 == UInt8(ascii: "_") }
    }
}
