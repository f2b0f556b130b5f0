/// How a list is joined: `a, b and c`.
struct ListStyle: Sendable, Hashable {
    enum Kind: UInt8, Sendable, Hashable { case conjunction, disjunction, unit }
    enum Width: UInt8, Sendable, Hashable { case long, short, narrow }

    var kind = Kind.conjunction
    var width = Width.long

    func append(_ items: [String], to writer: inout UTF8Writer, locale: LocaleData) {
        let symbols = DateSymbols(of: locale, .gregorian)
        for (index, item) in items.enumerated() {
            if index > 0 {
                let isLast = index == items.count - 1
                let separator = separator(before: index, of: items.count, symbols)
                if isLast {
                    append(separator, before: item, symbols.listRule, to: &writer)
                } else {
                    writer.append(separator)
                }
            }
            writer.append(item)
        }
    }

    private func separator(before index: Int, of count: Int, _ symbols: DateSymbols) -> TableText {
        let place = count == 2 ? 0 : index == count - 1 ? 3 : index == 1 ? 1 : 2
        return symbols.known(DateTable.lists, (Int(kind.rawValue) * 3 + Int(width.rawValue)) * 4 + place)
    }

    /// In Spanish, "y" and "o" become "e" and "u" before the same sound; in Hebrew, a hyphen precedes other scripts.
    private func append(
        _ separator: TableText,
        before item: String,
        _ rule: ListContextRule,
        to writer: inout UTF8Writer
    ) {
        let text = separator.string
        switch rule {
        case .spanish where text.hasSuffix(" y ") && item.startsLikeSpanishI:
            writer.append(text.dropLast(2) + "e ")
        case .spanish where text.hasSuffix(" o ") && item.startsLikeSpanishO:
            writer.append(text.dropLast(2) + "u ")
        case .hebrew where text.hasSuffix(" ו") && !item.startsWithHebrew && !item.isEmpty:
            writer.append(text + "-")
        default:
            writer.append(separator)
        }
    }
}

extension String {
    /// `i` or `hi`, but not the diphthongs in `hielo` and `hiato`.
    fileprivate var startsLikeSpanishI: Bool {
        let start = utf8.prefix(3).map { $0 | 0x20 }
        guard start.starts(with: Array("hi".utf8)) else { return start.first == UInt8(ascii: "i") }
        return start.count < 3 || start[2] != UInt8(ascii: "a") && start[2] != UInt8(ascii: "e")
    }

    /// `o`, `ho`, and the numbers 8… (ocho) and 11 (once).
    fileprivate var startsLikeSpanishO: Bool {
        let start = utf8.prefix(3).map { $0 }
        guard let first = start.first else { return false }
        if first | 0x20 == UInt8(ascii: "o") || first == UInt8(ascii: "8") { return true }
        if first | 0x20 == UInt8(ascii: "h") { return start.count > 1 && start[1] | 0x20 == UInt8(ascii: "o") }
        return start.starts(with: Array("11".utf8)) && (start.count < 3 || start[2] == UInt8(ascii: " "))
    }

    fileprivate var startsWithHebrew: Bool {
        guard let first = unicodeScalars.first?.value else { return false }
        return (0x0591...0x05F4).contains(first) || (0xFB1D...0xFB4F).contains(first)
    }
}
