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
    /// Nil where the tenant's staff come by links only.
    let staff: StaffTokenVerifier?
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
        users = profile.authentication.users.flatMap { settings in
            Self.keys(of: settings, "users", profile, secrets, &warnings)
                .map { UserTokenVerifier(settings, keys: $0) }
        }
        staff = Self.staff(of: profile, secrets, &warnings)
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
    ///
    /// - Returns: nil where there is none.
    private static func keys(
        of settings: UserAuthentication,
        _ whose: String,
        _ profile: TenantProfile,
        _ secrets: SecretBook,
        _ warnings: inout [String]
    ) -> [TrustedKeys]? {
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
        let whom = keys.isEmpty ? "\(whose) can't be let in" : "\(whose) with tokens of one key can't be let in"
        warnings += faults.map { "\(whom): \($0)" }
        return keys.isEmpty ? nil : keys
    }

    /// None where a user's token could be one of the staff's, or the other way round: by the same key, with nothing that tells
    /// the two apart.
    private static func staff(
        of profile: TenantProfile,
        _ secrets: SecretBook,
        _ warnings: inout [String]
    ) -> StaffTokenVerifier? {
        guard let settings = profile.authentication.staff else { return nil }
        if let users = profile.authentication.users, !settings.isToldApart(from: users) {
            func values(_ token: UserAuthentication) -> Set<String> {
                Set(token.keySecrets.compactMap { secrets.secret($0, of: profile.id)?.reveal() })
            }
            guard values(settings.token).isDisjoint(with: values(users)) else {
                warnings.append(
                    "staff can't be let in by tokens: users' tokens have the same key, and nothing tells them apart; give "
                        + "`auth.users` and `auth.staff` an `audience` each, or keys of their own"
                )
                return nil
            }
        }
        return keys(of: settings.token, "staff", profile, secrets, &warnings)
            .map { StaffTokenVerifier(settings, keys: $0) }
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
