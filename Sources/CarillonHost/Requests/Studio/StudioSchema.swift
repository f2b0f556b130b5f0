import CarillonModel
import CarillonPipeline
import CarillonProfiles
import CarillonStudio

/// What the studio's routes take and answer, as JSON Schema: parts by name, as its OpenAPI document has them.
enum StudioSchema {
    /// The schema of that name.
    static func named(_ name: String) -> JSONValue { ["$ref": .string("#/components/schemas/\(name)")] }

    /// All that have a name.
    static let all: JSONObject = {
        var all = texts
        for member in proposals.members + versions.members { all[member.name] = member.value }
        return all
    }()

    /// An object whose members have any names.
    private static func map(_ value: JSONValue) -> JSONValue { ["type": "object", "additionalProperties": value] }

    private static func constant(_ text: String) -> JSONValue { ["const": .string(text)] }

    // MARK: texts

    private static let texts: JSONObject = [
        "Place": .members(
            ["locale": .anyText, "message": .anyText, "slot": .anyText],
            optional: [("channel", .anyText)]
        ),
        "Function": .members(["name": .anyText], optional: [("options", options)]),
        "Part": [
            "anyOf": [
                .anyText,
                .members([
                    "chip": .members(
                        [],
                        optional: [
                            ("field", .anyText), ("value", .anyText), ("function", named("Function")),
                            ("label", .anyText), ("shown", .anyText),
                        ]
                    )
                ]),
                .members(["point": .anyText], optional: [("options", options)]),
                .members(["frozen": .count]),
            ]
        ],
        "Mark": .members(["mark": .anyText, "from": .count, "upTo": .count], optional: [("options", options)]),
        "Row": .members(
            ["keys": .list(.anyText.orNull), "parts": .list(named("Part"))],
            optional: [("marks", .list(named("Mark")))]
        ),
        "Selector": .members(["field": .anyText, "function": named("Function"), "choice": .anyText]),
        "Form": [
            "anyOf": [
                .members(
                    ["shape": shape, "form": constant("text"), "parts": .list(named("Part"))],
                    optional: [("marks", .list(named("Mark")))]
                ),
                .members([
                    "shape": shape, "form": constant("rows"), "selectors": .list(named("Selector")),
                    "rows": .list(named("Row")),
                ]),
                .members(
                    ["shape": shape, "form": constant("locked"), "reason": .anyText, "rows": .list(named("Row"))],
                    optional: [("function", .anyText), ("source", .anyText)]
                ),
            ]
        ],
        "Fault": .members(
            ["code": .anyText, "severity": .choice(["error", "warning"]), "words": .anyText],
            optional: [
                (
                    "place",
                    .members(
                        ["locale": .anyText, "message": .anyText, "slot": .anyText],
                        optional: [("channel", .anyText), ("keys", .list(.anyText.orNull)), ("part", .count)]
                    )
                ), ("old", .flag), ("fixes", .list(named("Fix"))),
            ]
        ),
        "Fix": .members(
            [
                "kind": .choice(FaultFix.Kind.allCases.map(\.rawValue)), "words": .anyText, "place": named("Place"),
                "hash": .anyText, "form": named("Form").orNull,
            ],
            optional: [("field", .anyText)]
        ),
        "Text": text,
        "TextList": .members(
            [
                "locales": .list(.anyText),
                "texts": .list(
                    .members(
                        ["message": .anyText, "slot": .anyText, "states": map(state)],
                        optional: [
                            ("channel", .anyText), ("words", .anyText), ("summary", .anyText),
                            ("found", .members(["locale": .anyText, "words": .anyText])),
                        ]
                    )
                ),
                "terms": .list(
                    .members(
                        ["message": .anyText, "slot": .anyText, "states": map(state), "uses": .count],
                        optional: [
                            ("words", .anyText), ("found", .members(["locale": .anyText, "words": .anyText])),
                        ]
                    )
                ),
            ],
            optional: [("isComplete", .flag)]
        ),
        "Preview": .members([
            "samples": .list(
                .members(
                    ["renderings": map(map(named("Rendering")))],
                    optional: [("sample", .anyText), ("made", .anyText)]
                )
            ),
            "bounds": map(map(.count)),
            "readings": .list(
                .members([
                    "keys": .list(.anyText.orNull),
                    "readings": .list(.members(["number": .anyText, "words": .anyText])),
                ])
            ), "context": context, "faults": .list(named("Fault")),
        ]),
        "Samples": .members([
            "samples": .list(
                .members(["payload": .anyObject], optional: [("name", .anyText), ("changed", .flag)])
            ),
            "made": .members([], optional: MadeUpSample.allCases.map { ($0.rawValue, .anyObject) }),
            "fields": .list(
                .members(
                    ["name": .anyText, "type": .anyText, "label": .anyText],
                    optional: [("optional", .flag), ("sensitive", .flag)]
                )
            ),
        ]),
        "Rendering": rendering,
        "Formats": .members([
            "formats": .list(
                .members(["example": .anyText], optional: [("function", named("Function")), ("own", .flag)])
            )
        ]),
    ]

