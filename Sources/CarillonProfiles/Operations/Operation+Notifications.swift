import CarillonModel

/// One notification to somebody, and the feed.
extension Operation {
    static let notifications = [
        notificationsSend, notificationsList, notificationsMark, notificationsOpened, notificationsStream,
    ]

    public static let notificationsSend = Operation(
        OperationSpecification(
            "notifications.send",
            "Sends one notification to one user, and answers with what the provider said.",
            callers: .service,
            [
                .required("userId", .userID, "Who gets it.", "user-1"),
                .optional("type", .named(.eventType), "The event type.", "order.note"),
                .optional(
                    "category",
                    .named(.category),
                    "In place of a type that alone has this category; or another category.",
                    "order"
                ),
                .optional("priority", .priority, "In place of the type's.", "high"),
                .optional(
                    "payload",
                    .payload,
                    "The event type's payload.",
                    ["words": ["en": "Your order has left"]]
                ),
                .optional("deepLink", .deepLink, "Where it leads, in place of the type's.", "acme://orders/1"),
                .optional("imageUrl", .pictureURL, "A picture.", "https://acme.example/a.png"),
                .optional("data", .openObject, "Laid over the type's `data` for the app.", ["order_id": "1"]),
                .optional("badgeIncrement", .integer(0...1000), "By how much the number on the icon rises.", 1),
                .optional("sound", .text(most: 1024), "The name of a sound; null is none.", "default").nullable,
                .optional("scheduledAt", .instant, "When it goes out.", "2026-02-26T09:00:00Z"),
                .optional("audience", .topic, "A topic: who isn't subscribed to it is told nothing.", "order:1"),
            ],
            oneOf: [["type", "category"]],
            body: .notification,
            result: [.object("notification", sent, "What was sent."), delivery],
            errors: OperationErrors([.noDevice, .tokenGone, .rateLimited, .conflict]),
            route: NativeRouteSpecification(.post, "/send", .service)
        )
    )

    public static let notificationsList = Operation(
        OperationSpecification(
            "notifications.list",
            "A page of the caller's feed.",
            callers: .user,
            [
                .optional("limit", .pageSize(.list), "Notifications on a page; 20 when silent.", 20),
                .optional("offset", .integer(0...FieldKind.mostOffset), "How many to pass over.", 40),
                .optional("page", .integer(1...Int.max), "The page's number; the first is 1.", 3),
                .optional("pageIndex", .integer(0...Int.max), "The same, where the first is 0.", 2),
                .optional("cursor", .feedCursor, "The `nextCursor` of the page before.", "n1f"),
                .optional("categories", .categories, "Only these.", "order,offer"),
                .optional("unreadOnly", .boolean, "Only what is unread.", true),
                .optional(
                    "order",
                    .choice(["time", "priority"]),
                    "`priority`: what is urgent and unread on top.",
                    "time"
                ),
                .optional(
                    "cap",
                    // The answer with the most items has about 2 MB.
                    .integer(1...5000),
                    "All that there are at once, up to so many, where nothing of the request asks for a page.",
                    5000
                ),
            ] + inboxView,
            result: [
                .list("items", feedItem, "The page's notifications."),
                .integer("itemCount", "How many these are.", 20), .integer("totalCount", "Of those asked for.", 81),
                .integer("allCount", "Of all there are.", 93), .integer("unreadCount", "Of all that are unread.", 7),
                .integer("limit", "What a page holds.", 20), .boolean("hasMore", "Whether a page follows."),
            ] + feedPaging + inboxPage,
            notesClaims: true,
            route: NativeRouteSpecification(
                .get,
                "/notifications",
                .user,
                .query([
                    "limit", "offset", "cursor", .init("categories", called: "category"),
                    .init("unreadOnly", called: "unread"), "order", "for", "locale",
                ])
            )
        )
    )

