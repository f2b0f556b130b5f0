import CarillonDiagnostics
import CarillonModel
import CarillonPluginKit
import MessageFormat

/// Markup is used in HTML slots only, is known and balanced, and has options only for links.
enum MarkupRule: Rule {
    static let scope = RuleScope.texts

    /// Markup that `email.html` may contain.
    private static let known = ["p", "strong", "em", "br", "link", "ul", "ol", "li", "h1", "h2", "h3", "button"]

    static func check(_ tenant: TenantContext, _ report: inout RuleReport) {
        for text in tenant.texts {
            guard let uses = text.uses, !uses.markup.isEmpty, let message = text.message else { continue }
            if !isHTML(text, tenant) {
                report.add(.markupInText(text.path, tenant.span("#" + uses.markup[0], in: text)))
                continue
            }
            for name in uses.markup where !known.contains(name) {
                report.add(.unknownMarkup(name, known: known, tenant.span("#" + name, in: text)))
            }
            for pattern in message.patterns {
                checkBalance(pattern, text, tenant, &report)
                checkOptions(pattern, text, tenant, &report)
            }
        }
    }

    private static func isHTML(_ text: WrittenText, _ tenant: TenantContext) -> Bool {
        if text.path == "email.html" { return true }
        let event = tenant.profile.event(text.id) ?? tenant.collected[text.id]
        return event?.channels.contains { channel in
            tenant.descriptor(channel)?.slots.contains { $0.isHTML && text.fills($0, channel) } == true
        } == true
    }

    private static func checkBalance(
        _ pattern: Message.Pattern,
        _ text: WrittenText,
        _ tenant: TenantContext,
        _ report: inout RuleReport
    ) {
        var open: [String] = []
        for case .markup(let markup) in pattern {
            switch markup.kind {
            case .open: open.append(markup.name)
            case .standalone: break
            case .close:
                guard open.popLast() == markup.name else {
                    report.add(.unbalancedMarkup(markup.name, tenant.span("/" + markup.name, in: text)))
                    return
                }
            }
        }
        if let name = open.last { report.add(.unbalancedMarkup(name, tenant.span("#" + name, in: text))) }
    }

    /// Only links have options.
    ///
    /// Others would have no effect, or prevent the message from being sent.
    private static func checkOptions(
        _ pattern: Message.Pattern,
        _ text: WrittenText,
        _ tenant: TenantContext,
        _ report: inout RuleReport
    ) {
        for case .markup(let markup) in pattern where known.contains(markup.name) {
            let isLink = MarkupLinkRule.names.contains(markup.name) && markup.kind != .close
            for option in markup.options where !isLink || option.name == "u:dir" {
                report.add(.markupOption(option.name, of: markup, tenant.span(option.name, in: text)))
            }
        }
    }
}

extension Message {
    /// All patterns that the message can show.
    var patterns: [Pattern] {
        switch body {
        case .pattern(let pattern): [pattern]
        case .select(_, let variants): variants.map(\.pattern)
        }
    }
}

extension Diagnostic {
    fileprivate static func markupInText(_ path: String, _ span: Span) -> Diagnostic {
        Diagnostic(
            .markupInText,
            "`\(path)` shows plain text, markup would vanish",
            at: span,
            help: "markup belongs to `email.html`"
        )
    }

    fileprivate static func unknownMarkup(_ name: String, known: [String], _ span: Span) -> Diagnostic {
        let guess = Suggestion.closest(to: name, among: known)
        return Diagnostic(
            .unknownMarkup,
            "there is no markup `{#\(name)}`",
            at: span,
            label: guess.map { "did you mean `{#\($0)}`?" } ?? "",
            notes: ["there is \(Shape.list(known))"]
        )
    }

    fileprivate static func unbalancedMarkup(_ name: String, _ span: Span) -> Diagnostic {
        Diagnostic(
            .unbalancedMarkup,
            "`\(name)` is opened and closed in different numbers or the wrong order",
            at: span,
            help: "write {#\(name)}…{/\(name)}, one inside the other"
        )
    }

    fileprivate static func markupOption(_ name: String, of markup: Message.Markup, _ span: Span) -> Diagnostic {
        let isLink = MarkupLinkRule.names.contains(markup.name) && markup.kind != .close
        return Diagnostic(
            .unknownOption,
            "`{\(markup.kind == .close ? "/" : "#")\(markup.name)}` has no option `\(name)`",
            at: span,
            notes: [isLink ? "it has `to`, and the parameters of that route" : "it has none"]
        )
    }
}
