import CarillonModel

/// `profile.json`.
extension Shape {
    static let profile = Shape.object(
        ObjectShape([
            .schemaReference,
            MemberShape(
                "tenant",
                .text(.tenantID),
                isRequired: true,
                "The tenant's name in URLs, logs and secrets; the folder has the same.",
                example: "dossier"
            ),
            MemberShape("name", .text(.words), isRequired: true, "What people call the product.", example: "Dossier"),
            MemberShape(
                "hosts",
                .list(.text(.host), count: 0...20),
                "Hosts whose root the tenant's contract answers at, beside `/{tenant}`.",
                example: ["api.dossier.example"]
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
            MemberShape("deepLinks", deepLinks, "Where notifications may lead.", example: ["schemes": ["intldossier"]]),
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
                "cors",
                cors,
                "Which web pages may call the API from a browser.",
                example: ["origins": ["https://app.dossier.example"]]
            ),
        ])
    )

    /// The same words everywhere, or words by locale.
    static let localizedText = Shape.either([.text(.words), .map(.locale, .text(.words))])

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

    private static let deepLinks = Shape.object(
        ObjectShape([
            MemberShape(
                "schemes",
                .list(.text(.scheme), count: 0...20),
                "The app's own URL schemes.",
                example: ["intldossier"]
            ),
            MemberShape(
                "origins",
                .list(.text(.origin), count: 0...20),
                "The tenant's own web origins.",
                example: ["https://dossier.example"]
            ),
            MemberShape(
                "routes",
                .map(.plainName, route),
                "Places that links lead to; only these.",
                example: ["profile": ["app": "intldossier://profile"]]
            ),
        ])
    )

    private static let route = Shape.object(
        ObjectShape([
            MemberShape(
                "params",
                .map(.fieldName, .choice(Route.ParameterType.allCases.map(\.rawValue))),
                "Parameters and their types.",
                example: ["id": "slug"]
            ),
            MemberShape(
                "app",
                .text(.placeholders),
                "With one of the schemes.",
                example: "intldossier://dossiers/{id}"
            ),
            MemberShape(
                "web",
                .text(.placeholders),
                "With one of the origins.",
                example: "https://dossier.example/dossiers/{id}"
            ),
            MemberShape("screen", .text(.placeholders), "A path inside the app.", example: "/(tabs)/history?id={id}"),
        ])
    )

    private static let channel = Shape.object(
        ObjectShape([
            MemberShape(
                "use",
                .text(.pluginID),
                isRequired: true,
                "The plugin that serves it: see `carillon channels`.",
                example: "expo"
            ),
            MemberShape(
                "settings",
                .anyObject,
                "What the plugin takes; secrets as `{\"$secret\": name}`.",
                example: ["accessToken": ["$secret": "expo-access-token"]]
            ),
            MemberShape(
                "fallbackFor",
                .list(.text(.channelID), count: 1...20),
                "Channels for which this one stands in when they reach nobody.",
                example: ["push"]
            ),
            MemberShape(
                "message",
                .anyObject,
                "Laid over the provider's message as a JSON merge patch (RFC 7396).",
                example: ["android": ["priority": "high"]]
            ),
            MemberShape(
                "priorities",
                .list(priorityName, count: 1...3),
                "Only notifications of these priorities go here.",
                example: ["high"]
            ),
        ])
    )

    private static let androidChannel = Shape.object(
        ObjectShape([
            MemberShape(
                "name",
                localizedText,
                isRequired: true,
                "What the user sees in the system settings.",
                example: ["en": "Assignments"]
            ),
            MemberShape(
                "description",
                localizedText,
                "A line below the name.",
                example: "Work that is waiting for you"
            ),
            MemberShape(
                "importance",
                .choice(AndroidChannel.Importance.allCases.map(\.rawValue)),
                "By name: the numbers differ between Android and Expo.",
                example: "high"
            ),
            MemberShape(
                "vibration",
                .list(.integer(0...60000), count: 1...50),
                "Milliseconds: wait, buzz, wait, buzz.",
                example: [0, 250, 250, 250]
            ),
            MemberShape("lightColor", .text(.color), "Colour of the notification light.", example: "#FF6B35"),
            MemberShape(
                "sound",
                .text(.words),
                "`default`, or a file in the app; silent when left out.",
                example: "default"
            ),
            MemberShape("badge", .boolean, "Whether notifications show as a badge. True when silent.", example: false),
            MemberShape(
                "visibility",
                .choice(AndroidChannel.Visibility.allCases.map(\.rawValue)),
                "What a locked screen shows.",
                example: "public"
            ),
        ])
    )

    private static let category = Shape.object(
        ObjectShape([
            MemberShape("name", localizedText, "What the reader calls it.", example: ["en": "Assignments"]),
            MemberShape(
                "androidChannel",
                .text(.plainName),
                "One of `androidChannels`.",
                example: "intldossier-assignments"
            ),
            MemberShape("icon", .text(.words), "A name of the app's own icon set.", example: "briefcase"),
            MemberShape("color", .text(.color), "Of the icon.", example: "#FF6B35"),
            MemberShape("background", .text(.color), "Behind the icon.", example: "#FEF3C7"),
            MemberShape(
                "mutable",
                .boolean,
                "Whether the recipient may switch it off. True when silent.",
                example: true
            ),
            MemberShape(
                "actions",
                .list(action, count: 1...10),
                "Buttons on the notification.",
                example: [["id": "open", "title": "Open"]]
            ),
            MemberShape("categoryId", .text(.plainName), "What iOS and Expo call it.", example: "intldossier"),
        ])
    )