    public static let notificationsMark = Operation(
        OperationSpecification(
            "notifications.mark",
            "Marks notifications of the caller as read, or as unread; others' ids are passed over.",
            callers: .user,
            [
                .optional(
                    "ids",
                    .list(of: .notificationID, most: FieldKind.mostIDs),
                    "Which. Without `all`.",
                    [.string(notificationID)]
                ),
                .optional("all", .boolean, "All that are unread. These can only be marked as read.", true),
                .optional(
                    "before",
                    .text(most: FieldKind.longestName),
                    "With `all`: not what came after this position of the feed.",
                    "k3f9.1042"
                ),
                .optional("read", .boolean, "False marks as unread. True when silent.", true),
            ],
            oneOf: [["ids", "all"]],
            body: .either("ids", orFlag: "all", withFlag: ["before"], withBoth: ["read"]),
            result: marked + [.instant("readAt", "When; absent where they were marked as unread.").whereKnown],
            notesClaims: true,
            unknown: .routeDecides,
            route: NativeRouteSpecification(.patch, "/notifications", .user, ignoresUnknown: true)
        )
    )

    public static let notificationsOpened = Operation(
        OperationSpecification(
            "notifications.opened",
            "Marks notifications of the caller as read, because they were opened.",
            callers: .user,
            [ids, .optional("read", .boolean, "Whatever it says, they are read.", true)],
            result: marked + [.instant("readAt", "When.")],
            notesClaims: true,
            unknown: .routeDecides
        )
    )

    public static let notificationsStream = Operation(
        OperationSpecification(
            "notifications.stream",
            "The feed as it changes, as Server-Sent Events: nothing is mapped.",
            callers: .user,
            inboxView,
            answer: .stream,
            notesClaims: true,
            errors: OperationErrors([.rateLimited]),
            route: NativeRouteSpecification(.get, "/stream", .user, .query(["for", "locale"]))
        )
    )

    /// The parameters of clients that display the feed, such as the language.
    private static let inboxView: [OperationField] = [
        .optional(
            "for",
            .choice(["inbox"]),
            "`inbox`: items have, beside all else, what the inbox shows of them: the times as its texts say them.",
            "inbox"
        ),
        .optional("locale", .locale, "With `for`: the language of these; the reader's own when silent.", "nb"),
    ]

    static let notificationID = "019c6f4e-5c1d-7e02-8f7b-5a9d3c1e2222"
    private static let verdicts = ["sent", "scheduled", "failed"]
    private static let priorities = ["high", "normal", "low"]
    private static let ids = OperationField.required(
        "ids",
        .list(of: .notificationID, most: FieldKind.mostIDs),
        "Which.",
        [.string(notificationID)]
    )

    private static let sent: [ResultShape.Member] = [
        .text("id", "The notification's id.", notificationID), .text("userId", "Who gets it.", "user-1"),
        .choice("priority", priorities, "As it was sent."),
        .choice("status", verdicts, "What became of it."), .instant("createdAt", "When it was made."),
        .instant("scheduledAt", "When it goes out, or went."),
    ]

    private static let delivery = ResultShape.Member.object(
        "delivery",
        [
            .choice("status", verdicts, "What became of it."),
            .text("id", "The delivery's id.", "4711").whereKnown,
            .text("channel", "The tenant's channel.", "push").whereKnown,
            .text("token", "The device's token.", "ExponentPushToken[abc]"),
            .text("receipt", "The provider's name for it.", "XXXXXXXX-XXXX-XXXX").sometimes,
            .instant("sentAt", "When it was sent, or is to be."),
            .text("error", "Why it failed.", "DeviceNotRegistered").sometimes,
        ],
        "What the provider of the device that was registered last has said."
    )

    private static let marked: [ResultShape.Member] = [
        .integer("updatedCount", "How many were marked.", 1),
        .texts("ids", "Which of those that were named.", [notificationID]),
        .integer("unreadCount", "How many are unread now.", 6),
    ]
}
