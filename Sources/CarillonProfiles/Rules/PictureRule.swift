import CarillonDiagnostics
import CarillonModel
import MessageFormat

/// The address of a picture in a template is valid and literal; an address from the payload belongs in the event's
/// `image`.
enum PictureRule: Rule {
    static let scope = RuleScope.texts

    static func check(_ tenant: TenantContext, _ report: inout RuleReport) {
        for text in tenant.texts where text.path == "image" || text.path.hasSuffix(".image") {
            guard text.problems.isEmpty, let message = text.message, let file = tenant.templateFiles[text.locale],
                let fault = message.patterns.lazy.compactMap(fault).first
            else { continue }
            report.add(.badPicture(fault, Span(file.source, text.node.range)))
        }
    }

    fileprivate enum Fault {
        case notLiteral
        case noAddress(String)
    }

    /// - Returns: nil also for an empty pattern, which another rule reports.
    private static func fault(in pattern: Message.Pattern) -> Fault? {
        var written = ""
        for element in pattern {
            guard case .text(let text) = element else { return .notLiteral }
            written += text
        }
        return written.isBlank || PictureAddress.normalised(written) == written ? nil : .noAddress(written)
    }
}

/// An event's `image` is a valid address with any values.
extension EventPlaceholders {
    func checkImage(_ text: PlaceholderText?, _ node: JSONNode, _ report: inout RuleReport) {
        var checker = self
        checker.implicit = implicit.filter { $0.key == "event" }
        checker.check(node, &report)
        guard let text, text.fields.allSatisfy({ isKnown($0.steps[0]) }) else { return }
        let span = Span(file.source, node.range)
        if let path = text.onlyField, let field = event.field(path.steps[0]) {
            if case .url = field.type {} else { report.add(.wrongFieldType(field, wanted: "a url", span)) }
        } else if !EventType.isPictureTemplate(text) {
            report.add(.badImage(text.source, hasFields: !text.fields.isEmpty, span))
        } else if let field = text.fields.lazy.compactMap({ event.field($0.steps[0]) }).first(where: \.type.isOfMany) {
            report.add(.wrongFieldType(field, wanted: "one value, which is the same for every reader", span))
        }
    }

    /// Whether a name exists, or an error in it is reported elsewhere.
    private func isKnown(_ name: String) -> Bool {
        name == "event" || event.field(name) != nil && !tenant.isUnsure(of: name, in: event)
    }
}

extension PayloadType {
    /// Whether it is a list or a map, or depends on the reader's language.
    fileprivate var isOfMany: Bool {
        switch self {
        case .list, .map, .localizedText: true
        default: false
        }
    }
}

extension Diagnostic {
    fileprivate static func badImage(_ text: String, hasFields: Bool, _ span: Span) -> Diagnostic {
        Diagnostic(
            .badURL,
            "\(quoted(text)) is not an https URL\(hasFields ? " with a host of its own" : "")",
            at: span,
            label: "no app would show it",
            help: hasFields
                ? "write scheme and host out, as in `https://cdn.example/{id}.png`, or name one field of the type url alone"
                : nil
        )
    }

    fileprivate static func badPicture(_ fault: PictureRule.Fault, _ span: Span) -> Diagnostic {
        let summary =
            switch fault {
            case .notLiteral: "the address of a picture in a template has no placeholders and no markup"
            case .noAddress(let text): "\(quoted(text)) is not an https URL"
            }
        return Diagnostic(
            .badURL,
            summary,
            at: span,
            label: "no app would show it",
            help: "write the address out, or let the event's `image` in events.json bring it"
        )
    }
}
