import CarillonModel

/// The owner of an address, for guards that count users: a user with many addresses counts once.
enum Recipient: Sendable, Hashable {
    case user(UserID)
    /// A device that belongs to nobody: each is somebody else.
    case address(String)

    init(_ user: UserID?, at address: String) {
        self = user.map(Self.user) ?? .address(address)
    }
}
