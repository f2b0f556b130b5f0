/// A canonical Huffman code as a table that is looked up with as many bits as its longest code word has.
///
/// Source: RFC 1951, section 3.2.2.
struct HuffmanCode {
    /// Symbol above the low four bits, length of its code word in them; zero where no code word leads.
    let table: [UInt16]
    let longest: Int

    init(lengths: [UInt8]) throws(InflateFault) {
        longest = max(1, Int(lengths.max() ?? 0))
        var counts = [Int](repeating: 0, count: 17)
        for length in lengths where length > 0 { counts[Int(length)] += 1 }
        var next = [Int](repeating: 0, count: 17)
        for length in 1...15 { next[length + 1] = (next[length] + counts[length]) << 1 }
        var table = [UInt16](repeating: 0, count: 1 << longest)
        for (symbol, length) in lengths.enumerated() where length > 0 {
            let code = next[Int(length)]
            next[Int(length)] += 1
            // Over-subscribed: more code words than bits can distinguish.
            guard code < 1 << Int(length) else { throw .malformed }
            let entry = UInt16(symbol) << 4 | UInt16(length)
            let first = Self.reversed(code, Int(length))
            for index in stride(from: first, to: table.count, by: 1 << Int(length)) { table[index] = entry }
        }
        self.table = table
    }

    /// Code words come with their highest bit first, everything else with its lowest.
    private static func reversed(_ code: Int, _ length: Int) -> Int {
        var result = 0
        for bit in 0..<length where code & (1 << bit) != 0 { result |= 1 << (length - 1 - bit) }
        return result
    }

    /// Section 3.2.6; `nil` can't happen, as the lengths are right.
    static let fixedLiterals = fixed((0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 })
    static let fixedDistances = fixed([UInt8](repeating: 5, count: 32))

    private static func fixed(_ lengths: [UInt8]) -> HuffmanCode {
        do {
            return try HuffmanCode(lengths: lengths)
        } catch {
            preconditionFailure("the fixed code of RFC 1951 is a code")
        }
    }
}
