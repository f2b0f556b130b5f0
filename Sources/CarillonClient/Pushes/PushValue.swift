/// Values of a push's data, which are all texts: what generated code reads them with.
///
/// They are as strict as the host is with what it sends, so that a damaged one is nothing, and no other number.
public enum PushValue {
    /// A whole number of 64 bits.
    public static func integer(_ text: String) -> Int64? {
        guard text.utf8.first != UInt8(ascii: "+") else { return nil }
        return Int64(text)
    }

    /// The text itself, where it is a decimal such as `-12.50`: no digit is lost in a number with a binary fraction.
    public static func decimal(_ text: String) -> String? {
        let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
        let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
        let isDecimal =
            parts.count <= 2
            && parts.allSatisfy { part in
                !part.isEmpty && part.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            }
        return isDecimal ? text : nil
    }

    /// `true` or `false`.
    public static func boolean(_ text: String) -> Bool? {
        switch text {
        case "true": true
        case "false": false
        default: nil
        }
    }
}
