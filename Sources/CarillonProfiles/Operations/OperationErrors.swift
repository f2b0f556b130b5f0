/// With which errors an operation itself can end, beside those that any request can end with.
public struct OperationErrors: Sendable {
    let always: Set<CanonicalError>
    /// Whose the tenant's devices are → more of them.
    let byOwner: [DevicePolicy.Owner: Set<CanonicalError>]
    /// A field that a contract's route fills → more of them.
    let byField: [String: Set<CanonicalError>]

    init(
        _ always: Set<CanonicalError> = [],
        byOwner: [DevicePolicy.Owner: Set<CanonicalError>] = [:],
        byField: [String: Set<CanonicalError>] = [:]
    ) {
        self.always = always
        self.byOwner = byOwner
        self.byField = byField
    }

    /// - Parameters:
    ///   - filled: the fields that a route fills.
    ///   - owner: whose the tenant's devices are.
    func all(filling filled: Set<String>, devicesOf owner: DevicePolicy.Owner) -> Set<CanonicalError> {
        byField.filter { filled.contains($0.key) }.values
            .reduce(always.union(byOwner[owner] ?? [])) { $0.union($1) }
    }
}
