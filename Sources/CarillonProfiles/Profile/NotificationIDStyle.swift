/// The format of a tenant's notification ids.
public enum NotificationIDStyle: Sendable, Hashable {
    /// UUIDv7: ordered by time.
    case uuid
    /// A prefix and `digits` random lower-case hexadecimal digits, such as `noti_` and 16.
    case hexadecimal(prefix: String, digits: Int)

    /// With fewer digits, ids would collide; 64 digits are 256 bits.
    public static let digits = 8...64

    /// Reads `uuid` or `noti_{hex:16}`.
    public init?(_ text: String) {
        if text == "uuid" {
            self = .uuid
            return
        }
        guard let open = text.firstIndex(of: "{"), text.hasSuffix("}") else { return nil }
        let prefix = text[..<open]
        let inside = text[text.index(after: open)...].dropLast()
        guard inside.hasPrefix("hex:"), let digits = Int(inside.dropFirst(4)), Self.digits.contains(digits),
            prefix.utf8.count <= 32, prefix.utf8.allSatisfy(Self.isPrefixByte)
        else { return nil }
        self = .hexadecimal(prefix: String(prefix), digits: digits)
    }

    /// Letters, digits, `-` and `_`, which are safe in URLs and file names.
    private static func isPrefixByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }

    /// The length of the longest id, in bytes.
    public var length: Int {
        switch self {
        case .uuid: 36
        case .hexadecimal(let prefix, let digits): prefix.utf8.count + digits
        }
    }
}
