import CarillonModel

/// A page of a feed, in results.
extension Operation {
    static let feedItem: [ResultShape.Member] = [
        .text("id", "The notification's id.", notificationID), .text("userId", "Whose it is.", "user-1"),
        .text("type", "The event type.", "order.paid"),
        .text(
            "alias",
            "What the event type is called outside (`alias`); its id where it has no such name.",
            "ORDER_PAID"
        ),
        .text("category", "Its category.", "order").whereCategorized,
        .choice("priority", ["high", "normal", "low"], "How urgent it is."),
        .text("title", "In the reader's language.", "Order paid").whereWritten,
        .text("subtitle", "Likewise.", "Lamp").whereWritten,
        .text("body", "Likewise.", "The lamp is on its way").whereWritten,
        .text("action", "The words of its button.", "Open").whereWritten,
        .text("image", "The slot `image`.", "https://acme.example/a.png").whereWritten,
        .text("locale", "The reader's language.", "en"),
        .content("content", "The words by language: `content.en.title`.", ["en": ["title": "Order paid"]]),
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
        .instant("readAt", "When.").sometimes, .instant("createdAt", "When it came: when it was due."),
        .object(
            "times",
            [
                .text("today", "On the day it came.", "Today at 2:32 PM").whereKnown,
                .text("yesterday", "On the day after.", "Yesterday at 2:32 PM").whereKnown,
                .text("date", "On any later day.", "Feb 19, 2026 at 2:32 PM").whereKnown,
            ],
            "With `for=inbox`: when it came, as the text `center.time` says it on different days."
        ).sometimes,
        .text("day", "With `for=inbox`: the day it came, in the reader's time zone.", "2026-02-19").sometimes,
        .text("dayLabel", "With `for=inbox`: the same, as the text `group.date` says it.", "February 19, 2026")
            .sometimes,
        .text("lang", "With `for=inbox`: the language of its words, as HTML has it.", "en").sometimes,
        .choice("dir", ["ltr", "rtl"], "With `for=inbox`: the direction of its words.").sometimes,
    ]

    /// What the inbox gets beside a page of the feed.
    static let inboxPage: [ResultShape.Member] = [
        .text(
            "position",
            "With `for=inbox`: all that came before this event of the stream is in the page.",
            "k3f9.1042"
        )
        .sometimes,
        .text("zone", "With `for=inbox`: the reader's time zone.", "Europe/Oslo").sometimes,
        .instant("now", "With `for=inbox`: the host's time.").sometimes,
    ]

    /// The position of the page, and those of its neighbours.
    static let feedPaging: [ResultShape.Member] = [
        .integer("offset", "How many were passed over; absent by cursor.", 40).whereCounted,
        .integer("page", "The page's number; absent by cursor.", 3).whereCounted,
        .integer("pageIndex", "The same, where the first is 0.", 2).whereCounted,
        .integer("pageCount", "How many pages there are, at least 1.", 5),
        .boolean("hasPrevious", "Whether a page comes before this one; absent by cursor.").whereCounted,
        .text("nextCursor", "Where the next page begins.", "n1f").whereKnown,
        .integer("nextOffset", "Likewise.", 60).sometimes, .integer("nextPage", "Its number.", 4).sometimes,
        .integer("nextPageIndex", "The same, where the first is 0.", 3).sometimes,
        .integer("previousOffset", "Where the page before begins.", 20).sometimes,
        .integer("previousPage", "Its number.", 2).sometimes,
        .integer("previousPageIndex", "The same, where the first is 0.", 1).sometimes,
        .object(
            "links",
            [
                .reference("self", "This page.", "/acme/feed?page=3"),
                .reference("next", "The next one.", "/acme/feed?page=4").sometimes,
                .reference("previous", "The one before; none by cursor.", "/acme/feed?page=2").sometimes,
                .reference("first", "The first.", "/acme/feed?page=1").whereKnown,
                .reference("last", "The last; none by cursor.", "/acme/feed?page=5").whereKnown,
            ],
            "Path and query of pages: what was asked, with another page. Write the origin in front where clients need it."
        ).inContracts,
    ]
}
