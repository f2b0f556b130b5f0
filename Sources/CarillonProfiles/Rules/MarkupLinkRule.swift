import CarillonDiagnostics
import CarillonModel
import CarillonPluginKit
import MessageFormat

/// Links and buttons in HTML lead to a route that can be opened from a mail, and every payload fills the parameters of
/// that route.
enum MarkupLinkRule: Rule {
    static let scope = RuleScope.texts

    /// Markup that links somewhere.
    static let names: Set<String> = ["link", "button"]

    static func check(_ tenant: TenantContext, _ report: inout RuleReport) {
        guard tenant.isSound("deepLinks") else { return }
        for text in tenant.texts {
            guard let uses = text.uses, uses.markup.contains(where: names.contains), let message = text.message,
                let event = tenant.profile.event(text.id) ?? tenant.collected[text.id]
            else { continue }
            let check = MarkupLinkCheck(tenant: tenant, text: text, message: message, uses: uses, event: event)
            switch message.body {
            case .pattern(let pattern): check.visit(at: pattern, of: nil, &report)
            case .select(_, let variants):
                for variant in variants { check.visit(at: variant.pattern, of: variant, &report) }
            }
        }
    }
}

/// Checks the links of one text.
private struct MarkupLinkCheck {
    let tenant: TenantContext
    let text: WrittenText
    let message: Message
    let uses: MessageIntrospection
    let event: EventType

    /// The source of a parameter's value.
    private enum Filling {
        case text(String)
        case field(PayloadField)
        /// It is checked when the event is posted, or another error has been reported.
        case settled
    }

    /// - Parameter variant: the pattern's variant; nil where there is only one pattern.
    func visit(at pattern: Message.Pattern, of variant: Message.Variant?, _ report: inout RuleReport) {
        for (fault, name) in MarkupLinkFault.nestedOrEmpty(in: pattern) {
            report.add(.badMarkupLink(fault, tenant.span("#" + name, in: text)))
        }
        for case .markup(let markup) in pattern
        where MarkupLinkRule.names.contains(markup.name) && markup.kind != .close {
            let span = tenant.span("#" + markup.name, in: text)
            guard case .literal(let id)? = markup.options.first(where: { $0.name == "to" })?.value else {
                report.add(.linkWithoutRoute(markup.name, span))
                continue
            }
            guard let route = tenant.profile.deepLinks.route(id) else {
                let known = tenant.profile.deepLinks.routes.map(\.id)
                report.add(.unknownName(id, .unknownRoute, "route", known: known, tenant.span(id, in: text)))
                continue
            }
            guard let file = tenant.profileFile, !file.isDamaged("deepLinks", "routes", route.id) else { continue }
            let faults = faults(of: markup, to: route, variant)
            for fault in faults { report.add(.badMarkupLink(fault, span)) }
        }
    }

    /// The faults of one link, each as a message with help.
    private func faults(of markup: Message.Markup, to route: Route, _ variant: Message.Variant?) -> [MarkupLinkFault] {
        guard route.web != nil || route.app != nil else { return [.screenOnly(route)] }
        var faults: [MarkupLinkFault] = []
        for option in markup.options where option.name != "to" && !option.name.hasPrefix("u:") {
            if route.parameter(option.name) == nil { faults.append(.unknownOption(option.name, route)) }
        }
        var values = route.harmlessValues
        var fields: [DeepLinkTemplate.Argument] = []
        for parameter in route.parameters {
            switch filling(of: parameter, markup, route, variant) {
            case .success(.settled): break
            case .success(.text(let text)): values[parameter.name] = text
            case .success(.field(let field)): fields.append(.init(parameter.name, from: field.name))
            case .failure(let fault): faults.append(fault)
            }
        }
        guard faults.isEmpty else { return faults }
        do {
            _ = try DeepLinkMaker(tenant.profile.deepLinks).link(to: route.id, values: values)
        } catch {
            return [.unmade(route, error)]
        }
        guard fields.isEmpty || isShortEnough(route, fields) else {
            return [.unmade(route, .tooLong(limit: DeepLinks.maxLength))]
        }
        return []
    }

