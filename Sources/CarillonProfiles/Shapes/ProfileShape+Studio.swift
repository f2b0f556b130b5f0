import CarillonModel

/// `studio`: where the tenant's staff change its texts.
extension Shape {
    static let studio = Shape.object(
        ObjectShape([
            MemberShape(
                "retention",
                .text(.duration),
                "How long changes of texts, and comments on them, are kept. `730d` when silent.",
                example: "365d"
            )
        ])
    )
}