    private static let context: JSONValue = .members(
        ["now": .instant, "recipient": .anyText],
        optional: [("zone", .anyText)]
    )

    private static let shape: JSONValue = .choice(["string", "lines", "choice"])
    private static let options: JSONValue = .list(
        .members(["name": .anyText], optional: [("value", .anyText), ("field", .anyText)])
    )

    private static let state: JSONValue = .members(
        [],
        optional: [
            ("written", .flag), ("missing", .flag), ("stale", .flag), ("copied", .flag), ("errors", .count),
            ("warnings", .count),
        ]
    )

    private static let text: JSONValue = .members(
        [
            ("place", named("Place")), ("hash", .anyText), ("form", named("Form").orNull),
            (
                "variables",
                map(
                    .members(
                        ["type": .anyText, "label": .anyText],
                        optional: [("optional", .flag), ("sensitive", .flag), ("refused", .flag)]
                    )
                )
            ),
            (
                "choices",
                .list(
                    .list(
                        .members(
                            ["key": .anyText],
                            optional: [("numbers", .anyText), ("samples", .list(.anyText))]
                        )
                    )
                )
            ), ("samples", .list(.anyText.orNull)), ("channels", .list(.anyText)),
            ("slots", .list(.anyText)), ("multiline", .flag),
            ("dependencies", .list(.members(["field": .anyText, "label": .anyText, "by": .anyText]))),
            ("faults", .list(named("Fault"))),
        ],
        optional: [
            ("original", .anyText), ("copy", named("Form")), ("copied", .flag), ("summary", .anyText),
            (
                "routes",
                .list(
                    .members([
                        "id": .anyText,
                        "parameters": .list(
                            .members(["name": .anyText, "filled": .flag, "fields": .list(.anyText)])
                        ),
                    ])
                )
            ), ("others", .list(.members(["channel": .anyText, "own": .anyText.orNull]))),
            ("uses", .list(named("Place"))),
        ]
    )

    /// As `carillon render --format json` has it, and the ticket of a mail.
    private static let rendering: JSONValue = .members(
        [],
        optional: [
            ("failure", .anyText), ("locale", .anyText), ("slots", map(.anyText)), ("data", .anyObject),
            ("link", .members([], optional: [("app", .anyText), ("web", .anyText), ("screen", .anyText)])),
            ("priority", .anyText), ("silent", .flag), ("category", .anyText), ("sound", .anyText), ("badge", .count),
            ("image", .anyText), ("androidChannel", .anyText), ("icon", .anyText), ("color", .anyText),
            ("collapse", .anyText), ("expiresAt", .instant), ("message", .anything), ("size", .count),
            ("sizeLimit", .count),
            ("segments", .members(["count": .count, "encoding": .anyText], optional: [("uncut", .count)])),
            ("mail", .anyText),
        ]
    )

    // MARK: proposals

    private static let proposals: JSONObject = [
        "Proposal": proposal,
        "Proposals": .members(["proposals": .list(proposal)]),
        "WholeProposal": proposal.with(
            [
                (
                    "texts",
                    .list(
                        .members(
                            ["place": named("Place")],
                            optional: [("old", .anyText), ("new", .anyText), ("conflict", .flag), ("copied", .flag)]
                        )
                    )
                ),
                (
                    "samples",
                    .list(
                        .members(
                            ["event": .anyText, "new": .anyObject],
                            optional: [("name", .anyText), ("old", .anyObject), ("conflict", .flag)]
                        )
                    )
                ), ("faults", .list(named("Fault"))), ("comments", .list(named("Comment"))),
            ],
            required: ["texts", "samples", "faults", "comments"]
        ),
        "KeptText": text.with(
            [("version", .integer(1...Int.max)), ("count", .count)],
            required: ["version", "count"]
        ),
        "KeptSample": .members(
            [
                "event": .anyText, "payload": .anyObject.orNull, "version": .integer(1...Int.max), "count": .count,
            ],
            optional: [("name", .anyText)]
        ),
        "Comment": .members(["id": .anyText, "author": .anyText, "at": .instant, "text": .anyText]),
        "History": .members(
            [
                "changes": .list(
                    .members([
                        "id": .anyText, "proposal": .anyText, "author": .anyText, "at": .instant, "base": .anyText,
                        "old": kept.orNull, "new": kept.orNull, "saves": .integer(1...Int.max),
                    ])
                )
            ],
            optional: [("before", .anyText)]
        ),
    ]

