import CarillonModel
import CarillonProfiles

/// Something an operator should know about one tenant.
struct TenantWarning: Sendable, Hashable {
    let tenant: String
    let message: String
    /// False where it is left out.
    var isServed = true
}

extension TenantWarning {
    init(_ ambiguity: SupabaseKeys.Ambiguity) {
        self.init(tenant: ambiguity.tenant.rawValue, message: ambiguity.description)
    }
}

extension SupabaseKeys.Ambiguity {
    func isAbout(_ id: TenantID) -> Bool { tenant == id || others.contains(id) }
}