    private func filling(
        of parameter: Route.Parameter,
        _ markup: Message.Markup,
        _ route: Route,
        _ variant: Message.Variant?
    ) -> Result<Filling, MarkupLinkFault> {
        switch markup.options.last(where: { $0.name == parameter.name })?.value {
        case .literal(let text)?: return filling(of: parameter, with: text)
        case .variable(let name)?:
            switch message.origin(of: name) {
            case .literal(let text): return filling(of: parameter, with: text)
            case .argument(let name): return filling(of: parameter, withArgument: name, route)
            case .made: return .failure(.notPlain(name, parameter))
            }
        case nil: return filling(of: parameter, to: route, variant)
        }
    }

    private func filling(of parameter: Route.Parameter, with text: String) -> Result<Filling, MarkupLinkFault> {
        parameter.type.accepts(text) ? .success(.text(text)) : .failure(.unfittingText(text, parameter))
    }

    private func filling(
        of parameter: Route.Parameter,
        withArgument name: String,
        _ route: Route
    ) -> Result<Filling, MarkupLinkFault> {
        guard let variables = tenant.variables(of: text), !variables.isUnsure(name), let kind = variables[name] else {
            return .success(.settled)
        }
        switch kind {
        case .field(let field):
            return field.type.hasPlainText ? fitting(field, parameter, route) : .failure(.notPlain(name, parameter))
        case .presence: return filling(of: parameter, with: "false")
        case .tenant: return filling(of: parameter, with: tenant.profile.name)
        case .term:
            return filling(of: parameter, with: tenant.profile.messages.terms(locale: text.locale)[name] ?? "")
        case .recipient, .link: return .failure(.notPlain(name, parameter))
        }
    }

    /// The value of a parameter that no option fills.
    private func filling(
        of parameter: Route.Parameter,
        to route: Route,
        _ variant: Message.Variant?
    ) -> Result<Filling, MarkupLinkFault> {
        let own = event.argument(filling: parameter.name, of: route.id)
        // An argument that the event's own link lacks, or fills wrongly, is reported there.
        if own == nil, event.deepLink?.route == route.id, event.field(parameter.name) == nil {
            return .success(.settled)
        }
        let name = own ?? parameter.name
        guard !tenant.isUnsure(of: name, in: event) else { return .success(.settled) }
        guard let field = event.field(name) else {
            return own == nil ? .failure(.missing(parameter, route)) : .success(.settled)
        }
        if field.isOptional, !(variant.map { uses.provesPresence(of: field.name, in: $0) } ?? false) {
            return .failure(.mayBeAbsent(field, parameter))
        }
        return own == nil ? fitting(field, parameter, route) : .success(.settled)
    }

    private func fitting(
        _ field: PayloadField,
        _ parameter: Route.Parameter,
        _ route: Route
    ) -> Result<Filling, MarkupLinkFault> {
        let fits =
            field.type.fits(parameter.type) && !field.type.isFree
            && EventLinkRule.valueWithoutLink(field.type, parameter, of: route, tenant) == nil
        return fits ? .success(.field(field)) : .failure(.wrongField(field, parameter))
    }

    private func isShortEnough(_ route: Route, _ fields: [DeepLinkTemplate.Argument]) -> Bool {
        var leading = event
        leading.deepLink = DeepLinkTemplate(route: route.id, arguments: fields)
        let longest = PayloadBounds(tenant: tenant, event: leading).link
        return [longest?.app, longest?.web, longest?.screen].allSatisfy { link in
            link.map { $0.utf8.count <= DeepLinks.maxLength } ?? true
        }
    }
}

extension PayloadType {
    /// Whether each value can fill a parameter of a link in a text.
    package func canFill(_ parameter: Route.Parameter) -> Bool {
        hasPlainText && !isFree && fits(parameter.type)
    }

    /// Whether a value can be an option of markup; a time can't, because it has no plain text.
    fileprivate var hasPlainText: Bool {
        switch self {
        case .money, .instant, .date, .list, .map: false
        default: true
        }
    }

    /// Whether senders can use any text, including some that don't fit into a link.
    fileprivate var isFree: Bool {
        switch self {
        case .text, .email: true
        default: false
        }
    }
}
