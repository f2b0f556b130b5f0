import CarillonDiagnostics
import CarillonModel

/// Two texts of one language that differ only in case, blanks or punctuation: one of them was probably meant to change.
enum NearDuplicateRule: Rule {
    /// Shorter texts are alike by chance.
    private static let minimumLength = 20

    static func check(_ tenant: TenantContext, _ report: inout RuleReport) {
        var first: [Key: WrittenText] = [:]
        for text in tenant.texts where text.source.utf8.count >= minimumLength && text.message != nil {
            let key = Key(locale: text.locale, letters: letters(text.source))
            guard key.letters.count >= minimumLength else { continue }
            guard let other = first[key] else {
                first[key] = text
                continue
            }
            guard other.source != text.source, let span = tenant.nameSpan(text), let before = tenant.nameSpan(other)
            else { continue }
            report.add(.nearDuplicate(span, first: before))
        }
    }

    private struct Key: Hashable {
        let locale: LocaleTag
        let letters: [UInt8]
    }

    /// Letters, digits and variables, ASCII in small letters; of other scripts everything.
    private static func letters(_ source: String) -> [UInt8] {
        var letters: [UInt8] = []
        letters.reserveCapacity(source.utf8.count)
        for byte in source.utf8 {
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): letters.append(byte | 0x20)
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "$"),
                0x80...:
                letters.append(byte)
            default: break
            }
        }
        return letters
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
