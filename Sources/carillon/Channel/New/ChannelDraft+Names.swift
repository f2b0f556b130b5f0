/// What the names of a request's members say of their values.
extension ChannelDraft {
    private static let addressNames: Set<String> = [
        "to", "recipient", "recipients", "devicetoken", "registrationtoken", "subscriptionid", "phone", "phonenumber",
        "msisdn", "chatid", "chat", "channel", "channelid", "room", "roomid", "topic", "user", "userid", "userkey",
        "email",
        "destination", "number", "address",
    ]
    private static let textNames: Set<String> = ["text", "body", "message", "content", "sms", "msg"]
    private static let titleNames: Set<String> = ["title", "subject", "heading"]

    static func isText(_ name: String) -> Bool { textNames.contains(plain(name)) }
    static func isTitle(_ name: String) -> Bool { titleNames.contains(plain(name)) }
    static func isSender(_ name: String) -> Bool { ["from", "sender", "source"].contains(plain(name)) }

    /// Whether a member is a text by what it is in: `"content": [{ "type": "text/plain", "value": "Hello" }]`.
    static func isValue(_ name: String, of owner: String) -> Bool { plain(name) == "value" && isText(owner) }

    static func plain(_ name: String) -> String { name.lowercased().filter { $0.isLetter || $0.isNumber } }
    static func isAddress(_ name: String) -> Bool { addressNames.contains(plain(name)) }

    static func isSecretName(_ name: String) -> Bool {
        let name = plain(name)
        return ["token", "secret", "password", "apikey", "accesskey", "authkey"].contains { name.contains($0) }
            || name.hasSuffix("key") && name != "userkey"
    }

    /// `TWILIO_ACCOUNT_SID` → `twilioAccountSid`.
    static func camel(_ name: String) -> String {
        let pieces = name.split { !$0.isLetter && !$0.isNumber }.map { $0.lowercased() }
        return (pieces.prefix(1) + pieces.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }).joined()
    }
}
