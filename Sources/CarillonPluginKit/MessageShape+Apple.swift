extension MessageShape {
    /// The payload of a push to Apple's devices, however it is transported: `aps`, and an app's data beside it.
    ///
    /// Source: Apple, “Generating a remote notification”, “Starting and updating Live Activities with ActivityKit push
    /// notifications”.
    public static let applePayload = MessageShape.object(["aps": aps])

    /// The same on its way to APNs itself, which takes none without `aps`.
    public static let appleMessage = MessageShape.object(["aps": .kept(aps)])

    private static let aps = MessageShape.object([
        "alert": .either([.object(alert), .text]), "badge": .integer(0 ... .max),
        "sound": .either([.object(["critical": flag, "name": .text, "volume": .number(0...1)]), .text]),
        "thread-id": .text, "category": .text, "target-content-id": .text, "filter-criteria": .text,
        "content-available": flag, "mutable-content": flag,
        "interruption-level": .word(["passive", "active", "time-sensitive", "critical"]),
        "relevance-score": .number(0 ... .infinity), "timestamp": .integer(0 ... .max),
        "stale-date": .integer(0 ... .max), "dismissal-date": .integer(0 ... .max),
        "event": .word(["start", "update", "end"]), "content-state": .object([:]), "attributes-type": .text,
        "attributes": .object([:]),
    ])

    private static let alert: [String: MessageShape] = [
        "title": .text, "subtitle": .text, "body": .text, "launch-image": .text, "title-loc-key": .text,
        "title-loc-args": .list(.text), "subtitle-loc-key": .text, "subtitle-loc-args": .list(.text),
        "loc-key": .text, "loc-args": .list(.text),
    ]

    private static let flag = MessageShape.integer(0...1)
}
