import CarillonDiagnostics
import MessageFormat

/// Texts contain no HTML tags: everything gets escaped, so people would read them.
enum RawHTMLRule: Rule {
    static let scope = RuleScope.texts

    static func check(_ tenant: TenantContext, _ report: inout RuleReport) {
        for text in tenant.texts where text.source.utf8.contains(UInt8(ascii: "<")) {
            let patterns = text.message?.patterns ?? []
            for case .text(let content) in patterns.joined() {
                guard let tag = tag(in: content), !isName(tag, in: text, tenant) else { continue }
                report.add(.rawHTML(tag, isHTML: text.path.hasSuffix("html"), tenant.span(tag, in: text)))
                break
            }
        }
    }

    /// Whether a tag is `<name>` of a variable, which another rule reports.
    private static func isName(_ tag: String, in text: WrittenText, _ tenant: TenantContext) -> Bool {
        guard text.problems.isEmpty, let variables = tenant.variables(of: text) else { return false }
        let bytes = Array(tag.utf8)
        return !OtherPlaceholder.all(in: bytes.indices, of: bytes, NameGuess(variables, text.message)).isEmpty
    }

    /// The first tag such as `<b>`, `</p>`, `<my-tag a="b">`, but not `a < b`, `a<b and c>d` or `<3`.
    private static func tag(in content: String) -> String? {
        var rest = content[...]
        while let start = rest.firstIndex(of: "<") {
            rest = rest[rest.index(after: start)...]
            guard let end = rest.firstIndex(where: { $0 == ">" || $0 == "<" }), rest[end] == ">",
                isTag(rest[..<end])
            else { continue }
            return String(content[start...end])
        }
        return nil
    }

    /// Whether this is the inside of a tag: an element's name, alone or followed by attributes with values.
    private static func isTag(_ inside: Substring) -> Bool {
        let start = inside.first == "/" ? inside.dropFirst() : inside
        let name = start.prefix { !$0.isWhitespace && $0 != "/" }
        guard let first = name.utf8.first, (97...122).contains(first | 0x20) else { return false }
        let attributes = start[name.endIndex...]
        if attributes.allSatisfy({ $0.isWhitespace || $0 == "/" }) {
            return HTMLElements.names.contains(name.lowercased())
        }
        let assigned = attributes.split(separator: "=", omittingEmptySubsequences: false).dropLast()
        return assigned.contains { $0.last { !$0.isWhitespace }?.isLetter == true }
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
