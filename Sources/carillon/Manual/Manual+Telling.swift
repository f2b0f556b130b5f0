/// The manuals of commands that tell what there is, and of what is done elsewhere.
extension Schema: ManualCommand {
    static let manual = CommandManual(
        "It is printed.",
        found: "The tenant has errors.",
        input: Unreadable.path,
        examples: [
            .init("carillon schema profile", "JSON Schema of profile.json."),
            .init("carillon schema shop/order.shipped", "That of an event's payload."),
        ]
    )
}

extension Explain: ManualCommand {
    static let manual = CommandManual(
        "It is printed.",
        examples: [.init("carillon explain T0301", "The page of a diagnostic.")]
    )
}

extension Channels: ManualCommand {
    static let manual = CommandManual(
        "It is printed.",
        examples: [.init("carillon channels expo", "One plugin, with its settings.")]
    )
}

extension ChannelList: ManualCommand {
    static let manual = CommandManual(
        "It is printed.",
        found: "A channel file of the operator's has errors.",
        input: Unreadable.path,
        examples: [.init("carillon channel list", "Every way of delivering, a line each.")]
    )
}

extension ChannelNew: ManualCommand {
    static let manual = CommandManual(
        "The file is printed, and on standard error what is left to write.",
        found: "The OpenAPI document is none.",
        input: Unreadable.path,
        examples: [.init("carillon channel new acme-sms --from-curl line.txt", "Begin one from a curl line.")]
    )
}

extension ChannelTest: ManualCommand {
    static let manual = CommandManual(
        "The files have no error.",
        found: "A file has errors.",
        input: Unreadable.path,
        environment: CommandManual.Entry.appearance,
        examples: [.init("carillon channel test tenants/channels/acme-sms.json", "Show each sample's request.")]
    )
}

extension Format: ManualCommand {
    static let manual = CommandManual(
        "Each line was answered with an output.",
        found: "A line was answered with an error.",
        examples: [.init("carillon format < requests.jsonl", "JSON lines in, JSON lines out.")]
    )
}

extension Keys: ManualCommand {
    static let manual = ServiceProgram.manual(.init("carillon keys vapid", "Make a key for Web Push."))
}

extension Secrets: ManualCommand {
    static let manual = ServiceProgram.manual(.init("carillon secrets init tenants", "Write those that are missing."))
}

extension ServiceProgram {
    /// `carillond` ends with the others itself.
    fileprivate static func manual(_ example: CommandManual.Entry) -> CommandManual {
        CommandManual(
            "It is done.",
            found: "As carillond says.",
            input: "There is no carillond beside this program or on the path; or as carillond says.",
            environment: [.init("PATH", "Where carillond is looked for, when it isn't beside this program.")],
            examples: [example]
        )
    }
}
