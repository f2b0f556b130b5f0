import CarillonDiagnostics
import CarillonModel

/// An event's deep link names a route and fills all of its parameters with fields of fitting types.
enum EventLinkRule: Rule {
    static let scope = RuleScope.settings

    static func check(_ tenant: TenantContext, _ report: inout RuleReport) {
        guard let file = tenant.eventsFile, tenant.isSound("deepLinks") else { return }
        let routes = Self.routes(of: tenant)
        for event in tenant.profile.events where tenant.isSound(event, "deepLink") {
            guard let link = event.deepLink else { continue }
            let place: [JSONStep] = [.name("events"), .name(event.id.rawValue), .name("deepLink")]
            check(link, of: event, at: place, in: file, tenant, routes, &report)
            checkAudience(of: event, at: place, routes[link.route]?.audience(of: link), in: file, tenant, &report)
        }
    }

    /// - Parameter other: the audience of the route that the event links to.
    private static func checkAudience(
        of event: EventType,
        at place: [JSONStep],
        _ other: PlaceholderText?,
        in file: TenantFile,
        _ tenant: TenantContext,
        _ report: inout RuleReport
    ) {
        guard let other else { return }
        for (name, own) in [("audience", event.audience), ("topic", event.topic)] {
            guard let own, tenant.isSound(event, name), own.segments != other.segments else { continue }
            let stated = place.dropLast() + [.name(name)]
            report.add(.twoAudiences(other.source, file.span(Array(stated)), link: file.span(place)))
        }
    }

    /// - Parameter event: the event whose fields fill the link's parameters.
    static func check(
        _ link: DeepLinkTemplate,
        of event: EventType,
        at place: [JSONStep],
        in file: TenantFile,
        _ tenant: TenantContext,
        _ report: inout RuleReport
    ) {
        check(link, of: event, at: place, in: file, tenant, routes(of: tenant), &report)
    }

    /// By id, because there may be thousands.
    private static func routes(of tenant: TenantContext) -> [String: Route] {
        Dictionary(tenant.profile.deepLinks.routes.map { ($0.id, $0) }) { first, _ in first }
    }

    private static func check(
        _ link: DeepLinkTemplate,
        of event: EventType,
        at place: [JSONStep],
        in file: TenantFile,
        _ tenant: TenantContext,
        _ routes: [String: Route],
        _ report: inout RuleReport
    ) {
        guard let route = routes[link.route] else {
            let span = file.span(place + [.name("route")])
            let known = tenant.profile.deepLinks.routes.map(\.id)
            report.add(.unknownName(link.route, .unknownRoute, "route", known: known, span))
            return
        }
        for parameter in route.parameters where !link.arguments.contains(where: { $0.parameter == parameter.name }) {
            report.add(.missingArgument(parameter, route.id, file.span(place)))
        }
        for argument in link.arguments {
            let step = place + [.name(argument.parameter)]
            guard let parameter = route.parameter(argument.parameter) else {
                let known = route.parameters.map(\.name)
                report.add(.unknownArgument(argument.parameter, known: known, file.nameSpan(step)))
                continue
            }
            guard !tenant.isUnsure(of: argument.field, in: event) else { continue }
            check(argument, parameter, of: route, event, tenant, at: { file.span(step) }, &report)
        }
    }

    private static func check(
        _ argument: DeepLinkTemplate.Argument,
        _ parameter: Route.Parameter,
        of route: Route,
        _ event: EventType,
        _ tenant: TenantContext,
        at span: () -> Span,
        _ report: inout RuleReport
    ) {
        guard let field = event.field(argument.field) else {
            report.add(.unknownField(argument.field, known: event.payload.map(\.name), span()))
            return
        }
        if !field.type.fits(parameter.type) {
            report.add(.wrongArgument(field, parameter, span()))
        } else if let value = valueWithoutLink(field.type, parameter, of: route, tenant) {
            report.add(.wrongValue(value, of: field, parameter, span()))
        } else if field.type.mayBreakPath, route.hasInPath(parameter.name) {
            report.add(.textInPath(field, parameter, span()))
        }
        if field.isOptional { report.add(.optionalInLink(field.name, span())) }
        if field.isSensitive { report.add(.sensitiveInLink(field.name, span())) }
    }

    /// The first value of an `enum` that gives no valid link.
    ///
    /// Values of other types either always fit, or are checked when the event is posted.
    static func valueWithoutLink(
        _ type: PayloadType,
        _ parameter: Route.Parameter,
        of route: Route,
        _ tenant: TenantContext
    ) -> String? {
        guard case .choice(let values) = type, parameter.type == .text else { return nil }
        let maker = DeepLinkMaker(tenant.profile.deepLinks)
        var filling = route.harmlessValues
        return values.first { value in
            filling[parameter.name] = value
            return (try? maker.link(to: route.id, values: filling)) == nil
        }
    }
}

extension PayloadType {
    /// Whether some values would change a link's path: a mail address may contain a slash before its `@`.
    fileprivate var mayBreakPath: Bool {
        switch self {
        case .text, .email: true
        default: false
        }
    }

