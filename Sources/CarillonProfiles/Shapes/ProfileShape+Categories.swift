import CarillonModel

/// `profile.json`: categories and priorities.
extension Shape {
    static let category = Shape.object(
        ObjectShape([
            MemberShape("name", localizedText, "What the reader calls it.", example: ["en": "Assignments"]),
            MemberShape(
                "androidChannel",
                .text(.plainName),
                "One of `androidChannels`.",
                example: "acme-assignments"
            ),
            MemberShape("icon", .text(.nonEmptyText), "A name of the app's own icon set.", example: "briefcase"),
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
            MemberShape(
                "grantsAccess",
                .boolean,
                "What is sent under it gives access: a send's `audience` keeps nobody out. False when silent.",
                example: true
            ),
            MemberShape(
                "foreground",
                .choice(Category.Foreground.allCases.map(\.rawValue)),
                "What is shown while the app is open: a `banner`, an entry in the system's `list` alone, or `none`. The app decides "
                    + "when silent.",
                example: "banner"
            ),
            MemberShape("categoryId", .text(.plainName), "What iOS and Expo call it.", example: "acme"),
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

    static let priorities = Shape.object(
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

    /// The number on the app's icon.
    static let badge = Shape.either([.choice(["unread", "none"]), .integer(0...99999)])

    private static let priorityPolicy = Shape.object(
        ObjectShape([
            MemberShape(
                "deliver",
                .choice(PriorityPolicy.Delivery.allCases.map(\.rawValue)),
                isRequired: true,
                "`now`: at once; `silent`: data only; `collected`: one message per recipient and window.",
                example: "silent"
            ),
            MemberShape(
                "sound",
                .text(.nonEmptyText),
                "Where the event names none; `none` for no sound. High priority has `default` when silent.",
                example: "default"
            ),
            MemberShape(
                "badge",
                badge,
                "Where the event names none: `unread` (when silent), a fixed number, or `none`.",
                example: "none"
            ),
            MemberShape(
                "text",
                .text(.eventID),
                "The app text whose words go out for a window with more than one; needed with `collected`.",
                example: "collected"
            ),
        ])
    )
}
