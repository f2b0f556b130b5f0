import CarillonModel

/// What somebody hears of: subscriptions, and the switches of the profile.
extension OperationDescription {
    static func preferencesGet(_ toggles: [String]) -> OperationDescription {
        OperationDescription("The caller's switches.", result: switches(toggles), callers: .user)
    }

    static func preferencesSet(_ toggles: [String]) -> OperationDescription {
        OperationDescription(
            "Turns some of the caller's switches; the others stay as they are.",
            toggles.map { .optional($0, .boolean, "A switch of the profile.", false) },
            result: switches(toggles),
            callers: .user
        )
    }

    private static func switches(_ toggles: [String]) -> [ResultShape.Member] {
        toggles.map { .boolean($0, "A switch of the profile, as set or as it is by default.", false) }
    }

    static let subscriptionsAdd = OperationDescription(
        "Subscribes the caller, or a device, to a topic.",
        subscriptionInputs,
        oneOf: [["topic", "subscriptions"]],
        result: subscriptions(status: "active"),
        callers: .anyone
    )

    static let subscriptionsRemove = OperationDescription(
        "Ends subscriptions to a topic.",
        subscriptionInputs,
        oneOf: [["topic", "subscriptions"]],
        result: subscriptions(status: "removed") + [.integer("removedCount", "How many ended.", 1)],
        callers: .anyone
    )

    static let subscriptionsList = OperationDescription(
        "What the caller, or a device, hears of.",
        subscriptionInputs,
        result: subscriptions(status: "active"),
        callers: .anyone
    )

    private static let subscriptionInputs: [Input] = [
        .optional("topic", "What it is about.", "order:1"),
        .optional("deviceId", .id, "This device only.", "phone-1"),
        .optional("types", .list, "These event types only; all when silent.", ["order.paid"]),
        .optional("role", "One of the profile's roles.", "owner"),
        .optional("userId", .id, "Whose it is, where a service asks; null is nobody's.", "user-1"),
        .optional(
            "subscriptions",
            .list,
            "Several at once: `topic`, `deviceId`, `types`, `role`, `userId` each.",
            [["topic": "news"]]
        ),
    ]

    private static func subscriptions(status: String) -> [ResultShape.Member] {
        [
            .list(
                "subscriptions",
                [
                    .text("topic", "What it is about.", "order:1"),
                    .text("role", "As it was given.", "owner").whereKnown,
                    .choice("status", [status], "Whether it is there."),
                    .text("deviceId", "The one device it is for.", "phone-1").whereKnown,
                    .text("userId", "Whose it is.", "user-1").whereKnown,
                    .texts("types", "The event types it is for; absent where it is for all.", ["order.paid"])
                        .whereKnown,
                    .instant("since", "Since when."),
                ],
                "The subscriptions that this is about."
            ),
            .list(
                "types",
                [
                    .text("id", "The event type.", "order.paid"),
                    .text("alias", "What it is called outside; its id where it has no such name.", "ORDER_PAID"),
                ],
                "All event types that these are for."
            ),
        ]
    }
}