    private static let kept: JSONValue = .members(["words": .anyText, "form": named("Form")])

    private static let proposal: JSONValue = .members(
        [
            "id": .anyText, "version": .integer(1...Int.max),
            "state": .choice(ProposalRecord.State.allCases.map(\.rawValue)), "title": .anyText, "author": .anyText,
            "changedAt": .instant, "count": .count, "isOwn": .flag,
        ],
        optional: [("reviewer", .anyText), ("sampleCount", .integer(1...Int.max))]
    )

    // MARK: versions, sessions

    private static let versions: JSONObject = [
        "Version": version,
        "WholeVersion": version.with(
            [
                (
                    "texts",
                    .list(
                        .members(["place": named("Place")], optional: [("old", .anyText), ("new", .anyText)])
                    )
                )
            ],
            required: ["texts"]
        ),
        "Published": version.with([("isLive", .flag), ("setAside", .count)], required: ["isLive", "setAside"]),
        "Versions": .members([
            "publish": publish, "live": .count, "versions": .list(named("Version")),
            "texts": .list(
                .members(
                    ["place": named("Place"), "state": .choice(["live", "in-files", "set-aside"])],
                    optional: [
                        ("files", .anyText), ("words", .anyText),
                        ("reason", .choice(LaidTexts.Reason.allCases.map(\.rawValue))),
                    ]
                )
            ),
        ]),
        "Session": .members([
            "name": .anyText, "role": .choice(StaffMember.Role.allCases.map(\.rawValue)), "roles": .list(.anyText),
            "tenant": .members(["id": .anyText, "name": .anyText]), "publish": publish,
            "reviews": .choice(StudioSettings.Reviews.allCases.map(\.rawValue)), "channels": map(.anyText),
            "testRecipients": .list(.anyText), "testChannels": .list(.anyText),
            "locales": .list(.members(["tag": .anyText, "dir": .choice(["ltr", "rtl"])])),
        ]),
        "Settings": .members(
            [
                "publish": publish, "reviews": .choice(StudioSettings.Reviews.allCases.map(\.rawValue)),
                "retention": .count, "testRecipients": .list(.anyText), "signsInByToken": .flag,
                "sessions": .list(
                    .members([
                        "id": .anyText, "name": .anyText, "roles": .anyText, "startedAt": .instant, "usedAt": .instant,
                        "endsAt": .instant, "isOwn": .flag,
                    ])
                ),
            ]
        ),
        "WholeHistory": .members(
            [
                "entries": .list(
                    .members(
                        ["id": .anyText, "at": .instant, "action": .anyText],
                        optional: [
                            ("who", .anyText), ("operator", .anyText), ("role", .anyText), ("staff", .anyText),
                            ("proposal", .anyText), ("text", .anyText), ("comment", .anyText), ("old", .anything),
                            ("new", .anything), ("texts", .list(.anyObject)), ("note", .anyText), ("state", .anyText),
                            ("version", .anyText), ("restored", .anyText), ("sample", .anyText), ("channel", .anyText),
                            ("recipient", .anyText), ("count", .anyText), ("pairing", .anyText), ("link", .anyText),
                            ("session", .anyText), ("after", .anyText),
                        ]
                    )
                )
            ],
            optional: [("after", .anyText)]
        ),
        "Pairing": pairing,
        "Pairings": .members(["pairings": .list(named("Pairing"))]),
        "Trial": .members([
            "results": .list(
                .members(
                    ["outcome": .choice(StudioTrial.Outcome.allCases.map(\.rawValue)), "size": .count],
                    optional: [
                        ("code", .anyText), ("message", .anyText), ("limit", .count), ("platform", .anyText),
                        ("device", .anyText),
                    ]
                )
            )
        ]),
        "Problem": [
            "type": "object", "required": ["type", "title", "status", "code", "detail"],
            "properties": [
                "type": .anyText, "title": .anyText, "status": ["type": "integer"], "code": .anyText,
                "detail": .anyText,
            ],
        ],
    ]

    private static let pairing: JSONValue = .members(["id": .anyText, "recipient": .anyText, "endsAt": .instant])

    private static let publish: JSONValue = .choice(StudioSettings.Publishing.allCases.map(\.rawValue))

    private static let version: JSONValue = .members(
        [
            "number": .integer(1...Int.max), "author": .anyText, "publishedAt": .instant, "revision": .anyText,
            "note": .anyText, "count": .count,
        ],
        optional: [("proposal", .anyText), ("restored", .count)]
    )
}
