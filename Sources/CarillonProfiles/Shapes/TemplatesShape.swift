import CarillonModel

/// `templates/<locale>.json` and `samples/context.json`.
extension Shape {
    static let templates = Shape.object(
        ObjectShape([
            .schemaReference,
            MemberShape(
                "locale",
                .text(.locale),
                isRequired: true,
                "The file's language, as in its name.",
                example: "en"
            ),
            MemberShape(
                "terms",
                .map(.fieldName, .text(.nonEmptyText)),
                "Words used in many messages, as `{$product}`.",
                example: ["product": "Acme"]
            ),
            MemberShape(
                "messages",
                .map(.eventID, .slotGroup),
                isRequired: true,
                "Event or app text → slot → words.",
                example: ["assignment.created": ["title": "New assignment"]]
            ),
        ])
    )

    /// A text that isn't a `{match, when}`: a string, or an array of lines.
    static let plainText = Shape.either([.text(.any), .list(.text(.any), count: 1...500)])

    /// `{match, when}`, which is compiled one-to-one to a MessageFormat 2 `.match`.
    static let selection = ObjectShape([
        MemberShape(
            "match",
            .list(.text(.any), count: 1...4),
            isRequired: true,
            "The fields that decide.",
            example: ["count"]
        ),
        MemberShape(
            "when",
            .map(.any, plainText),
            isRequired: true,
            "Keys, separated by blanks for several fields → words. `*` takes the rest.",
            example: ["one": "{$count} new message", "*": "{$count} new messages"]
        ),
    ])

    /// The file that ``sampleContext`` is the shape of.
    static let sampleContextFile = "samples/context.json"

    static let sampleContext = Shape.object(
        ObjectShape([
            .schemaReference,
            MemberShape(
                "now",
                .text(.instant),
                "When samples are rendered. 2026-02-25T12:00:00Z when silent.",
                example: "2026-02-25T12:00:00Z"
            ),
            MemberShape("timeZone", .text(.timeZone), "Where. The profile's when silent.", example: "Europe/Oslo"),
            MemberShape("recipient", .text(.nonEmptyText), "For whom.", example: "user-1"),
        ])
    )
}
