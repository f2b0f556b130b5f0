import CarillonModel

/// A form of text that a provider checks, and refuses a message for.
public enum TextForm: Sendable, Hashable {
    /// `https://`, a host, and nothing that a URL may not hold unescaped (RFC 3986).
    case httpsURL
    /// `#RRGGBB`. Source: Firebase, REST reference of `AndroidNotification.color`.
    case color
    /// Source: Firebase, REST reference of `FcmOptions.analytics_label`: `^[a-zA-Z0-9-_.~%]{1,50}$`.
    case analyticsLabel
    case bytes(atMost: Int)

    func accepts(_ text: String) -> Bool {
        let bytes = text.utf8
        switch self {
        case .httpsURL:
            let rest = bytes.dropFirst("https://".utf8.count)
            return text.hasPrefix("https://") && rest.first?.isAlphanumeric == true
                && rest.allSatisfy { (0x21...0x7E).contains($0) && !#""<>\^`{|}"#.utf8.contains($0) }
        case .color:
            return bytes.count == 7 && bytes.first == UInt8(ascii: "#") && bytes.dropFirst().allSatisfy(Self.isHex)
        case .analyticsLabel:
            return (1...50).contains(bytes.count)
                && bytes.allSatisfy { $0.isAlphanumeric || "-_.~%".utf8.contains($0) }
        case .bytes(let limit): return bytes.count <= limit
        }
    }

    /// With article.
    var wanted: String {
        switch self {
        case .httpsURL: "an https URL"
        case .color: "a color such as “#0B6E35”"
        case .analyticsLabel: "a string of 1 to 50 letters, digits and `-_.~%`"
        case .bytes(let limit): "a string of at most \(limit) bytes"
        }
    }

    private static func isHex(_ byte: UInt8) -> Bool {
        (48...57).contains(byte) || (97...102).contains(byte | 0x20)
    }
}
