import CarillonModel
import CarillonPipeline
import CarillonProfiles

/// Why a tenant's folder, or its store, can't be used.
public struct TenantRejection: Error, Sendable, Hashable {
    /// How many errors there are.
    public var diagnostics: Int
    /// The first of them, in one line.
    public var first: String
    /// All of them, as `carillon validate` prints them.
    public var report: String
    var cause = Cause.folder

    enum Cause: Sendable, Hashable {
        case folder
        case store(StoreFailure.Kind)
        case secrets
    }

    /// What is wrong with its store; nil where that isn't the cause.
    var store: StoreFailure.Kind? {
        if case .store(let kind) = cause { kind } else { nil }
    }
}

extension TenantRejection {
    /// The same host is claimed by others.
    init(_ host: String, of tenant: TenantID, claimedBy claimers: [TenantID]) {
        let others = claimers.filter { $0 != tenant }.map(\.rawValue).joined(separator: ", ")
        let message = "the host \(host) is claimed by \(others), too; a host leads to one tenant [T0137 contested-host]"
        self.init(diagnostics: 1, first: message, report: "\(tenant.rawValue): \(message)")
    }
}
