/// To whom a tenant's devices belong.
public struct DevicePolicy: Sendable, Hashable {
    public enum Owner: String, Sendable, Hashable, CaseIterable {
        case user
        /// To nobody: each subscription of the device has its own user, or none.
        case subscription
        /// To a session: when it ends, its devices get no more pushes.
        case session
    }

    public package(set) var owner: Owner

    public init(owner: Owner = .user) {
        self.owner = owner
    }
}
