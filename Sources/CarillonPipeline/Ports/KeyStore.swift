public import CarillonModel

/// Keys of the host's own making, one for each purpose; backups hold them.
public protocol KeyStore: Sendable {
    /// The key that is kept under a name; where there is none, `new` is from now on.
    func key(_ name: String, orNew new: [UInt8]) async throws(StoreFailure) -> [UInt8]
}

/// What works once, at whichever host it is used: the codes in links that sign somebody in.
public protocol UsedCodeStore: Sendable {
    /// Notes that something was used, for as long as it would be good.
    ///
    /// Of several that come at once with the same digest, one gets true. What has ended by `now` may be forgotten.
    /// - Parameters:
    ///   - digest: a name that nobody can guess the code from: 32 bytes, SHA-256.
    ///   - end: when it is good for nothing any more.
    /// - Returns: false where it was used before.
    func use(_ digest: [UInt8], until end: Instant, at now: Instant) async throws(StoreFailure) -> Bool
}
