import CarillonModel

/// `profile.json`: what apps do with pushes on the device.
extension Shape {
    static let device = Shape.object(
        ObjectShape([
            MemberShape(
                "words",
                .boolean,
                "Apps make the words of pushes from the templates, which the client profile then has. False when silent.",
                example: true
            ),
            MemberShape(
                "badge",
                .choice(DeviceSettings.Badge.allCases.map(\.rawValue)),
                "Who counts for the number on the icon: `server`; the app, by what is `unread` or by the `count` of what came; "
                    + "`cleared`: nobody, it goes when the app is there; `none`.",
                example: "unread"
            ),
            MemberShape(
                "tables",
                .map(.fieldName, deviceTable),
                "What the app knows and pushes don't carry.",
                example: ["projects": ["members": ["name"]]]
            ),
            deviceFields(
                "How the app finds fields that pushes don't carry; of a list, the first that yields something."
            ),
        ])
    )

    /// `device` of an event.
    static let eventDevice = Shape.object(
        ObjectShape([
            deviceFields(
                "How the app finds fields that pushes of this event don't carry; before what the profile says of them."
            )
        ])
    )

    private static func deviceFields(_ description: String) -> MemberShape {
        MemberShape(
            "fields",
            .map(.fieldName, .either([deviceFinder, .list(deviceFinder, count: 1...10)])),
            description,
            example: ["project": ["lookup": "projects", "key": "project_id", "member": "name"]]
        )
    }

    private static let deviceTable = Shape.object(
        ObjectShape([
            MemberShape(
                "members",
                .list(.text(.fieldName), count: 1...20),
                isRequired: true,
                "What a row holds.",
                example: ["name"]
            ),
            MemberShape(
                "ignoreCase",
                .boolean,
                "Keys that differ only in the case of A to Z are the same. False when silent.",
                example: true
            ),
        ])
    )

    private static let lookupMembers = [
        MemberShape("lookup", .text(.fieldName), "One of the profile's `device.tables`.", example: "projects"),
        MemberShape("key", .text(.fieldName), "With `lookup`: the field that names the row.", example: "project_id"),
        MemberShape("member", .text(.fieldName), "With `lookup`: what of the row.", example: "name"),
        MemberShape(
            "default",
            .text(.placeholders),
            "With `lookup`: where there is no such row.",
            example: "Project {project_id}"
        ),
    ]

    private static let deviceFinder = Shape.object(
        ObjectShape(
            lookupMembers + [
                MemberShape(
                    "shorten",
                    .text(.fieldName),
                    "The field of which the beginning and the end are shown.",
                    example: "address"
                ),
                MemberShape("head", .integer(0...40), "With `shorten`: so many characters. 6 when silent.", example: 6),
                MemberShape("tail", .integer(0...40), "With `shorten`: so many characters. 4 when silent.", example: 4),
                MemberShape(
                    "scale",
                    .text(.fieldName),
                    "The field that holds an amount in the smallest unit.",
                    example: "value"
                ),
                MemberShape(
                    "digits",
                    .either([.integer(0...78), .object(ObjectShape(lookupMembers))]),
                    "With `scale`: how many digits stand behind the point, or where that is found.",
                    example: 18
                ),
            ],
            exactlyOneOf: ["lookup", "shorten", "scale"]
        )
    )
}
