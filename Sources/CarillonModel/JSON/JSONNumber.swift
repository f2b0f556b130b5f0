/// The form of a JSON number.
///
/// Source: RFC 8259, section 6.
package enum JSONNumber {
    /// Where the number ends that begins at `start`; nil where none does, or a digit follows a leading zero.
    package static func end(in bytes: [UInt8], from start: Int) -> Int? {
        var position = start
        _ = take("-", bytes, &position)
        if take("0", bytes, &position) {
            guard !takeDigits(bytes, &position) else { return nil }
        } else {
            guard takeDigits(bytes, &position) else { return nil }
        }
        if take(".", bytes, &position) {
            guard takeDigits(bytes, &position) else { return nil }
        }
        if take("e", bytes, &position) || take("E", bytes, &position) {
            if !take("+", bytes, &position) { _ = take("-", bytes, &position) }
            guard takeDigits(bytes, &position) else { return nil }
        }
        return position
    }

    private static func take(_ scalar: Unicode.Scalar, _ bytes: [UInt8], _ position: inout Int) -> Bool {
        guard position < bytes.count, bytes[position] == UInt8(ascii: scalar) else { return false }
        position += 1
        return true
    }

    /// At least one.
    private static func takeDigits(_ bytes: [UInt8], _ position: inout Int) -> Bool {
        let first = position
        while position < bytes.count, (48...57).contains(bytes[position]) { position += 1 }
        return position > first
    }
}
