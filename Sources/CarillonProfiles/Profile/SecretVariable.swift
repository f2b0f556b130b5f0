package import CarillonModel

/// The environment variables that hold secrets.
package enum SecretVariable {
    /// Such as `CARILLON_SECRET_ACME_JWT_SECRET`.
    package static func name(of secret: String, of tenant: TenantID) -> String {
        "CARILLON_SECRET_" + shouted(tenant.rawValue) + "_" + shouted(secret)
    }

    private static func shouted(_ name: String) -> String {
        String(name.map { $0.isLetter || $0.isNumber ? Character($0.uppercased()) : "_" })
    }
}
