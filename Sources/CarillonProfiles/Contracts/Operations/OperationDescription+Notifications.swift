import CarillonModel

/// One notification to somebody, and the feed.
extension OperationDescription {
    static let notificationsSend = OperationDescription(
        "Sends one notification to one user, and answers with what the provider said.",
        [
            .required("userId", .id, "Who gets it.", "user-1"),
            .optional("type", "The event type.", "order.note"),
            .optional("category", "In place of a type that alone has this category; or another category.", "order"),
            .optional("priority", "`high`, `normal` or `low`, in place of the type's.", "high"),
            .optional("payload", .open, "The event type's payload.", ["words": ["en": "Your order has left"]]),
            .optional("deepLink", "Where it leads, in place of the type's.", "acme://orders/1"),
            .optional("imageUrl", "An `https` URL of a picture.", "https://acme.example/a.png"),
            .optional("data", .open, "Laid over the type's `data` for the app.", ["order_id": "1"]),
            .optional("badgeIncrement", .integer, "By how much the number on the icon rises, 0 to 1,000.", 1),
            .optional("sound", "The name of a sound; null is none.", "default"),
            .optional("scheduledAt", .instant, "When it goes out.", "2026-02-26T09:00:00Z"),
            .optional("audience", "A topic: who isn't subscribed to it is told nothing.", "order:1"),
        ],
        oneOf: [["type", "category"]],
        result: [
            .object(
                "notification",
                [
                    .text("id", "The notification's id.", notificationID), .text("userId", "Who gets it.", "user-1"),
                    .choice("priority", priorities, "As it was sent."),
                    .choice("status", verdicts, "What became of it."), .instant("createdAt", "When it was made."),
                    .instant("scheduledAt", "When it goes out, or went."),
                ],
                "What was sent."
            ),
            .object(
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
            ),
        ],
        callers: .service
    )

    static let notificationsList = OperationDescription(
        "A page of the caller's feed.",
        [
            .optional("limit", .integer, "Notifications on a page, at most 100; 20 when silent.", 20),
            .optional("offset", .integer, "How many to pass over.", 40),
            .optional("page", .integer, "The page's number; the first is 1.", 3),
            .optional("pageIndex", .integer, "The same, where the first is 0.", 2),
            .optional("cursor", "The `nextCursor` of the page before.", "n1f"),
            .optional("categories", .names, "Only these categories: a list, or a text with commas.", "order,offer"),
            .optional("unreadOnly", .boolean, "Only what is unread.", true),
            .optional("order", "`time`, or `priority`: what is urgent and unread on top.", "time"),
            .optional(
                "cap",
                .integer,
                in: capRange,
                "All that there are at once, up to so many, where nothing of the request asks for a page.",
                5000
            ),
        ],
        result: [
            .list("items", item, "The page's notifications."),
            .integer("itemCount", "How many these are.", 20), .integer("totalCount", "Of those asked for.", 81),
            .integer("allCount", "Of all there are.", 93), .integer("unreadCount", "Of all that are unread.", 7),
            .integer("limit", "What a page holds.", 20), .boolean("hasMore", "Whether a page follows."),
        ] + paging,
        callers: .user
    )

    static let notificationsMark = OperationDescription(
        "Marks notifications of the caller as read, or as unread; others' ids are passed over.",
        [
            .required("ids", .hostIDs, "At most 100.", [.string(notificationID)]),
            .optional("read", .boolean, "False marks as unread. True when silent.", true),
        ],
        result: marked + [.instant("readAt", "When; absent where they were marked as unread.").whereKnown],
        callers: .user
    )

    static let notificationsOpened = OperationDescription(
        "Marks notifications of the caller as read, because they were opened.",
        [
            .required("ids", .hostIDs, "At most 100.", [.string(notificationID)]),
            .optional("read", .boolean, "Whatever it says, they are read.", true),
        ],
        result: marked + [.instant("readAt", "When.")],
        callers: .user
    )

