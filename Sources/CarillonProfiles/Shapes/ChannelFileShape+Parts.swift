import CarillonChannels
import CarillonModel

/// `settings`, `address`, `slots` and `limits` of a channel file.
extension Shape {
    static let channelSetting = Shape.object(
        ObjectShape([
            MemberShape(
                "type",
                .choice(["text", "integer", "boolean", "choice", "url", "email", "server", "secret", "secretUrl"]),
                isRequired: true,
                "What it holds. `server` is an https origin of one's own; `secret`, and `secretUrl` for a URL that is one as a whole, are written as `{\"$secret\": name}` in profiles.",
                example: "secret"
            ),
            MemberShape("required", .boolean, "Whether it must be there. False when silent.", example: true),
            MemberShape("default", .anything, "Its value where a profile is silent.", example: "eu"),
            MemberShape("pattern", .text(.linearPattern), "The form of the whole text.", example: "AC[0-9a-f]{32}"),
            MemberShape(
                "values",
                .list(.text(.nonEmptyText), count: 1...100),
                "Those of a `choice`.",
                example: ["eu", "us"]
            ),
            MemberShape(
                "range",
                .list(.integer(.min ... .max), count: 2...2),
                "Least and most of an `integer`.",
                example: [1, 100]
            ),
            MemberShape(
                "description",
                .text(.nonEmptyText),
                isRequired: true,
                "For people.",
                example: "The account's key"
            ),
            MemberShape("example", .anything, isRequired: true, "A value of it.", example: ["$secret": "acme-token"]),
            MemberShape(
                "sample",
                .text(.httpsURL),
                "Of a `secretUrl`: a URL of its form that opens nothing.",
                example: "https://hooks.acme.example/services/T0/B0/x"
            ),
        ])
    )

    static let channelAddress = Shape.object(
        ObjectShape([
            MemberShape(
                "from",
                .choice(["device", "email", "phone", "setting"]),
                isRequired: true,
                "`device`: what apps register under this channel's id, such as a chat; the user's `email` or `phone`; or `setting`: the one place, such as a room, that the settings name, where each event goes once.",
                example: "device"
            ),
            MemberShape(
                "shape",
                .text(.nonEmptyText),
                "Its form for people. Required but for `setting`, as are `pattern`, `samples` and `wrong`.",
                example: "a number such as +4790012345"
            ),
            MemberShape(
                "pattern",
                .text(.linearPattern),
                "Its form.",
                example: #"\+[1-9][0-9]{6,14}"#
            ),
            MemberShape(
                "form",
                .list(.choice(AddressForm.Normalization.allCases.map(\.rawValue)), count: 1...2),
                "What is done to an address before it is kept and compared.",
                example: ["lower"]
            ),
            MemberShape(
                "samples",
                .list(.text(.nonEmptyText), count: 1...20),
                "Right ones.",
                example: ["+4790012345"]
            ),
            MemberShape(
                "wrong",
                .list(.text(.nonEmptyText), count: 1...20),
                "Wrong ones.",
                example: ["90012345"]
            ),
        ])
    )

    static let channelSlot = Shape.object(
        ObjectShape([
            MemberShape("required", .boolean, "Whether an event must have it. False when silent.", example: true),
            MemberShape("multiline", .boolean, "Whether it may have line breaks. False when silent.", example: true),
            MemberShape("html", .boolean, "Whether it holds markup. False when silent.", example: false),
            MemberShape("sealed", .boolean, "Whether only the recipient reads it. False when silent.", example: false),
            MemberShape(
                "max",
                .integer(1...1_000_000),
                "The longest that is sent; more is cut, with an ellipsis.",
                example: 1600
            ),
            MemberShape(
                "unit",
                .choice(TextLimit.Unit.allCases.map(\.rawValue)),
                "What `max` counts: `bytes` of UTF-8, `chars` of UTF-16, Unicode `scalars`, or `segments`, the parts of an SMS. `chars` when silent.",
                example: "chars"
            ),
            MemberShape(
                "fold",
                .choice(["gsm7"]),
                "`gsm7`: plain quotes, dashes and blanks for others, where seven bits a character are enough then.",
                example: "gsm7"
            ),
            MemberShape("description", .text(.nonEmptyText), isRequired: true, "For people.", example: "What it says"),
        ])
    )

    static let channelLimits = Shape.object(
        ObjectShape([
            MemberShape(
                "request",
                .integer(1...10_000_000),
                "Bytes of a request's body. 256 KiB when silent.",
                example: 4096
            ),
            MemberShape("rate", .integer(1...10000), "Messages a second.", example: 100),
            MemberShape(
                "batch",
                .integer(2...100),
                "Messages that one request hands over; one when silent.",
                example: 100
            ),
            MemberShape("timeout", .integer(1...30), "Seconds to wait for an answer. 20 when silent.", example: 10),
        ])
    )
}