    private static let action = Shape.object(
        ObjectShape([
            MemberShape("id", .text(.plainName), isRequired: true, "What the app is told.", example: "open"),
            MemberShape(
                "title",
                localizedText,
                isRequired: true,
                "What stands on the button.",
                example: ["en": "Open"]
            ),
            MemberShape("foreground", .boolean, "Opens the app. True when silent.", example: true),
            MemberShape("destructive", .boolean, "Shown in red.", example: false),
        ])
    )

    private static let priorities = Shape.object(
        ObjectShape(
            Priority.allCases.reversed().map { priority in
                MemberShape(
                    priority.rawValue,
                    priorityPolicy,
                    "What `\(priority.rawValue)` means.",
                    example: ["deliver": "now"]
                )
            }
        )
    )

    private static let priorityPolicy = Shape.object(
        ObjectShape([
            MemberShape(
                "deliver",
                .choice(PriorityPolicy.Delivery.allCases.map(\.rawValue)),
                isRequired: true,
                "`now`: at once; `silent`: data only; `collected`: one message per recipient and window.",
                example: "silent"
            ),
            MemberShape("sound", .text(.words), "Where the event names none.", example: "default"),
            MemberShape(
                "text",
                .text(.eventID),
                "The app text whose words go out for a window with more than one; needed with `collected`.",
                example: "collected"
            ),
        ])
    )

    private static let preferences = Shape.object(
        ObjectShape([
            MemberShape(
                "toggles",
                .map(.plainName, toggle),
                "By the name the app uses.",
                example: ["pushEnabled": ["channels": ["push"], "default": true]]
            )
        ])
    )

    private static let toggle = Shape.object(
        ObjectShape([
            MemberShape("default", .boolean, isRequired: true, "The setting of who never touched it.", example: true),
            MemberShape(
                "channels",
                .list(.text(.channelID), count: 1...20),
                "It governs only these channels.",
                example: ["push"]
            ),
            MemberShape(
                "categories",
                .list(.text(.plainName), count: 1...100),
                "It governs only these categories.",
                example: ["promotional"]
            ),
            MemberShape(
                "priorities",
                .list(priorityName, count: 1...3),
                "It governs only these priorities.",
                example: ["low"]
            ),
            MemberShape(
                "topics",
                .list(.text(.words), count: 1...100),
                "It governs only these topics; `*` at the end for any rest.",
                example: ["safe:1:*"]
            ),
        ])
    )

    private static let policies = Shape.object(
        ObjectShape([
            MemberShape(
                "rateLimit",
                .object(
                    ObjectShape([
                        MemberShape(
                            "perRecipient",
                            .text(.rate),
                            isRequired: true,
                            "Notifications one recipient may get.",
                            example: "100/1m"
                        )
                    ])
                ),
                "How often.",
                example: ["perRecipient": "100/1m"]
            ),
            MemberShape(
                "retry",
                retry,
                "Waits before each next try, by the provider's error code; the last rung repeats.",
                example: ["default": ["5s", "30s", "2m"], "giveUpAfter": "24h"]
            ),
            MemberShape(
                "quietHours",
                quietHours,
                "When only some priorities pass.",
                example: ["from": "22:00", "to": "07:00"]
            ),
            MemberShape(
                "collect",
                .text(.duration),
                "The window of priorities that are collected. `15m` when silent.",
                example: "15m"
            ),
            MemberShape("retention", .text(.duration), "How long notifications are kept.", example: "90d"),
            MemberShape(
                "expireAfter",
                .text(.duration),
                "After this an undelivered notification is worth nothing.",
                example: "7d"
            ),
            MemberShape(
                "sanitize",
                .choice(["strip-tags"]),
                "Removes markup and control characters from words in requests.",
                example: "strip-tags"
            ),
        ])
    )

    private static let ladder = Shape.list(.text(.duration), count: 0...20)

    private static let retry = Shape.object(
        ObjectShape(
            [
                MemberShape(
                    "default",
                    ladder,
                    "Where no code is named. `5s`, `30s`, `2m` when silent.",
                    example: ["5s", "30s", "2m"]
                ),
                MemberShape("giveUpAfter", .text(.duration), "`24h` when silent.", example: "24h"),
            ],
            rest: ObjectShape.Rest(
                key: .plainName,
                value: ladder,
                description: "A provider's error code, such as `MessageRateExceeded`."
            )
        )
    )

    private static let quietHours = Shape.object(
        ObjectShape([
            MemberShape("from", .text(.timeOfDay), isRequired: true, "First minute.", example: "22:00"),
            MemberShape(
                "to",
                .text(.timeOfDay),
                isRequired: true,
                "First minute after; not later than `from` is on the next day.",
                example: "07:00"
            ),
            MemberShape(
                "exempt",
                .list(priorityName, count: 0...3),
                "Priorities that pass. `high` when silent.",
                example: ["high"]
            ),
            MemberShape(
                "days",
                .list(.choice(Weekday.allCases.map(\.rawValue)), count: 1...7),
                "Days on which they begin. All when silent.",
                example: ["fri", "sat"]
            ),
            MemberShape("timeZone", .text(.timeZone), "Instead of the recipient's own.", example: "Asia/Riyadh"),
        ])
    )

    private static let auth = Shape.object(
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
            MemberShape("key", secret, isRequired: true, "HMAC key, PEM or JWKS.", example: ["$secret": "jwt-secret"]),
            MemberShape(
                "userClaim",
                .text(.words),
                "The claim that names the user. `sub` when silent.",
                example: "sub"
            ),
            MemberShape("issuer", .text(.words), "What `iss` must be.", example: "https://auth.dossier.example"),
            MemberShape("audience", .text(.words), "What `aud` must hold.", example: "dossier"),
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
            MemberShape("ignoreCase", .boolean, "Topics that differ only in case are the same.", example: true),
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
                example: ["https://app.dossier.example"]
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
