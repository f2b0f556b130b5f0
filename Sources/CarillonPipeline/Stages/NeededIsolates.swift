import CarillonProfiles

/// Leaves out bidi isolates that change nothing.
///
/// MessageFormat puts every value between isolates (U+2068, U+2069), because it can't know what stands around it. Here the
/// whole text is known: where all of it runs in the direction of its language, they are invisible, cost three bytes each,
/// and make a title that is compared with the one that was sent look different. A text that mixes directions keeps them.
///
/// Source: Unicode Standard Annex 9, rules P2 to X8; the ranges are the blocks of right-to-left scripts.
enum NeededIsolates {
    static func kept(in text: String, isRightToLeft: Bool) -> String {
        guard hasMark(text) else { return text }
        let scalars = text.unicodeScalars
        let mixes =
            if isRightToLeft {
                scalars.contains(where: runsLeftToRight)
            } else {
                mayRunRightToLeft(text) && scalars.contains(where: runsRightToLeft)
            }
        guard mixes else { return withoutMarks(text) }
        return spanningWhole(scalars) ? String(scalars.dropFirst().dropLast()) : text
    }

    /// The marks are E2 81 A6 to E2 81 A9 in UTF-8.
    private static func hasMark(_ text: String) -> Bool {
        var (first, second): (UInt8, UInt8) = (0, 0)
        return text.utf8.containsByte { byte in
            defer { (first, second) = (second, byte) }
            return first == 0xE2 && second == 0x81 && (0xA6...0xA9).contains(byte)
        }
    }

    /// Whether there is a byte that characters of right-to-left scripts begin with: in most texts there is none.
    private static func mayRunRightToLeft(_ text: String) -> Bool {
        var before: UInt8 = 0
        return text.utf8.containsByte { byte in
            defer { before = byte }
            return switch byte {
            case 0xD6...0xE0, 0xEF, 0xF0: true
            // The marks that set a direction, and not the isolates.
            case 0x80: before == 0xE2
            default: false
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

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool { (0x2066...0x2069).contains(scalar.value) }

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
        // Of ASCII, letters and digits: no need to look into Unicode's tables.
        case 0..<0x80: TextFormat.isAlphanumeric(UInt8(scalar.value))
        case 0x200E, 0x202A, 0x202D: true
        case 0x0660...0x0669, 0x06F0...0x06F9: true
        default: !runsRightToLeft(scalar) && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
        }
    }

    /// One isolate from the first character to the last: there is nothing to isolate from.
    private static func spanningWhole(_ scalars: String.UnicodeScalarView) -> Bool {
        guard let first = scalars.first, isMark(first), first.value != 0x2069, scalars.last?.value == 0x2069 else {
            return false
        }
        var depth = 0
        for scalar in scalars.dropLast() where isMark(scalar) {
            depth += scalar.value == 0x2069 ? -1 : 1
            if depth == 0 { return false }
        }
        return true
    }
}
