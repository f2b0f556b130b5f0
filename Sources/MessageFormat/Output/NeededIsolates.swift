/// Leaves out bidi isolates that change nothing.
///
/// A message puts every value between isolates (U+2068, U+2069), because it can't know the text around it. Where the
/// whole text is known: where all of it runs in the direction of its language, they are invisible, cost three bytes each,
/// and make a title that is compared with the one that was sent look different. A text that mixes directions keeps them.
///
/// Source: Unicode Standard Annex 9, rules P2 to X8; the ranges are the blocks of right-to-left scripts.
package enum NeededIsolates {
    package static func kept(in text: String, isRightToLeft: Bool) -> String {
        let signs = Signs(text)
        guard signs.hasMark else { return text }
        let scalars = text.unicodeScalars
        let mixes =
            if isRightToLeft {
                scalars.contains(where: runsLeftToRight)
            } else {
                signs.mayRunRightToLeft && scalars.contains(where: runsRightToLeft)
            }
        guard mixes else { return withoutMarks(text) }
        return spanningWhole(text) ? String(scalars.dropFirst().dropLast()) : text
    }

    /// What the bytes of a text reveal of it.
    private struct Signs {
        /// The marks are E2 81 A6 to E2 81 A9 in UTF-8.
        private(set) var hasMark = false
        /// Whether there is a byte that characters of right-to-left scripts begin with: in most texts there is none.
        private(set) var mayRunRightToLeft = false

        init(_ text: String) {
            var (first, second): (UInt8, UInt8) = (0, 0)
            var text = text
            text.withUTF8 { bytes in
                for byte in bytes {
                    if byte >= 0x80 {
                        switch byte {
                        case 0xD6...0xE0, 0xEF, 0xF0: mayRunRightToLeft = true
                        // The marks that set a direction, and not the isolates.
                        case 0x80 where second == 0xE2: mayRunRightToLeft = true
                        case 0xA6...0xA9 where first == 0xE2 && second == 0x81: hasMark = true
                        default: break
                        }
                    }
                    (first, second) = (second, byte)
                }
            }
        }
    }

    private static func withoutMarks(_ text: String) -> String {
        var text = text
        return text.withUTF8 { bytes in
            String(unsafeUninitializedCapacity: bytes.count) { kept in
                var count = 0
                for byte in bytes {
                    if (0xA6...0xA9).contains(byte), count > 1, kept[count - 1] == 0x81, kept[count - 2] == 0xE2 {
                        count -= 2
                    } else {
                        kept[count] = byte
                        count += 1
                    }
                }
                return count
            }
        }
    }

    /// Letters of right-to-left scripts, Arabic digits, and marks that set this direction.
    private static func runsRightToLeft(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
        case 0x200F, 0x202B, 0x202E: true
        default: false
        }
    }

    /// Letters and digits of all other scripts: numbers run from left to right in any text.
    private static func runsLeftToRight(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        // Of ASCII, letters and digits: no need to consult Unicode's tables.
        case 0..<0x80: (0x30...0x39).contains(scalar.value) || (0x61...0x7A).contains(scalar.value | 0x20)
        case 0x200E, 0x202A, 0x202D: true
        case 0x0660...0x0669, 0x06F0...0x06F9: true
        default: !runsRightToLeft(scalar) && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
        }
    }

    /// One isolate from the first character to the last: there is nothing to isolate from.
    private static func spanningWhole(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { bytes in
            guard bytes.count >= 6, isMark(endingAt: 2, bytes), bytes[2] != closing,
                isMark(endingAt: bytes.count - 1, bytes), bytes[bytes.count - 1] == closing
            else { return false }
            var depth = 0
            for place in 2..<bytes.count - 1 where isMark(endingAt: place, bytes) {
                depth += bytes[place] == closing ? -1 : 1
                if depth == 0 { return false }
            }
            return true
        }
    }

    private static func isMark(endingAt place: Int, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        (0xA6...0xA9).contains(bytes[place]) && bytes[place - 1] == 0x81 && bytes[place - 2] == 0xE2
    }

    /// The last byte of U+2069.
    private static let closing: UInt8 = 0xA9
}
