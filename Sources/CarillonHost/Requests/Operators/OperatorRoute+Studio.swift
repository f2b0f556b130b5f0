import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles

extension OperatorRoute {
    /// Who of a tenant's staff is let into the studio: links for them, and their sessions.
    static let studio = [
        OperatorRoute(.post, "/v1/tenants/{tenant}/studio/links") { call throws(Problem) in
            try await call.inviteToStudio()
        },
        OperatorRoute(.get, "/v1/tenants/{tenant}/studio/live") { call throws(Problem) in
            try await call.publishedTexts()
        },
        OperatorRoute(.get, "/v1/tenants/{tenant}/studio/sessions") { call throws(Problem) in
            let tenant = try await call.tenant()
            let now = call.api.clock.now
            let sessions = try await call.stored { _ throws(StoreFailure) in
                try await tenant.store.staffSessions(at: now)
            }
            return APIResponse(json: ["sessions": .array(sessions.map(\.json))])
        },
        OperatorRoute(.delete, "/v1/tenants/{tenant}/studio/sessions/{session}") { call throws(Problem) in
            let tenant = try await call.tenant()
            let id = call.parameter("session")
            let session = try await call.stored { _ throws(StoreFailure) in
                try await tenant.store.ended(staffSession: id)
            }
            guard let session else { throw .noStaffSession }
            call.api.tenants?.tenant(tenant.id)?.staff.forget(id)
            call.record("studio.revoke", tenant: tenant.id, ["staff": session.name, "session": id])
            return APIResponse(json: ["ended": .string(id)])
        },
    ]
}

extension Problem {
    static let noStaffSession = Problem(.notFound, "there is no such session in the studio")
}

extension StaffSessionRecord {
    /// For operators, and for the platform's own staff.
    var json: JSONValue {
        [
            "id": .string(id), "name": .string(name), "roles": .string(roles),
            "startedAt": .string(startedAt.rfc3339), "usedAt": .string(usedAt.rfc3339),
            "endsAt": .string(endsAt.rfc3339),
        ]
    }
}

extension OperatorCall {
    /// A link that lets somebody of a tenant's staff into the studio, once.
    fileprivate func inviteToStudio() async throws(Problem) -> APIResponse {
        let tenant = try await tenant()
        var body = BodyReader(try body())
        let name = body.required("name", limit: StaffMember.longestName)
        let named = body.required("role")
        let grants = StaffMember.grants(named) ?? []
        if let fault = Self.fault(of: grants, named, in: tenant) {
            body.add([.init(pointer: "/role", code: .notAllowed, message: fault)])
        }
        try body.finish()
        let sessions = try await stored { _ throws(StoreFailure) in
            try await StaffSessions(of: tenant.id, store: tenant.store)
        }
        let member = StaffMember(name: name, grants: grants)
        let lifetime = api.studioCodeLifetime
        guard let code = sessions.page.code(for: member, lasting: lifetime, at: api.clock.now) else {
            throw Problem(.internal, "no code can be made")
        }
        record("studio.link", tenant: tenant.id, ["staff": name, "role": member.roles])
        return APIResponse(
            status: 201,
            json: [
                "path": .string("/v1/\(tenant.id)/studio#code=\(code.text)"),
                "expiresAt": .string(code.expiresAt.rfc3339),
            ]
        )
    }

    /// All words that are live beside a tenant's files, as a proposal that brings them into the files; none where it doesn't
    /// publish live.
    fileprivate func publishedTexts() async throws(Problem) -> APIResponse {
        let tenant = try await tenant()
        var published: (version: TextVersion, edits: JSONValue)?
        if tenant.running.map({ $0.runtime.profile.studio.publishing == .live }) ?? true {
            published = try await stored { _ throws(StoreFailure) in
                guard let version = try await tenant.store.textVersions(limit: 1).first,
                    let edits = try await tenant.store.texts(ofVersion: version.number)
                else { return nil }
                return (version, edits)
            }
        }
        let number = published?.version.number ?? 0
        return APIResponse(json: [
            "tenant": .string(tenant.id.rawValue), "version": JSONValue(number),
            "title": .string(number > 0 ? "Take over version \(number)" : ""), "edits": published?.edits ?? [],
        ])
    }

    /// Nil for roles that can be had; for none at all it was said before.
    private static func fault(
        of grants: [StaffMember.Grant],
        _ named: String,
        in tenant: OperatedTenant
    ) -> String? {
        guard !named.isEmpty else { return nil }
        guard !grants.isEmpty else {
            let roles = StaffMember.Role.allCases.map(\.rawValue).joined(separator: ", ")
            return
                "must be one of \(roles); a writer or a reviewer can be of a language, as in writer:nb; several have "
                + "blanks between them"
        }
        guard let supported = tenant.running?.runtime.profile.locales.supported else { return nil }
        let unknown = grants.compactMap(\.locale).first { !supported.contains($0) }
        return unknown.map { "names \($0.rawValue), which isn't a language of the tenant" }
    }
}
