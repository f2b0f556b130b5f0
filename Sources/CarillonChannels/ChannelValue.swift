import CarillonModel

/// What a placeholder of a channel file may name.
public enum ChannelValue: Sendable, Hashable {
    /// A rendered text, such as `slot.body`.
    case slot(String)
    /// A setting that is no secret.
    case setting(String)
    case secret(String)
    /// A member of the event's `data`.
    case data(String)
    case known(Known)

    /// What every message has, or may have, under a fixed name.
    public enum Known: String, Sendable, Hashable, CaseIterable {
        case address
        case data
        case linkWeb = "link.web"
        case linkApp = "link.app"
        case image
        case eventType = "event.type"
        case eventCategory = "event.category"
        case notification = "notification.id"
        case delivery = "delivery.id"
        case recipient = "recipient.id"
        case tenant
        case locale
        case priority
        case sound
        case badge
        case collapse
        /// Seconds since 1970.
        case created = "created.epoch"
        case expires = "expires.epoch"
        /// Seconds from now.
        case expiresIn = "expires.in"
        case unsubscribe = "unsubscribe.url"
        /// Where the provider reports what becomes of the message.
        case callback = "callback.url"
        /// What names the message where all reports of an account come to one URL.
        case callbackReference = "callback.reference"
        /// What the provider called a message that it took; only where it is asked for what became of it.
        case receipt
    }

    /// Nil where nothing is called so.
    public init?(_ name: String) {
        if let known = Known(rawValue: name) {
            self = .known(known)
            return
        }
        guard let dot = name.firstIndex(of: ".") else { return nil }
        let rest = String(name[name.index(after: dot)...])
        guard !rest.isEmpty else { return nil }
        switch name[..<dot] {
        case "slot": self = .slot(rest)
        case "settings": self = .setting(rest)
        case "secret": self = .secret(rest)
        case "data": self = .data(rest)
        default: return nil
        }
    }

    public var name: String {
        switch self {
        case .slot(let name): "slot.\(name)"
        case .setting(let name): "settings.\(name)"
        case .secret(let name): "secret.\(name)"
        case .data(let name): "data.\(name)"
        case .known(let known): known.rawValue
        }
    }
}

extension ChannelValue.Known {
    public var kind: ChannelFilter.Kind {
        switch self {
        case .data: .object
        case .badge, .created, .expires, .expiresIn, .delivery: .number
        default: .text
        }
    }

    /// Whether some messages lack it.
    public var isOptional: Bool {
        switch self {
        case .address, .data, .eventType, .notification, .delivery, .tenant, .locale, .priority, .created, .receipt:
            false
        case .linkWeb, .linkApp, .image, .eventCategory, .recipient, .sound, .badge, .collapse, .expires, .expiresIn,
            .unsubscribe, .callback, .callbackReference:
            true
        }
    }

    /// All values it can have, where these are few.
    public var choices: [String]? { self == .priority ? Priority.allCases.map(\.rawValue) : nil }
}

/// What may be done to a placeholder's value; each has a result that is no longer than can be told beforehand.
///
/// Encoding for URLs, forms and JSON is none: it follows from where the text stands.
public enum ChannelFilter: Sendable, Hashable {
    /// Only the digits 0 to 9 of a text.
    case digits
    case lower
    /// A number or truth value as text.
    case text
    /// A text of digits as a number.
    case number
    case clamp(Int64, Int64)
    /// At most so many UTF-16 units, with an ellipsis at the end.
    case truncate(Int)
    /// Any value as a text of JSON.
    case json
    case base64
    /// `&`, `<` and `>` as Slack wants them: then nothing in a text is a mention or a link.
    case slack
    /// Without mentions, where `@all` or `<users/all>` would call everybody.
    case unmentioned
    /// What an SMS is written in: `GSM-7` or `UCS-2`.
    case alphabet

    public enum Kind: Sendable, Hashable {
        case text
        case number
        case boolean
        case object
        /// Whatever a sender's data hold.
        case any
    }

    public static let names = [
        "digits", "lower", "text", "number", "clamp", "truncate", "json", "base64", "slack", "unmentioned", "alphabet",
    ]

    /// Such as `lower` or `clamp:1:36000`; nil where there is no such filter, or not with such arguments.
    public init?(_ written: String) {
        let parts = written.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        let numbers = parts.dropFirst().map { Int64($0) }
        switch (parts[0], numbers.count) {
        case ("digits", 0): self = .digits
        case ("lower", 0): self = .lower
        case ("text", 0): self = .text
        case ("number", 0): self = .number
        case ("json", 0): self = .json
        case ("base64", 0): self = .base64
        case ("slack", 0): self = .slack
        case ("unmentioned", 0): self = .unmentioned
        case ("alphabet", 0): self = .alphabet
        case ("clamp", 2):
            guard let low = numbers[0], let high = numbers[1], low <= high else { return nil }
            self = .clamp(low, high)
        case ("truncate", 1):
            guard let length = numbers[0].flatMap({ Int(exactly: $0) }), length > 0 else { return nil }
            self = .truncate(length)
        default: return nil
        }
    }

    /// What becomes of a value of that kind; nil where the filter makes nothing of it.
    public func result(of kind: Kind) -> Kind? {
        switch (self, kind) {
        case (.digits, .text), (.lower, .text), (.truncate, .text), (.base64, .text), (.slack, .text),
            (.unmentioned, .text),
            (.alphabet, .text):
            .text
        case (.text, .text), (.text, .number), (.text, .boolean), (.text, .any): .text
        case (.number, .text): .number
        case (.clamp, .number): .number
        case (.json, _): .text
        default: nil
        }
    }

    /// Nil where nothing can be made of this value, such as a number of a text without digits.
    func applied(to value: JSONValue) -> JSONValue? {
        switch self {
        case .digits: value.string.map { .string($0.filter { $0.isASCII && $0.isNumber }) }
        case .lower: value.string.map { .string($0.lowercased()) }
        case .text: value.plainText.map { .string($0) }
        case .number: value.string.flatMap { Int64($0) }.map { JSONValue($0) }
        case .clamp(let low, let high): value.wholeNumber.map { JSONValue(min(max($0, low), high)) }
        case .truncate(let length): value.string.map { .string($0.truncated(toUnits: length)) }
        case .json: .string(value.text)
        case .base64: value.string.map { .string(Base64.encode(Array($0.utf8))) }
        case .slack: value.string.map { .string($0.slackEscaped) }
        case .alphabet: value.string.map { .string(SMSLength($0).encoding.rawValue) }
        case .unmentioned: value.string.map { .string($0.withoutMentions) }
        }
    }
}

extension String {
    /// With a blank of no width behind every `@`, and behind `<` where `users/` follows: nobody is called by it.
    ///
    /// Source: Mattermost, “Mention people in messages”; Google Chat, “Format messages”.
    fileprivate var withoutMentions: String {
        replacing("@", with: "@\u{200B}").replacing("<users/", with: "<\u{200B}users/")
    }

    /// Source: Slack, “Formatting message text”, “Escaping text”.
    fileprivate var slackEscaped: String {
        replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }
}

extension JSONValue {
    /// As it stands in a text; nil for null, lists and objects.
    var plainText: String? {
        switch self {
        case .string(let text): text
        case .number(let text): text
        case .boolean(let value): value ? "true" : "false"
        case .null, .array, .object: nil
        }
    }
}
