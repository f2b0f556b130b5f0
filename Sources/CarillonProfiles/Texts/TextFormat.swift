import CarillonModel

/// Checks of common text formats.
public enum TextFormat {
    static let decimalDigits = 38
    static let slugLength = 128
    static let pathSegments = 8
    static let emailLength = 254
    /// How many bytes a link may have.
    static let urlLength = 2048

    /// Whether ``isControl(_:)`` is true of any character.
    ///
    /// Works on UTF-8, where C1 controls begin with a byte of their own.
    static func hasControlCharacter(_ text: String) -> Bool {
        // Reads to the end without branches, so that the compiler can vectorize the loop.
        let mayHaveOne = text.withBytes { bytes in
            var found: UInt8 = 0
            for byte in bytes {
                let isLow: UInt8 = byte < 0x20 ? 1 : 0
                let isSpace: UInt8 = byte == 0x09 || byte == 0x0A ? 1 : 0
                let isOther: UInt8 = byte == 0x7F || byte == 0xC2 ? 1 : 0
                found |= isLow & ~isSpace | isOther
            }
            return found != 0
        }
        return mayHaveOne && text.unicodeScalars.contains(where: isControl)
    }

    /// C0 without line feed and tab, DEL, C1.
    static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09, 0x0A: false
        case 0..<0x20, 0x7F...0x9F: true
        default: false
        }
    }

    /// 8-4-4-4-12 hexadecimal digits.
    ///
    /// Source: RFC 9562, section 4.
    public static func isUUID(_ text: String) -> Bool {
        text.utf8.count == 36
            && text.utf8.enumerated().allSatisfy { place, byte in
                switch place {
                case 8, 13, 18, 23: byte == UInt8(ascii: "-")
                default: isHexadecimal(byte)
                }
            }
    }

    static func isPath(_ text: String) -> Bool {
        let segments = text.split(separator: "/", omittingEmptySubsequences: false)
        return segments.count <= pathSegments && segments.allSatisfy(isSlug)
    }

    static func isSlug(_ text: some StringProtocol) -> Bool {
        (1...slugLength).contains(text.utf8.count)
            && text.utf8.allSatisfy { $0.isAlphanumeric || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
    }

    /// Printable ASCII without the characters that RFC 3986 excludes, and without the backslash, which some readers
    /// take for a slash.
    static func isAllowedInURL(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "\\"), UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "^"),
            UInt8(ascii: "`"), UInt8(ascii: "{"), UInt8(ascii: "|"), UInt8(ascii: "}"):
            false
        default: byte > 0x20 && byte < 0x7F
        }
    }

    static func isHexadecimal(_ byte: UInt8) -> Bool {
        (48...57).contains(byte) || (97...102).contains(byte | 0x20)
    }

    /// A time zone, or an alias of one, in the IANA time zone database.
    public static func isTimeZone(_ name: String) -> Bool { BuiltInTimeZones.contains(name) }

    /// 5 to 15 digits, with an optional plus sign, and with blanks, dashes, dots and brackets between them.
    ///
    /// Source: ITU-T E.164, section 6.1, as people write it.
    public static func isPhone(_ text: String) -> Bool {
        let digits = text.utf8.count { (48...57).contains($0) }
        let rest = text.utf8.drop { $0 == UInt8(ascii: "+") }
        return (5...15).contains(digits) && text.utf8.count <= 32 && rest.count + 1 >= text.utf8.count
            && rest.allSatisfy { (48...57).contains($0) || " -.()/".utf8.contains($0) }
    }

    /// The part before `@` is a dot-atom, the domain has at least two labels; both may contain non-ASCII letters.
    ///
    /// Source: RFC 5321, section 4.1.2, and RFC 6531, section 3.3, without quoted local parts and address literals.
    public static func isEmail(_ text: String) -> Bool {
        let parts = text.utf8.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
        guard parts.count == 2, text.utf8.count <= emailLength, (1...64).contains(parts[0].count) else {
            return false
        }
        let atoms = parts[0].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return atoms.allSatisfy { atom in
            !atom.isEmpty && Substring(atom).unicodeScalars.allSatisfy { $0.isASCII ? isAtomByte($0) : isVisible($0) }
        } && isDomain(Substring(parts[1]), minimumLabels: 2)
    }

    /// Like ``isHostName(_:minimumLabels:)``, with letters and digits of every script.
    ///
    /// Source: RFC 5890, section 2.3.2.3. Which of them can be registered is left to the domain's registry.
    static func isDomain(_ domain: Substring, minimumLabels: Int) -> Bool {
        if domain.utf8.allSatisfy({ $0 < 0x80 }) { return isHostName(domain.utf8, minimumLabels: minimumLabels) }
        let labels = domain.split(separator: ".", omittingEmptySubsequences: false)
        return labels.count >= minimumLabels
            && labels.allSatisfy { label in
                (1...63).contains(label.unicodeScalars.count) && label.first != "-" && label.last != "-"
                    && label.unicodeScalars.allSatisfy { $0.isASCII ? isHostLetter($0) : isPartOfWord($0) }
            }
    }

    private static func isHostLetter(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "-" || UInt8(truncatingIfNeeded: scalar.value).isAlphanumeric
    }

    /// No invisible character, and none that would end an address for a person or a program.
    private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
        let properties = scalar.properties
        switch properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .spaceSeparator, .lineSeparator,
            .paragraphSeparator:
            return false
        default: return !properties.isWhitespace && !properties.isDefaultIgnorableCodePoint
        }
    }

    private static func isPartOfWord(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
            .spacingMark, .decimalNumber:
            !scalar.properties.isDefaultIgnorableCodePoint
        default: false
        }
    }

    static func isHostName(_ bytes: some BidirectionalCollection<UInt8>, minimumLabels: Int) -> Bool {
        let labels = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return bytes.count <= 253 && labels.count >= minimumLabels && labels.allSatisfy { isLabel($0) }
    }

    /// Letters, digits and inner dashes, at most 63.
    ///
    /// Source: RFC 1123, section 2.1.
    private static func isLabel(_ label: some BidirectionalCollection<UInt8>) -> Bool {
        (1...63).contains(label.count) && label.allSatisfy { $0.isAlphanumeric || $0 == UInt8(ascii: "-") }
            && label.first != UInt8(ascii: "-") && label.last != UInt8(ascii: "-")
    }

    private static func isAtomByte(_ scalar: Unicode.Scalar) -> Bool {
        let byte = UInt8(truncatingIfNeeded: scalar.value)
        return byte.isAlphanumeric || "!#$%&'*+-/=?^_`{|}~".utf8.contains(byte)
    }

    static func isDecimal(_ text: String) -> Bool {
        Money.isDecimal(text) && text.utf8.count { (48...57).contains($0) } <= decimalDigits
    }

    /// A scheme, a host, and only characters that a URL may contain unescaped; no user info.
    public static func isWebURL(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { bytes in
            guard bytes.allSatisfy(isAllowedInURL) else { return false }
            let url = bytes.prefix { $0 != UInt8(ascii: "#") }
            guard url.count <= urlLength, let colon = url.firstIndex(of: UInt8(ascii: ":")),
                isWebScheme(url[..<colon]), url[(colon + 1)...].starts(with: "//".utf8)
            else { return false }
            let authority = url[(colon + 3)...].prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") }
            let name = authority.prefix { $0 != UInt8(ascii: ":") }
            let port = authority[name.endIndex...].dropFirst()
            return isHostName(name, minimumLabels: 1) && (name.count == authority.count || isPort(port))
        }
    }

    private static func isWebScheme(_ scheme: some Sequence<UInt8>) -> Bool {
        let lower = scheme.lazy.map { $0 | 0x20 }
        return lower.elementsEqual("https".utf8) || lower.elementsEqual("http".utf8)
    }

    private static func isPort(_ digits: some Collection<UInt8>) -> Bool {
        (1...5).contains(digits.count) && digits.allSatisfy { (48...57).contains($0) }
            && digits.reduce(0) { $0 * 10 + Int($1 - 48) } <= Int(UInt16.max)
    }
}

extension String.UTF8View {
    /// Like `contains(where:)`, but on contiguous bytes, which is several times as fast.
    @inline(__always)
    package func containsByte(_ isMeant: (UInt8) -> Bool) -> Bool {
        withContiguousStorageIfAvailable { $0.contains(where: isMeant) } ?? contains(where: isMeant)
    }
}
