import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles

extension OperationCall {
    /// `inbox.link`: a user's own, or, for a service, anybody's.
    func makeInboxLink(_ fields: FieldReading) async throws(Problem) -> JSONObject {
        let reader = try inboxReader(fields)
        guard let page = profile.inbox?.page, let sessions = tenant.access.inboxSessions else { throw .noInboxPage }
        guard let code = sessions.code(for: reader, at: host.clock.now) else {
            throw Problem(.internal, "no code can be made")
        }
        // The page is loaded before its cookie is set, and should be in this language from the start.
        let query = fields.text("locale").map { "?locale=\(PercentEncoding.encode($0))" } ?? ""
        let path = "/\(profile.id)\(page)\(query)#code=\(code.text)"
        var result = JSONObject([
            .init("code", .string(code.text)), .init("path", .string(path)),
            .init("expiresAt", .string(code.expiresAt.rfc3339)),
        ])
        result["url"] = host.publicURL.map { .string("\($0)\(path)") }
        if isService { record("inbox.link", ["subject": AuditTrail.pseudonym(of: reader.user)]) }
        return result
    }

    private func inboxReader(_ fields: FieldReading) throws(Problem) -> InboxSessions.Reader {
        switch caller {
        case .user(let token):
            let isOther =
                fields.text("userId").flatMap { UserID($0) }.map { profile.canonical($0) != token.user } ?? false
            try fields.finish(isOther ? [.notAllowed("/userId", "a user gets links to their own inbox alone")] : [])
            return InboxSessions.Reader(
                user: token.user,
                locale: fields.text("locale") ?? token.facts.locale,
                timeZone: fields.text("timeZone") ?? token.facts.timeZone
            )
        case .service, .operator, .anonymous:
            try fields.finish(
                fields.text("userId") == nil && !fields.hasFault(at: "userId") ? [.missing("/userId")] : []
            )
            return InboxSessions.Reader(
                user: fields.sureUser("userId", of: profile),
                locale: fields.text("locale"),
                timeZone: fields.text("timeZone")
            )
        }
    }
}

extension Problem {
    static let noInboxPage = Problem(
        .notFound,
        "this tenant has no inbox page: its profile.json names none at /inbox/page"
    )
}
