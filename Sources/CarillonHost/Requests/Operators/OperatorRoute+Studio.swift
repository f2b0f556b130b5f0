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
        OperatorRoute(.get, "/v1/tenants/{tenant}/studio/links") { call throws(Problem) in
            let tenant = try await call.tenant()
            let now = call.api.clock.now
            let links = try await call.stored { _ throws(StoreFailure) in try await tenant.store.staffLinks(at: now) }
            return APIResponse(json: ["links": .array(links.map(\.json))])
        },
        OperatorRoute(.delete, "/v1/tenants/{tenant}/studio/links/{link}") { call throws(Problem) in
            let tenant = try await call.tenant()
            let id = call.parameter("link")
            let link = try await call.stored { _ throws(StoreFailure) in try await tenant.store.end(staffLink: id) }
            guard let link else { throw Problem(.notFound, "there is no such link that can be opened") }
            try await call.note("studio.unlink", to: link.name, ["link": id], in: tenant)
            return APIResponse(json: ["ended": .string(id)])
        },
        OperatorRoute(.get, "/v1/tenants/{tenant}/studio/history") { call throws(Problem) in
            let tenant = try await call.tenant()
            try await call.note("studio.history", StudioHistory.facts(of: call.request), in: tenant)
            let after = call.request.query("after")
            return try await call.stored { _ throws(StoreFailure) in
                try await StudioHistory.page(after: after, of: tenant.store)
            }
        },
        OperatorRoute(.delete, "/v1/tenants/{tenant}/studio/staff/{name}") { call throws(Problem) in
            try await call.forgetStaff()
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
            try await call.note("studio.revoke", to: session.name, ["session": id], in: tenant)
            return APIResponse(json: ["ended": .string(id)])
        },
    ]
}

extension Problem {
    static let noStaffSession = Problem(.notFound, "there is no such session in the studio")
}

extension StaffLink {
    /// For operators.
    fileprivate var json: JSONValue {
        [
            "id": .string(id), "name": .string(name), "roles": .string(roles), "madeAt": .string(madeAt.rfc3339),
            "endsAt": .string(endsAt.rfc3339),
        ]
    }
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
        if !StaffMember.isShown(name) {
            let message = "has a control character, or a sign that turns the direction of words"
            body.add([.init(pointer: "/name", code: .notAllowed, message: message)])
        }
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
        let (id, lifetime, now) = (api.identifiers.uuid(), api.studioCodeLifetime, api.clock.now)
        let code = try await stored { _ throws(StoreFailure) in
            try await sessions.link(for: member, as: id, lasting: lifetime, at: now)
        }
        guard let code else { throw Problem(.internal, "no code can be made") }
        try await note("studio.link", to: name, ["role": member.roles, "link": id], in: tenant)
        return APIResponse(
            status: 201,
            json: [
                "id": .string(id),
                "path": .string("/v1/\(tenant.id)/studio#code=\(code.text)"),
                "expiresAt": .string(code.expiresAt.rfc3339),
            ]
        )
    }

    /// Keeps what was done for a tenant's studio, and tells the audit trail.
    ///
    /// - Parameter subject: whom of the staff it was done to.
    fileprivate func note(
        _ action: String,
        to subject: String? = nil,
        _ facts: [String: String] = [:],
        in tenant: OperatedTenant
    ) async throws(Problem) {
        let act = StaffAct(
            id: api.identifiers.uuid(),
            action: action,
            name: nil,
            doneAt: api.clock.now,
            subject: subject,
            facts: facts.merging(["operator": "\(actor)"]) { first, _ in first }
        )
        try await stored { _ throws(StoreFailure) in try await tenant.store.note(act) }
        var noted = facts
        noted["staff"] = subject
        record(action, tenant: tenant.id, noted)
    }

    /// Has a pseudonym stand for somebody of a tenant's staff, and ends what lets them in.
    fileprivate func forgetStaff() async throws(Problem) -> APIResponse {
        let tenant = try await tenant()
        let name = parameter("name")
        let pseudonym = "erased-" + api.identifiers.hexadecimal(digits: 8)
        let now = api.clock.now
        let (sessions, isFound) = try await stored { _ throws(StoreFailure) in
            let sessions = try await tenant.store.staffSessions(at: now).filter { $0.name == name }
            let isFound = try await tenant.store.forget(staff: name, as: pseudonym) { content in
                guard var object = content.object, object["reviewer"]?.string == name else { return content }
                object["reviewer"] = .string(pseudonym)
                return .object(object)
            }
            return (sessions, isFound)
        }
        guard isFound else { throw Problem(.notFound, "the studio knows nobody of this name") }
        for session in sessions { tenant.running?.staff.forget(session.id) }
        try await note("studio.forget", to: pseudonym, in: tenant)
        return APIResponse(json: ["pseudonym": .string(pseudonym)])
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
