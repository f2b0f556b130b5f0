import CarillonDiagnostics
import MessageFormat

/// Faults of links in texts.
enum MarkupLinkFault: Error {
    case screenOnly(Route)
    case missing(Route.Parameter, Route)
    case unknownOption(String, Route)
    case mayBeAbsent(PayloadField, Route.Parameter)
    case wrongField(PayloadField, Route.Parameter)
    case unfittingText(String, Route.Parameter)
    case notPlain(String, Route.Parameter)
    case unmade(Route, DeepLinkFault)
    /// A link or a button within another one: which, and within which.
    case nested(String, within: String)
    /// It contains nothing visible.
    case empty(String)

    /// Faults of how links are nested and filled, each with the markup's name.
    static func nestedOrEmpty(in pattern: Message.Pattern) -> [(fault: MarkupLinkFault, name: String)] {
        var faults: [(fault: MarkupLinkFault, name: String)] = []
        var open: (name: String, hasText: Bool)?
        for element in pattern {
            switch element {
            case .text(let text): if !text.isBlank { open?.hasText = true }
            case .expression: open?.hasText = true
            case .markup(let markup) where MarkupLinkRule.names.contains(markup.name):
                if markup.kind != .close, let outer = open {
                    faults.append((.nested(markup.name, within: outer.name), markup.name))
                    open?.hasText = true
                } else if markup.kind == .open {
                    open = (markup.name, false)
                } else {
                    let isEmpty =
                        markup.kind == .standalone || open.map { $0.name == markup.name && !$0.hasText } == true
                    if isEmpty { faults.append((.empty(markup.name), markup.name)) }
                    if open?.name == markup.name { open = nil }
                }
            case .markup: continue
            }
        }
        return faults
    }
}

extension Diagnostic {
    static func linkWithoutRoute(_ name: String, _ span: Span) -> Diagnostic {
        let what = name == "link" ? "link" : "button"
        return Diagnostic(
            .badMarkupLink,
            "this \(what) names no route",
            at: span,
            help: "write {#\(name) to=route}…{/\(name)}"
        )
    }

    static func badMarkupLink(_ fault: MarkupLinkFault, _ span: Span) -> Diagnostic {
        switch fault {
        case .screenOnly(let route):
            Diagnostic(
                .badMarkupLink,
                "the route \(quoted(route.id)) has neither `web` nor `app`, and a mail can open nothing else",
                at: span,
                help: "give the route a `web`, or lead elsewhere"
            )
        case .missing(let parameter, let route):
            Diagnostic(
                .badMarkupLink,
                "the route \(quoted(route.id)) needs its parameter `\(parameter.name)`",
                at: span,
                notes: [
                    "it comes from the event's own deep link, from a payload field of that name, or from an option here"
                ]
            )
        case .unknownOption(let name, let route): unknownParameter(name, route, span)
        case .mayBeAbsent(let field, let parameter):
            Diagnostic(
                .badMarkupLink,
                "the field `\(field.name)`, which fills `\(parameter.name)`, may be absent",
                at: span,
                notes: ["a message that cannot be formatted whole is never sent"],
                help: "make the field required, or show the link where `$\(field.name).present` is `true` only"
            )
        case .wrongField(let field, let parameter):
            Diagnostic(
                .badMarkupLink,
                "`\(field.name)` is \(field.type.name.withArticle), and not each fits the parameter `\(parameter.name)`, "
                    + parameter.type.rawValue.withArticle,
                at: span,
                help: "fill it with a field such as a uuid, a slug or an integer"
            )
        case .unfittingText(let text, let parameter):
            Diagnostic(
                .badMarkupLink,
                "\(quoted(text)) is not \(parameter.type.rawValue.withArticle), which `\(parameter.name)` is",
                at: span
            )
        case .notPlain(let name, let parameter):
            Diagnostic(
                .badMarkupLink,
                "`$\(name)` has no form in which it could fill `\(parameter.name)`",
                at: span,
                help: "fill it with a payload field as it is"
            )
        case .unmade(let route, let fault):
            Diagnostic(.badMarkupLink, "this makes no link to \(quoted(route.id)): \(fault)", at: span)
        case .nested(let name, let outer):
            Diagnostic(
                .badMarkupLink,
                "`{#\(name)}` stands within `{#\(outer)}`, and a link within a link leads nowhere in mail programs",
                at: span,
                help: "close the first before the second: {#\(outer) …}…{/\(outer)} {#\(name) …}…{/\(name)}"
            )
        case .empty(let name):
            Diagnostic(
                .badMarkupLink,
                "this `{#\(name)}` holds no words, and nobody could see or open it",
                at: span,
                help: "write {#\(name) …}Open{/\(name)}"
            )
        }
    }

    private static func unknownParameter(_ name: String, _ route: Route, _ span: Span) -> Diagnostic {
        let known = route.parameters.map(\.name)
        return Diagnostic(
            .badMarkupLink,
            "the route \(quoted(route.id)) has no parameter \(quoted(name))",
            at: span,
            label: Suggestion.question(Suggestion.closest(to: name, among: known)),
            notes: [known.isEmpty ? "it has none" : "it has \(Shape.list(known))"]
        )
    }
}
