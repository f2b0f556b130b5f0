import CarillonModel

/// What is stored about users.
extension Operation {
    static let users = [usersPut, usersErase]

    public static let usersPut = Operation(
        OperationSpecification(
            "users.put",
            "Says what is known of a user; what is left out stays.",
            callers: .service,
            [
                .required("userId", .userID, "Who it is.", "user-1"),
                .optional("email", .email, "Where mail goes.", "ada@acme.example"),
                .optional("locale", .locale, "The user's language.", "en"),
                .optional("timeZone", .timeZone, "Where the user is.", "Africa/Lagos"),
                .optional("phone", .phone, "Where text messages go.", "+4790000000"),
            ],
            result: [
                .object(
                    "user",
                    [
                        .text("id", "Who it is.", "user-1"),
                        .text("email", "As known.", "ada@acme.example").whereKnown,
                        .text("locale", "As known.", "en").whereKnown,
                        .text("timeZone", "As known.", "Africa/Lagos").whereKnown,
                        .text("phone", "As known.", "+4790000000").whereKnown,
                    ],
                    "What is known now."
                )
            ],
            route: NativeRouteSpecification(
                .put,
                "/users/{id}",
                .service,
                fieldNames: ["id": "userId"],
                member: "user"
            )
        )
    )

    public static let usersErase = Operation(
        OperationSpecification(
            "users.erase",
            "Erases everything about one user.",
            callers: .service,
            [.required("userId", .userID, "Who it is.", "user-1")],
            result: [
                .object(
                    "erased",
                    [.text("userId", "Who it was.", "user-1"), .boolean("existed", "Whether there was anything.")],
                    "What was done."
                )
            ],
            route: NativeRouteSpecification(
                .delete,
                "/users/{id}",
                .service,
                .query([]),
                fieldNames: ["id": "userId"],
                member: "erased"
            )
        )
    )
}
