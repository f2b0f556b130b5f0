import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles

/// What the tenant's inbox asks at its start, and how its page is signed in.
extension NativeRoute {
    static let inbox = [inboxWords, beginInboxSession, inboxSession, endInboxSession]

    private static let inboxWords = NativeRoute(
        .inboxWords,
        .anyone,
        Form(
            query: [.optional("locale", .locale, "The language wished for; the tenant's own when silent.", "nb")],
            answer: .object(InboxDocument.members),
            errors: [.validation]
        )
    ) { call throws(Problem) in
        let requested = call.request.query("locale")
        if let requested, LocaleTag(requested) == nil {
            throw .invalid([.badFormat("?locale", wanted: LocaleTag.shape)])
        }
        guard let document = call.tenant.inbox.document(in: call.tenant.runtime.profile.inboxLocale(requested)) else {
            throw .nothingHere
        }
        return document.response(to: call.request)
    }

    private static let code = OperationField.required(
        "code",
        .text(most: InboxSessions.longestCode),
        "What the link had behind `#code=`.",
        "kJ3v"
    )

    /// The code of a link for the cookie of the page.
    private static let beginInboxSession = NativeRoute(
        .beginInboxSession,
        .anyone,
        Form(body: .object([code]), answer: .nothing, errors: [.validation, .forbidden])
    ) { call throws(Problem) in
        let sessions = try call.inboxSessions
        // Otherwise another site's page could sign in its visitors as a different user.
        guard call.tenant.access.crossSite.allows(call.request) else {
            throw Problem(.forbidden, "a session begins on the host's own page")
        }
        let body = try call.request.json()
        guard let object = body.object else { throw .invalid([.wrongType("", wanted: "an object", got: body)]) }
        let fields = FieldReading(object, [code], call.context)
        try fields.finish()
        let cookie = try await call.cookie(for: fields.sure("code"), sessions)
        return sessions.page.answer(to: call.request, beginning: cookie)
    }

    private static let inboxSession = NativeRoute(
        .inboxSession,
        .user,
        Form(
            answer: .object([
                .text("userId", "Who is signed in.", "user-1"),
                .instant("expiresAt", "When the session ends, where it does.").whereKnown,
            ])
        )
    ) { call throws(Problem) in
        guard case .user(let token) = call.caller else { throw .noUserToken }
        var json = JSONObject([.init("userId", .string(token.user.rawValue))])
        json["expiresAt"] = token.expiresAt.map { .string($0.rfc3339) }
        return APIResponse(status: 200, json: .object(json))
    }

    private static let endInboxSession = NativeRoute(
        .endInboxSession,
        .anyone,
        Form(answer: .nothing, errors: [.forbidden])
    ) { call throws(Problem) in
        let sessions = try call.inboxSessions
        guard call.tenant.access.crossSite.allows(call.request) else {
            throw Problem(.forbidden, "a session ends on the host's own page")
        }
        return sessions.page.endingAnswer(to: call.request)
    }
}

extension NativeCall {
    fileprivate var inboxSessions: InboxSessions {
        get throws(Problem) {
            guard let sessions = tenant.access.inboxSessions else { throw .noInboxPage }
            return sessions
        }
    }

    fileprivate func cookie(for code: String, _ sessions: InboxSessions) async throws(Problem) -> PageTicket {
        do throws(PageCodeFault) {
            return try await sessions.page.cookie(for: code, at: host.clock.now).cookie
        } catch {
            guard case .unread(let failure) = error else { throw Problem(code: .codeRefused, error.message) }
            host.observer.observe(.storeFailed(tenant.runtime.profile.id, failure))
            throw .storeFailed(failure.kind)
        }
    }
}

extension PageCodeFault {
    /// What to do about it.
    fileprivate var message: String {
        switch self {
        case .unknown: "this is no code of this tenant's: open the whole link"
        case .expired: "the code is too old: open the page by a new link"
        case .used: "the code was used before: open the page by a new link"
        case .takenBack: "the link was taken back: open the page by a new one"
        case .unread: "whether the code was used before can't be said right now"
        }
    }
}
