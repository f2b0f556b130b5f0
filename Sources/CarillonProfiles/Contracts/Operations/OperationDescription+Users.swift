import CarillonModel

/// Users and their log-ins.
extension OperationDescription {
    static let sessionsStart = OperationDescription(
        "A log-in, with its push token.",
        [
            .required("userId", .id, "Who logged in.", "user-1"),
            .required("sessionId", .id, "The log-in's id.", "session-1"),
            .required("pushAllowed", .boolean, "Whether it may be pushed to; then a token is needed.", true),
        ] + push,
        result: [session(status: "active")],
        callers: .service
    )

    static let sessionsUpdate = OperationDescription(
        "Another token of a log-in, or another wish.",
        [
            .required("sessionId", .id, "The log-in's id.", "session-1"),
            .optional("pushAllowed", .boolean, "Whether it may be pushed to.", true),
            .optional("token", "What the push service calls the device; null takes it back.", "fZ:APA91b"),
        ],
        result: [session(status: "active")],
        callers: .userOrService
    )

    static let sessionsEnd = OperationDescription(
        "A log-out: its pushes stop at once.",
        [.required("sessionId", .id, "The log-in's id.", "session-1")],
        result: [session(status: "ended")],
        callers: .userOrService
    )

    static let sessionsLogin = OperationDescription(
        "A log-in that is passed on to the tenant's own service, whose answer passes back unchanged.",
        [.optional("pushAllowed", .boolean, "Whether it may be pushed to. False when silent.", true)] + push,
        result: [
            .open("response", "The service's answer, for `userId` and `sessionId`.", ["user": ["id": "user-1"]])
        ],
        callers: .anyone
    )

    private static let push: [Input] = [
        .optional("token", "What the push service calls the device.", "fZ:APA91b"),
        .optional("platform", "`ios`, `android` or `web`.", "android"),
        .optional("locale", "The reader's language.", "en"),
    ]

    private static func session(status: String) -> ResultShape.Member {
        .object(
            "session",
            [
                .text("id", "The log-in's id.", "session-1"), .text("userId", "Whose it is.", "user-1").whereKnown,
                .boolean("pushAllowed", "Whether it may be pushed to.").whereKnown,
                .text("token", "What the push service calls its device.", "fZ:APA91b").whereKnown,
                .choice("status", [status], "Whether it goes on."), .instant("since", "When it began.").whereKnown,
            ],
            "The log-in; of one that wasn't known, only id and status."
        )
    }

    static let usersPut = OperationDescription(
        "Says what is known of a user; what is left out stays.",
        [
            .required("userId", .id, "Who it is.", "user-1"),
            .optional("email", "Where mail goes.", "ada@acme.example"),
            .optional("locale", "The user's language.", "en"),
            .optional("timeZone", "Where the user is.", "Africa/Lagos"),
            .optional("phone", "E.164.", "+4790000000"),
        ],
        result: [
            .object(
                "user",
                [
                    .text("id", "Who it is.", "user-1"), .text("email", "As known.", "ada@acme.example").whereKnown,
                    .text("locale", "As known.", "en").whereKnown,
                    .text("timeZone", "As known.", "Africa/Lagos").whereKnown,
                    .text("phone", "As known.", "+4790000000").whereKnown,
                ],
                "What is known now."
            )
        ],
        callers: .service
    )

    static let usersErase = OperationDescription(
        "Erases everything about one user.",
        [.required("userId", .id, "Who it is.", "user-1")],
        result: [
            .object(
                "erased",
                [.text("userId", "Who it was.", "user-1"), .boolean("existed", "Whether there was anything.")],
                "What was done."
            )
        ],
        callers: .service
    )
}
