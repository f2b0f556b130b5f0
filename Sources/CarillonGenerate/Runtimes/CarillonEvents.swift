// What the events of every tenant have in common: their values, the checks before sending, and their JSON.

/// An event that was checked and can be sent: what the host gets, and nothing else.
public struct CarillonEvent: Sendable, Hashable {
    /// The tenant whose event it is.
    public let tenant: String
    /// The sender's own id; the same id and source again create nothing.
    public let id: String
    /// Who sends.
    public let source: String
    /// The event type.
    public let type: String
    /// The members of the request before and after `recipients`, as JSON.
    fileprivate let head: String
    fileprivate let tail: String
    fileprivate let recipients: CarillonRecipients

    /// The body of `POST /v1/{tenant}/events`, as `application/json`.
    public var json: String { "{\(head),\(recipients.json)\(tail)}" }

    /// The event as a structured CloudEvent 1.0, as `application/cloudevents+json`.
    public var cloudEventJSON: String { "{\"specversion\":\"1.0\",\(head),\(recipients.cloudEventJSON)\(tail)}" }
}

extension CarillonEvent: CustomStringConvertible, CustomReflectable {
    /// Without the data, which may be sensitive.
    public var description: String { "\(tenant) \(type) \(id)" }
    public var customMirror: Mirror { Mirror(self, children: ["tenant": tenant, "type": type, "id": id]) }
}

/// Who gets an event.
public enum CarillonRecipients: Sendable, Hashable {
    /// 1 to 100 users.
    case users([CarillonRecipient])
    /// Everybody subscribed.
    case topic(String)
    /// Those of the users who are subscribed.
    case subscribers([CarillonRecipient], of: String)

    public static func user(_ id: String) -> CarillonRecipients { .users([CarillonRecipient(id: id)]) }

    fileprivate var users: [CarillonRecipient]? {
        switch self {
        case .users(let users), .subscribers(let users, _): users
        case .topic: nil
        }
    }

    fileprivate var topic: String? {
        switch self {
        case .users: nil
        case .topic(let topic), .subscribers(_, let topic): topic
        }
    }

    fileprivate var json: String { members(users.map { "[" + $0.map(\.json).joined(separator: ",") + "]" }) }

    /// Ids in one text, where they can stand there: an attribute of a CloudEvent is no list.
    fileprivate var cloudEventJSON: String {
        guard let users, users.allSatisfy(\.isPlain) else { return json }
        return members(CarillonJSON.text(users.map(\.id).joined(separator: ",")))
    }

    private func members(_ users: String?) -> String {
        [users.map { "\"recipients\":\($0)" }, topic.map { "\"topic\":\(CarillonJSON.text($0))" }]
            .compactMap { $0 }.joined(separator: ",")
    }
}

/// A user, and what the host shall know of them from now on.
public struct CarillonRecipient: Sendable, Hashable, ExpressibleByStringLiteral {
    public var id: String
    public var locale: String?
    public var timeZone: String?
    public var email: String?
    public var phone: String?

    public init(
        id: String,
        locale: String? = nil,
        timeZone: String? = nil,
        email: String? = nil,
        phone: String? = nil
    ) {
        self.id = id
        self.locale = locale
        self.timeZone = timeZone
        self.email = email
        self.phone = phone
    }

    public init(stringLiteral id: String) {
        self.init(id: id)
    }

    fileprivate var others: [(String, String)] {
        [("locale", locale), ("timeZone", timeZone), ("email", email), ("phone", phone)]
            .compactMap { name, value in value.map { (name, CarillonJSON.text($0)) } }
    }

    fileprivate var json: String {
        guard !others.isEmpty else { return CarillonJSON.text(id) }
        return CarillonJSON.object([("id", CarillonJSON.text(id))] + others)
    }

    /// Whether it is an id that can stand in a list with commas.
    fileprivate var isPlain: Bool {
        others.isEmpty && id.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: ",") }
    }
}

