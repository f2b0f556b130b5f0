import CarillonDiagnostics
import CarillonModel

/// Reports texts of one language that differ only in case, blanks or punctuation: one of them was probably meant to
/// change.
enum NearDuplicateRule: Rule {
    /// Shorter texts may resemble each other by chance.
    private static let minimumLength = 12

    static func check(_ tenant: TenantContext, _ report: inout RuleReport) {
        var first: [Key: WrittenText] = [:]
        var alike: [Key: [WrittenText]] = [:]
        for text in tenant.texts where text.source.utf8.count >= minimumLength && text.message != nil {
            guard let hash = hash(of: text.source) else { continue }
            let key = Key(locale: text.locale, hash: hash)
            guard let other = first[key] else {
                first[key] = text
                continue
            }
            alike[key, default: [other]].append(text)
        }
        // By name and not by place: another order of members must not change what is reported where.
        for group in alike.values {
            let sorted = group.sorted { ($0.id.rawValue, $0.path) < ($1.id.rawValue, $1.path) }
            for text in sorted.dropFirst() {
                guard sorted[0].source != text.source, letters(sorted[0].source).elementsEqual(letters(text.source)),
                    let span = tenant.nameSpan(text), let before = tenant.nameSpan(sorted[0])
                else { continue }
                report.add(.nearDuplicate(span, first: before))
            }
        }
    }

    private struct Key: Hashable {
        let locale: LocaleTag
        let hash: UInt64
    }

    /// A hash of the letters; nil where there are too few.
    private static func hash(of source: String) -> UInt64? {
        var hash = FowlerNollVo.basis64
        var count = 0
        for byte in source.utf8 {
            guard let letter = letter(byte) else { continue }
            hash = FowlerNollVo.mixed(hash, letter)
            count += 1
        }
        return count < minimumLength ? nil : hash
    }

    private static func letters(_ source: String) -> some Sequence<UInt8> { source.utf8.lazy.compactMap(letter) }

    /// Letters, digits and variables, with ASCII in lower case; every byte of other scripts.
    private static func letter(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "$"), 0x80...:
            byte
        default: nil
        }
    }
}

extension Diagnostic {
    fileprivate static func nearDuplicate(_ span: Span, first: Span) -> Diagnostic {
        Diagnostic(
            .nearDuplicate,
            "these words are almost those of another text",
            at: span,
            label: "they differ in case, blanks or punctuation only",
            related: [Label(first, "the other text")]
        )
    }
}
