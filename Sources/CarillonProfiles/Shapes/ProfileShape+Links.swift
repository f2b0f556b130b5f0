import CarillonModel

/// `profile.json`: targets of links.
extension Shape {
    static let deepLinks = Shape.object(
        ObjectShape([
            MemberShape(
                "schemes",
                .list(.text(.scheme), count: 0...20),
                "The app's own URL schemes.",
                example: ["acme"]
            ),
            MemberShape(
                "origins",
                .list(.text(.origin), count: 0...20),
                "The tenant's own web origins.",
                example: ["https://acme.example"]
            ),
            MemberShape(
                "routes",
                .map(.plainName, route),
                "Places that links lead to; only these.",
                example: ["profile": ["app": "acme://profile"]]
            ),
        ])
    )

    private static let route = Shape.object(
        ObjectShape([
            MemberShape(
                "params",
                .map(.fieldName, .choice(Route.ParameterType.allCases.map(\.rawValue))),
                "Parameters and their types.",
                example: ["id": "slug"]
            ),
            MemberShape(
                "app",
                .text(.placeholders),
                "With one of the schemes.",
                example: "acme://projects/{id}"
            ),
            MemberShape(
                "web",
                .text(.placeholders),
                "With one of the origins.",
                example: "https://acme.example/projects/{id}"
            ),
            MemberShape("screen", .text(.placeholders), "A path inside the app.", example: "/(tabs)/history?id={id}"),
            MemberShape(
                "audience",
                .text(.placeholders),
                "A topic, made from the parameters: what leads there goes only to who is subscribed to it.",
                example: "project:{id}"
            ),
            MemberShape(
                "dataNames",
                .map(.fieldName, .text(.nonEmptyText)),
                "What the `data` of a send call the parameters of `audience`: a send that names them is held against it, too.",
                example: ["id": "project_id"]
            ),
        ])
    )
}