/// What is wrong with an event, as the host would say it.
public struct CarillonFaults: Error, Sendable, Hashable, CustomStringConvertible {
    public struct Fault: Sendable, Hashable {
        /// JSON pointer into the event, such as `/data/order_id`.
        public let pointer: String
        /// The host's code, such as `too-long`.
        public let code: String
        /// What it must be.
        public let message: String
    }

    /// Never empty.
    public let faults: [Fault]

    public var description: String {
        faults.map { "\($0.pointer) \($0.message) (\($0.code))" }.joined(separator: "; ")
    }
}

/// The payload of an event type.
public protocol CarillonPayload: Sendable, Hashable {
    static var carillonTenant: CarillonTenant { get }
    /// The event type's id.
    static var carillonType: String { get }
    /// The fields by their names in JSON, in the order of the tenant's file.
    func carillonMembers() -> [CarillonMember]
}

extension CarillonPayload {
    /// Checks everything that can be checked without the host.
    ///
    /// - Parameters:
    ///   - id: the sender's own id of what happened. Sent again with the same one, an event creates nothing; so it must not be
    ///     made anew for each attempt.
    ///   - source: who sends, such as a URL of the service.
    ///   - time: when it happened.
    ///   - scheduledAt: when it goes out; nil for at once.
    /// - Throws: ``CarillonFaults``, all at once.
    public func event(
        id: String,
        source: String,
        recipients: CarillonRecipients,
        time: CarillonInstant? = nil,
        scheduledAt: CarillonInstant? = nil
    ) throws -> CarillonEvent {
        let tenant = Self.carillonTenant
        var check = CarillonCheck(stripsTags: tenant.stripsTags)
        check.name(id, at: "/id")
        check.name(source, at: "/source")
        check.recipients(recipients.users, topic: recipients.topic)
        var head = [
            ("id", CarillonJSON.text(id)), ("source", CarillonJSON.text(source)),
            ("type", CarillonJSON.text(Self.carillonType)),
        ]
        if let time { head.append(("time", check.json(.instant(time), at: "/time"))) }
        var tail = ""
        if let scheduledAt { tail += ",\"scheduledAt\":\(check.json(.instant(scheduledAt), at: "/scheduledAt"))" }
        let data = carillonMembers().compactMap { member in
            member.value.map { (member.name, check.json($0, at: "/data/\(member.name)")) }
        }
        tail += ",\"data\":\(CarillonJSON.object(data))"
        guard check.faults.isEmpty else { throw CarillonFaults(faults: check.faults) }
        return CarillonEvent(
            tenant: tenant.id,
            id: id,
            source: source,
            type: Self.carillonType,
            head: CarillonJSON.members(head),
            tail: tail,
            recipients: recipients
        )
    }
}

/// What is the same for all events of a tenant.
public struct CarillonTenant: Sendable, Hashable {
    public let id: String
    /// Whether the host takes markup and control characters out of texts, where it would refuse them otherwise.
    public let stripsTags: Bool
    /// The header by which the tenant's services prove who they are.
    public let header: String
    /// What stands before the key in that header, such as `Bearer`.
    public let scheme: String?

    public init(id: String, stripsTags: Bool, header: String, scheme: String?) {
        self.id = id
        self.stripsTags = stripsTags
        self.header = header
        self.scheme = scheme
    }
}

/// A field of a payload.
public struct CarillonMember: Sendable {
    public let name: String
    /// Nil: left out.
    public let value: CarillonValue?

    public init(_ name: String, _ value: CarillonValue?) {
        self.name = name
        self.value = value
    }
}

/// A value with its limits.
public indirect enum CarillonValue: Sendable {
    case text(String, most: Int)
    case integer(Int64, in: ClosedRange<Int64>)
    case decimal(CarillonDecimal)
    case money(CarillonMoney)
    case boolean(Bool)
    case choice(String)
    case uuid(CarillonUUID)
    case slug(CarillonSlug)
    case path(CarillonPath)
    case url(CarillonURL, most: Int)
    case email(CarillonEmail)
    case instant(CarillonInstant)
    case date(CarillonDate)
    case list([CarillonValue], most: Int)
    case map([String: String], most: Int, textMost: Int)
    /// Texts by language.
    case localized([(String, String?)], most: Int)
}

