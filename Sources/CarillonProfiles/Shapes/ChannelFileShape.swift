import CarillonChannels
import CarillonModel

/// `channels/<id>.json`: a way of delivering.
extension Shape {
    static let channelFile = Shape.object(
        ObjectShape([
            MemberShape("$schema", .text(.any), "For editors.", example: "../../schema/channel.json"),
            MemberShape(
                "channel",
                .text(.pluginID),
                isRequired: true,
                "What `use` names; the file is called so, too.",
                example: "acme-sms"
            ),
            MemberShape(
                "format",
                .integer(1...1),
                isRequired: true,
                "The version of this format.",
                example: 1
            ),
            MemberShape(
                "summary",
                .text(.nonEmptyText),
                isRequired: true,
                "One clause without full stop.",
                example: "SMS through Acme"
            ),
            MemberShape(
                "sources",
                .list(.text(.httpsURL), count: 1...20),
                isRequired: true,
                "Where the provider documents what is written here.",
                example: ["https://docs.acme.example/sms"]
            ),
            MemberShape(
                "checked",
                .text(.date),
                "The day on which it was last compared with these pages; left out where nobody has compared it yet.",
                example: "2026-11-20"
            ),
            MemberShape(
                "settings",
                .map(.fieldName, channelSetting),
                "What a profile's `settings` can have; texts of at most 256 bytes.",
                example: ["token": ["type": "secret", "description": "The key", "example": ["$secret": "acme-token"]]]
            ),
            MemberShape(
                "origins",
                .list(.text(.httpsOrigin), count: 1...10),
                isRequired: true,
                "The only places that requests go to.",
                example: ["https://api.acme.example"]
            ),
            MemberShape("address", channelAddress, isRequired: true, "Who is reached.", example: ["from": "device"]),
            MemberShape(
                "public",
                .boolean,
                "Whether others than the recipient can read it, such as on a locked screen. True when silent.",
                example: true
            ),
            MemberShape(
                "slots",
                .map(.channelSlot, channelSlot),
                isRequired: true,
                "The texts that it shows.",
                example: ["body": ["required": true, "description": "What it says"]]
            ),
            MemberShape("limits", channelLimits, "What the provider takes.", example: ["rate": 100]),
            MemberShape(
                "auth",
                channelAuthentication,
                "How requests show who they come from.",
                example: ["bearer": "{secret.token}"]
            ),
            MemberShape("request", channelRequest, isRequired: true, "What is sent.", example: ["method": "POST"]),
            MemberShape("answer", channelAnswer, isRequired: true, "What answers mean.", example: ["own": "/code"]),
            MemberShape(
                "receipts",
                channelReceipts,
                "What the provider reports later.",
                example: ["within": "14h"]
            ),
            MemberShape(
                "wire",
                channelWire,
                isRequired: true,
                "What the provider demands, from its documentation: requests are held against it.",
                example: ["method": "POST", "path": "/messages"]
            ),
            MemberShape("samples", channelSamples, isRequired: true, "Examples that prove the rest.", example: [:]),
        ])
    )
}