    /// Whether values of this type are valid for a parameter of the given type.
    ///
    /// Some texts and mail addresses still give no valid link; an event with such a value is refused when it is posted
    /// (``DeepLinkMaker/faults(of:payload:)``).
    func fits(_ type: Route.ParameterType) -> Bool {
        switch (self, type) {
        case (.uuid, .uuid), (.uuid, .slug), (.uuid, .text), (.slug, .slug), (.slug, .text), (.integer, .integer),
            (.integer, .text), (.date, .slug), (.date, .text), (.email, .text), (.boolean, .slug), (.boolean, .text),
            (.decimal, .text), (.instant, .text), (.integer, .slug), (.path, .path), (.slug, .path), (.uuid, .path),
            (.date, .path):
            true
        case (.choice(let values), let type): values.allSatisfy(type.accepts)
        case (.text(let length), .text): length <= Route.ParameterType.textLength
        default: false
        }
    }
}

extension Route.ParameterType {
    /// The types of fields that can fill the parameter, by their names in `events.json`.
    fileprivate var fittingTypes: [String] {
        let types: [PayloadType] = [
            .uuid, .slug, .path, .integer(0...1), .date, .boolean, .decimal, .instant, .email, .text(maxLength: 1),
        ]
        return types.filter { $0.fits(self) }.map(\.name)
    }
}

extension Diagnostic {
    fileprivate static func missingArgument(_ parameter: Route.Parameter, _ route: String, _ span: Span) -> Diagnostic {
        Diagnostic(
            .missingArgument,
            "the route \(quoted(route)) needs its parameter `\(parameter.name)`",
            at: span,
            help: "add \"\(parameter.name)\": and the payload field that fills it"
        )
    }

    fileprivate static func unknownArgument(_ name: String, known: [String], _ span: Span) -> Diagnostic {
        unknownName(name, .unknownArgument, "parameter of this route", known: known, span)
    }

    static func unknownField(_ name: String, known: [String], _ span: Span) -> Diagnostic {
        let guess = Suggestion.closest(to: name, among: known)
        return Diagnostic(
            .unknownField,
            "the payload has no field \(quoted(name))",
            at: span,
            label: Suggestion.question(guess),
            notes: [known.isEmpty ? "it has none" : "it has \(Shape.list(known))"]
        )
    }

    fileprivate static func wrongArgument(
        _ field: PayloadField,
        _ parameter: Route.Parameter,
        _ span: Span
    ) -> Diagnostic {
        if case (.text(let length), .text) = (field.type, parameter.type) {
            return .tooLongArgument(field, length, span)
        }
        return Diagnostic(
            .wrongArgument,
            "`\(field.name)` is \(field.type.name.withArticle), and the parameter `\(parameter.name)` is "
                + parameter.type.rawValue.withArticle,
            at: span,
            notes: ["a link is only made when every value of the field fits the parameter"],
            help: "fill it with a field of the type \(parameter.type.fittingTypes.joined(separator: ", ")), "
                + "or with an enum whose values fit"
        )
    }

    private static func tooLongArgument(_ field: PayloadField, _ length: Int, _ span: Span) -> Diagnostic {
        let limit = Route.ParameterType.textLength
        return Diagnostic(
            .wrongArgument,
            "`\(field.name)` may have \(length) characters, and a parameter of a route takes \(limit)",
            at: span,
            help: #"give the field "maxLength": \#(limit), or less"#
        )
    }

    fileprivate static func wrongValue(
        _ value: String,
        of field: PayloadField,
        _ parameter: Route.Parameter,
        _ span: Span
    ) -> Diagnostic {
        Diagnostic(
            .wrongArgument,
            "\(quoted(value)), a value of `\(field.name)`, makes no link as the parameter `\(parameter.name)`",
            at: span,
            help: "give the field other values, or let the parameter stand in the link's query"
        )
    }

    fileprivate static func textInPath(
        _ field: PayloadField,
        _ parameter: Route.Parameter,
        _ span: Span
    ) -> Diagnostic {
        Diagnostic(
            .textInPath,
            "not every \(field.type.name) in `\(field.name)` makes a link, because `\(parameter.name)` is a part of the link's path",
            at: span,
            notes: [
                field.type == .email
                    ? "an event is refused when it is posted with an address that holds a slash, `?` or `#`, as in `a/b@acme.example`"
                    : "an event is refused when it is posted with a text that is empty, or holds a line feed, a slash, `?`, `#`, "
                        + "or an escape of such (`%2F`)"
            ],
            help:
                "let the parameter stand in the query (`?\(parameter.name)={\(parameter.name)}`), or take a field of the "
                + "type slug or path"
        )
    }

    fileprivate static func optionalInLink(_ name: String, _ span: Span) -> Diagnostic {
        Diagnostic(
            .optionalInLink,
            "the field `\(name)` may be absent, and then there is no link",
            at: span,
            help: "make the field required"
        )
    }

    fileprivate static func twoAudiences(_ other: String, _ span: Span, link: Span) -> Diagnostic {
        Diagnostic(
            .twoAudiences,
            "the place that this event leads to has another audience",
            at: span,
            related: [Label(link, "which has `\(other)`")],
            help: "remove this one, and the event has its route's"
        )
    }

    fileprivate static func sensitiveInLink(_ name: String, _ span: Span) -> Diagnostic {
        Diagnostic(
            .sensitiveInLink,
            "the sensitive field `\(name)` would stand in a link",
            at: span,
            notes: ["other apps may claim the same scheme, and links end up in logs and histories"],
            help: "let the link carry an opaque id"
        )
    }
}
