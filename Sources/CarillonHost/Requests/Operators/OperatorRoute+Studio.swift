import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles

extension OperatorRoute {
    /// A link that lets somebody of a tenant's staff into the studio, once.
    static let studioLink = OperatorRoute(.post, "/v1/tenants/{tenant}/studio/links") { call throws(Problem) in
        let tenant = try await call.tenant()
        var body = BodyReader(try call.body())
        let name = body.required("name", limit: StaffSessions.longestName)
        let named = body.required("role")
        let role = StaffMember.Role(rawValue: named)
        if role == nil, !named.isEmpty {
            let roles = StaffMember.Role.allCases.map(\.rawValue).joined(separator: ", ")
            body.add([.init(pointer: "/role", code: .notAllowed, message: "must be one of \(roles)")])
        }
        try body.finish()
        guard let role else { throw Problem(.internal, "a role that was accepted isn't known") }
        let sessions = try await call.stored { _ throws(StoreFailure) in
            try await StaffSessions(of: tenant.id, store: tenant.store)
        }
        let member = StaffMember(name: name, role: role)
        let lifetime = call.api.studioCodeLifetime
        guard let code = sessions.page.code(for: member, lasting: lifetime, at: call.api.clock.now) else {
            throw Problem(.internal, "no code can be made")
        }
        call.record("studio.link", tenant: tenant.id, ["staff": name, "role": role.rawValue])
        return APIResponse(
            status: 201,
            json: [
                "path": .string("/v1/\(tenant.id)/studio#code=\(code.text)"),
                "expiresAt": .string(code.expiresAt.rfc3339),
            ]
        )
    }
}
