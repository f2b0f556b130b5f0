import CarillonDiagnostics
import CarillonModel
import MessageFormat

/// Texts contain no character references of HTML: everything gets escaped, so people would read `&nbsp;`.
enum HTMLReferenceRule: Rule {
    static let scope = RuleScope.texts

    static func check(_ tenant: TenantContext, _ report: inout RuleReport) {
        for text in tenant.texts where text.source.hasByte(UInt8(ascii: "&")) {
            let bytes = Array(text.source.utf8)
            for piece in text.placedPatterns.joined() {
                guard case .text = piece.element else { continue }
                let content = String(decoding: bytes[piece.range], as: UTF8.self)
                for reference in HTMLReferences.written(in: content) {
                    let start = piece.range.lowerBound + reference.range.lowerBound
                    guard let span = tenant.span(start..<start + reference.range.count, of: text) else { continue }
                    let written = String(decoding: Array(content.utf8)[reference.range], as: UTF8.self)
                    report.add(.htmlReference(written, reference.scalar, span))
                }
            }
        }
    }
}

extension Diagnostic {
    fileprivate static func htmlReference(_ written: String, _ scalar: Unicode.Scalar, _ span: Span) -> Diagnostic {
        let replacement = scalar.inTemplate
        return Diagnostic(
            .htmlReference,
            "people would read \(quoted(written)) as it stands here",
            at: span,
            label: "write `\(replacement)`",
            notes: ["text is escaped, in mails too"],
            fixes: [Fix("write `\(replacement)`", replace: span, with: replacement)]
        )
    }
}

extension Unicode.Scalar {
    /// The character as it is written in a template: escaped for MessageFormat and JSON, and as a code where it is
    /// invisible.
    fileprivate var inTemplate: String {
        switch properties.generalCategory {
        case .spaceSeparator where self != " ", .format, .control, .lineSeparator, .paragraphSeparator:
            let digits = String(value, radix: 16, uppercase: true)
            guard value <= 0xFFFF else { return String(self) }
            return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        default:
            let text = "{}\\".unicodeScalars.contains(self) ? "\\\(self)" : String(self)
            return String(JSONValue.string(text).text.dropFirst().dropLast())
        }
    }
}
