import CarillonProfiles

extension RouteTable {
    /// The route at a request's path.
    func resolve(_ request: APIRequest) -> Resolution { resolve(request.method, request.path[...]) }
}

extension RouteTable.Resolution {
    /// For metrics: nil where no route takes the request.
    var template: String? {
        if case .match(let match) = self { match.route.template } else { nil }
    }
}

extension AllowedMethods {
    /// To OPTIONS, the allowed methods; to any other method, that it isn't allowed.
    ///
    /// Source: RFC 9110, sections 9.3.7, 10.2.1 and 15.5.6.
    func answer(to method: String) throws(Problem) -> APIResponse {
        let list = names.joined(separator: ", ")
        guard method == "OPTIONS" else {
            throw Problem(.methodNotAllowed, "this path takes \(list)", headers: ["allow": list])
        }
        return APIResponse(status: 204, headers: [("allow", list)])
    }
}
