import CarillonModel
import CarillonProfiles

/// Which route takes a request, by method and path: one table, and one rule, for all that a port answers.
///
/// The rule: only routes of the request's method count, and HEAD counts as GET (RFC 9110, section 9.3.2). Among those whose
/// path fits, segments are compared from the left, and a literal one goes before a parameter. So `GET /deliveries/failed`
/// goes before `GET /deliveries/{id}`, in whatever order they were declared, and `DELETE /deliveries/failed` still means
/// `DELETE /deliveries/{id}`. Two routes that the rule can't tell apart, of one method and with paths that differ in nothing
/// but the names of parameters, are in no table: it can't be made.
///
/// A trie in one array. Looking up visits each node once at most, and makes nothing but the parameters.
struct RouteTable<Endpoint: Sendable>: Sendable {
    /// In the order declared.
    let routes: [DeclaredRoute<Endpoint>]
    private var nodes = [Node()]

    private struct Node {
        /// Few: comparing them is faster than hashing.
        var literals: [(text: String, node: Int)] = []
        var parameter: Int?
        /// Indices of the routes whose path ends here, one for a method.
        var routes: [Int] = []

        /// Literals are ASCII, and a text that only resembles one is longer: `K` isn't the sign for kelvin.
        func child(_ text: String) -> Int? {
            literals.first { $0.text.utf8.count == text.utf8.count && $0.text == text }?.node
        }
    }

    /// A route, and the values of its path's parameters in a request's.
    struct Match: Sendable {
        let route: DeclaredRoute<Endpoint>
        let parameters: [String: String]
    }

    enum Resolution: Sendable {
        case match(Match)
        /// The path is there, for these methods only.
        ///
        /// - Parameter nearest: the route that goes before the others there.
        case otherMethods(AllowedMethods, nearest: Match)
        case nothing
    }

    init(_ routes: [DeclaredRoute<Endpoint>]) throws(RouteClash) {
        self.routes = routes
        for (index, route) in routes.enumerated() {
            var node = 0
            for segment in route.path.segments { node = child(of: node, segment) }
            if let other = nodes[node].routes.first(where: { routes[$0].method == route.method }) {
                throw RouteClash(routes[other], route)
            }
            nodes[node].routes.append(index)
        }
    }

    /// A table of routes that this program declares: where two of them clash, it can't start.
    init(declared routes: [DeclaredRoute<Endpoint>]) {
        do {
            try self.init(routes)
        } catch {
            preconditionFailure("\(error)")
        }
    }

    private mutating func child(of node: Int, _ segment: PathTemplate.Segment) -> Int {
        let new = nodes.count
        switch segment {
        case .literal(let text):
            if let known = nodes[node].child(text) { return known }
            nodes[node].literals.append((text, new))
        case .parameter:
            if let known = nodes[node].parameter { return known }
            nodes[node].parameter = new
        }
        nodes.append(Node())
        return new
    }

    /// The route at a path for a request with this method.
    ///
    /// - Parameter path: its segments, percent-decoded.
    func resolve(_ method: String, _ path: ArraySlice<String>) -> Resolution {
        let wanted = RequestMethod(answering: method)
        var found: Int?
        var others: [Int] = []
        visit(path, from: 0) { ends in
            found = ends.first { routes[$0].method == wanted }
            if found == nil { others += ends }
            return found != nil
        }
        if let found { return .match(match(found, path)) }
        guard let nearest = others.first else { return .nothing }
        return .otherMethods(AllowedMethods(others.map { routes[$0].method }), nearest: match(nearest, path))
    }

    private func match(_ index: Int, _ path: ArraySlice<String>) -> Match {
        Match(route: routes[index], parameters: routes[index].path.values(in: path))
    }

    /// Visits the nodes where paths end that this one fits, by the rule's order, until the visitor stops.
    @discardableResult
    private func visit(_ path: ArraySlice<String>, from node: Int, _ visitor: ([Int]) -> Bool) -> Bool {
        guard let segment = path.first else { return !nodes[node].routes.isEmpty && visitor(nodes[node].routes) }
        let rest = path.dropFirst()
        if let literal = nodes[node].child(segment), visit(rest, from: literal, visitor) { return true }
        guard let parameter = nodes[node].parameter else { return false }
        return visit(rest, from: parameter, visitor)
    }
}

extension RouteTable.Match {
    /// The same, for who answers one kind of routes among those of a port.
    func map<Other: Sendable>(_ transform: (Endpoint) -> Other) -> RouteTable<Other>.Match {
        RouteTable<Other>.Match(route: route.map(transform), parameters: parameters)
    }
}
