import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles
import CarillonStudio

/// The studio: where a tenant's staff change its words, see what becomes of them, and hand the change in.
///
/// Its routes are the admin port's, for staff who were let in by a link; nothing of them is on the port for apps.
struct StudioAPI: Sendable {
    let desk: StudioDesk
    let tenants: any OperatedTenants
    /// Nil where the tenants don't come from a folder: then nothing is published.
    let takeTexts: TakeTexts?
    let webFiles: WebFiles
    let audit: AuditTrail
    let clock: any WallClock
    let identifiers: any IdentifierMaker
    let observer: any PipelineObserver
    /// Mails that were previewed a moment ago.
    let mails = MailPreviews()
    /// Which preview of a text each page waits for.
    let previews = PreviewTurns()
    /// Who has which text open.
    let rooms: StudioRooms
    /// How often texts are sent to phones, whatever else is limited.
    let trials: RateLimiter
    /// Waits for this time; ends early when its task is cancelled.
    let pause: @Sendable (Duration) async throws -> Void

    /// Has the newest texts of a tenant count at this host.
    ///
    /// - Returns: the version that counts; nil where none does.
    typealias TakeTexts = @Sendable (TenantID) async -> Int?

    private static let crossSite = CrossSiteCheck(nil)

    /// - Throws: `not-found` for a tenant that doesn't run, `unauthenticated` without a session where one is needed, and
    ///   `forbidden` for a role that may not do it.
    func answer(_ request: APIRequest, at match: RouteTable<StudioRoute>.Match) async throws(Problem) -> APIResponse {
        try request.refuseRepeatedQuery()
        let name = match.parameters["tenant"] ?? ""
        guard let tenant = TenantID(name).flatMap({ tenants.tenant($0) }) else {
            throw Problem(.notFound, "this host has no tenant called “\(name.prefix(63))”")
        }
        // What a tenant's staff ask for takes from that tenant's share of the host.
        return try await withTaskExecutorPreference(tenant.runtime.executor) { () async throws(Problem) in
            try await answer(request, at: match, of: tenant)
        }
    }

    private func answer(
        _ request: APIRequest,
        at match: RouteTable<StudioRoute>.Match,
        of tenant: ActiveTenant
    ) async throws(Problem) -> APIResponse {
        let route = match.route.endpoint
        let sessions: StaffSessions
        do throws(StoreFailure) {
            sessions = try await StaffSessions(
                of: tenant.runtime.profile.id,
                store: tenant.runtime.store,
                known: tenant.staff
            )
        } catch {
            observer.observe(.storeFailed(tenant.runtime.profile.id, error))
            throw .storeFailed(error.kind)
        }
        // What another site's page makes a browser send isn't meant by who sits before it.
        guard Self.crossSite.allows(request) else {
            throw Problem(.forbidden, "the studio is changed from its own page")
        }
        var member: StaffMember?
        if case .staff(let role) = route.access {
            member = try await visitor(of: request, to: tenant, sessions)
            guard let member else { throw .unauthenticated(StudioCall.wayIn) }
            guard member.may(role) else { throw Problem(.forbidden, "this is for a \(role.rawValue)") }
        }
        let call = StudioCall(
            api: self,
            request: request,
            parameters: match.parameters,
            tenant: tenant,
            sessions: sessions,
            visitor: member
        )
        var answer = try await route.answer(call)
        if !answer.headers.contains(where: { $0.name == "cache-control" }) {
            answer.headers.append(("cache-control", "no-store"))
        }
        return answer
    }

    /// Whether who made a request would be let in again now; of a tenant that doesn't run any more nobody is.
    ///
    /// Where the store doesn't answer, nobody is shown out.
    func isLetIn(_ request: APIRequest, to id: TenantID) async -> Bool {
        guard let tenant = tenants.tenant(id) else { return false }
        do throws(StoreFailure) {
            let sessions = try await StaffSessions(of: id, store: tenant.runtime.store, known: tenant.staff)
            // Listening is no use of a session: it ends as without.
            if try await sessions.session(of: request, at: clock.now) != nil { return true }
        } catch {
            observer.observe(.storeFailed(id, error))
            return true
        }
        return (try? tenant.access.staff?.member(of: request, at: clock.now)) != nil
    }

    /// Who asks: by a session, or by a token of the tenant's staff; nil without either.
    private func visitor(
        of request: APIRequest,
        to tenant: ActiveTenant,
        _ sessions: StaffSessions
    ) async throws(Problem) -> StaffMember? {
        do throws(StoreFailure) {
            if let member = try await sessions.member(of: request, at: clock.now) { return member }
        } catch {
            observer.observe(.storeFailed(tenant.runtime.profile.id, error))
            throw .storeFailed(error.kind)
        }
        return try tenant.access.staff?.member(of: request, at: clock.now)
    }
}

/// A request to the studio, after its caller was let in.
struct StudioCall: Sendable {
    let api: StudioAPI
    let request: APIRequest
    let parameters: [String: String]
    let tenant: ActiveTenant
    let sessions: StaffSessions
    /// Nil for who has no session, where none is needed.
    let visitor: StaffMember?

    var profile: TenantProfile { tenant.runtime.profile }
    var store: any TenantStore { tenant.runtime.store }
    var now: Instant { api.clock.now }
    var desk: TenantDesk { api.desk.desk(of: profile.id) }

