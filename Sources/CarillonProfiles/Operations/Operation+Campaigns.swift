import CarillonModel

/// One event to many people, which can be watched and stopped.
extension Operation {
    static let campaigns = [
        campaignsCreate, campaignsList, campaignsGet, campaignsPause, campaignsResume, campaignsCancel,
    ]

    public static let campaignsCreate = Operation(
        OperationSpecification(
            "campaigns.create",
            "One event to everybody subscribed to a topic, or to everyone.",
            callers: .service,
            [
                .optional(
                    "id",
                    .id(most: 64),
                    "The sender's own: the same again is the same campaign.",
                    "spring-2026"
                ),
                .optional("name", .text(most: 200), "For people.", "Spring sale"),
                .required("type", .named(.eventType), "The event type.", "campaign.message"),
                .optional("topic", .topic, "Whose subscribers.", "news"),
                .optional("everyone", .boolean, "In its place: all users.", true),
                .optional("data", .payload, "The event type's payload.", ["title": "Spring is here"]),
                .optional("scheduledAt", .instant, "When it begins.", "2026-03-20T09:00:00Z"),
                .optional("rate", .rate, "How many people are taken up in which time.", "500/1s"),
            ],
            oneOf: [["topic", "everyone"]],
            body: .campaign,
            result: [.object("campaign", campaign, "The campaign.")],
            errors: OperationErrors([.conflict]),
            route: NativeRouteSpecification(.post, "/campaigns", .service, member: "campaign", status: 202)
        )
    )

    public static let campaignsList = Operation(
        OperationSpecification(
            "campaigns.list",
            "The campaigns, the latest first.",
            callers: .service,
            [.optional("limit", .pageSize(.list), "At most; 20 when silent.", 20), .nextPage],
            result: [.list("campaigns", campaign, "The campaigns."), .nextCursor],
            route: NativeRouteSpecification(.get, "/campaigns", .service, .query(["limit", "cursor"]))
        )
    )

    public static let campaignsGet = Operation(
        OperationSpecification(
            "campaigns.get",
            "Where a campaign stands.",
            callers: .service,
            [campaignID],
            result: [.object("campaign", campaign, "The campaign.")],
            errors: OperationErrors([.notFound]),
            route: NativeRouteSpecification(.get, "/campaigns/{id}", .service, .query([]), member: "campaign")
        )
    )

    public static let campaignsPause = change("pause", "Takes no more people up.")
    public static let campaignsResume = change("resume", "Goes on with a campaign that was paused.")
    public static let campaignsCancel = change("cancel", "Ends a campaign, and what of it hasn't gone out.")

    private static func change(_ word: String, _ summary: String) -> Operation {
        Operation(
            OperationSpecification(
                "campaigns.\(word)",
                summary,
                callers: .service,
                [campaignID],
                result: [.object("campaign", campaign, "The campaign.")],
                errors: OperationErrors([.notFound, .conflict]),
                route: NativeRouteSpecification(
                    .post,
                    "/campaigns/{id}/\(word)",
                    .service,
                    .query([]),
                    member: "campaign"
                )
            )
        )
    }

    private static let campaignID = OperationField.required(
        "id",
        .id(most: FieldKind.longestID),
        "The campaign's id.",
        "spring-2026"
    )

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
