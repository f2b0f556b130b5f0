public import CarillonModel

/// What is known of users, and their preferences.
public protocol UserStore: Sendable {
    /// What is known; nil when nothing ever was stored of them.
    func facts(of user: UserID) async throws(StoreFailure) -> UserAttributes?
    /// Changes what is known; what `facts` leaves out stays as it was. A language given here, or with an event, is that
    /// of the user's devices as well, until one of them reports another.
    func put(_ facts: UserAttributes, of user: UserID, at now: Instant) async throws(StoreFailure)
}

/// Preferences that users set.
public protocol PreferenceStore: Sendable {
    /// Those that were ever set.
    func preferences(of user: UserID) async throws(StoreFailure) -> [String: Bool]
    /// Sets these; the others stay as they were.
    ///
    /// - Returns: all that were ever set.
    func setPreferences(
        _ toggles: [String: Bool],
        of user: UserID,
        at now: Instant
    ) async throws(StoreFailure) -> [String: Bool]
}
