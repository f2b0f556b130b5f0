import CarillonModel
import CarillonPipeline
import CarillonProfiles

/// What stands at a path that isn't one of the host's own.
enum ContractPlace: Sendable {
    case route(ContractRoute, parameters: [String: String])
    /// The path is there, for these methods.
    case otherMethods([String])
    case nothing
}

extension Contract {
    /// Finds what a request asks for, within the tenant's part of the path.
    ///
    /// Literal segments win over parameters, whatever the order written.
    func place(of method: String, _ path: [String]) -> ContractPlace {
        var found: [(route: ContractRoute, parameters: [String: String])] = []
        for path in [path, withoutBase(path)].compactMap({ $0 }) {
            for route in routes {
                if let parameters = route.path.match(path) { found.append((route, parameters)) }
            }
        }
        guard !found.isEmpty else { return .nothing }
        let fitting = found.filter { $0.route.method.rawValue == method }
        guard let best = fitting.min(by: { $0.parameters.count < $1.parameters.count }) else {
            return .otherMethods(Array(Set(found.map(\.route.method.rawValue))).sorted())
        }
        return .route(best.route, parameters: best.parameters)
    }

    /// Where a route answers, within the tenant's part of the path: plainly, and behind the base path.
    func paths(of route: ContractRoute) -> [String] {
        let plain = route.path.description
        guard let base = basePath?.split(separator: "/"), !base.isEmpty else { return [plain] }
        return [plain, base.map { "/\($0)" }.joined() + plain]
    }

    private func withoutBase(_ path: [String]) -> [String]? {
        guard let basePath else { return nil }
        let base = basePath.split(separator: "/").map(String.init)
        return path.starts(with: base) ? Array(path.dropFirst(base.count)) : nil
    }
}
