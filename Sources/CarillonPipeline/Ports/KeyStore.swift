/// Keys of the host's own making, one for each purpose; backups hold them.
public protocol KeyStore: Sendable {
    /// The key that is kept under a name; where there is none, `new` is from now on.
    func key(_ name: String, orNew new: [UInt8]) async throws(StoreFailure) -> [UInt8]
}