    static let notificationsStream = OperationDescription(
        "The feed as it changes, as Server-Sent Events: nothing is mapped.",
        callers: .user
    )

    static let notificationID = "019c6f4e-5c1d-7e02-8f7b-5a9d3c1e2222"
    private static let verdicts = ["sent", "scheduled", "failed"]
    private static let priorities = ["high", "normal", "low"]

    private static let marked: [ResultShape.Member] = [
        .integer("updatedCount", "How many were marked.", 1), .texts("ids", "Which.", [notificationID]),
        .integer("unreadCount", "How many are unread now.", 6),
    ]

    private static let item: [ResultShape.Member] = [
        .text("id", "The notification's id.", notificationID), .text("userId", "Whose it is.", "user-1"),
        .text("type", "The event type.", "order.paid"),
        .text(
            "alias",
            "What the event type is called outside (`alias`); its id where it has no such name.",
            "ORDER_PAID"
        ),
        .text("category", "Its category.", "order").whereKnown, .choice("priority", priorities, "How urgent it is."),
        .text("title", "In the reader's language.", "Order paid"), .text("subtitle", "Likewise.", "Lamp").whereKnown,
        .text("body", "Likewise.", "The lamp is on its way").whereKnown,
        .text("action", "The words of its button.", "Open").whereKnown,
        .text("image", "The slot `image`.", "https://acme.example/a.png").whereKnown,
        .text("locale", "The reader's language.", "en"),
        .open("content", "The words by language: `content.en.title`.", ["en": ["title": "Order paid"]]),
        .object(
            "deepLink",
            [
                .text("app", "With the app's own scheme.", "acme://orders/1").whereKnown,
                .text("web", "On the product's site.", "https://acme.example/orders/1").whereKnown,
                .text("screen", "A path inside the app.", "/orders/1").whereKnown,
            ],
            "Where it leads."
        ).sometimes,
        .text("imageUrl", "A picture.", "https://acme.example/a.png").sometimes,
        .open("data", "What the event type's `data` says to the app.", ["order_id": "1"]),
        .text("icon", "Of the category.", "truck").sometimes, .text("color", "Likewise.", "#FF6B35").sometimes,
        .text("background", "Likewise.", "#FEF3C7").sometimes, .boolean("isRead", "Whether it was read.", false),
        .instant("readAt", "When.").sometimes, .instant("createdAt", "When it came."),
    ]

    /// Where this page is, and what is around it.
    private static let paging: [ResultShape.Member] = [
        .integer("offset", "How many were passed over; absent by cursor.", 40).whereKnown,
        .integer("page", "The page's number; absent by cursor.", 3).whereKnown,
        .integer("pageIndex", "The same, where the first is 0.", 2).whereKnown,
        .integer("pageCount", "How many pages there are, at least 1.", 5),
        .boolean("hasPrevious", "Whether a page comes before this one; absent by cursor.").whereKnown,
        .text("nextCursor", "Where the next page begins.", "n1f").whereKnown,
        .integer("nextOffset", "Likewise.", 60).sometimes, .integer("nextPage", "Its number.", 4).sometimes,
        .integer("nextPageIndex", "The same, where the first is 0.", 3).sometimes,
        .integer("previousOffset", "Where the page before begins.", 20).sometimes,
        .integer("previousPage", "Its number.", 2).sometimes,
        .integer("previousPageIndex", "The same, where the first is 0.", 1).sometimes,
        .object(
            "links",
            [
                .text("self", "This page.", "/acme/feed?page=3"),
                .text("next", "The next one.", "/acme/feed?page=4").sometimes,
                .text("previous", "The one before; none by cursor.", "/acme/feed?page=2").sometimes,
                .text("first", "The first.", "/acme/feed?page=1").whereKnown,
                .text("last", "The last; none by cursor.", "/acme/feed?page=5").whereKnown,
            ],
            "Path and query of pages: what was asked, with another page. Write the origin in front where clients need it."
        ),
    ]
}
