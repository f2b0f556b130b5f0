import CarillonModel

/// Devices that messages are pushed to.
extension Operation {
    static let devices = [devicesRegister, devicesGet, devicesUnregister]

    public static let devicesRegister = Operation(
        OperationSpecification(
            "devices.register",
            "Registers a device for pushing; again is an update.",
            callers: .anyone,
            [
                .required("token", .deviceToken, "What the push service calls the device.", "ExponentPushToken[abc]"),
                .required("platform", .platform, "What it runs.", "ios").needed(.inContracts),
                .optional("deviceId", .deviceID, "The app's own id of the device.", "phone-1")
                    .needed(.whereDevicesBelong(to: .session)),
                .optional("name", .label(most: 256), "What its owner calls it.", "Ada's phone"),
                .optional("appVersion", .text(most: 64), "Of the app.", "4.2.0"),
                .optional("locale", .locale, "The reader's language.", "en"),
                .optional("timeZone", .timeZone, "Where the reader is.", "Africa/Lagos"),
                .optional(
                    "plugin",
                    .named(.devicePlugin),
                    "Needed where the tenant reaches devices through several.",
                    "expo"
                ),
                .optional("subscriptions", .subscriptions, "Replace those of the device.", [["topic": "news"]]),
            ],
            result: [
                .object(
                    "device",
                    device + [.choice("status", ["active"], "That it is registered.")],
                    "The device, as it is kept."
                )
            ],
            errors: OperationErrors(
                [.tokenMalformed],
                // The session doesn't exist, or must not be pushed to.
                byOwner: [.session: [.notFound], .subscription: [.rateLimited, .limitReached]],
                byField: ["subscriptions": [.limitReached]]
            ),
            route: NativeRouteSpecification(.post, "/devices", .user, member: "device")
        )
    )

    public static let devicesGet = Operation(
        OperationSpecification(
            "devices.get",
            "Says whether a device is registered.",
            callers: .anyone,
            [.required("deviceId", .deviceID, "The app's own id of the device.", "phone-1")],
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
            errors: OperationErrors([.notFound])
        )
    )

    public static let devicesUnregister = Operation(
        OperationSpecification(
            "devices.unregister",
            "Takes a device away, at once, also for what is queued.",
            callers: .anyone,
            [
                .optional("token", .deviceToken, "What the push service calls it.", "ExponentPushToken[abc]"),
                .optional("deviceId", .deviceID, "The app's own id of it.", "phone-1"),
                .optional("plugin", .named(.devicePlugin), "What reaches the token; all of them if left out.", "expo"),
            ],
            oneOf: [["token", "deviceId"]],
            result: [
                .object(
                    "device",
                    device.filter { $0.name != "timeZone" }.map { $0.name == "token" ? $0.whereSaid : $0.whereKnown }
                        + [
                            .choice("status", ["unregistered"], "That it is gone."),
                            .instant("unregisteredAt", "Since when."),
                        ],
                    "The device, as it was; of one that wasn't known, what the request said."
                )
            ],
            unknown: .routeDecidesLeniently,
            route: NativeRouteSpecification(.delete, "/devices/{token}", .user, .query(["plugin"]), member: "device")
        )
    )

    private static let platforms = Platform.allCases.map(\.rawValue)

    private static let device: [ResultShape.Member] = [
        .text(
            "id",
            "The host's id; where devices belong to nobody, the app's own.",
            "019c6f4e-5c1d-7a43-b6a5-0d4f2c9be111"
        ),
        .text("userId", "Whose it is.", "user-1").whereDevicesHaveOwners,
        .text("token", "What the push service calls it.", "ExponentPushToken[abc]"),
        .text("plugin", "What reaches it.", "expo"),
        .choice("platform", platforms, "What it runs.").whereSaid,
        .text("deviceId", "The app's own id.", "phone-1").whereSaid,
        .text("name", "What its owner calls it.", "Ada's phone").whereKnown,
        .text("appVersion", "Of the app.", "4.2.0").whereSaid,
        .text("locale", "The reader's language.", "en").whereSaid,
        .text("timeZone", "Where the reader is, as this request said.", "Africa/Lagos").whereSaid,
        .instant("registeredAt", "Since when."),
    ]
}
