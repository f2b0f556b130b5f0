import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles

/// Passes a log-in on to the tenant's own service, and notes the session when that answers well.
///
/// Credentials pass through: they are neither kept nor logged. The answer passes through unchanged.
struct LoginForwarder: Sendable {
    let login: LoginForwarding
    let call: OperationCall
    let gatekeeper: Gatekeeper

    static let timeout: Duration = .seconds(10)
    /// What of the client's request the tenant's service sees, beside what the contract names.
    private static let passedOn: Set<String> = [
        "accept", "accept-language", "authorization", "content-type", "traceparent", "tracestate", "user-agent",
        "x-request-id",
    ]
    /// What of its answer the client sees.
    private static let passedBack: Set<String> = [
        "cache-control", "content-language", "content-type", "location", "retry-after", "set-cookie",
        "www-authenticate",
    ]

    /// - Throws: `validation` before anything is passed on, where the fields about pushing are wrong; `internal` where
    ///   the tenant's service can't be reached.
    func answer(_ request: APIRequest) async throws(Problem) -> APIResponse {
        let wish = try readWish()
        guard let origin = WebOrigin(url: login.upstream)?.description else {
            throw Problem(.internal, "the log-in can't be passed on")
        }
        let response: EgressResponse
        do {
            response = try await call.host.egress([origin], call.profile.id).send(forwarded(request))
        } catch {
            throw Problem(.internal, "the log-in could not be passed on; try again", retryAfter: .seconds(5))
        }
        if (200..<300).contains(response.status) { await note(response, wish) }
        return APIResponse(
            status: response.status,
            headers: response.headers.filter { Self.passedBack.contains($0.name.lowercased()) }
                .map { ($0.name.lowercased(), $0.value) },
            body: .bytes(response.body)
        )
    }

    private func readWish() throws(Problem) -> PushWish {
        var reader = BodyReader(call.input)
        let wish = PushWish(&reader)
        if wish.allowed == true, wish.token == nil, !reader.hasFault(at: "token") { reader.add([.missingToken]) }
        try reader.finish()
        if wish.allowed == true, let token = wish.token {
            var names = BodyReader(JSONObject())
            let plugins = call.devicePlugins
            _ = try plugins.checked(token, for: plugins.plugin(named: nil, in: &names), on: wish.platform)
        }
        return wish
    }

    private func forwarded(_ request: APIRequest) -> EgressRequest {
        let passedOn = Self.passedOn.union(login.headers.map { $0.lowercased() })
        var headers = request.headers.filter { header in
            passedOn.contains(header.name) && !gatekeeper.isKey(header, of: call.tenant.runtime)
        }
        // What the client wrote there itself counts no more than anywhere else.
        if let address = request.clientAddress { headers.append((TrustedProxies.header, address)) }
        let query = request.rawQuery
        let separator = login.upstream.contains("?") ? "&" : "?"
        return EgressRequest(
            .post,
            query.isEmpty ? login.upstream : login.upstream + separator + query,
            headers: headers.map { EgressRequest.Header($0.name, $0.value) },
            body: request.body,
            timeout: Self.timeout
        )
    }

    /// Who is logged in stays so, whatever becomes of this.
    private func note(_ response: EgressResponse, _ wish: PushWish) async {
        let body = (try? JSONValue(parsing: response.body)) ?? .null
        let scope = TemplateScope(JSONObject([.init("response", body)]))
        guard let user = scope.text(at: login.userID).flatMap({ UserID($0) }), let id = scope.text(at: login.sessionID),
            UserID.isValid(id)
        else {
            return observe("the answer names no user and session where the contract says they are")
        }
        do {
            _ = try await call.start(id, of: call.profile.canonical(user), wish)
        } catch {
            observe(error.code.name)
        }
    }

    private func observe(_ words: String) {
        call.host.observer.observe(.loginNotNoted(call.profile.id, reason: words))
    }
}
