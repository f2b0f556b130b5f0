import CarillonPluginKit
import CarillonProfiles
import MessageFormat

/// A formatted message as HTML: markup becomes elements, texts and values are escaped, so that no payload adds an
/// element or a link of its own.
///
/// The layout around it is the channel's.
struct HTMLMessage {
    let links: DeepLinkMaker
    /// What the event fills a parameter of a route with, where the link doesn't specify it itself: parameter, route.
    let argument: (String, String) -> String?

    /// - Throws: ``DeepLinkFault`` where a link's route or values are wrong.
    func html(_ parts: [FormattedPart]) throws(DeepLinkFault) -> String {
        var html = ""
        for part in parts {
            switch part {
            case .text(let text): html += HTMLText.escaped(text)
            case .value(let value): html += HTMLText.escaped(value.text)
            case .fallback(let source): html += HTMLText.escaped("{\(source)}")
            case .bidiIsolation(let mark): html += Self.isolation(mark)
            case .markup(let markup): html += try element(markup)
            }
        }
        return html
    }

    private func element(_ markup: FormattedPart.MarkupPart) throws(DeepLinkFault) -> String {
        let name = Self.elements[markup.name] ?? "span"
        switch markup.kind {
        case .close: return "</\(name)>"
        case .open, .standalone:
            let attributes = name == "a" ? try attributes(of: markup) : ""
            return "<\(name)\(attributes)>" + (markup.kind == .standalone && name != "br" ? "</\(name)>" : "")
        }
    }

    private func attributes(of markup: FormattedPart.MarkupPart) throws(DeepLinkFault) -> String {
        guard let route = markup.options.first(where: { $0.name == "to" })?.value else { return "" }
        var values: [String: String] = [:]
        for option in markup.options where option.name != "to" { values[option.name] = option.value }
        for parameter in links.route(route)?.parameters ?? [] where values[parameter.name] == nil {
            values[parameter.name] = argument(parameter.name, route)
        }
        let link = try links.link(to: route, values: values)
        guard let target = link.web ?? link.app else { return "" }
        return " href=\"\(HTMLText.escaped(target))\""
    }

    /// What templates call an element, and what HTML calls it.
    private static let elements = [
        "p": "p", "strong": "strong", "em": "em", "br": "br", "link": "a", "button": "a", "ul": "ul", "ol": "ol",
        "li": "li", "h1": "h1", "h2": "h2", "h3": "h3",
    ]

    private static func isolation(_ mark: String) -> String {
        switch mark {
        case "\u{2066}": "<bdi dir=\"ltr\">"
        case "\u{2067}": "<bdi dir=\"rtl\">"
        case "\u{2068}": "<bdi>"
        default: "</bdi>"
        }
    }
}
