/// A name that was checked when it was made, so that nobody downstream needs to check it again.
///
/// Names are compared byte for byte (``ExactText``). From text of the outside world it is made with ``init(_:)-(String)`` and may fail; in code it is written as a literal.
public protocol CheckedName: RawRepresentable, Hashable, Comparable, Sendable, CustomStringConvertible,
    ExpressibleByStringLiteral
where RawValue == String, StringLiteralType == String {
    /// The required form of the name, for an error message.
    static var shape: String { get }
    static func isValid(_ text: String) -> Bool
    /// Makes the name without looking: callers have checked.
    init(unchecked text: String)
}

extension CheckedName {
    public init?(_ text: String) {
        guard Self.isValid(text) else { return nil }
        self.init(unchecked: text)
    }

    public init?(rawValue: String) {
        self.init(rawValue)
    }

    public init(stringLiteral value: String) {
        precondition(Self.isValid(value), "“\(value)” is not \(Self.shape)")
        self.init(unchecked: value)
    }

    public var description: String { rawValue }

    public static func == (left: Self, right: Self) -> Bool { left.rawValue.exact == right.rawValue.exact }

    public static func < (left: Self, right: Self) -> Bool { left.rawValue.exact < right.rawValue.exact }

    public func hash(into hasher: inout Hasher) { rawValue.exact.hash(into: &hasher) }
}

/// A tenant: a product with its own folder, such as `acme`.
public struct TenantID: CheckedName {
    public let rawValue: String
    public init(unchecked text: String) { rawValue = text }
    /// Names that the host's URLs, the folder of tenants and the secrets file already use.
    public static let reserved: Set<String> = [
        "v1", "health", "metrics", "tenants", "schema", "host", "assets", "channels", "realtime", "rest",
    ]
    public static let shape =
        "lower-case letters, digits and dashes, starting with a letter, at most 63, and none of "
        + reserved.sorted().joined(separator: ", ")
    public static func isValid(_ text: String) -> Bool {
        NameShape.dashed(text, limit: 63) && !reserved.contains(text)
    }
}

/// An event type of a tenant, such as `assignment.created`.
public struct EventTypeID: CheckedName {
    public let rawValue: String
    public init(unchecked text: String) { rawValue = text }
    public static let shape = "lower-case words with dashes or underscores, joined by dots, at most 127"
    public static func isValid(_ text: String) -> Bool { NameShape.dotted(text, limit: 127) }
}

/// A channel as a profile names it, such as `push` or `in-app`; which plugin serves it is the profile's business.
public struct ChannelID: CheckedName {
    public let rawValue: String
    public init(unchecked text: String) { rawValue = text }
    public static let shape = "lower-case letters, digits and dashes, starting with a letter, at most 63"
    public static func isValid(_ text: String) -> Bool { NameShape.dashed(text, limit: 63) }
}

/// A channel plugin, such as `expo`.
public struct PluginID: CheckedName {
    public let rawValue: String
    public init(unchecked text: String) { rawValue = text }
    public static let shape = "lower-case letters, digits and dashes, starting with a letter, at most 63"
    public static func isValid(_ text: String) -> Bool { NameShape.dashed(text, limit: 63) }
}

/// A user's id at the tenant: opaque to Carillon, 1 to 256 Unicode scalars, none of them a control character.
public struct UserID: CheckedName {
    public let rawValue: String
    public init(unchecked text: String) { rawValue = text }
    public static let shape = "1 to 256 characters, none of them a control character"
    public static func isValid(_ text: String) -> Bool { NameShape.opaque(text, limit: 256) }
}

/// What users subscribe to, such as `safe:1:0xabc`: opaque, 1 to 256 Unicode scalars, none of them a control character.
public struct Topic: CheckedName {
    public let rawValue: String
    public init(unchecked text: String) { rawValue = text }
    public static let shape = "1 to 256 characters, none of them a control character"
    public static func isValid(_ text: String) -> Bool { NameShape.opaque(text, limit: 256) }
}

enum NameShape {
    static func dashed(_ text: String, limit: Int) -> Bool {
        guard let first = text.utf8.first, isLower(first), text.utf8.count <= limit else { return false }
        return text.utf8.allSatisfy { isLower($0) || isDigit($0) || $0 == UInt8(ascii: "-") }
    }

    static func dotted(_ text: String, limit: Int) -> Bool {
        guard !text.isEmpty, text.utf8.count <= limit else { return false }
        return text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).allSatisfy { word in
            guard let first = word.first, isLower(first) else { return false }
            return word.allSatisfy {
                isLower($0) || isDigit($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
            }
        }
    }

    static func opaque(_ text: String, limit: Int) -> Bool {
        !text.isEmpty && text.unicodeScalars.count <= limit
            && text.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) }
    }

    private static func isLower(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) }
    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}
