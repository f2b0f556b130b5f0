import CarillonModel
import CarillonPipeline
import Crypto

/// Signs staff in to the studio.
///
/// A link's code is made by an operator. A session opens nothing of the tenant's users, and theirs opens no studio: key, cookie and
/// port are others. The tenant's store knows each session, so that one can be ended from elsewhere; its cookie has nothing but what
/// finds it there.
struct StaffSessions: Sendable {
    /// How long a session lasts at most.
    static let lifetime: Duration = .seconds(24 * 3600)
    /// How long it lasts without being used: a working day.
    static let idleTime: Duration = .seconds(8 * 3600)
    /// How often a use is noted.
    static let noteInterval: Duration = .seconds(60)
    /// How long a code is good, unless configured.
    static let codeLifetime: Duration = .seconds(600)
    private static let keyName = "studio"

    let page: PageSessions<StaffMember>
    private let store: any StaffSessionStore
    private let known: KnownStaff

    /// With the tenant's own key, which its store keeps.
    ///
    /// - Parameter known: what this host remembers of the tenant's studio.
    init(
        of tenant: TenantID,
        store: any KeyStore & UsedCodeStore & StaffSessionStore,
        known: KnownStaff = KnownStaff()
    ) async throws(StoreFailure) {
        self.known = known
        let key = try await known.key { () async throws(StoreFailure) in
            let new = SymmetricKey(size: .bits256).withUnsafeBytes { Array($0) }
            return try await store.key(Self.keyName, orNew: new)
        }
        page = PageSessions(
            key: key,
            page: "studio",
            tenant: tenant,
            cookieName: Self.cookieName(of: tenant),
            sites: .strict,
            lifetime: Self.lifetime,
            store: store
        )
        self.store = store
    }

    /// The cookie's, without what stands before it over TLS.
    static func cookieName(of tenant: TenantID) -> String { "carillon-studio-\(tenant)" }

    /// Makes a link that lets somebody in once, unless it is taken back before.
    ///
    /// - Parameters:
    ///   - id: of the link.
    ///   - time: how long it can be opened.
    /// - Returns: its code; nil where the system's cryptography fails.
    func link(
        for member: StaffMember,
        as id: String,
        lasting time: Duration,
        at now: Instant
    ) async throws(StoreFailure) -> PageTicket? {
        var member = member
        member.session = id
        guard let code = page.code(for: member, lasting: time, at: now) else { return nil }
        let (name, roles, end) = (member.name, member.roles, code.expiresAt)
        try await store.add(StaffLink(id: id, name: name, roles: roles, madeAt: now, endsAt: end))
        return code
    }

    /// Exchanges a code for a session of a new id.
    ///
    /// The one that the browser had before is over: nobody can be made to go on in another's.
    ///
    /// - Parameter id: of the session.
    func begin(
        _ code: String,
        as id: String,
        for request: APIRequest,
        at now: Instant
    ) async throws(PageCodeFault) -> (visitor: StaffMember, cookie: PageTicket) {
        var member = try await page.redeem(code, at: now)
        guard let link = member.session else { throw .unknown }
        member.session = id
        guard let cookie = page.cookie(of: member, at: now) else { throw .unknown }
        let session = StaffSessionRecord(
            id: id,
            name: member.name,
            roles: member.roles,
            startedAt: now,
            usedAt: now,
            endsAt: now.advanced(by: Self.idleTime)
        )
        do throws(StoreFailure) {
            if try await store.begin(session, by: link) {
                try await end(of: request, at: now)
                return (member, cookie)
            }
        } catch {
            throw .unread(error)
        }
        throw .takenBack
    }

    /// Who brings the request; nil without a session, or where it is over or was ended.
    func member(of request: APIRequest, at now: Instant) async throws(StoreFailure) -> StaffMember? {
        guard let (session, end) = try await session(of: request, at: now),
            let grants = StaffMember.grants(session.roles)
        else { return nil }
        if now >= session.usedAt.advanced(by: Self.noteInterval) {
            try await store.prolong(
                staffSession: session.id,
                usedAt: now,
                endsAt: min(end, now.advanced(by: Self.idleTime))
            )
            known.forget(session.id)
        }
        return StaffMember(name: session.name, grants: grants, session: session.id)
    }

    /// The session that a request comes with, and when it is over however much it is used; nil where there is none.
    func session(
        of request: APIRequest,
        at now: Instant
    ) async throws(StoreFailure) -> (session: StaffSessionRecord, end: Instant)? {
        guard let cookie = page.cookie(in: request),
            let (visitor, end) = page.visitor(ofCookie: cookie, at: now), let id = visitor.session
        else { return nil }
        let session = try await known.session(id, at: now) { () async throws(StoreFailure) in
            try await store.staffSession(id)
        }
        guard let session, now < session.endsAt else { return nil }
        return (session, end)
    }

    /// Ends the session that a request comes with, if it does.
    func end(of request: APIRequest, at now: Instant) async throws(StoreFailure) {
        guard let cookie = page.cookie(in: request), let id = page.visitor(ofCookie: cookie, at: now)?.visitor.session
        else { return }
        _ = try await store.end(staffSession: id)
        known.forget(id)
    }
}
