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
        ])
    )
}
