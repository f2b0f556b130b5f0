import CarillonProfiles

/// Informs browsers which pages may call a tenant's API and read its answers.
///
/// Source: the Fetch standard, “CORS protocol”.
struct CrossOriginAccess: Sendable {
    /// OPTIONS isn't a page's to send: browsers do, to ask for this.
    private static let methods = AllowedMethods.all.names.filter { $0 != "OPTIONS" }.joined(separator: ", ")
    /// What pages may read beside the body; the usual ones they may anyway.
    private static let exposed = ["Date", "ETag", "Retry-After", "RateLimit", "RateLimit-Policy", "WWW-Authenticate"]
    /// The same where Supabase's clients count rows.
    private static let exposedOfRows = ["Content-Range", "Preference-Applied"]
    /// Seconds for which a browser need not ask again.
    private static let lifetime = "600"
    private static let headerLimit = 32

    private let origins: Set<String>
    private let allowsCredentials: Bool
    /// What pages may read of an answer's head: the host's own headers, and those that the contract's answers have.
    private let exposed: String

    /// Nil where the profile lets no page in.
    init?(_ profile: TenantProfile) {
        guard let policy = profile.cors else { return nil }
        let own = Set((profile.contract?.routes ?? []).flatMap(\.response.headers).map(\.name))
        let ofRows = profile.supabase?.servesRows == true ? Self.exposedOfRows : []
        exposed = (Self.exposed + ofRows + own.sorted()).joined(separator: ", ")
        origins = Set(policy.origins.map { $0.lowercased() })
        allowsCredentials = policy.allowsCredentials
    }

    /// For browsers that ask before a Supabase client's request that names no tenant; nil where no page may send one.
    ///
    /// The key, which says whose app it is, comes with the request itself. So the pages of all tenants that serve rows may
    /// send; what is answered is for the pages of the key's tenant alone. Credentials, which here would be cookies, are
    /// granted to none.
    init?(rowsOf profiles: some Sequence<TenantProfile>) {
        let policies = profiles.filter { $0.supabase?.servesRows == true }.compactMap(\.cors)
        guard !policies.isEmpty else { return nil }
        exposed = ""
        origins = Set(policies.flatMap(\.origins).map { $0.lowercased() })
        allowsCredentials = false
    }

    /// The answer to a browser that asks before it sends; nil where it doesn't.
    func preflight(_ request: APIRequest) -> APIResponse? {
        guard request.method == "OPTIONS", request.header("origin") != nil,
            request.header("access-control-request-method") != nil
        else { return nil }
        var answer = APIResponse.noContent
        answer.headers.append(("vary", "Origin, Access-Control-Request-Method, Access-Control-Request-Headers"))
        guard let origin = allowedOrigin(request) else { return answer }
        answer.headers += grant(origin)
        answer.headers.append(("access-control-allow-methods", Self.methods))
        if let headers = askedHeaders(request) { answer.headers.append(("access-control-allow-headers", headers)) }
        answer.headers.append(("access-control-max-age", Self.lifetime))
        return answer
    }

    /// Adds to an answer who may read it; a cache must keep answers to different pages apart either way.
    func mark(_ answer: inout APIResponse, of request: APIRequest) {
        answer.headers.append(("vary", "Origin"))
        guard let origin = allowedOrigin(request) else { return }
        answer.headers += grant(origin)
        answer.headers.append(("access-control-expose-headers", exposed))
    }

    private func allowedOrigin(_ request: APIRequest) -> String? {
        guard let origin = request.header("origin"), origins.contains(origin.lowercased()) else { return nil }
        return origin
    }

    private func grant(_ origin: String) -> [(name: String, value: String)] {
        let credentials = allowsCredentials ? [(name: "access-control-allow-credentials", value: "true")] : []
        return [(name: "access-control-allow-origin", value: origin)] + credentials
    }

    /// Repeats the headers that the page wants to send: their names aren't secret, and the origin is trusted.
    private func askedHeaders(_ request: APIRequest) -> String? {
        guard let asked = request.header("access-control-request-headers") else { return nil }
        let names = asked.lowercased().split(separator: ",").map { String($0).trimmed }
        let isPlain =
            names.count <= Self.headerLimit && names.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy(Self.isToken) }
        return isPlain ? names.joined(separator: ", ") : nil
    }

    private static func isToken(_ byte: UInt8) -> Bool {
        (97...122).contains(byte) || (48...57).contains(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
    }
}
