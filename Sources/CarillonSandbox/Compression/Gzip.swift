/// Reads gzip members, checks and all.
///
/// Source: RFC 1952.
enum Gzip {
    /// What the members hold, one after the other, as long as it is at most `limit` bytes.
    static func decompressed(_ bytes: [UInt8], limit: Int) throws(InflateFault) -> [UInt8] {
        var output: [UInt8] = []
        var position = 0
        repeat {
            position = try header(bytes, at: position)
            var inflater = Inflater(bytes, at: position, limit: limit - output.count)
            let member = try inflater.inflate()
            position = inflater.position
            guard position + 8 <= bytes.count else { throw .truncated }
            guard number(bytes, at: position) == CRC32.of(member),
                number(bytes, at: position + 4) == UInt32(truncatingIfNeeded: member.count)
            else { throw .malformed }
            position += 8
            output += member
        } while position < bytes.count
        return output
    }

    /// Section 2.3: where the compressed data begins.
    private static func header(_ bytes: [UInt8], at start: Int) throws(InflateFault) -> Int {
        guard start + 10 <= bytes.count else { throw .truncated }
        let flags = bytes[start + 3]
        guard bytes[start] == 0x1F, bytes[start + 1] == 0x8B, bytes[start + 2] == 8, flags & 0xE0 == 0 else {
            throw .malformed
        }
        var position = start + 10
        if flags & 4 != 0 {
            guard position + 2 <= bytes.count else { throw .truncated }
            position += 2 + Int(bytes[position]) + Int(bytes[position + 1]) << 8
        }
        for text: UInt8 in [8, 16] where flags & text != 0 {
            guard position < bytes.count, let end = bytes[position...].firstIndex(of: 0) else { throw .truncated }
            position = end + 1
        }
        if flags & 2 != 0 { position += 2 }
        guard position <= bytes.count else { throw .truncated }
        return position
    }

    private static func number(_ bytes: [UInt8], at position: Int) -> UInt32 {
        (0..<4).reduce(0) { $0 | UInt32(bytes[position + $1]) << UInt32(8 * $1) }
    }
}

/// RFC 1952, section 8: the polynomial 0xEDB88320, bits reversed.
private enum CRC32 {
    private static let table: [UInt32] = (0..<256).map { start in
        (0..<8).reduce(UInt32(start)) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ value >> 1 : value >> 1 }
    }

    static func of(_ bytes: [UInt8]) -> UInt32 {
        let table = table
        return ~bytes.reduce(~0) { table[Int(truncatingIfNeeded: $0 ^ UInt32($1)) & 255] ^ $0 >> 8 }
    }
}