    func parameter(_ name: String) -> String { parameters[name] ?? "" }

    /// Who asks.
    func member() throws(Problem) -> StaffMember {
        guard let visitor else { throw .unauthenticated(Self.wayIn) }
        return visitor
    }

    fileprivate static let wayIn = "open the studio by a link that is meant for you"

    /// The body's members; none where there is no body.
    func body() throws(Problem) -> BodyReader {
        request.body.isEmpty ? BodyReader(JSONObject()) : try BodyReader(try request.json())
    }

    /// Runs an operation of the tenant's store.
    func stored<Value: Sendable>(
        _ operation: (any TenantStore) async throws(StoreFailure) -> Value
    ) async throws(Problem) -> Value {
        do throws(StoreFailure) {
            return try await operation(store)
        } catch {
            api.observer.observe(.storeFailed(profile.id, error))
            throw .storeFailed(error.kind)
        }
    }

    /// Tells the audit trail what was done, where its words are kept elsewhere.
    func record(_ action: String, _ facts: [String: String] = [:], by member: StaffMember) {
        let facts = facts.merging(["role": member.roles]) { first, _ in first }
        api.audit.record(action, by: .staff(member.name), tenant: profile.id.rawValue, facts: facts, result: .done)
    }

    /// The same of what the store has kept.
    func record(_ act: StaffAct, by member: StaffMember) {
        var facts = act.facts
        facts["staff"] = act.subject
        record(act.action, facts, by: member)
    }

    /// What somebody does, for the store.
    ///
    /// - Parameters:
    ///   - subject: whom of the staff it is done to.
    ///   - content: words and values, which no audit line has.
    func act(
        _ action: String,
        to subject: String? = nil,
        _ facts: [String: String] = [:],
        content: JSONObject = JSONObject(),
        by member: StaffMember
    ) -> StaffAct {
        StaffAct(
            id: api.identifiers.uuid(),
            action: action,
            name: member.name,
            doneAt: now,
            subject: subject,
            facts: facts.merging(["role": member.roles]) { first, _ in first },
            content: content
        )
    }

    /// Keeps what somebody does, and tells the audit trail.
    ///
    /// - Parameters: as for ``act(_:to:_:content:by:)``.
    func note(
        _ action: String,
        to subject: String? = nil,
        _ facts: [String: String] = [:],
        content: JSONObject = JSONObject(),
        by member: StaffMember
    ) async throws(Problem) {
        let act = act(action, to: subject, facts, content: content, by: member)
        try await stored { store throws(StoreFailure) in try await store.note(act) }
        record(act, by: member)
    }
}

/// One route of the studio.
struct StudioRoute: Sendable {
    enum Access: Sendable, Hashable {
        case anyone
        /// Staff with at least this role.
        case staff(StaffMember.Role)
    }

    let method: RequestMethod
    let path: PathTemplate
    let access: Access
    /// What it does, in a sentence, for its description.
    let summary: String
    /// What may stand in the query, with what it is.
    let query: [(name: String, summary: String)]
    /// The schema of the body; nil where there is none.
    let body: JSONValue?
    /// What the answer is, in a sentence.
    let result: String
    let answers: Answer
    let answer: @Sendable (StudioCall) async throws(Problem) -> APIResponse

    /// What kind of answer it gives where all goes well.
    enum Answer: Sendable {
        /// By the schema of a name in ``StudioSchema``.
        case json(String, status: Int = 200)
        /// The head alone, with the status 204.
        case nothing
        /// What is no JSON.
        case of(mediaType: String)

        var status: Int {
            switch self {
            case .json(_, let status): status
            case .nothing: 204
            case .of: 200
            }
        }
    }

    /// The most bytes that a request may have.
    static let bodyLimit = 64 << 10

    /// - Parameter path: what stands behind `/v1/{tenant}/studio`.
    init(
        _ method: RequestMethod,
        _ path: String,
        _ access: Access,
        _ summary: String,
        query: [(name: String, summary: String)] = [],
        body: JSONValue? = nil,
        result: String,
        answers: Answer,
        answer: @escaping @Sendable (StudioCall) async throws(Problem) -> APIResponse
    ) {
        self.method = method
        self.path = PathTemplate(declared: "/v1/{tenant}/studio" + path)
        self.access = access
        self.summary = summary
        self.query = query
        self.body = body
        self.result = result
        self.answers = answers
        self.answer = answer
    }

    static let routes = [
        signingIn, texts, shaping, proposals, samples, versions, talk, company, trials, settings, inbox, [openAPI],
    ].joined().map {
        DeclaredRoute($0.method, $0.path, from: "the studio's \($0.method.rawValue) \($0.path)", $0)
    }

    /// Whether this is the studio's, also where nothing stands.
    static func isPath(_ path: [String]) -> Bool { path.count >= 3 && path[0] == "v1" && path[2] == "studio" }

    private static let openAPI = StudioRoute(
        .get,
        "/openapi.json",
        .anyone,
        "This document.",
        result: "An OpenAPI document of the studio's routes.",
        answers: .of(mediaType: "application/json")
    ) { call throws(Problem) in
        APIResponse(json: StudioDescription(tenant: call.profile).json)
    }
}
