import CarillonModel

/// Events, and what becomes of them.
extension Operation {
    static let events = [eventsAccept, eventsTrace]

    public static let eventsAccept = Operation(
        OperationSpecification(
            "events.accept",
            "Accepts an event.",
            callers: .service,
            [
                .required(
                    "id",
                    .id(most: FieldKind.longestID),
                    "The sender's own; with `source`, what tells repeats.",
                    "order-81-paid"
                ),
                .required("source", .text(most: FieldKind.longestID), "Who sends.", "https://acme.example/orders"),
                .required("type", .named(.eventType), "The event type.", "order.paid"),
                .optional("time", .instant, "When it happened.", "2026-02-25T12:00:00Z"),
                .optional("recipients", .recipients, "Who gets it.", ["user-1"]),
                .optional("topic", .topic, "In their place: everybody subscribed.", "order:1"),
                .optional(
                    "data",
                    .payload,
                    "The event type's payload.",
                    ["order_id": "0b54f7a8-8d3f-4f3e-9a56-8e4f0c6d2a11"]
                ),
                .optional("scheduledAt", .instant, "When it goes out.", "2026-02-26T09:00:00Z"),
            ],
            oneOf: [["recipients", "topic"]],
            body: .event,
            result: [
                .object("event", acceptedEvent, "The event."),
                .list(
                    "events",
                    acceptedEvent,
                    "The event as a list of one. Batches, in which an event may be refused, are for the host's own route alone."
                ),
            ],
            answer: .events,
            errors: OperationErrors([.conflict]),
            route: NativeRouteSpecification(
                .post,
                "/events",
                .service,
                answer: [.list("events", postedEvent, "In the order of the request.")],
                status: 202
            )
        )
    )

    public static let eventsTrace = Operation(
        OperationSpecification(
            "events.trace",
            "What became of an event.",
            callers: .service,
            [
                .required("id", .id(most: 1024), "The host's id, or the sender's.", "order-81-paid"),
                .optional("limit", .pageSize(.trace), "Notifications at most; 100 when silent.", 100),
                .optional("cursor", .cursor, "The `event.nextCursor` of the page before.", "n1f"),
            ],
            result: [
                .object(
                    "event",
                    [
                        .text("id", "The host's own id.", eventID), .text("source", "Who sent.", "send"),
                        .text("eventId", "The sender's id.", "order-81-paid"),
                        .text("type", "The event type.", "order.paid"),
                        .instant("acceptedAt", "When it came."),
                        .text("profileRevision", "Of the profile that it was accepted by.", "3f2a9c"),
                        .text("topic", "Whose subscribers it is for.", "order:1").whereKnown,
                        decisions.whereKnown,
                        .list("notifications", tracedNotification, "To each of its recipients."),
                        .text("nextCursor", "Where the next page begins.", "n1f").whereKnown,
                    ],
                    "Its whole story."
                )
            ],
            errors: OperationErrors([.notFound]),
            route: NativeRouteSpecification(
                .get,
                "/events/{id}",
                .service,
                .query(["limit", "cursor"]),
                member: "event"
            )
        )
    )

    private static let eventID = "019c6f4e-5c1d-7a43-b6a5-0d4f2c9be111"

    /// Only accepted events have a result; a refused event is an error.
    ///
    /// In batches, which only the native route accepts, each event has its own answer.
    private static let acceptedEvent: [ResultShape.Member] = [
        .text("id", "The host's own id.", eventID), .text("source", "Who sent.", "https://acme.example/orders"),
        .text("eventId", "The sender's id.", "order-81-paid"),
        .choice("status", ["accepted", "duplicate"], "Whether it is new."),
        .texts("notifications", "Their ids.", [notificationID]),
    ]

    /// In a batch: an event that is refused is reported beside the others.
    private static let postedEvent: [ResultShape.Member] = [
        .choice("status", ["accepted", "duplicate", "conflict", "rejected"], "What became of it."),
        // Null for an event without a source, or with one that isn't text.
        .text("source", "Who sent.", "https://acme.example/orders").orNull,
        .text("eventId", "The sender's id.", "order-81-paid").orNull,
        .text("id", "The host's own id.", eventID).whereKnown,
        .texts("notifications", "Their ids.", [notificationID]).whereKnown,
        .list("errors", ResultShape.fault, "What is wrong with it.").whereKnown,
    ]

    private static let decisions = ResultShape.Member.list(
        "decisions",
        [
            .text("channel", "Which channel it is about.", "push").whereKnown,
            .text("verdict", "What was decided.", "deliver"), .text("reason", "Why, for programs.", "allowed"),
            .text("detail", "In words.", "nothing stands in the way"),
        ],
        "What routing decided."
    )

    private static let tracedNotification: [ResultShape.Member] = [
        .text("id", "The notification's id.", notificationID),
        .text("recipient", "Who; null: a device of nobody's.", "user-1").orNull,
        .text("priority", "How urgent it is.", "high"), .text("status", "What became of it.", "routed"),
        .instant("dueAt", "When it goes out, or went."),
        .texts("devices", "Those it is for, where it isn't for a user's.", ["phone-1"]).whereKnown,
        .instant("readAt", "When it was read.").whereKnown, decisions,
        .list("deliveries", tracedDelivery, "On each channel."),
    ]

    private static let tracedDelivery: [ResultShape.Member] = [
        .text("id", "The delivery's id.", "4711"), .text("channel", "The tenant's channel.", "push"),
        .text("device", "The device's id.", "019c6f4e-5c1d-7c3b-9a01-1b2c3d4e3333").whereKnown,
        .text("status", "What became of it.", "delivered"),
        .text("receipt", "The provider's name for it.", "XXXXXXXX-XXXX-XXXX").whereKnown,
        .instant("nextAttemptAt", "When it is tried next.").whereKnown,
        .instant("settledAt", "When it ended.").whereKnown,
        .object(
            "waitsFor",
            [
                .choice("channel", ["resting", "paused", "unavailable"], "What is the matter."),
                .text("code", "For programs.", "InvalidCredentials"), .text("reason", "In words.", "the key is wrong"),
                .instant("nextTryAt", "When it is tried again.").whereKnown,
            ],
            "What keeps its channel from sending."
        ).whereKnown,
        .list(
            "attempts",
            [
                .instant("at", "When."), .text("outcome", "What came of it.", "delivered"),
                .text("code", "The provider's.", "DeviceNotRegistered").whereKnown,
                .text("message", "In words.", "the device is gone").whereKnown,
            ],
            "Every try."
        ),
    ]
}
