/// The format of HTML forms, `application/x-www-form-urlencoded`.
///
/// Source: WHATWG URL, section 5.
public enum FormText {
    /// A name or a value as it stands in a form.
    ///
    /// Source: WHATWG URL, section 5.2.
    public static func encoded(_ text: String) -> String {
        PercentEncoding.encode(text) { byte in
            switch byte {
            case UInt8(ascii: " "), UInt8(ascii: "*"): true
            case UInt8(ascii: "~"): false
            default: PercentEncoding.isUnreserved(byte)
            }
        }.replacing(" ", with: "+")
    }

    /// Names and values in their order, decoded.
    public static func fields(_ text: some StringProtocol) -> [(name: String, value: String)] {
        text.split(separator: "&").map { pair in
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (decoded(parts[0]), parts.count == 2 ? decoded(parts[1]) : "")
        }
    }

    /// The same of a body; bytes that are no UTF-8 are replaced.
    public static func fields(_ body: [UInt8]) -> [(name: String, value: String)] {
        fields(String(decoding: body, as: UTF8.self))
    }

    /// A name or a value.
    ///
    /// A `%` without two hexadecimal digits stays, and bytes that are no UTF-8 are replaced.
    public static func decoded(_ text: some StringProtocol) -> String {
        let bytes = PercentEncoding.bytes(of: text, plusIsSpace: true, keepsStray: true) ?? []
        return String(decoding: bytes, as: UTF8.self)
    }
}
