import CarillonModel

/// `events.json`.
extension Shape {
    static let events = Shape.object(
        ObjectShape([
            .schemaReference,
            MemberShape(
                "events",
                .map(.eventID, event),
                isRequired: true,
                "What can happen.",
                example: ["account.created": ["channels": ["in-app"]]]
            ),
            MemberShape(
                "texts",
                .map(.eventID, appText),
                "Words that apps need beside notifications, under `messages` in the templates.",
                example: ["empty.feed": ["summary": "Nothing to show"]]
            ),
        ])
    )

    private static let payload = Shape.map(.fieldName, payloadField)

    private static let event = Shape.object(
        ObjectShape([
            MemberShape(
                "summary",
                .text(.nonEmptyText),
                "One sentence for people.",
                example: "A user was assigned to a project"
            ),
            MemberShape(
                "alias",
                .text(.nonEmptyText),
                "The name that the contract's clients know it by.",
                example: "CONFIRMATION_REQUEST"
            ),
            MemberShape("category", .text(.plainName), "One of the profile's categories.", example: "assignment"),
            MemberShape("priority", priorityName, "`normal` when silent.", example: "high"),
            MemberShape(
                "payload",
                payload,
                "Fields and their types.",
                example: ["project": ["type": "text", "maxLength": 80]]
            ),
            MemberShape(
                "channels",
                .list(.text(.channelID), count: 1...20),
                isRequired: true,
                "Channels of the profile.",
                example: ["in-app", "push"]
            ),
            MemberShape(
                "deepLink",
                deepLink(fields: "the payload field that fills it"),
                "Where the notification leads.",
                example: ["route": "project", "id": "project_id"]
            ),
            MemberShape(
                "data",
                .anyObject,
                "What goes to the app beside the words; strings may hold `{field}`.",
                example: ["project_id": "{project_id}"]
            ),
            MemberShape(
                "dataFrom",
                .text(.fieldName),
                "A payload field of type `map`: its entries go into `data` beside what stands there.",
                example: "custom"
            ),
            MemberShape(
                "device",
                eventDevice,
                "What apps do with its pushes on the device.",
                example: ["fields": ["sender": ["lookup": "contacts", "key": "from", "member": "name"]]]
            ),
            MemberShape(
                "collapse",
                .text(.placeholders),
                "Notifications with the same key replace one another on the device.",
                example: "assignment-{project_id}"
            ),
            MemberShape(
                "dedupe",
                .text(.placeholders),
                "A second notification with the same key for the same recipient is dropped.",
                example: "{transaction_id}"
            ),
            MemberShape(
                "supersedes",
                .text(.placeholders),
                "An event with the same key takes the place of an earlier one, of which nothing more goes to those it names.",
                example: "meeting-{meeting_id}"
            ),
            MemberShape(
                "schedule",
                .list(scheduleEntry, count: 1...20),
                "One notification per recipient and entry, instead of one at once.",
                example: [["before": "due", "by": "2h"]]
            ),
            MemberShape(
                "onUncertain",
                .choice(UncertainPolicy.allCases.map(\.rawValue)),
                "What to do when an attempt may or may not have arrived. `resend` when silent.",
                example: "skip"
            ),
            MemberShape(
                "onRead",
                .choice(ReadPolicy.allCases.map(\.rawValue)),
                "What to do with another try when the recipient has read it in the feed meanwhile. `skip` when silent.",
                example: "resend"
            ),
            MemberShape(
                "audience",
                .text(.placeholders),
                "A topic: recipients who are not subscribed to it are left out.",
                example: "project:{project_id}"
            ),
            MemberShape(
                "topic",
                .text(.placeholders),
                "The topic it is about: recipients that are named get it as its subscribers do, where they have it switched on.",
                example: "safe:{chain_id}:{address}"
            ),
            MemberShape(
                "roles",
                .list(.text(.plainName), count: 1...20),
                "Only subscribers with one of these roles get it.",
                example: ["owner"]
            ),
            MemberShape("image", .text(.placeholders), "An https URL.", example: "{image_url}"),
            MemberShape("sound", .text(.nonEmptyText), "`default`, a file in the app, or `none`.", example: "default"),
            MemberShape(
                "badge",
                badge,
                "`unread`, a fixed number, or `none`; as the priority says when silent.",
                example: "unread"
            ),
            MemberShape(
                "expireAfter",
                .text(.duration),
                "After this an undelivered notification is worth nothing.",
                example: "1h"
            ),
            MemberShape(
                "message",
                .anyObject,
                "Laid over the provider's message after the channel's own.",
                example: ["apns": ["payload": ["aps": ["mutable-content": 1]]]]
            ),
            MemberShape("mandatory", .boolean, "Preferences cannot switch it off.", example: true),
        ])
    )

