import CarillonModel

/// `profile.json`: how staff change words in the studio.
extension Shape {
    static let studio = Shape.object(
        ObjectShape([
            MemberShape(
                "publish",
                .choice(StudioSettings.Publishing.allCases.map(\.rawValue)),
                "`proposal` when silent: approved words are taken away as a patch; `live`: they count at once, laid over the files.",
                example: "live"
            ),
            MemberShape(
                "reviews",
                .choice(StudioSettings.Reviews.allCases.map(\.rawValue)),
                "Who approves a proposal: `others` than its author when silent; `anyone` who may review.",
                example: "others"
            ),
            MemberShape(
                "retention",
                .text(.duration),
                "How long changes of texts, and comments on them, are kept. `730d` when silent.",
                example: "365d"
            ),
            MemberShape(
                "testRecipients",
                .list(.text(.nonEmptyText), count: 1...20),
                "Ids of users whom staff can send a text to, with sample data, to see it on a phone. None when silent.",
                example: ["tester-1"]
            ),
        ])
    )
}
