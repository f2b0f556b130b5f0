public import CarillonModel
public import CarillonPluginKit

/// Makes links from a profile's routes.
///
/// No value of a payload can change a link's scheme, its host or the shape of its path: values are checked against the
/// parameter's type and percent-encoded, and the result is parsed again. Make one for each profile, because it reads
/// all its routes.
public struct DeepLinkMaker: Sendable {
    private let checker: DeepLinkChecker
    private let routes: [String: Route]

    public init(_ links: DeepLinks) {
        checker = DeepLinkChecker(links)
        routes = Dictionary(links.routes.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    }

    public func route(_ id: String) -> Route? { routes[id] }

    /// Whether the event's deep link is valid: its route has a link, and each parameter is filled by a field of a
    /// fitting type.
    func hasSoundLink(_ event: EventType) -> Bool {
        guard let template = event.deepLink, let route = routes[template.route],
            (try? link(to: route.id, values: route.harmlessValues)) != nil
        else { return false }
        return route.parameters.allSatisfy { parameter in
            template.arguments.first { $0.parameter == parameter.name }
                .flatMap { event.field($0.field) }?.type.fits(parameter.type) == true
        }
    }

    /// The link of an event for a payload; nil when an optional field that it needs is absent.
    public func link(for template: DeepLinkTemplate, payload: Payload) throws(DeepLinkFault) -> MessageLink? {
        var values: [String: String] = [:]
        for argument in template.arguments {
            guard let value = payload[argument.field]?.linkText else { return nil }
            values[argument.parameter] = value
        }
        return try link(to: template.route, values: values)
    }

    /// The link to a route, with values by parameter.
    public func link(to routeID: String, values: [String: String]) throws(DeepLinkFault) -> MessageLink {
        guard let route = routes[routeID] else { throw .unknownRoute(routeID) }
        for parameter in route.parameters {
            guard let value = values[parameter.name] else { throw .missingParameter(parameter.name) }
            guard parameter.type.accepts(value) else { throw .badParameter(parameter.name, parameter.type) }
            guard !value.isEmpty || !route.hasInPath(parameter.name) else { throw .emptyInPath(parameter.name) }
        }
        let isPlain = values.values.allSatisfy(Self.isPlain)
        return MessageLink(
            app: try text(.app, of: route, values: values, isPlain: isPlain),
            web: try text(.web, of: route, values: values, isPlain: isPlain),
            screen: try text(.screen, of: route, values: values, isPlain: isPlain)
        )
    }

    /// - Parameter isPlain: whether all values are plain, so that the result needn't be parsed again: the validator has
    ///   done so for the route.
    func text(
        _ kind: LinkKind,
        of route: Route,
        values: [String: String],
        isPlain: Bool = false
    ) throws(DeepLinkFault) -> String? {
        guard let template = route[kind] else { return nil }
        var text = ""
        for segment in template.segments {
            switch segment {
            case .text(let literal): text += literal
            case .field(let path):
                guard let value = values[path.description] else { throw .missingParameter(path.description) }
                // Slashes of a path value are kept; all other special characters are encoded.
                text += route.parameter(path.description)?.type == .path ? value : PercentEncoding.encode(value)
            }
        }
        if isPlain {
            guard text.utf8.count <= DeepLinks.maxLength else { throw .tooLong(limit: DeepLinks.maxLength) }
        } else {
            try checker.check(text, leadsTo: route, as: kind)
        }
        return text
    }

    /// Only letters, digits and dashes, as in ids: such a value can't change the shape of any link.
    private static func isPlain(_ value: String) -> Bool {
        !value.isEmpty && value.utf8.allSatisfy { $0.isAlphanumeric || $0 == UInt8(ascii: "-") }
    }
}

extension DeepLinkMaker {
    /// Why an event's link can't be made from a payload whose types are right: a text is empty, has several lines, or
    /// contains something that would change the link's shape.
    ///
    /// - Returns: at most one fault, at the field that causes it where that is known; none where the link can be made,
    ///   or where an absent optional field leaves the event without one.
    public func faults(of template: DeepLinkTemplate, payload: Payload) -> [Fault] {
        do {
            _ = try link(for: template, payload: payload)
            return []
        } catch {
            let parameter = error.parameter
            let fields = template.arguments.filter { parameter == nil || $0.parameter == parameter }.map(\.field)
            let pointer = fields.count == 1 ? fields.map(JSONPointer.step)[0] : ""
            return [
                Fault(
                    pointer: pointer,
                    code: .badFormat,
                    message: "makes no link to the route `\(template.route)`: \(error)"
                )
            ]
        }
    }
}

extension DeepLinkFault {
    /// The parameter that causes it, where that is known.
    fileprivate var parameter: String? {
        switch self {
        case .badParameter(let name, _), .emptyInPath(let name): name
        default: nil
        }
    }
}

extension PayloadValue {
    /// The value as it is inserted for a parameter of a route.
    public var linkText: String? { json(for: []).map { TemplateScope.text(of: $0) } }
}
