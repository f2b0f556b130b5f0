public import CarillonModel
import CarillonPipeline
public import CarillonPluginKit
public import CarillonProfiles

/// Says what would be stored of a log-in that a contract passes on, without anything being sent or stored.
public struct LoginTrial: Sendable {
    private let profile: TenantProfile
    private let registry: ChannelRegistry
    private let route: ContractRoute
    private let login: LoginForwarding
    private let now: Instant

    /// The log-ins that a tenant's contract passes on.
    public static func all(of profile: TenantProfile, registry: ChannelRegistry, at now: Instant) -> [LoginTrial] {
        let registry = registry.serving(profile)
        return (profile.contract?.routes ?? []).compactMap { route in
            route.login.map { LoginTrial(profile: profile, registry: registry, route: route, login: $0, now: now) }
        }
    }

    /// Such as `/api/v1/auth/login`.
    public var path: String { route.path.description }
    public var upstream: String { login.upstream }

    /// - Parameters:
    ///   - answer: the body of a 2xx answer of the tenant's own service.
    ///   - request: the body of the log-in that it answered, where it is known.
    public func report(on answer: [UInt8], to request: [UInt8]? = nil) -> LoginReport {
        var report = LoginReport()
        do throws(LoginFaults) {
            let ids = try LoginIDs(in: answer, login)
            report.user = profile.canonical(ids.user).rawValue
            report.session = ids.session
        } catch {
            let json = (try? JSONValue(parsing: answer)) ?? .null
            report.faults = error.faults.map { $0.description + hint($0, json) }
        }
        if let request { note(request, &report) }
        return report
    }

    private func note(_ body: [UInt8], _ report: inout LoginReport) {
        let headers = [(name: "content-type", value: "application/json")]
        let request = APIRequest("POST", path: [], headers: headers, body: body)
        let plugins = DevicePlugins(profile: profile, registry: registry)
        let pushRequest = LoginPushRequest(RequestMapping(route: route, now: now), request, [:], plugins)
        report.allowsPush = pushRequest.push.allowed
        report.hasDevice = report.user != nil && pushRequest.push.allowed == true && pushRequest.push.token != nil
        if let pushFault = pushRequest.pushFault { report.faults.append("the log-in itself: \(pushFault)") }
    }

    /// The names of the members where the missing one was expected.
    private func hint(_ fault: LoginFaults.Fault, _ answer: JSONValue) -> String {
        guard case .nothing(let path) = fault else { return "" }
        var place = ["response"]
        var value = answer
        for step in path.steps.dropFirst() {
            guard let inner = value.object?[step], !inner.isNull else { break }
            place.append(step)
            value = inner
        }
        let name = place.joined(separator: ".")
        guard let names = value.object?.members.map(\.name) else { return "; \(name) is \(value.kind)" }
        return names.isEmpty ? "; \(name) is empty" : "; \(name) has \(names.joined(separator: ", "))"
    }
}

/// What would be stored of a log-in.
public struct LoginReport: Sendable, Hashable {
    public internal(set) var user: String?
    public internal(set) var session: String?
    /// Nil where the log-in itself isn't known.
    public internal(set) var allowsPush: Bool?
    public internal(set) var hasDevice: Bool?
    /// Why not more would be.
    public internal(set) var faults: [String] = []

    public var json: JSONValue {
        var json = JSONObject()
        json["userId"] = user.map { .string($0) }
        json["sessionId"] = session.map { .string($0) }
        json["pushAllowed"] = allowsPush.map { .boolean($0) }
        json["device"] = hasDevice.map { .boolean($0) }
        json["faults"] = .array(faults.map { .string($0) })
        return .object(json)
    }
}
