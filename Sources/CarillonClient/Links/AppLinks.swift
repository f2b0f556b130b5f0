public import CarillonModel

/// The links that an app opens: schemes, origins and routes of its product, as the client profile has them in `deepLinks`.
///
/// It is as strict as the host, so that no link from another app or page leads where the product's own links can't:
/// exact scheme, host and port; no user, no fragment, no backslash, no control character, no dot segment or encoded slash
/// after repeated decoding; values of their parameter's type; no query parameter twice; and none that the route doesn't
/// declare, but for further ones on the product's own site. Reading and printing are each other's inverse.
///
/// Source: RFC 3986; OWASP MASVS-PLATFORM; Android's guidance on unsafe deep links.
public struct AppLinks: Sendable, Hashable {
    public let schemes: [String]
    public let origins: [String]
    public let routes: [AppRoute]
    private let patterns: [[LinkForm: LinkPattern]]

    /// UTF-8 bytes of a link at most.
    public static let maxLength = 2048

    /// - Parameters:
    ///   - schemes: the app's own, such as `shop`.
    ///   - origins: of the product's site, such as `https://shop.example`.
    ///   - routes: the places; a form that can't be read as a link opens nothing.
    public init(schemes: [String], origins: [String], routes: [AppRoute]) {
        self.schemes = schemes
        self.origins = origins
        self.routes = routes
        patterns = routes.map { route in
            let read = LinkForm.allCases.compactMap { form in
                route[form].flatMap { LinkPattern($0, of: route, form: form) }.map { (form, $0) }
            }
            return Dictionary(uniqueKeysWithValues: read)
        }
    }

    /// From the member `deepLinks` of a client profile; what can't be read is left out.
    public init(_ json: JSONValue) {
        self.init(
            schemes: json["schemes"]?.array?.compactMap(\.string) ?? [],
            origins: json["origins"]?.array?.compactMap(\.string) ?? [],
            routes: json["routes"]?.array?.compactMap(AppRoute.init) ?? []
        )
    }

    /// Where a link leads, whichever of the three forms it has.
    ///
    /// - Throws: why it isn't followed, the first fault found.
    public func read(_ text: String) throws(LinkFault) -> Destination {
        let url = try LinkParts(text)
        let form = try form(of: url)
        let shape = try LinkShape(url, form: form)
        var closest = LinkFault.noSuchRoute
        for (route, forms) in zip(routes, patterns) {
            guard let pattern = forms[form] else { continue }
            do {
                return Destination(route.id, try pattern.values(in: shape))
            } catch {
                if error != .noSuchRoute { closest = error }
            }
        }
        throw closest
    }

    /// The link to a destination in one form; nil where the route has no such form.
    ///
    /// - Throws: where the route isn't known, or a value is missing or not of its type.
    public func link(to destination: Destination, as form: LinkForm) throws(LinkFault) -> String? {
        guard let route = routes.first(where: { $0.id.exact == destination.route.exact }) else { throw .noSuchRoute }
        try route.check(destination.values)
        guard let template = route[form] else { return nil }
        let text = PlaceholderPiece.pieces(of: template).map { piece in
            guard case .name(let name) = piece else { return piece.text }
            let value = destination.values[name] ?? ""
            return route.parameter(name)?.type == .path ? value : PercentEncoding.encode(value)
        }
        .joined()
        // What was made is read again: no value can change scheme, host or the shape of the path.
        guard try read(text).values == destination.values else { throw .noSuchRoute }
        return text
    }

    /// Whether a destination could be reached by a link: its route is known and its values are of their types.
    public func isSound(_ destination: Destination) -> Bool {
        guard let route = routes.first(where: { $0.id.exact == destination.route.exact }) else { return false }
        return (try? route.check(destination.values)) != nil
    }

    /// Whether a link that isn't the product's own may be opened in the browser: over HTTPS, to a host, without a user.
    public static func isExternal(_ text: String) -> Bool {
        guard let url = try? LinkParts(text), url.scheme == "https", let first = url.authority.utf8.first else {
            return false
        }
        return first.isAlphanumeric
    }

    private func form(of url: LinkParts) throws(LinkFault) -> LinkForm {
        guard let scheme = url.scheme else { return .screen }
        if schemes.contains(where: { $0.exact == scheme.exact }) {
            guard !url.authority.utf8.contains(UInt8(ascii: ":")) else { throw .foreignOrigin }
            return .app
        }
        guard origins.contains(where: { $0.hasPrefix(scheme + "://") }) else { throw .unknownScheme }
        guard origins.contains(where: { $0.exact == "\(scheme)://\(url.authority)".exact }) else {
            throw .foreignOrigin
        }
        return .web
    }

    public static func == (left: Self, right: Self) -> Bool {
        left.schemes == right.schemes && left.origins == right.origins && left.routes == right.routes
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(schemes)
        hasher.combine(origins)
        hasher.combine(routes)
    }
}

/// The three ways to write where a link leads.
public enum LinkForm: String, Sendable, Hashable, CaseIterable {
    /// With the app's own scheme.
    case app
    /// On the product's site.
    case web
    /// A path within the app.
    case screen
}

/// A place in the app.
public struct Destination: Sendable, Hashable {
    /// The route's id.
    public let route: String
    /// Decoded, by parameter.
    public let values: [String: String]

    /// - Parameters:
    ///   - route: its id.
    ///   - values: decoded, by parameter.
    public init(_ route: String, _ values: [String: String] = [:]) {
        self.route = route
        self.values = values
    }
}