/// A text of a known form: checked when it is made of any text, and at the latest when the event is made of it.
public protocol CarillonText: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible
where StringLiteralType == String {
    var text: String { get }
    /// Takes the text as it is; the event's check finds what is wrong with it.
    init(stringLiteral text: String)
    /// What it must be, with an article.
    static var wanted: String { get }
    static func isValid(_ text: String) -> Bool
}

extension CarillonText {
    /// - Throws: ``CarillonFaults`` where the text hasn't this form.
    public init(_ text: String) throws {
        guard Self.isValid(text) else {
            let fault = CarillonFaults.Fault(pointer: "", code: "bad-format", message: "must be \(Self.wanted)")
            throw CarillonFaults(faults: [fault])
        }
        self.init(stringLiteral: text)
    }

    public var description: String { text }
}

public struct CarillonUUID: CarillonText {
    public let text: String
    public init(stringLiteral text: String) { self.text = text }
    public static let wanted = "a UUID"

    public static func isValid(_ text: String) -> Bool {
        text.utf8.count == 36
            && text.utf8.enumerated().allSatisfy { place, byte in
                switch place {
                case 8, 13, 18, 23: byte == UInt8(ascii: "-")
                default: CarillonCharacter.isDigit(byte) || (97...102).contains(byte | 0x20)
                }
            }
    }
}

/// Letters, digits, `-` and `_`, at most 128.
public struct CarillonSlug: CarillonText {
    public let text: String
    public init(stringLiteral text: String) { self.text = text }
    public static let wanted = "at most 128 letters, digits, - and _"

    public static func isValid(_ text: String) -> Bool {
        (1...128).contains(text.utf8.count)
            && text.utf8.allSatisfy { CarillonCharacter.isAlphanumeric($0) || "-_".utf8.contains($0) }
    }
}

/// 1 to 8 slugs joined by slashes.
public struct CarillonPath: CarillonText {
    public let text: String
    public init(stringLiteral text: String) { self.text = text }
    public static let wanted = "1 to 8 slugs joined by slashes, such as offers/2026"

    public static func isValid(_ text: String) -> Bool {
        let segments = text.split(separator: "/", omittingEmptySubsequences: false)
        return segments.count <= 8 && segments.allSatisfy { CarillonSlug.isValid(String($0)) }
    }
}

/// An absolute http or https URL.
public struct CarillonURL: CarillonText {
    public let text: String
    public init(stringLiteral text: String) { self.text = text }
    public static let wanted = "an absolute http or https URL, percent-encoded"

    public static func isValid(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        guard bytes.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !"\\\"<>^`{|}".utf8.contains($0) }) else { return false }
        let url = bytes.prefix { $0 != UInt8(ascii: "#") }
        let schemes = ["https://", "http://"].filter { scheme in
            url.prefix(scheme.utf8.count).map { CarillonCharacter.lowercased($0) }.elementsEqual(scheme.utf8)
        }
        guard url.count <= 2048, let scheme = schemes.first else { return false }
        let authority = url.dropFirst(scheme.utf8.count).prefix { !"/?".utf8.contains($0) }
        let name = authority.prefix { $0 != UInt8(ascii: ":") }
        let port = authority.dropFirst(name.count + 1)
        return CarillonCharacter.isHost(name, minimumLabels: 1)
            && (name.count == authority.count
                || (1...5).contains(port.count) && port.allSatisfy(CarillonCharacter.isDigit)
                    && port.reduce(0) { $0 * 10 + Int($1 - 48) } <= 65535)
    }
}

public struct CarillonEmail: CarillonText {
    public let text: String
    public init(stringLiteral text: String) { self.text = text }
    public static let wanted = "an e-mail address"

    /// What isn't ASCII is left to the host.
    public static func isValid(_ text: String) -> Bool {
        let parts = text.utf8.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
        guard parts.count == 2, text.utf8.count <= 254, (1...64).contains(parts[0].count) else { return false }
        let atoms = parts[0].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        let isAtom = { (byte: UInt8) in
            byte >= 0x80 || CarillonCharacter.isAlphanumeric(byte) || "!#$%&'*+-/=?^_`{|}~".utf8.contains(byte)
        }
        return atoms.allSatisfy { !$0.isEmpty && $0.allSatisfy(isAtom) }
            && (parts[1].contains { $0 >= 0x80 } || CarillonCharacter.isHost(Array(parts[1])[...], minimumLabels: 2))
    }
}