    static func deepLink(fields: String) -> Shape {
        .object(
            ObjectShape(
                [
                    MemberShape(
                        "route",
                        .text(.plainName),
                        isRequired: true,
                        "One of the profile's routes.",
                        example: "acme"
                    )
                ],
                rest: ObjectShape.Rest(
                    key: .fieldName,
                    value: .text(.fieldName),
                    description: "A parameter of the route: \(fields)."
                )
            )
        )
    }

    private static let appText = Shape.object(
        ObjectShape([
            MemberShape("summary", .text(.nonEmptyText), "Where the words stand.", example: "Above an empty feed"),
            MemberShape("payload", payload, "Fields and their types.", example: ["count": ["type": "integer"]]),
        ])
    )

    private static let scheduleEntry = Shape.object(
        ObjectShape(
            [
                MemberShape(
                    "before",
                    .text(.fieldName),
                    "A field of type instant or date; the notification goes out before it.",
                    example: "due"
                ),
                MemberShape("after", .text(.fieldName), "The same, after it.", example: "due"),
                MemberShape("by", .text(.duration), isRequired: true, "How long before or after.", example: "2h"),
                MemberShape("priority", priorityName, "Instead of the event's.", example: "high"),
            ],
            exactlyOneOf: ["before", "after"]
        )
    )

    /// A payload field; `type` decides on its keys.
    static let payloadField = Shape.tagged(
        TaggedShape(
            tag: "type",
            description: "What the field holds.",
            common: [
                MemberShape("description", .text(.nonEmptyText), "For people.", example: "Which project"),
                MemberShape("optional", .boolean, "It may be absent. False when silent.", example: true),
                MemberShape(
                    "default",
                    .anything,
                    "What it is where the sender leaves it out; such a field is always there.",
                    example: "NONE"
                ),
                MemberShape("sensitive", .boolean, "It must not appear where others can read it.", example: true),
                MemberShape(
                    "examples",
                    .list(.anything, count: 1...20),
                    "Values as a sender writes them.",
                    example: ["Germany"]
                ),
            ],
            cases: payloadCases(isElement: false)
        )
    )

    /// The type of a list's elements: a name, or an object with `type`.
    private static let elementType = Shape.either([
        .choice(PayloadType.names.filter { !["list", "enum", "map", "localizedText"].contains($0) }),
        .tagged(
            TaggedShape(
                tag: "type",
                description: "What an element is.",
                common: [],
                cases: payloadCases(isElement: true)
            )
        ),
    ])

    private static func payloadCases(isElement: Bool) -> [(tag: String, members: [MemberShape])] {
        let maxLength = MemberShape(
            "maxLength",
            .integer(PayloadType.maxLengthRange),
            "Unicode scalars at most. \(PayloadType.defaultMaxLength) when silent.",
            example: 80
        )
        let bounds = [
            MemberShape("minimum", .integer(.min ... .max), "The smallest.", example: 0),
            MemberShape("maximum", .integer(.min ... .max), "The largest.", example: 1000),
        ]
        let values = MemberShape(
            "values",
            .list(.text(.nonEmptyText), count: 1...200),
            isRequired: true,
            "All values there are.",
            example: ["reviewer", "owner"]
        )
        let urlLength = MemberShape(
            "maxLength",
            .integer(12...PayloadType.urlLength),
            "Bytes at most. \(PayloadType.urlLength) when silent.",
            example: 512
        )
        let simple = ["slug", "path", "decimal", "money", "boolean", "uuid", "email", "instant", "date"]
        var cases: [(tag: String, members: [MemberShape])] = [
            ("text", [maxLength]), ("integer", bounds), ("enum", [values]), ("url", [urlLength]),
        ]
        cases += simple.map { ($0, []) }
        guard !isElement else { return cases }
        let maxItems = MemberShape(
            "maxItems",
            .integer(PayloadType.maxItemsRange),
            "Elements at most. \(PayloadType.defaultMaxItems) when silent.",
            example: 10
        )
        cases.append(
            (
                "list",
                [
                    MemberShape("of", elementType, isRequired: true, "The type of its elements.", example: "text"),
                    maxItems,
                ]
            )
        )
        cases.append(("map", [maxLength, maxItems]))
        cases.append(("localizedText", [maxLength]))
        return cases
    }
}
