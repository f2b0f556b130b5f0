import CarillonModel

/// Who is behind an address, for guards that count people: however many addresses a user has, it is one.
enum Recipient: Sendable, Hashable {
    case user(UserID)
    /// A device that belongs to nobody: each is somebody else.
    case address(String)

    init(_ user: UserID?, at address: String) {
        self = user.map(Self.user) ?? .address(address)
    }
}