/// A plain decimal of at most 38 digits, exact.
public struct CarillonDecimal: CarillonText, ExpressibleByIntegerLiteral {
    public let text: String
    public init(stringLiteral text: String) { self.text = text }
    public init(integerLiteral value: Int64) { text = String(value) }
    public static let wanted = "a plain decimal of at most 38 digits"

    public static func isValid(_ text: String) -> Bool {
        let digits = text.utf8.first == UInt8(ascii: "-") ? text.utf8.dropFirst() : text.utf8[...]
        let parts = digits.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return (1...2).contains(parts.count) && parts.reduce(0) { $0 + $1.count } <= 38
            && parts.allSatisfy { !$0.isEmpty && $0.allSatisfy(CarillonCharacter.isDigit) }
            && (parts[0].count == 1 || parts[0].first != UInt8(ascii: "0"))
    }
}

/// A point in time as RFC 3339 writes it, such as `2026-02-25T12:00:00Z`.
public struct CarillonInstant: CarillonText {
    public let text: String
    public init(stringLiteral text: String) { self.text = text }
    public static let wanted = "a time as RFC 3339 writes it, such as 2026-02-25T12:00:00Z"

    public static func isValid(_ text: String) -> Bool {
        guard CarillonDate.isValid(String(text.prefix(10))) else { return false }
        let bytes = Array(text.utf8)
        func number(at place: Int, below limit: Int) -> Bool {
            guard place + 2 <= bytes.count, bytes[place..<place + 2].allSatisfy(CarillonCharacter.isDigit)
            else { return false }
            return Int(bytes[place] - 48) * 10 + Int(bytes[place + 1] - 48) < limit
        }
        func has(_ characters: String, at place: Int) -> Bool {
            place < bytes.count && characters.utf8.contains(bytes[place])
        }
        guard has("Tt ", at: 10), number(at: 11, below: 24), has(":", at: 13), number(at: 14, below: 60),
            has(":", at: 16), number(at: 17, below: 61)
        else { return false }
        var place = 19
        if has(".", at: place) {
            let digits = bytes[(place + 1)...].prefix(while: CarillonCharacter.isDigit)
            guard !digits.isEmpty else { return false }
            place += 1 + digits.count
        }
        if has("Zz", at: place) { return place + 1 == bytes.count }
        return has("+-", at: place) && number(at: place + 1, below: 24) && has(":", at: place + 3)
            && number(at: place + 4, below: 60) && place + 6 == bytes.count
    }
}

/// A day such as `2026-02-25`.
public struct CarillonDate: CarillonText {
    public let text: String
    public init(stringLiteral text: String) { self.text = text }
    public static let wanted = "a date such as 2026-02-25"

    public static func isValid(_ text: String) -> Bool {
        let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard parts.map(\.count) == [4, 2, 2], parts.allSatisfy({ $0.allSatisfy(CarillonCharacter.isDigit) })
        else { return false }
        let numbers = parts.map { $0.reduce(0) { $0 * 10 + Int($1 - 48) } }
        let (year, month, day) = (numbers[0], numbers[1], numbers[2])
        guard year >= 1, (1...12).contains(month) else { return false }
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
        return (1...days).contains(day)
    }
}

/// An amount: exact, in units or in the currency's smallest ones.
public struct CarillonMoney: Sendable, Hashable {
    fileprivate let amount: (name: String, json: String)
    fileprivate let isValid: Bool
    /// Three letters of ISO 4217, or the ticker of an asset.
    public let currency: String

    /// An amount such as `"12.50"`.
    public init(value: CarillonDecimal, currency: String) {
        amount = ("value", CarillonJSON.text(value.text))
        isValid = CarillonDecimal.isValid(value.text)
        self.currency = currency
    }

