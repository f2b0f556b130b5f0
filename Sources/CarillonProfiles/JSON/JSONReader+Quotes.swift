/// Recovers from a line on which a quote is missing, or one too many.
///
/// From the fault on, text looks like punctuation of JSON and punctuation like text. So one diagnostic covers the line,
/// and reading continues after it.
extension JSONReader {
    /// Whether the line with the fault has an odd number of quotes, so that nothing after the fault can be trusted.
    mutating func noteUnreadableLine(at offset: Int) {
        if let inspectedLine, inspectedLine.contains(offset) { return }
        let start = bytes[..<offset].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
        let end = bytes[offset...].firstIndex(of: 0x0A) ?? bytes.count
        inspectedLine = start..<end
        guard Self.quotes(in: bytes[start..<end]) % 2 == 1 else { return }
        garbled = offset..<end
        isInUnreadableLine = true
        if !openings.isEmpty { tear(from: openings.count - 1) }
    }

    /// Continues at the first bracket of the unreadable line that has no partner on it, else on the next line.
    ///
    /// Brackets within texts come in pairs, so they are harmless here.
    mutating func leaveUnreadableLine() {
        guard isInUnreadableLine, let line = garbled else { return }
        isInUnreadableLine = false
        guard line.contains(position) || position == line.upperBound else { return }
        var open: [Int] = []
        for offset in line {
            switch bytes[offset] {
            case UInt8(ascii: "{"), UInt8(ascii: "["): open.append(offset)
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                guard open.popLast() == nil else { continue }
                position = offset
                return
            default: break
            }
        }
        position = open.first ?? line.upperBound
    }

    private static func quotes(in line: ArraySlice<UInt8>) -> Int {
        var count = 0
        var isEscaped = false
        for byte in line {
            if byte == UInt8(ascii: "\""), !isEscaped { count += 1 }
            isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
        }
        return count
    }
}
