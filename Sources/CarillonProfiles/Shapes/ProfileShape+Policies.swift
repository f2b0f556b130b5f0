import CarillonModel

/// `profile.json`: preferences, limits and times.
extension Shape {
    static let preferences = Shape.object(
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
                .list(.text(.nonEmptyText), count: 1...100),
                "It governs only these topics; `*` at the end for any rest.",
                example: ["safe:1:*"]
            ),
            MemberShape(
                "text",
                .text(.eventID),
                "The app text that the inbox shows for it: its `title`, and `body` beneath. Without one it shows the category's name.",
                example: "settings.push"
            ),
        ])
    )

    static let policies = Shape.object(
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
                .either([.text(.duration), windows]),
                "Windows of priorities that are collected: how long they are open, or an object.",
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
                "limits",
                limits,
                "How much callers may have kept.",
                example: ["devicesPerUser": 20, "subscriptionsPerUser": 500]
            ),
            MemberShape(
                "sanitize",
                .choice(["strip-tags"]),
                "Removes markup and control characters from what a request brings. Names such as `<iPhone>` stay.",
                example: "strip-tags"
            ),
        ])
    )

    private static let limits = Shape.object(
        ObjectShape([
            MemberShape(
                "devicesPerUser",
                .integer(1...10_000),
                "One more takes the place of the one registered least recently. `100` when silent.",
                example: 20
            ),
            MemberShape(
                "subscriptionsPerUser",
                .integer(1...1_000_000),
                "Also of each device that belongs to nobody. `2000` when silent.",
                example: 500
            ),
            MemberShape(
                "ownerlessDevices",
                .integer(1...100_000_000),
                "Devices that belong to nobody, in all. `100000` when silent.",
                example: 1_000_000
            ),
            MemberShape(
                "registrationsPerAddress",
                .text(.rate),
                "How often one client address may register a device that belongs to nobody. `60/1m` when silent.",
                example: "60/1m"
            ),
        ])
    )

    private static let windows = Shape.object(
        ObjectShape([
            MemberShape("window", .text(.duration), "How long one is open. `15m` when silent.", example: "15m"),
            MemberShape(
                "deepLink",
                deepLink(fields: "`count`"),
                "Where the message for several notifications leads.",
                example: ["route": "inbox"]
            ),
            MemberShape(
                "data",
                .anyObject,
                "What goes to the app beside its words; strings may hold `{count}`, `{ids}`, `{group}`, `{link.app}`.",
                example: ["notification_ids": "{ids}"]
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
}