    /// An amount in the smallest units of a currency of ISO 4217, such as cents.
    public init(minor: Int64, currency: String) {
        amount = ("minor", String(minor))
        isValid = true
        self.currency = currency
    }

    public static func == (left: Self, right: Self) -> Bool {
        left.amount == right.amount && left.currency == right.currency
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(amount.name)
        hasher.combine(amount.json)
        hasher.combine(currency)
    }
}

/// Reads values as the host would, and writes them as JSON.
private struct CarillonCheck {
    let stripsTags: Bool
    var faults: [CarillonFaults.Fault] = []

    init(stripsTags: Bool) {
        self.stripsTags = stripsTags
    }

    mutating func json(_ value: CarillonValue, at pointer: String) -> String {
        switch value {
        case .text(let text, let most): return written(text, most: most, at: pointer)
        case .integer(let number, let range):
            if !range.contains(number) {
                found(pointer, "out-of-range", "must be from \(range.lowerBound) to \(range.upperBound)")
            }
            return String(number)
        case .decimal(let decimal): return formed(decimal, at: pointer)
        case .money(let money): return written(money, at: pointer)
        case .boolean(let value): return value ? "true" : "false"
        case .choice(let value): return CarillonJSON.text(value)
        case .uuid(let uuid): return formed(uuid, at: pointer)
        case .slug(let slug): return formed(slug, at: pointer)
        case .path(let path): return formed(path, at: pointer)
        case .url(let url, let most):
            if url.text.utf8.count > most {
                found(pointer, "too-long", "has \(url.text.utf8.count) bytes, at most \(most) are allowed")
                return "null"
            }
            return formed(url, at: pointer)
        case .email(let email): return formed(email, at: pointer)
        case .instant(let instant): return formed(instant, at: pointer)
        case .date(let date): return formed(date, at: pointer)
        case .list(let values, let most):
            counted(values.count, most: most, at: pointer)
            return "["
                + values.enumerated().map { json($1, at: "\(pointer)/\($0)") }.joined(separator: ",") + "]"
        case .map(let texts, let most, let textMost):
            counted(texts.count, most: most, at: pointer)
            let members = texts.sorted { $0.key < $1.key }
                .map { name, text in
                    let place = "\(pointer)/\(name)"
                    if !CarillonCharacter.isName(name) {
                        let wanted = "must be named by a letter or _ and then letters, digits, _, - and ."
                        found(place, "bad-format", wanted)
                    }
                    return (name, written(text, most: textMost, at: place))
                }
            return CarillonJSON.object(members)
        case .localized(let texts, let most):
            let members = texts.compactMap { language, text in
                text.map { text in
                    let place = "\(pointer)/\(language)"
                    if text.allSatisfy(\.isWhitespace) { found(place, "bad-format", "must be words") }
                    return (language, written(text, most: most, at: place))
                }
            }
            return CarillonJSON.object(members)
        }
    }

    /// A name of the request itself.
    mutating func name(_ text: String, at pointer: String) {
        let hasControls = text.unicodeScalars.contains { CarillonCharacter.isControl($0, andLines: true) }
        if text.isEmpty || hasControls || text.unicodeScalars.count > 256 {
            found(pointer, "bad-format", "must be 1 to 256 characters, none of them a control character")
        }
    }

    mutating func recipients(_ users: [CarillonRecipient]?, topic: String?) {
        if let users {
            if users.isEmpty, topic == nil { found("/recipients", "too-few", "must name at least one") }
            counted(users.count, most: 100, at: "/recipients")
            for (index, user) in users.enumerated() {
                name(user.id, at: "/recipients/\(index)" + (user.others.isEmpty ? "" : "/id"))
            }
        }
        if let topic { name(topic, at: "/topic") }
    }

    private mutating func found(_ pointer: String, _ code: String, _ message: String) {
        faults.append(CarillonFaults.Fault(pointer: pointer, code: code, message: message))
    }

    private mutating func counted(_ count: Int, most: Int, at pointer: String) {
        if count > most { found(pointer, "too-many", "has \(count) entries, at most \(most) are allowed") }
    }

