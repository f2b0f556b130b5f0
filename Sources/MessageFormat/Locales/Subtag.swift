/// A subtag of a language tag: at most eight ASCII characters, with the first in the lowest byte.
///
/// Comparing subtags is comparing integers. That matters because compiling a message looks up its locale.
struct Subtag: Sendable, Hashable {
    let bits: UInt64

    static var none: Subtag { Subtag(bits: 0) }

    init(bits: UInt64) { self.bits = bits }

    /// The characters in `bytes`, of which there are at most eight.
    @inline(__always)
    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        var bits: UInt64 = 0
        for (index, byte) in bytes.enumerated() { bits |= UInt64(byte) &<< UInt64(index &* 8) }
        self.bits = bits
    }

    var isEmpty: Bool { bits == 0 }

    var count: Int { 8 - bits.leadingZeroBitCount / 8 }

    var string: String { withTextWriter(expecting: 8) { append(to: &$0) } }

    func append(to writer: inout UTF8Writer) {
        var rest = bits
        while rest != 0 {
            writer.append(UInt8(truncatingIfNeeded: rest))
            rest &>>= 8
        }
    }
}

extension Subtag: ExpressibleByStringLiteral {
    @inline(__always)
    init(stringLiteral text: StaticString) {
        self.init(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }
}

// MARK: - Form

extension Subtag {
    /// With the letters in lower case; nil if there are other characters than ASCII letters and digits.
    var lowercased: Subtag? {
        map { byte in
            switch byte {
            case 0x41...0x5A: byte | 0x20
            case 0x61...0x7A, 0x30...0x39: byte
            default: nil
            }
        }
    }

    var uppercased: Subtag { map { $0 >= 0x61 ? $0 & 0xDF : $0 } ?? self }

    /// With the first letter in upper case.
    var titlecased: Subtag { Subtag(bits: bits & ~0x20) }

    var isLetters: Bool { map { $0 | 0x20 >= 0x61 ? $0 : nil } != nil }

    var isDigits: Bool { map { $0 < 0x3A ? $0 : nil } != nil }

    var startsWithDigit: Bool { bits & 0xFF < 0x3A }

    @inline(__always)
    private func map(_ transform: (UInt8) -> UInt8?) -> Subtag? {
        var result: UInt64 = 0
        var shift: UInt64 = 0
        while shift < 64, bits &>> shift != 0 {
            guard let byte = transform(UInt8(truncatingIfNeeded: bits &>> shift)) else { return nil }
            result |= UInt64(byte) &<< shift
            shift &+= 8
        }
        return Subtag(bits: result)
    }
}
