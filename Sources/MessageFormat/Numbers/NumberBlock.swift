/// A stack buffer for the ASCII digits of a number, from which they are copied to the output.
struct NumberBlock {
    /// Room for 32 digits and for reading one block beyond them: 48 bytes.
    private var storage: (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0, 0, 0)
    /// The next digit to copy.
    private var next = 0

    /// The locale's digits and the bytes of each; nil where they are ASCII.
    private let native: UnsafePointer<UInt8>?
    private let nativeLength: Int

    /// How many bytes are copied at a time; the output needs room for as many beyond the copied digits.
    static let length = 16

    /// The last `count` digits of `value`, at most 32, with zeros in front where it has fewer.
    @inline(__always)
    init(_ value: UInt64, digits count: Int, _ symbols: NumberSymbols) {
        native = symbols.digits
        nativeLength = symbols.digitLength
        withUnsafeMutableBytes(of: &storage) { bytes in
            let digits = bytes.assumingMemoryBound(to: UInt8.self)
            if let start = digits.baseAddress { DigitPairs.write(value, digits: count, to: start) }
        }
    }

    /// Copies the next `count` digits in the locale's digits.
    @inline(__always)
    mutating func copy(_ count: Int, to end: inout UnsafeMutablePointer<UInt8>) {
        defer { next &+= count }
        let next = next
        withUnsafeBytes(of: &storage) { bytes in
            guard let start = bytes.assumingMemoryBound(to: UInt8.self).baseAddress else { return }
            guard let native else {
                Self.move(start + next, to: end)
                if count > Self.length { Self.move(start + (next &+ Self.length), to: end + Self.length) }
                end += count
                return
            }
            let length = nativeLength
            for index in next..<(next &+ count) {
                let digit = native + Int(start[index] &- UInt8(ascii: "0")) &* length
                let bytes = UnsafeRawPointer(digit).loadUnaligned(as: UInt32.self)
                UnsafeMutableRawPointer(end).storeBytes(of: bytes, as: UInt32.self)
                end += length
            }
        }
    }

    /// Copies the next `count` digits, which are more than one group, with separators.
    @inline(__always)
    mutating func copyGroups(_ count: Int, _ symbols: NumberSymbols, to end: inout UnsafeMutablePointer<UInt8>) {
        let separator = symbols.group
        let (primary, secondary) = (symbols.primary, symbols.secondary)
        var rest = count &- primary
        let first = secondary == 3 ? (rest &- 1) % 3 &+ 1 : (rest &- 1) % secondary &+ 1
        copy(first, to: &end)
        rest = rest &- first
        while rest > 0 {
            Self.copy(separator, to: &end)
            copy(secondary, to: &end)
            rest = rest &- secondary
        }
        Self.copy(separator, to: &end)
        copy(primary, to: &end)
    }

    /// Copies a text of a table.
    @inline(__always)
    static func copy(_ text: TableText, to end: inout UnsafeMutablePointer<UInt8>) {
        if text.count <= length {
            move(text.start, to: end)
        } else {
            end.update(from: text.start, count: text.count)
        }
        end += text.count
    }

    /// Moves one block.
    @inline(__always)
    private static func move(_ source: UnsafePointer<UInt8>, to target: UnsafeMutablePointer<UInt8>) {
        let bytes = UnsafeRawPointer(source).loadUnaligned(as: SIMD16<UInt8>.self)
        UnsafeMutableRawPointer(target).storeBytes(of: bytes, as: SIMD16<UInt8>.self)
    }
}

/// ASCII digits, two at a time.
enum DigitPairs {
    /// Writes the last `count` digits of `value`, with zeros in front where it has fewer.
    @inline(__always)
    static func write(_ value: UInt64, digits count: Int, to start: UnsafeMutablePointer<UInt8>) {
        let pairs = UnsafeRawPointer(text.utf8Start)
        let target = UnsafeMutableRawPointer(start)
        var rest = value
        var index = count
        while index >= 2 {
            index &-= 2
            let (upper, lower) = rest.quotientAndRemainder(dividingBy: 100)
            let pair = pairs.loadUnaligned(fromByteOffset: Int(truncatingIfNeeded: lower) &* 2, as: UInt16.self)
            target.storeBytes(of: pair, toByteOffset: index, as: UInt16.self)
            rest = upper
        }
        if index == 1 { start[0] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest % 10) }
    }

    private static var text: StaticString {
        """
        00010203040506070809101112131415161718192021222324252627282930313233343536373839404142434445464748495051525354\
        5556575859606162636465666768697071727374757677787980818283848586878889909192939495969798\
        99
        """
    }
}
