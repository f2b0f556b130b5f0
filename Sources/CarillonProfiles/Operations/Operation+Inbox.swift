import CarillonModel

/// The tenant's inbox page.
extension Operation {
    static let inbox = [inboxLink]

    public static let inboxLink = Operation(
        OperationSpecification(
            "inbox.link",
            "A link that opens the tenant's inbox page signed in as one user: good for a minute, and once.",
            callers: .userOrService,
            [
                .optional("userId", .userID, "Whose inbox it is; a service says so, and a user is themself.", "user-1"),
                .optional("locale", .locale, "The page's language.", "nb"),
                .optional("timeZone", .timeZone, "In which days and times are shown.", "Europe/Oslo"),
            ],
            result: [
                .text("code", "What the page is signed in by.", "kJ3v"),
                .text("path", "The page with the code, behind this host's address.", "/acme/notifications#code=kJ3v"),
                .text("url", "The same with the address.", "https://notify.example/acme/notifications#code=kJ3v")
                    .whereKnown,
                .instant("expiresAt", "Until when the code is good."),
            ],
            errors: OperationErrors([.notFound]),
            route: NativeRouteSpecification(.post, "/inbox/links", .userOrService, .optionalBody([]), status: 201)
        )
    )
}
