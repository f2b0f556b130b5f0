import CarillonModel
import CarillonProfiles

/// A method on a path, and what answers there.
struct DeclaredRoute<Endpoint: Sendable>: Sendable {
    let method: RequestMethod
    let path: PathTemplate
    /// What metrics and log lines call it, such as `/v1/{tenant}/events`.
    let template: String
    /// Where it is declared, for the person who has to resolve a conflict: `contract.json at /routes/3`.
    let origin: String
    let endpoint: Endpoint

    /// - Parameter template: the path as it is written, unless given.
    init(
        _ method: RequestMethod,
        _ path: PathTemplate,
        template: String? = nil,
        from origin: String,
        _ endpoint: Endpoint
    ) {
        self.method = method
        self.path = path
        self.template = template ?? path.description
        self.origin = origin
        self.endpoint = endpoint
    }

    /// The same route, for a port with other kinds of routes too.
    func map<Other: Sendable>(_ transform: (Endpoint) -> Other) -> DeclaredRoute<Other> {
        DeclaredRoute<Other>(method, path, template: template, from: origin, transform(endpoint))
    }
}

/// Two routes that match the same requests.
struct RouteClash: Error, Equatable, CustomStringConvertible {
    /// Method, path and origin of each, in the order they were declared.
    let first: String
    let second: String

    init<Endpoint>(_ first: DeclaredRoute<Endpoint>, _ second: DeclaredRoute<Endpoint>) {
        self.first = first.place
        self.second = second.place
    }

    var description: String { "\(second) can't be told from \(first): change the path or the method of one of them" }
}

extension DeclaredRoute {
    fileprivate var place: String { "\(method.rawValue) \(path) (\(origin))" }
}
