import CarillonModel
import CarillonProfiles

/// What a log-in says of pushing, as far as it can be read.
///
/// A fault in it never prevents the log-in: only the tenant's own service accepts or refuses that.
struct LoginPushRequest: Sendable {
    /// Says yes or no; without a readable word it is no.
    private(set) var push: PushRequest
    /// Why the session gets less than was asked for: places and codes, never the values.
    ///
    /// Nil where nothing is wrong.
    private(set) var pushFault: String?

    init(
        _ mapping: RequestMapping,
        _ request: APIRequest,
        _ parameters: [String: String],
        _ plugins: DevicePlugins
    ) {
        var input = RequestMapping.Input()
        var faults: [Fault] = []
        do throws(Problem) {
            // It is passed on nevertheless: only what is pushed to depends on this.
            guard !request.isEncoded else { throw Problem(.unsupportedMediaType, "") }
            guard request.body.count <= BodyIntake.usualLimit else { throw .tooLarge(limit: BodyIntake.usualLimit) }
            let reading = try mapping.reading(of: request, parameters: parameters)
            input = reading.input
            faults = reading.faults.map(\.fault)
        } catch {
            pushFault = error.code.name
        }
        let context = FieldContext(profile: plugins.profile, registry: plugins.registry)
        let fields = FieldReading(input.fields, of: mapping.route.operation.specification, context)
        push = PushRequest(fields)
        push.allowed = push.allowed ?? false
        var own = fields.faults
        if push.allowed == true {
            if push.token != nil {
                own += check(plugins)
            } else if !fields.hasFault(at: "token"), !faults.contains(where: { $0.pointer == input.places["token"] }) {
                own.append(.missingToken)
            }
        }
        faults += Problem(.validation, "", faults: own).relocated(input.places, as: .path).faults
        if !faults.isEmpty {
            pushFault = faults.map { "\($0.pointer) \($0.code.rawValue)" }.joined(separator: ", ")
        }
    }

    /// Drops a token that no channel takes.
    private mutating func check(_ plugins: DevicePlugins) -> [Fault] {
        do throws(Problem) {
            _ = try plugins.onlyPlugin(taking: push)
            return []
        } catch {
            push.token = nil
            return error.faults.isEmpty
                ? [Fault(pointer: "/token", code: error.code.ofFault, message: error.detail)] : error.faults
        }
    }
}
