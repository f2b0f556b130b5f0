import CarillonModel

/// The methods that a path takes: those of its routes, HEAD beside GET, and OPTIONS.
struct AllowedMethods: Sendable, Hashable {
    /// Sorted.
    let names: [String]

    init(_ methods: some Sequence<RequestMethod>) {
        let own = Set(methods)
        names = (own.map(\.rawValue) + (own.contains(.get) ? ["HEAD"] : []) + ["OPTIONS"]).sorted()
    }

    /// Of all paths together.
    static let all = AllowedMethods(RequestMethod.allCases)

    /// A method as metrics and log lines call it: what a client makes up isn't ours to count or to write down.
    static func label(of method: String) -> String { all.names.contains(method) ? method : "other" }
}

extension RequestMethod {
    /// That of the routes which answer a request with this method; nil where no route does.
    init?(answering method: String) {
        self.init(rawValue: method == "HEAD" ? "GET" : method)
    }
}
