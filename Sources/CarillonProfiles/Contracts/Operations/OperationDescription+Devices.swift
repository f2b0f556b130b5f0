import CarillonModel

/// Devices that are pushed to.
extension OperationDescription {
    static let devicesRegister = OperationDescription(
        "Registers a device for pushing; again is an update.",
        [
            .required("token", "What the push service calls the device.", "ExponentPushToken[abc]"),
            .required("platform", "`ios`, `android` or `web`.", "ios"),
            .optional("deviceId", .id, "The app's own id of the device.", "phone-1"),
            .optional("name", "What its owner calls it.", "Ada's phone"),
            .optional("appVersion", "Of the app.", "4.2.0"),
            .optional("locale", "The reader's language.", "en"),
            .optional("timeZone", "Where the reader is.", "Africa/Lagos"),
            .optional("plugin", "Needed where the tenant reaches devices through several.", "expo"),
            .optional(
                "subscriptions",
                .list,
                "Replace those of the device: `topic`, `types`, `role`, `userId` each.",
                [["topic": "news"]]
            ),
        ],
        result: [
            .object(
                "device",
                device + [.choice("status", ["active"], "That it is registered.")],
                "The device, as it is kept."
            )
        ],
        callers: .anyone
    )

    static let devicesGet = OperationDescription(
        "Says whether a device is registered.",
        [.required("deviceId", .id, "The app's own id of the device.", "phone-1")],
        result: [
            .object(
                "device",
                [
                    .text("id", "The device's id.", "phone-1"),
                    .choice("platform", platforms, "What it runs.").whereKnown,
                    .instant("registeredAt", "Since when."),
                    .choice("status", ["active"], "That it is registered."),
                ],
                "What the device itself has said, and no more."
            )
        ],
        callers: .anyone
    )

    static let devicesUnregister = OperationDescription(
        "Takes a device away, at once, also for what is queued.",
        [
            .optional("token", "What the push service calls it.", "ExponentPushToken[abc]"),
            .optional("deviceId", .id, "The app's own id of it.", "phone-1"),
        ],
        oneOf: [["token", "deviceId"]],
        result: [
            .object(
                "device",
                device.filter { $0.name != "timeZone" }.map(\.whereKnown) + [
                    .choice("status", ["unregistered"], "That it is gone."), .instant("unregisteredAt", "Since when."),
                ],
                "The device, as it was; of one that wasn't known, what the request said."
            )
        ],
        callers: .anyone
    )

    static let platforms = ["ios", "android", "web"]

    private static let device: [ResultShape.Member] = [
        .text(
            "id",
            "The host's id; where devices belong to nobody, the app's own.",
            "019c6f4e-5c1d-7a43-b6a5-0d4f2c9be111"
        ),
        .text("userId", "Whose it is.", "user-1").whereKnown,
        .text("token", "What the push service calls it.", "ExponentPushToken[abc]"),
        .text("plugin", "What reaches it.", "expo"),
        .choice("platform", platforms, "What it runs.").whereKnown,
        .text("deviceId", "The app's own id.", "phone-1").whereKnown,
        .text("name", "What its owner calls it.", "Ada's phone").whereKnown,
        .text("appVersion", "Of the app.", "4.2.0").whereKnown,
        .text("locale", "The reader's language.", "en").whereKnown,
        .text("timeZone", "Where the reader is, as this request said.", "Africa/Lagos").whereKnown,
        .instant("registeredAt", "Since when."),
    ]
}
