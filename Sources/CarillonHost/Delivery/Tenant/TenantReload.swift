public import CarillonProfiles

/// What became of a tenant whose folder, secrets or store were examined.
public struct TenantReload: Sendable {
    public enum Change: String, Sendable, CaseIterable {
        case started
        case reloaded
        case stopped
        /// Its folder holds again what runs, and held something that was rejected before.
        case mended
        /// Its folder doesn't validate, its store can't be opened, or a secret is one that admits anyone.
        case rejected
    }

    public let tenant: String
    public let change: Change
    /// The profile that runs now; nil where none does.
    public let profile: TenantProfile?
    /// Why it was rejected: what is wrong with its folder as `carillon validate` prints it, or else sentences, one a line.
    public let report: String?
    /// Whether ``report`` is of its folder.
    public let isOfFolder: Bool
}

extension TenantReload {
    init(_ tenant: String, _ change: Change, profile: TenantProfile?, _ rejection: TenantRejection? = nil) {
        self.init(
            tenant: tenant,
            change: change,
            profile: profile,
            report: rejection?.report,
            isOfFolder: rejection?.cause == .folder
        )
    }
}
