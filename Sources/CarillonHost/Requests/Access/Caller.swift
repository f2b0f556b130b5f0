import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles

/// Who asks, after their credentials were checked.
enum Caller: Sendable {
    case user(UserToken)
    case service
    case `operator`
    case anonymous
}

/// Who may use a route.
enum Access: Sendable, Hashable {
    case user
    case service
    /// A user for themself, or a service for anybody: where both come and nobody is named, for the user.
    case userOrService
    /// A user's token is read where there is one; a wrong one is still refused.
    case optionalUser
    case `operator`
    case anyone

    init(_ access: ContractRoute.Access) {
        self =
            switch access {
            case .user: .user
            case .service: .service
            case .optionalUser: .optionalUser
            case .none: .anyone
            }
    }

    init(_ access: NativeRouteSpecification.Access) {
        self =
            switch access {
            case .user: .user
            case .service: .service
            case .userOrService: .userOrService
            }
    }
}

/// Checks credentials.
///
/// Keys are compared in constant time, and an answer never says how close a guess came.
struct Gatekeeper: Sendable {
    let operatorKey: Secret?
    let now: Instant

    /// - Throws: `unauthenticated` without valid credentials, `forbidden` with valid ones of the wrong kind.
    func admit(_ request: APIRequest, to tenant: TenantAccess, as access: Access) throws(Problem) -> Caller {
        switch access {
        case .anyone: return .anonymous
        case .operator: return try admitOperator(request)
        case .service:
            if isService(request, of: tenant) { return .service }
            if (try? user(request, of: tenant)) != nil {
                throw Problem(.forbidden, "users may not do this, only the tenant's services")
            }
            throw .unauthenticated("a service key of this tenant is needed")
        case .userOrService:
            if isService(request, of: tenant) { return .service }
            return .user(try user(request, of: tenant))
        case .optionalUser:
            guard let credential = try credential(of: request, to: tenant) else { return .anonymous }
            return .user(try user(credential, of: tenant))
        case .user:
            // A service that passes a user's request on may add its own key: what counts is the user's token.
            if let credential = try credential(of: request, to: tenant) {
                return .user(try user(credential, of: tenant))
            }
            guard !isService(request, of: tenant) else {
                throw Problem(.forbidden, "services may not do this, only users with their token")
            }
            throw .noUserToken
        }
    }

    /// The user whose token comes beside a service's key; nil where none does.
    ///
    /// - Throws: `unauthenticated` where the token is no good.
    func userBesideService(_ request: APIRequest, of tenant: TenantAccess) throws(Problem) -> UserToken? {
        guard let credential = try credential(of: request, to: tenant) else { return nil }
        return try user(credential, of: tenant)
    }

    func admitOperator(_ request: APIRequest) throws(Problem) -> Caller {
        guard let operatorKey else { throw Problem(.forbidden, "this host was started without an operator key") }
        guard let given = request.bearerToken, ConstantTime.equal(given, operatorKey.reveal()) else {
            throw .unauthenticated("the operator key is needed")
        }
        return .operator
    }

    /// Whether a header carries a key, wherever in it: a service's of the tenant, or the operators'.
    func isKey(_ header: (name: String, value: String), of tenant: TenantAccess) -> Bool {
        if tenant.services.contains(where: { $0.header == header.name }) { return true }
        var texts = [header.value]
        if header.value.lowercased().hasPrefix("basic ") {
            let credentials = Base64.decode(String(header.value.dropFirst(6)).trimmed)
            texts += credentials.map { [String(decoding: $0, as: UTF8.self)] } ?? []
        }
        let keys = tenant.services.map { $0.key.reveal() } + [operatorKey?.reveal()].compactMap(\.self)
        return keys.contains { key in texts.contains { $0.contains(key) } }
    }

    private func isService(_ request: APIRequest, of tenant: TenantAccess) -> Bool {
        tenant.services.contains { credential in
            let candidates = [request.bearerToken, header(request, of: credential)].compactMap { $0 }
            return candidates.contains { ConstantTime.equal($0, credential.key.reveal()) }
        }
    }

    private func isServiceKey(_ text: String, of tenant: TenantAccess) -> Bool {
        tenant.services.contains { ConstantTime.equal(text, $0.key.reveal()) }
    }

    private func header(_ request: APIRequest, of credential: TenantAccess.ServiceCredential) -> String? {
        guard let value = request.header(credential.header) else { return nil }
        guard let scheme = credential.scheme else { return value }
        let prefix = scheme + " "
        return value.lowercased().hasPrefix(prefix.lowercased()) ? String(value.dropFirst(prefix.count)) : nil
    }

    private func user(_ request: APIRequest, of tenant: TenantAccess) throws(Problem) -> UserToken {
        guard let credential = try credential(of: request, to: tenant) else { throw .noUserToken }
        return try user(credential, of: tenant)
    }

    /// What a user shows.
    private enum UserCredential {
        /// A JWT.
        case token(String)
        /// The cookie of the tenant's inbox page.
        case session(String)
    }

    private func user(_ credential: UserCredential, of tenant: TenantAccess) throws(Problem) -> UserToken {
        switch credential {
        case .token(let token): return try tenant.user(of: token, at: now)
        case .session(let cookie):
            guard let token = tenant.inboxSessions?.token(ofCookie: cookie, at: now) else {
                throw .unauthenticated("the session is over; open the page by a new link")
            }
            return token
        }
    }

    /// The header's token, or that of the cookie which the profile names, or the cookie of the tenant's inbox page.
    ///
    /// - Throws: `forbidden` where a cookie comes with what another site's page made the browser send.
    private func credential(
        of request: APIRequest,
        to tenant: TenantAccess
    ) throws(Problem) -> UserCredential? {
        if let token = request.bearerToken, !isServiceKey(token, of: tenant) { return .token(token) }
        guard let credential = cookie(of: request, to: tenant) else { return nil }
        guard tenant.crossSite.allows(request) else {
            throw Problem(.forbidden, "the cookie doesn't count for requests from this page's origin")
        }
        return credential
    }

    private func cookie(of request: APIRequest, to tenant: TenantAccess) -> UserCredential? {
        if let name = tenant.userCookie, let token = Cookies.value(name, in: request) { return .token(token) }
        return tenant.inboxSessions?.page.cookie(in: request).map { .session($0) }
    }
}

extension APIRequest {
    /// The token of the header `Authorization: Bearer …` (RFC 6750, 2.1); nil without one.
    var bearerToken: String? {
        guard let value = header("authorization"), value.lowercased().hasPrefix("bearer ") else { return nil }
        return String(value.dropFirst(7)).trimmed
    }
}
