/// Why compressed bytes can't be read.
enum InflateFault: Error, Hashable {
    case truncated
    case malformed
    /// More comes out than allowed.
    case tooLarge
}

/// Reads DEFLATE.
///
/// Source: RFC 1951.
struct Inflater {
    private let input: [UInt8]
    private(set) var position: Int
    private let limit: Int
    private var output: [UInt8] = []
    /// Bits read from the input and not yet used, the next one lowest.
    private var bits: UInt64 = 0
    private var bitCount = 0

    /// - Parameters:
    ///   - input: bytes that hold a DEFLATE stream.
    ///   - position: where in them it begins.
    ///   - limit: how many bytes may come out.
    init(_ input: [UInt8], at position: Int, limit: Int) {
        self.input = input
        self.position = position
        self.limit = limit
    }

    /// Everything up to the end of the final block; ``position`` is then after it.
    mutating func inflate() throws(InflateFault) -> [UInt8] {
        var isFinal = false
        while !isFinal {
            isFinal = try take(1) == 1
            switch try take(2) {
            case 0: try storedBlock()
            case 1: try compressedBlock(.fixedLiterals, .fixedDistances)
            case 2:
                let (literals, distances) = try dynamicCodes()
                try compressedBlock(literals, distances)
            default: throw .malformed
            }
        }
        // Whole bytes read ahead belong to what follows.
        position -= bitCount / 8
        return output
    }

    private mutating func fill(_ count: Int) {
        while bitCount < count, position < input.count {
            bits |= UInt64(input[position]) << UInt64(bitCount)
            position += 1
            bitCount += 8
        }
    }

    private mutating func take(_ count: Int) throws(InflateFault) -> Int {
        fill(count)
        guard bitCount >= count else { throw .truncated }
        let value = Int(bits & (1 << UInt64(count) - 1))
        bits >>= UInt64(count)
        bitCount -= count
        return value
    }

    private mutating func symbol(_ code: HuffmanCode) throws(InflateFault) -> Int {
        fill(code.longest)
        let entry = code.table[Int(bits) & (code.table.count - 1)]
        let length = Int(entry & 15)
        guard length > 0 else { throw .malformed }
        guard length <= bitCount else { throw .truncated }
        bits >>= UInt64(length)
        bitCount -= length
        return Int(entry >> 4)
    }

    /// Section 3.2.4.
    private mutating func storedBlock() throws(InflateFault) {
        _ = try take(bitCount % 8)
        let length = try take(16)
        guard try take(16) == ~length & 0xFFFF else { throw .malformed }
        position -= bitCount / 8
        bits = 0
        bitCount = 0
        guard position + length <= input.count else { throw .truncated }
        guard output.count + length <= limit else { throw .tooLarge }
        output += input[position..<position + length]
        position += length
    }

    /// Section 3.2.5.
    private mutating func compressedBlock(_ literals: HuffmanCode, _ distances: HuffmanCode) throws(InflateFault) {
        while true {
            let symbol = try symbol(literals)
            if symbol < 256 {
                guard output.count < limit else { throw .tooLarge }
                output.append(UInt8(symbol))
            } else if symbol == 256 {
                return
            } else {
                try copy(lengthSymbol: symbol - 257, distances)
            }
        }
    }

    private mutating func copy(lengthSymbol: Int, _ distances: HuffmanCode) throws(InflateFault) {
        guard lengthSymbol < Self.lengthBase.count else { throw .malformed }
        let length = Self.lengthBase[lengthSymbol] + (try take(Self.lengthExtra[lengthSymbol]))
        let distanceSymbol = try symbol(distances)
        guard distanceSymbol < Self.distanceBase.count else { throw .malformed }
        let distance = Self.distanceBase[distanceSymbol] + (try take(Self.distanceExtra[distanceSymbol]))
        guard distance <= output.count else { throw .malformed }
        guard output.count + length <= limit else { throw .tooLarge }
        // The copy may reach into itself: byte by byte.
        for index in output.count - distance..<output.count - distance + length { output.append(output[index]) }
    }

    /// Section 3.2.7: code lengths, themselves Huffman-coded and run-length-coded.
    private mutating func dynamicCodes() throws(InflateFault) -> (HuffmanCode, HuffmanCode) {
        let literalCount = try take(5) + 257
        let distanceCount = try take(5) + 1
        let lengthCount = try take(4) + 4
        guard literalCount <= 286 else { throw .malformed }
        var lengthLengths = [UInt8](repeating: 0, count: 19)
        for index in Self.lengthOrder.prefix(lengthCount) { lengthLengths[index] = UInt8(try take(3)) }
        let lengthCode = try HuffmanCode(lengths: lengthLengths)
        var lengths: [UInt8] = []
        while lengths.count < literalCount + distanceCount {
            let symbol = try symbol(lengthCode)
            switch symbol {
            case 0..<16: lengths.append(UInt8(symbol))
            case 16:
                guard let last = lengths.last else { throw .malformed }
                lengths += repeatElement(last, count: 3 + (try take(2)))
            case 17: lengths += repeatElement(0, count: 3 + (try take(3)))
            default: lengths += repeatElement(0, count: 11 + (try take(7)))
            }
        }
        guard lengths.count == literalCount + distanceCount, lengths[256] > 0 else { throw .malformed }
        return (
            try HuffmanCode(lengths: Array(lengths[..<literalCount])),
            try HuffmanCode(lengths: Array(lengths[literalCount...]))
        )
    }

    private static let lengthOrder = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
    private static let lengthBase = [
        3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227,
        258,
    ]
    private static let lengthExtra = [
        0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0,
    ]
    private static let distanceBase = [
        1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097,
        6145,
        8193, 12289, 16385, 24577,
    ]
    private static let distanceExtra = [
        0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13,
    ]
}
