public import CarillonProfiles

/// What became of a tenant whose folder or secrets were looked at again.
public struct TenantReload: Sendable {
    public enum Change: String, Sendable, CaseIterable {
        case started
        case reloaded
        case stopped
        /// Its folder holds again what runs, and held something that was rejected before.
        case mended
        /// Its folder doesn't validate, its store can't be opened, or a secret is one that lets anyone in.
        case rejected
    }

    public let tenant: String
    public let change: Change
    /// As it runs now; nil where it doesn't.
    public let profile: TenantProfile?
    /// Why it was rejected, as `carillon validate` prints it.
    public let report: String?
}
