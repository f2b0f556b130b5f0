/// Decides about links from outside.
///
/// An accepted link leads to a route of the tenant's own app or site, and is spelled as the profile spells it: an app
/// that compares strings would not recognize `SHOP://`, and expects no parameters beside the route's. Only links to the
/// tenant's own site may have further parameters, such as `?src=push`.
///
/// Source of the attacks it withstands: OWASP MASVS-PLATFORM, Android's guidance on unsafe deep links, RFC 3986.
public struct DeepLinkChecker: Sendable {
    private let links: DeepLinks
    /// The patterns of each route's link texts, by route id; read once.
    private let patterns: [String: [LinkKind: RoutePattern]]

    public init(_ links: DeepLinks) {
        self.links = links
        let patterns = links.routes.map { route in
            let kinds = LinkKind.allCases.compactMap { kind -> (LinkKind, RoutePattern)? in
                route[kind].flatMap { RoutePattern($0, of: route, isWeb: kind == .web) }.map { (kind, $0) }
            }
            return (route.id, Dictionary(uniqueKeysWithValues: kinds))
        }
        self.patterns = Dictionary(patterns, uniquingKeysWith: { first, _ in first })
    }

    /// What kind of link `text` is.
    ///
    /// Without routes in the profile every path within its schemes and origins is taken.
    /// - Throws: ``DeepLinkFault``, the first that applies.
    public func check(_ text: String) throws(DeepLinkFault) -> LinkKind { try match(text).kind }

    /// Where `text` leads.
    /// - Throws: ``DeepLinkFault``, the first that applies.
    public func match(_ text: String) throws(DeepLinkFault) -> LinkMatch {
        let url = try URLParts(reading: text)
        let kind = try kind(of: url)
        let shape = try LinkShape(url, isWeb: kind == .web)
        guard !links.routes.isEmpty else {
            guard !shape.query.contains(where: \.isText) else { throw .badEscape }
            return LinkMatch(kind: kind)
        }
        var closest = DeepLinkFault.noSuchRoute
        for route in links.routes {
            guard let pattern = patterns[route.id]?[kind] else { continue }
            do {
                return LinkMatch(kind: kind, route: route, values: try pattern.values(in: shape))
            } catch {
                if error != .noSuchRoute { closest = error }
            }
        }
        throw closest
    }

    /// Whether `text` is a link to `route` and nothing else.
    func check(_ text: String, leadsTo route: Route, as kind: LinkKind) throws(DeepLinkFault) {
        let url = try URLParts(reading: text)
        guard try self.kind(of: url) == kind else { throw .noSuchRoute }
        let shape = try LinkShape(url, isWeb: kind == .web)
        guard let pattern = patterns[route.id]?[kind] else { throw .noSuchRoute }
        _ = try pattern.values(in: shape)
    }

    private func kind(of url: URLParts) throws(DeepLinkFault) -> LinkKind {
        guard let scheme = url.scheme else { return .screen }
        if links.schemes.contains(scheme) {
            guard !url.authority.contains(":") else { throw .foreignOrigin("\(scheme)://\(url.authority)") }
            return .app
        }
        guard links.origins.contains(where: { $0.hasPrefix(scheme + "://") }) else { throw .unknownScheme(scheme) }
        let origin = "\(scheme)://\(url.authority)"
        guard links.origins.contains(origin) else { throw .foreignOrigin(origin) }
        return .web
    }
}

/// A link that leads to the tenant's own app or site.
public struct LinkMatch: Sendable, Hashable {
    public let kind: LinkKind
    /// Nil only where the profile has no routes.
    public var route: Route?
    /// By parameter, decoded.
    public var values: [String: String] = [:]

    /// Who may be led there; nil: everybody.
    public var audience: String? { route?.audience(for: values) }
}

/// The three ways to a place.
public enum LinkKind: String, Sendable, Hashable, CaseIterable {
    /// With the app's own scheme.
    case app
    /// On the web.
    case web
    /// A path within the app.
    case screen
}

extension Route {
    /// The text of that kind, where the route has one.
    public subscript(kind: LinkKind) -> PlaceholderText? {
        switch kind {
        case .app: app
        case .web: web
        case .screen: screen
        }
    }
}
