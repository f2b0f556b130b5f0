import CarillonModel
import CarillonPluginKit
import CarillonProfiles

/// Who is authenticated as a tenant's user or service, and what pages of other origins may ask.
struct TenantAccess: Sendable {
    struct ServiceCredential: Sendable {
        let header: String
        let scheme: String?
        let key: Secret
    }

    /// Nil where no user can be authenticated.
    let users: UserTokenVerifier?
    /// The cookie that may carry a user's token.
    let userCookie: String?
    let services: [ServiceCredential]
    /// Nil where the tenant has no inbox page.
    let inboxSessions: InboxSessions?
    let crossSite: CrossSiteCheck
    /// Nil where the tenant lets no web page in.
    let browsers: CrossOriginAccess?

    /// A secret that is missing or wrong makes its callers unwelcome, and nothing else; each such case is in `warnings`.
    ///
    /// Secrets that let anyone in are refused before.
    init(
        _ profile: TenantProfile,
        secrets: SecretBook,
        inboxSessions: InboxSessions?,
        warnings: inout [String]
    ) {
        self.inboxSessions = inboxSessions
        users = Self.verifier(of: profile, secrets: secrets, warnings: &warnings)
        userCookie = profile.authentication.users?.cookie
        services = Self.services(of: profile, secrets: secrets, warnings: &warnings)
        crossSite = CrossSiteCheck(profile.cors)
        browsers = CrossOriginAccess(profile)
    }

    /// Whom a token names.
    ///
    /// - Throws: `unauthenticated` where the token is invalid, or no user can be authenticated.
    func user(of token: String, at now: Instant) throws(Problem) -> UserToken {
        guard let users else { throw .unauthenticated("this tenant's users can't be let in") }
        return try users.verify(token, now: now)
    }

    /// A token is accepted by any key that is there and usable; what is wrong with another is reported.
    private static func verifier(
        of profile: TenantProfile,
        secrets: SecretBook,
        warnings: inout [String]
    ) -> UserTokenVerifier? {
        guard let settings = profile.authentication.users else { return nil }
        var keys: [TrustedKeys] = []
        var faults: [String] = []
        for name in settings.keySecrets {
            guard let secret = secrets.secret(name, of: profile.id) else {
                faults.append(secrets.absence(of: name, of: profile.id))
                continue
            }
            do {
                keys.append(try TrustedKeys(secret, called: name, for: settings.algorithm))
            } catch {
                faults.append(error.description)
            }
        }
        let whom = keys.isEmpty ? "users can't be let in" : "users with tokens of one key can't be let in"
        warnings += faults.map { "\(whom): \($0)" }
        return keys.isEmpty ? nil : UserTokenVerifier(settings, keys: keys)
    }

    private static func services(
        of profile: TenantProfile,
        secrets: SecretBook,
        warnings: inout [String]
    ) -> [ServiceCredential] {
        profile.authentication.services.compactMap { service in
            guard let key = secrets.secret(service.keySecret, of: profile.id) else {
                warnings.append("services can't be let in: " + secrets.absence(of: service.keySecret, of: profile.id))
                return nil
            }
            return ServiceCredential(header: service.header.lowercased(), scheme: service.scheme, key: key)
        }
    }
}
