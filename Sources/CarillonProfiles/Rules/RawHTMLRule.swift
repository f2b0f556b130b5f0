import CarillonDiagnostics
import MessageFormat

/// Words hold no HTML tags: everything is escaped, and people would read them.
enum RawHTMLRule: Rule {
    static func check(_ tenant: TenantContext, _ report: inout RuleReport) {
        for text in tenant.texts where text.source.utf8.contains(UInt8(ascii: "<")) {
            let patterns = text.message?.patterns ?? []
            for case .text(let words) in patterns.joined() {
                guard let tag = tag(in: words), !isName(tag, in: text, tenant) else { continue }
                report.add(.rawHTML(tag, isHTML: text.path.hasSuffix("html"), tenant.span(tag, in: text)))
                break
            }
        }
    }

    /// Whether a tag is `<name>` of a variable, which is told as such.
    private static func isName(_ tag: String, in text: WrittenText, _ tenant: TenantContext) -> Bool {
        guard text.problems.isEmpty, let variables = tenant.variables(of: text) else { return false }
        let bytes = Array(tag.utf8)
        return !OtherPlaceholder.all(in: bytes.indices, of: bytes, NameGuess(variables, text.message)).isEmpty
    }

    /// The first of `<b>`, `</p>`, `<a href=…>`; not `a < b` and not `<3`.
    private static func tag(in words: String) -> String? {
        var rest = words[...]
        while let start = rest.firstIndex(of: "<") {
            rest = rest[rest.index(after: start)...]
            let name = rest.first == "/" ? rest.dropFirst() : rest
            guard name.utf8.first.map({ (97...122).contains($0 | 0x20) }) == true,
                let end = rest.firstIndex(where: { $0 == ">" || $0 == "<" }), rest[end] == ">"
            else { continue }
            return String(words[start...end])
        }
        return nil
    }
}

extension Diagnostic {
    fileprivate static func rawHTML(_ tag: String, isHTML: Bool, _ span: Span) -> Diagnostic {
        Diagnostic(
            .rawHTML,
            "people would read \(quoted(tag)) as it stands here",
            at: span,
            notes: ["text is escaped, in mails too"],
            help: isHTML ? "write markup, such as {#strong}…{/strong}" : "leave the tag out"
        )
    }
}
