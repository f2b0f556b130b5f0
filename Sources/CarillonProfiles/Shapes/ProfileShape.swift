import CarillonModel

/// `profile.json`: its keys, and what they share.
extension Shape {
    static let profile = Shape.object(
        ObjectShape([
            .schemaReference,
            MemberShape(
                "tenant",
                .text(.tenantID),
                isRequired: true,
                "The tenant's name in URLs, logs and secrets; the folder has the same.",
                example: "acme"
            ),
            MemberShape(
                "name",
                .text(.nonEmptyText),
                isRequired: true,
                "What people call the product.",
                example: "Acme"
            ),
            MemberShape(
                "hosts",
                .list(.text(.host), count: 0...20),
                "Hosts whose root the tenant's contract answers at, beside `/{tenant}`.",
                example: ["api.acme.example"]
            ),
            MemberShape(
                "locales",
                locales,
                isRequired: true,
                "The languages of the words.",
                example: ["default": "en", "supported": ["en", "ar"]]
            ),
            MemberShape(
                "timeZone",
                .text(.timeZone),
                "Where nothing is known about a recipient. `Etc/UTC` when silent.",
                example: "Asia/Riyadh"
            ),
            MemberShape("ids", ids, "How ids look.", example: ["notification": "noti_{hex:16}"]),
            MemberShape("deepLinks", deepLinks, "Where notifications may lead.", example: ["schemes": ["acme"]]),
            MemberShape(
                "channels",
                .map(.channelID, channel),
                isRequired: true,
                "The tenant's channels: events name these, never plugins.",
                example: ["in-app": ["use": "in-app"]]
            ),
            MemberShape(
                "androidChannels",
                .map(.plainName, androidChannel),
                "Notification channels that the Android app creates.",
                example: ["default": ["name": "General"]]
            ),
            MemberShape(
                "categories",
                .map(.plainName, category),
                "Kinds of notification as the reader sees them.",
                example: ["assignment": ["icon": "briefcase"]]
            ),
            MemberShape(
                "priorities",
                priorities,
                "What the three priorities mean; `now` when silent.",
                example: ["low": ["deliver": "silent"]]
            ),
            MemberShape(
                "preferences",
                preferences,
                "The switches in a recipient's settings.",
                example: ["toggles": ["pushEnabled": ["channels": ["push"], "default": true]]]
            ),
            MemberShape("policies", policies, "When, how often and how long.", example: ["retention": "90d"]),
            MemberShape("auth", auth, "Who may call the tenant's API.", example: ["services": []]),
            MemberShape("devices", devices, "Whose a device is.", example: ["owner": "user"]),
            MemberShape(
                "subscriptions",
                subscriptions,
                "What subscribing to a topic means.",
                example: ["ignoreCase": true]
            ),
            MemberShape(
                "device",
                device,
                "What apps do with pushes on the device.",
                example: ["badge": "unread"]
            ),
            MemberShape(
                "cors",
                cors,
                "Which web pages may call the API from a browser.",
                example: ["origins": ["https://app.acme.example"]]
            ),
            MemberShape(
                "realtime",
                realtime,
                "Other protocols by which apps follow their feed.",
                example: ["supabase": ["columns": ["id": ["from": "id", "type": "uuid"]]]]
            ),
            MemberShape(
                "inbox",
                inbox,
                "The web inbox: its page, and how its elements behave and look.",
                example: ["page": "/notifications"]
            ),
            MemberShape(
                "studio",
                studio,
                "How words that staff change in the studio are approved, and go live.",
                example: ["publish": "live"]
            ),
            MemberShape(
                "allow",
                allow,
                "Warnings that are as they should be, each with the reason; `validate` doesn't show them.",
                example: [["code": "T0904", "at": "events.json", "reason": "Samples come with the next release"]]
            ),
        ])
    )

    /// A text for all languages, or texts by locale, which may be empty while a translation is missing.
    static let localizedText = Shape.either([.text(.nonEmptyText), .map(.locale, .text(.pendingText))])

    static let secret = Shape.object(
        ObjectShape([
            MemberShape(
                "$secret",
                .text(.secretName),
                isRequired: true,
                "The name of a secret the operator provides.",
                example: "jwt-secret"
            )
        ])
    )

    static let priorityName = Shape.choice(Priority.allCases.map(\.rawValue))

    private static let locales = Shape.object(
        ObjectShape([
            MemberShape(
                "default",
                .text(.locale),
                isRequired: true,
                "Words in this language always exist.",
                example: "en"
            ),
            MemberShape(
                "supported",
                .list(.text(.locale), count: 1...200),
                isRequired: true,
                "All languages, the default among them.",
                example: ["en", "ar"]
            ),
            MemberShape(
                "fallbacks",
                .map(.locale, .text(.locale)),
                "Where to look when a language isn't supported.",
                example: ["nb": "no"]
            ),
        ])
    )

    private static let ids = Shape.object(
        ObjectShape([
            MemberShape(
                "notification",
                .text(.notificationID),
                "Ids of notifications: `uuid`, or a prefix and random hexadecimal digits.",
                example: "noti_{hex:16}"
            )
        ])
    )

    private static let devices = Shape.object(
        ObjectShape([
            MemberShape(
                "owner",
                .choice(DevicePolicy.Owner.allCases.map(\.rawValue)),
                isRequired: true,
                "`user`; `subscription`: each subscription has its user or none; `session`.",
                example: "user"
            )
        ])
    )

    private static let subscriptions = Shape.object(
        ObjectShape([
            MemberShape(
                "ignoreCase",
                .boolean,
                "Topics that differ only in the case of A to Z are the same.",
                example: true
            ),
            MemberShape(
                "roles",
                .object(
                    ObjectShape([
                        MemberShape(
                            "user",
                            .text(.plainName),
                            "Of a subscription that came with a user.",
                            example: "owner"
                        ),
                        MemberShape("anonymous", .text(.plainName), "Of one that came without.", example: "observer"),
                    ])
                ),
                "The role a subscription gets; no roles when silent.",
                example: ["user": "owner", "anonymous": "observer"]
            ),
        ])
    )

    private static let cors = Shape.object(
        ObjectShape([
            MemberShape(
                "origins",
                .list(.text(.origin), count: 1...50),
                isRequired: true,
                "Exact origins.",
                example: ["https://app.acme.example"]
            ),
            MemberShape("credentials", .boolean, "Whether cookies may come along.", example: false),
        ])
    )
}

extension MemberShape {
    /// Allowed at the top of every file, for editors.
    static let schemaReference = MemberShape(
        "$schema",
        .text(.any),
        "Points to the JSON Schema in `tenants/schema/`, for editors.",
        example: "../schema/profile.json"
    )
}
