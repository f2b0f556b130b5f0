import CarillonModel
import CarillonPluginKit
import CarillonProfiles

/// What Supabase's clients ask of a tenant whose profile declares a table for them.
enum SupabaseEndpoint: Sendable {
    case socket
    /// PostgREST's subset: read, mark, and what may not be done.
    case rows(RequestMethod)

    /// Who may ask there; a service's key is nobody's token.
    var access: Access {
        switch self {
        // Tokens come with messages.
        case .socket: .anyone
        // Who brings no token sees no row.
        case .rows(.get): .optionalUser
        case .rows: .user
        }
    }

    /// All that may be wrong with a request for rows; the socket has the statuses of ``socketStatuses``.
    var rowFaults: Set<RowFault.Code> {
        let always: Set<RowFault.Code> = [
            .unknownTable, .unknownSchema, .badToken, .expiredToken, .denied, .deniedToAnonymous, .unavailable,
        ]
        return switch self {
        case .socket: []
        case .rows(.get): always.union([.unreadable, .unknownColumn, .badValue, .beyondRows, .notOne])
        case .rows(.patch):
            always.union([.unreadable, .unknownColumn, .badValue, .badBody, .unknownBodyColumn, .beyondRows, .notOne])
        case .rows: always
        }
    }

    /// With which the WebSocket is refused: no key, an unknown version, and no handshake.
    static let socketStatuses: Set<Int> = [400, 401, 403, 426]

    /// For clients that don't name a tenant: their key does.
    static let routes = routes(template: "", from: "the host's own, by the key of a Supabase client")

    static func routes(of profile: TenantProfile) -> [DeclaredRoute<SupabaseEndpoint>] {
        guard let table = profile.supabase else { return [] }
        return routes(template: "/{tenant}", from: "profile.json at /realtime/supabase").filter { route in
            route.endpoint.isServed(by: table)
        }
    }

    private static func routes(template: String, from origin: String) -> [DeclaredRoute<SupabaseEndpoint>] {
        let methods: [RequestMethod] = [.get, .patch, .post, .delete]
        let declared =
            [(RequestMethod.get, "/realtime/v1/websocket", socket)]
            + methods.map { ($0, "/rest/v1/{table}", rows($0)) }
        return declared.map { method, path, endpoint in
            DeclaredRoute(method, PathTemplate(declared: path), template: template + path, from: origin, endpoint)
        }
    }

    func isServed(by table: SupabaseTable) -> Bool {
        if case .rows = self { table.servesRows } else { true }
    }
}

/// The key that an app was built with: it says whose app it is, and protects nothing.
struct SupabaseKey {
    /// Nil where the request brings none.
    let value: String?

    init(_ request: APIRequest) {
        let candidates = [request.header("x-api-key"), request.header("apikey"), request.query("apikey")]
        value = candidates.compactMap(\.self).first { !$0.isEmpty }
    }

    func isKnown(to table: SupabaseTable) -> Bool {
        guard let value else { return false }
        return table.keys.isEmpty || table.keys.contains { $0.exact == value.exact }
    }
}

extension SupabaseEndpoint {
    /// The answer to a request, in the form of the service that the clients expect.
    func answer(
        _ request: APIRequest,
        of tenant: ActiveTenant,
        at host: HostContext,
        _ parameters: [String: String]
    ) async
        -> APIResponse
    {
        guard let table = tenant.runtime.profile.supabase, isServed(by: table) else { return APIResponse(.nothingHere) }
        let key = SupabaseKey(request)
        switch self {
        case .socket:
            guard let value = key.value else { return Self.refusal(401, "API key is missing") }
            guard key.isKnown(to: table) else { return Self.refusal(401, "Invalid API key") }
            return socket(request, table, tenant, host, value)
        case .rows(let method):
            guard key.value != nil else {
                return APIResponse(
                    status: 401,
                    json: [
                        "message": "No API key found in request",
                        "hint": "No `apikey` request header or url param was found.",
                    ]
                )
            }
            guard key.isKnown(to: table) else {
                return APIResponse(status: 401, json: ["message": "Invalid API key"])
            }
            let rows = RowRequest(request, table, tenant, host, method: method, table: parameters["table"] ?? "")
            return await rows.answer()
        }
    }

    private func socket(
        _ request: APIRequest,
        _ table: SupabaseTable,
        _ tenant: ActiveTenant,
        _ host: HostContext,
        _ key: String
    ) -> APIResponse {
        do throws(Problem) {
            let version = request.query("vsn")
            guard let serializer = PhoenixMessage.Serializer(version: version) else {
                return Self.refusal(403, "vsn=\(version ?? "") is not supported, only 1.0.0 and 2.0.0 are")
            }
            guard let handshake = try WebSocketHandshake(request) else { throw .upgradeRequired }
            return handshake.response(SupabaseSocket(table, of: tenant, at: host, serializer, key: key))
        } catch {
            var answer = Self.refusal(error.code.status, error.detail)
            answer.headers += error.answerHeaders
            return answer
        }
    }

    private static func refusal(_ status: Int, _ message: String) -> APIResponse {
        APIResponse(status: status, json: ["error": .string(message)])
    }
}
