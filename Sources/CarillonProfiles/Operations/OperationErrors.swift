/// The errors with which an operation can end, beside those of any request.
public struct OperationErrors: Sendable {
    let always: Set<CanonicalError>
    /// Further errors, by the owner of the tenant's devices.
    let byOwner: [DevicePolicy.Owner: Set<CanonicalError>]
    /// Further errors, by the field that a contract's route fills.
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
    ///   - owner: to whom the tenant's devices belong.
    package func all(filling filled: Set<String>, devicesOf owner: DevicePolicy.Owner) -> Set<CanonicalError> {
        byField.filter { filled.contains($0.key) }.values
            .reduce(always.union(byOwner[owner] ?? [])) { $0.union($1) }
    }
}
