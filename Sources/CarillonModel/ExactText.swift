/// A text that is what its bytes are, as databases and callers compare it.
///
/// `String` takes all texts for one that Unicode calls canonically equivalent: “é” as one scalar and as two, and the KELVIN
/// SIGN and “K”. As a key that would be another key with the same owner.
public struct ExactText: Sendable, Hashable, Comparable, CustomStringConvertible {
    public let text: String

    public init(_ text: String) {
        self.text = text
    }

    public var description: String { text }

    public static func == (left: Self, right: Self) -> Bool {
        let (left, right) = (left.text.utf8, right.text.utf8)
        guard left.count == right.count else { return false }
        // As they lie in memory, which is several times as fast: profiles compare names by the million.
        let isEqual = left.withContiguousStorageIfAvailable { left in
            right.withContiguousStorageIfAvailable { right in
                areEqual(UnsafeRawBufferPointer(left), UnsafeRawBufferPointer(right))
            }
        }
        return (isEqual ?? nil) ?? left.elementsEqual(right)
    }

    /// Whether as many bytes are the same, eight at a time and then one by one.
    private static func areEqual(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Bool {
        var place = 0
        while place + 8 <= left.count {
            let (some, others) = (
                left.loadUnaligned(fromByteOffset: place, as: UInt64.self),
                right.loadUnaligned(fromByteOffset: place, as: UInt64.self)
            )
            guard some == others else { return false }
            place += 8
        }
        while place < left.count {
            guard left[place] == right[place] else { return false }
            place += 1
        }
        return true
    }

    public static func < (left: Self, right: Self) -> Bool {
        left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
    }

    public func hash(into hasher: inout Hasher) {
        var text = text
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        // Separates this from what follows in the same hash.
        hasher.combine(0xFF as UInt8)
    }
}

extension String {
    /// To be compared byte for byte.
    public var exact: ExactText { ExactText(self) }

    /// With A to Z in lower case and everything else as it is: what case-insensitive protocols compare.
    ///
    /// `lowercased()` would make one of letters that differ, such as “K” and the KELVIN SIGN.
    public var asciiLowercased: String {
        let upper = UInt8(ascii: "A")...UInt8(ascii: "Z")
        guard utf8.contains(where: upper.contains) else { return self }
        return String(decoding: utf8.map { upper.contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
    }
}
