import CarillonModel

/// Deliveries that failed for good, and another try.
extension Operation {
    static let deliveries = [deliveriesRedrive, deliveriesFailed, deliveriesRedriveFailed]

    public static let deliveriesRedrive = Operation(
        OperationSpecification(
            "deliveries.redrive",
            "Tries a delivery that failed once more.",
            callers: .service,
            [.required("id", .deliveryID, "The delivery's id.", "4711")],
            result: [
                .object(
                    "delivery",
                    [
                        .text("id", "The delivery's id.", "4711"),
                        .choice("status", ["pending"], "That it is tried again."),
                    ],
                    "The delivery."
                )
            ],
            errors: OperationErrors([.notFound]),
            route: NativeRouteSpecification(
                .post,
                "/deliveries/{id}/redrive",
                .service,
                .query([]),
                member: "delivery"
            )
        )
    )

    public static let deliveriesFailed = Operation(
        OperationSpecification(
            "deliveries.failed",
            "The deliveries that failed for good, the latest first.",
            callers: .service,
            [.optional("limit", .pageSize(.full), "At most; 100 when silent.", 100), .nextPage] + filter,
            result: [.list("deliveries", deadLetter, "The dead letters."), .nextCursor],
            route: NativeRouteSpecification(
                .get,
                "/deliveries/failed",
                .service,
                .query(["limit", "cursor", "channel", "code"])
            )
        )
    )

    public static let deliveriesRedriveFailed = Operation(
        OperationSpecification(
            "deliveries.redriveFailed",
            "Tries several deliveries that failed once more, named or by filter.",
            callers: .service,
            [
                .optional(
                    "ids",
                    .list(of: .deliveryID, most: FieldKind.mostIDs),
                    "Without any of the others.",
                    ["4711"]
                ),
                .optional("all", .boolean, "All that failed, as far as the filters say.", true),
            ] + filter,
            oneOf: [["ids", "all"]],
            body: .alone("ids", orFlag: "all", with: ["channel", "code"]),
            result: [
                .integer("redriven", "How many are tried again.", 1),
                .integer("passedOver", "How many aren't: not there, not failed, or without a device.", 0),
            ],
            route: NativeRouteSpecification(.post, "/deliveries/redrive", .service)
        )
    )

    private static let filter: [OperationField] = [
        .optional("channel", .channel, "Only those of this channel.", "push"),
        .optional("code", .text(most: FieldKind.longestID), "Only those with this code.", "DeviceNotRegistered"),
    ]

    private static let deadLetter: [ResultShape.Member] = [
        .text("id", "The delivery's id.", "4711"), .text("eventId", "The host's id of the event.", "019c6f4e"),
        .text("type", "The event type.", "order.paid"),
        .text("notificationId", "The notification's id.", notificationID),
        .text("userId", "Whose it was.", "user-1"), .text("channel", "The tenant's channel.", "push"),
        .text("code", "Why, for programs.", "DeviceNotRegistered"),
        .text("error", "Why, in words.", "DeviceNotRegistered: the device is gone"),
        .instant("failedAt", "When."),
    ]
}

extension OperationField {
    static let nextPage = optional("cursor", .cursor, "The `nextCursor` of the page before.", "n1f")
}

extension ResultShape.Member {
    static let nextCursor = text("nextCursor", "Where the next page begins.", "n1f").whereKnown
}
