import CarillonModel

/// Dead letters and campaigns.
extension OperationDescription {
    static let deliveriesRedrive = OperationDescription(
        "Tries a delivery that failed once more.",
        [.required("id", .id, "The delivery's id.", "4711")],
        result: [
            .object(
                "delivery",
                [.text("id", "The delivery's id.", "4711"), .choice("status", ["pending"], "That it is tried again.")],
                "The delivery."
            )
        ],
        callers: .service
    )

    static let deliveriesFailed = OperationDescription(
        "The deliveries that failed for good, the latest first.",
        [.optional("limit", .integer, "At most 100.", 100)] + cursor + filter,
        result: [
            .list(
                "deliveries",
                [
                    .text("id", "The delivery's id.", "4711"),
                    .text("eventId", "The host's id of the event.", "019c6f4e"),
                    .text("type", "The event type.", "order.paid"),
                    .text("notificationId", "The notification's id.", notificationID),
                    .text("userId", "Whose it was.", "user-1"), .text("channel", "The tenant's channel.", "push"),
                    .text("code", "Why, for programs.", "DeviceNotRegistered"),
                    .text("error", "Why, in words.", "DeviceNotRegistered: the device is gone"),
                    .instant("failedAt", "When."),
                ],
                "The dead letters."
            ), next,
        ],
        callers: .service
    )

    static let deliveriesRedriveFailed = OperationDescription(
        "Tries several deliveries that failed once more, named or by filter.",
        [
            .optional("ids", .list, "At most 100 ids, without any of the others.", ["4711"]),
            .optional("all", .boolean, "All that failed, as far as the filters say.", true),
        ] + filter,
        oneOf: [["ids", "all"]],
        result: [
            .integer("redriven", "How many are tried again.", 1),
            .integer("passedOver", "How many aren't: not there, not failed, or without a device.", 0),
        ],
        callers: .service
    )

    private static let filter: [Input] = [
        .optional("channel", "Only those of this channel.", "push"),
        .optional("code", "Only those with this code.", "DeviceNotRegistered"),
    ]
    private static let cursor: [Input] = [.optional("cursor", "The `nextCursor` of the page before.", "n1f")]
    private static let next = ResultShape.Member.text("nextCursor", "Where the next page begins.", "n1f").whereKnown

    static let campaignsCreate = OperationDescription(
        "One event to everybody subscribed to a topic, or to everyone.",
        [
            .optional("id", .id, "The sender's own: the same again is the same campaign.", "spring-2026"),
            .optional("name", "For people.", "Spring sale"), .required("type", "The event type.", "campaign.message"),
            .optional("topic", "Whose subscribers.", "news"),
            .optional("everyone", .boolean, "In its place: all users.", true),
            .optional("data", .open, "The event type's payload.", ["title": "Spring is here"]),
            .optional("scheduledAt", .instant, "When it begins.", "2026-03-20T09:00:00Z"),
            .optional("rate", "How many people are taken up in which time.", "500/1s"),
        ],
        oneOf: [["topic", "everyone"]],
        result: [.object("campaign", campaign, "The campaign.")],
        callers: .service
    )

    static let campaignsList = OperationDescription(
        "The campaigns, the latest first.",
        [.optional("limit", .integer, "At most 100; 20 when silent.", 20)] + cursor,
        result: [.list("campaigns", campaign, "The campaigns."), next],
        callers: .service
    )

    /// An operation on one campaign.
    static func campaign(_ summary: String) -> OperationDescription {
        OperationDescription(
            summary,
            [.required("id", .id, "The campaign's id.", "spring-2026")],
            result: [.object("campaign", campaign, "The campaign.")],
            callers: .service
        )
    }

    private static let campaign: [ResultShape.Member] = [
        .text("id", "The sender's id, or the host's.", "spring-2026"),
        .text("name", "For people.", "Spring sale").whereKnown,
        .text("type", "The event type.", "campaign.message"), .text("topic", "Whose subscribers.", "news").whereKnown,
        .boolean("everyone", "Whether it is for all users.").whereKnown,
        .choice("state", ["running", "scheduled", "paused", "cancelled", "done"], "Where it stands."),
        .text("reason", "Why it waits, where its event type is gone.", "the tenant's profile has no event type …")
            .whereKnown,
        .text("rate", "How many people are taken up in which time.", "500/1s").whereKnown,
        .text("event", "The host's id of its event.", "019c6f4e-5c1d-7a43-b6a5-0d4f2c9be111"),
        .instant("createdAt", "When it was made."), .instant("startsAt", "When it begins, or began."),
        .instant("pausedAt", "When it was paused.").whereKnown,
        .instant("cancelledAt", "When it was cancelled.").whereKnown,
        .object(
            "progress",
            [
                .integer("total", "People there were when it began.", 120_000).whereKnown,
                .integer("expanded", "How many of them were dealt with.", 30500),
                .integer("notifications", "Made for so many.", 30500).whereKnown,
                .integer("pending", "Under way.", 412).whereKnown,
                .integer("delivered", "A channel arrived.", 29950).whereKnown,
                .integer("failed", "None did.", 8).whereKnown, .integer("cancelled", "It ended before.", 0).whereKnown,
                .integer("skipped", "Nothing was to be delivered.", 130).whereKnown,
                .open("deliveries", "By channel and status.", ["push": ["delivered": 21012]]).whereKnown,
            ],
            "How far it is; in lists only the first two."
        ),
    ]
}
