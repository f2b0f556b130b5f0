import CarillonModel

/// What a user gets: subscriptions, and the profile's preferences.
extension Operation {
    static let preferences = [preferencesGet, preferencesSet]

    public static let preferencesGet = Operation(
        OperationSpecification(
            "preferences.get",
            "The caller's switches.",
            callers: .user,
            toggles: .given,
            notesClaims: true,
            route: NativeRouteSpecification(.get, "/preferences", .user, .query([]))
        )
    )

    public static let preferencesSet = Operation(
        OperationSpecification(
            "preferences.set",
            "Turns some of the caller's switches; the others stay as they are.",
            callers: .user,
            toggles: .takenAndGiven,
            notesClaims: true,
            route: NativeRouteSpecification(.patch, "/preferences", .user)
        )
    )

    static let subscriptions = [subscriptionsAdd, subscriptionsRemove, subscriptionsList]

    public static let subscriptionsAdd = Operation(
        OperationSpecification(
            "subscriptions.add",
            "Subscribes the caller, or a device, to a topic.",
            callers: .anyone,
            OperationField.ofSubscription + [several],
            oneOf: [["topic", "subscriptions"]],
            result: list(status: "active"),
            errors: OperationErrors([.limitReached, .notFound], byOwner: [.subscription: [.rateLimited]]),
            route: NativeRouteSpecification(
                .put,
                "/subscriptions/{topic}",
                .userOrService,
                .optionalBody(["deviceId", "userId"]),
                only: ["subscriptions"]
            )
        )
    )

    public static let subscriptionsRemove = Operation(
        OperationSpecification(
            "subscriptions.remove",
            "Ends subscriptions to a topic.",
            callers: .anyone,
            OperationField.ofSubscription + [several],
            oneOf: [["topic", "subscriptions"]],
            result: list(status: "removed") + [.integer("removedCount", "How many ended.", 1)],
            unknown: .routeDecides,
            route: NativeRouteSpecification(
                .delete,
                "/subscriptions/{topic}",
                .userOrService,
                .query(["deviceId", "userId"]),
                only: ["subscriptions", "removedCount"]
            )
        )
    )

    public static let subscriptionsList = Operation(
        OperationSpecification(
            "subscriptions.list",
            "What the caller, or a device, hears of.",
            callers: .anyone,
            OperationField.ofSubscription,
            result: list(status: "active"),
            errors: OperationErrors([.notFound]),
            route: NativeRouteSpecification(
                .get,
                "/subscriptions",
                .userOrService,
                .query(["deviceId", "userId"]),
                only: ["subscriptions"]
            )
        )
    )

    private static let several = OperationField.optional(
        "subscriptions",
        .subscriptions,
        "Several at once, without any of the others.",
        [["topic": "news"]]
    ).alone

    private static func list(status: String) -> [ResultShape.Member] {
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

extension OperationField {
    /// The fields of one subscription.
    public static let ofSubscription: [OperationField] = [
        .optional("topic", .topic, "What it is about.", "order:1"),
        .optional("deviceId", .deviceID, "This device only.", "phone-1")
            .needed(.whereDevicesBelong(to: .subscription)),
        .optional("role", .named(.role), "One of the profile's.", "owner"),
        .optional("userId", .userID, "Whose it is, where a service asks; null is nobody's.", "user-1").nullable,
        .optional(
            "types",
            .list(of: .named(.eventType), most: 100),
            "These event types only; all when silent.",
            ["order.paid"]
        ),
    ]
}

extension FieldKind {
    /// Subscriptions of one device or of several; each names its topic.
    static let subscriptions = FieldKind.list(
        of: .object(
            OperationField.ofSubscription.map { field in
                switch field.name {
                case "topic": field.needed(.always)
                // The device is the registered one, or is looked up later.
                case "deviceId": field.needed(.never)
                default: field
                }
            }
        ),
        most: 500
    )
}
