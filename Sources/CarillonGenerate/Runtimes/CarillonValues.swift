// Values of events: texts of known forms, exact amounts, and the limits that each is held to.

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
    let amount: (name: String, json: String)
    let isValid: Bool
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
