import CarillonDiagnostics
import CarillonModel
import CarillonPluginKit
import MessageFormat

/// Markup stands in HTML slots only, is known and balanced, and links lead to routes.
enum MarkupRule: Rule {
    /// What `email.html` may hold.
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
                checkLinks(pattern, text, tenant, &report)
            }
        }
    }

    private static func isHTML(_ text: WrittenText, _ tenant: TenantContext) -> Bool {
        if text.path == "email.html" { return true }
        let event = tenant.events[text.id] ?? tenant.collected[text.id]
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

    private static func checkLinks(
        _ pattern: Message.Pattern,
        _ text: WrittenText,
        _ tenant: TenantContext,
        _ report: inout RuleReport
    ) {
        guard tenant.isSound("deepLinks"), let event = tenant.events[text.id] else { return }
        for case .markup(let markup) in pattern where markup.name == "link" && markup.kind != .close {
            let span = tenant.span("#link", in: text)
            guard case .literal(let id)? = markup.options.first(where: { $0.name == "to" })?.value else {
                report.add(.linkWithoutRoute(span))
                continue
            }
            guard let route = tenant.profile.deepLinks.route(id) else {
                let known = tenant.profile.deepLinks.routes.map(\.id)
                report.add(.unknownName(id, .unknownRoute, "route", known: known, tenant.span(id, in: text)))
                continue
            }
            guard event.deepLink?.route != id else { continue }
            for parameter in route.parameters
            where !markup.options.contains(where: { $0.name == parameter.name })
                && event.field(parameter.name) == nil
            {
                report.add(.linkWithoutArgument(parameter.name, id, span))
            }
        }
    }
}

extension Message {
    /// All patterns that can be shown.
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

    fileprivate static func linkWithoutRoute(_ span: Span) -> Diagnostic {
        Diagnostic(.badMarkupLink, "this link names no route", at: span, help: "write {#link to=route}…{/link}")
    }

    fileprivate static func linkWithoutArgument(_ name: String, _ route: String, _ span: Span) -> Diagnostic {
        Diagnostic(
            .badMarkupLink,
            "the route \(quoted(route)) needs its parameter `\(name)`",
            at: span,
            notes: [
                "it comes from the event's own deep link, from a payload field of that name, or from an option here"
            ]
        )
    }
}