    private mutating func formed<Text: CarillonText>(_ text: Text, at pointer: String) -> String {
        if !Text.isValid(text.text) { found(pointer, "bad-format", "must be \(Text.wanted)") }
        return CarillonJSON.text(text.text)
    }

    private mutating func written(_ text: String, most: Int, at pointer: String) -> String {
        let hasControls = text.unicodeScalars.contains { CarillonCharacter.isControl($0, andLines: false) }
        let length = text.unicodeScalars.count
        if stripsTags, hasControls || text.utf8.contains(UInt8(ascii: "<")) || text.utf8.contains(0xE2) {
            // How long it is then, only the host knows.
        } else if hasControls {
            found(pointer, "control-character", "must not hold control characters other than line feed and tab")
        } else if length > most {
            found(pointer, "too-long", "has \(length) characters, at most \(most) are allowed")
        }
        return CarillonJSON.text(text)
    }

    private mutating func written(_ money: CarillonMoney, at pointer: String) -> String {
        let bytes = money.currency.utf8
        let isMinor = money.amount.name == "minor"
        if !(1...24).contains(bytes.count) || !CarillonCharacter.isAlphanumeric(bytes.first ?? 0)
            || !bytes.allSatisfy({ CarillonCharacter.isAlphanumeric($0) || ".-_".utf8.contains($0) })
        {
            found(
                "\(pointer)/currency",
                "bad-format",
                "must be the code of a currency or an asset, 1 to 24 letters, digits, ., - and _"
            )
        } else if isMinor, bytes.count != 3 || !bytes.allSatisfy({ (65...90).contains($0) }) {
            found(
                "\(pointer)/currency",
                "bad-format",
                "must be a currency of ISO 4217 when the amount is in minor units"
            )
        } else if !money.isValid {
            found("\(pointer)/value", "bad-format", "must be a decimal written as a string")
        }
        return CarillonJSON.object([money.amount, ("currency", CarillonJSON.text(money.currency))])
    }
}

private enum CarillonCharacter {
    static func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }
    static func isAlphanumeric(_ byte: UInt8) -> Bool { isDigit(byte) || (97...122).contains(byte | 0x20) }
    static func lowercased(_ byte: UInt8) -> UInt8 { (65...90).contains(byte) ? byte | 0x20 : byte }

    static func isControl(_ scalar: Unicode.Scalar, andLines: Bool) -> Bool {
        switch scalar.value {
        case 0x09, 0x0A: andLines
        case 0..<0x20, 0x7F...0x9F: true
        default: false
        }
    }

    static func isName(_ text: String) -> Bool {
        guard (1...40).contains(text.utf8.count), let first = text.utf8.first, !isDigit(first) else { return false }
        return (isAlphanumeric(first) || first == UInt8(ascii: "_"))
            && text.utf8.allSatisfy { isAlphanumeric($0) || "_-.".utf8.contains($0) }
    }

    static func isHost(_ bytes: ArraySlice<UInt8>, minimumLabels: Int) -> Bool {
        let labels = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return bytes.count <= 253 && labels.count >= minimumLabels
            && labels.allSatisfy { label in
                (1...63).contains(label.count) && label.allSatisfy { isAlphanumeric($0) || $0 == UInt8(ascii: "-") }
                    && label.first != UInt8(ascii: "-") && label.last != UInt8(ascii: "-")
            }
    }
}

private enum CarillonJSON {
    static func object(_ members: [(String, String)]) -> String { "{\(Self.members(members))}" }

    static func members(_ members: [(String, String)]) -> String {
        members.map { "\(text($0)):\($1)" }.joined(separator: ",")
    }

    static func text(_ text: String) -> String {
        var json = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": json += "\\\""
            case "\\": json += "\\\\"
            case "\n": json += "\\n"
            case "\r": json += "\\r"
            case "\t": json += "\\t"
            case "\u{8}": json += "\\b"
            case "\u{C}": json += "\\f"
            case ..<" ":
                let digits = String(scalar.value, radix: 16)
                json += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
            default: json.unicodeScalars.append(scalar)
            }
        }
        return json + "\""
    }
}
