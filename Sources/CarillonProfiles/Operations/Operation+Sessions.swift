import CarillonModel

/// Log-in sessions, to which devices may belong.
extension Operation {
    static let sessions = [sessionsStart, sessionsUpdate, sessionsEnd, sessionsLogin]

    public static let sessionsStart = Operation(
        OperationSpecification(
            "sessions.start",
            "A log-in, with its push token.",
            callers: .service,
            [
                .required("userId", .userID, "Who logged in.", "user-1"),
                id,
                .required("pushAllowed", .boolean, "Whether it may be pushed to; then a token is needed.", true),
            ] + push,
            body: .pushPermission(isUpdate: false),
            result: [.object("session", session("active"), "The log-in.")],
            errors: OperationErrors([.tokenMalformed]),
            route: NativeRouteSpecification(.post, "/sessions", .service, member: "session")
        )
    )

    public static let sessionsUpdate = Operation(
        OperationSpecification(
            "sessions.update",
            "Another token of a log-in, or another wish.",
            callers: .userOrService,
            [id, .optional("pushAllowed", .boolean, "Whether it may be pushed to.", true)] + push,
            body: .pushPermission(isUpdate: true),
            result: [.object("session", session("active"), "The log-in.")],
            errors: OperationErrors([.tokenMalformed, .notFound]),
            route: NativeRouteSpecification(
                .patch,
                "/sessions/{id}",
                .service,
                fieldNames: ["id": "sessionId"],
                member: "session"
            )
        )
    )

    public static let sessionsEnd = Operation(
        OperationSpecification(
            "sessions.end",
            "A log-out: its pushes stop at once.",
            callers: .userOrService,
            [id],
            result: [
                .object(
                    "session",
                    session("ended").map { ["id", "status"].contains($0.name) ? $0 : $0.whereKnown },
                    "The log-in; of one that wasn't known, only id and status."
                )
            ],
            unknown: .routeDecides,
            route: NativeRouteSpecification(
                .delete,
                "/sessions/{id}",
                .service,
                .query([]),
                fieldNames: ["id": "sessionId"],
                member: "session"
            )
        )
    )

    /// Forwards to the tenant's own log-in.
    ///
    /// The session begins with its answer.
    public static let sessionsLogin = Operation(
        OperationSpecification(
            "sessions.login",
            "A log-in that is passed on to the tenant's own service, whose answer passes back unchanged.",
            callers: .anyone,
            [.optional("pushAllowed", .boolean, "Whether it may be pushed to. False when silent.", true)] + push,
            body: .pushPermission(isUpdate: false),
            result: [
                .open("response", "The service's answer, for `userId` and `sessionId`.", ["user": ["id": "user-1"]])
            ],
            answer: .forwardedLogin,
            errors: OperationErrors([.badGateway, .gatewayTimeout])
        )
    )

    private static let id = OperationField.required(
        "sessionId",
        .id(most: FieldKind.longestID),
        "The log-in's id.",
        "session-1"
    )

    private static let push: [OperationField] = [
        .optional("token", .deviceToken, "What the push service calls the device; null is none.", "fZ:APA91b").nullable,
        .optional("platform", .platform, "What it runs.", "android"),
        .optional("locale", .locale, "The reader's language.", "en"),
    ]

    private static func session(_ status: String) -> [ResultShape.Member] {
        [
            .text("id", "The log-in's id.", "session-1"), .text("userId", "Whose it is.", "user-1"),
            .boolean("pushAllowed", "Whether it may be pushed to."),
            .text("token", "What the push service calls its device.", "fZ:APA91b").whereKnown,
            .choice("status", [status], "Whether it goes on."), .instant("since", "When it began."),
        ]
    }
}
