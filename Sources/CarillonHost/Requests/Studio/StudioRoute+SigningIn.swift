import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles

/// The page, and how its visitors are let in.
extension StudioRoute {
    static let signingIn = [page, beginSession, session, endSession]

    private static let page = StudioRoute(
        .get,
        "",
        .anyone,
        "The studio as a page.",
        result: "HTML.",
        answers: .of(mediaType: "text/html")
    ) { call throws(Problem) in
        StudioPage(profile: call.profile, files: call.api.webFiles).response
    }

    private static let beginSession = StudioRoute(
        .post,
        "/session",
        .anyone,
        "Exchanges the code of a link for a session.",
        body: .bodySchema(["code": .text("What the link had behind `#code=`.")], required: ["code"]),
        result: "Nothing, with the session in a cookie.",
        answers: .nothing
    ) { call throws(Problem) in
        var body = try call.body()
        let code = body.required("code", limit: SealedText.limit)
        try body.finish()
        let begun: (visitor: StaffMember, cookie: PageTicket)
        do throws(PageCodeFault) {
            let id = call.api.identifiers.uuid()
            begun = try await call.sessions.begin(code, as: id, for: call.request, at: call.now)
        } catch {
            guard case .unread(let failure) = error else { throw Problem(code: .codeRefused, error.message) }
            call.api.observer.observe(.storeFailed(call.profile.id, failure))
            throw .storeFailed(failure.kind)
        }
        try await call.note("studio.sign-in", by: begun.visitor)
        return call.sessions.page.answer(to: call.request, beginning: begun.cookie)
    }

    private static let session = StudioRoute(
        .get,
        "/session",
        .staff(.viewer),
        "Who is signed in, and what they can work on.",
        result:
            "`name`, `role`, the highest of the `roles`, `tenant` with `id` and `name`, `publish`, `reviews` "
            + "and `testRecipients` as in `profile.json`, `channels` with the plugin of each, `testChannels`, by which a "
            + "text can be sent to somebody's phone or address, and `locales` with `tag` and `dir`, the default first.",
        answers: .json("Session")
    ) { call throws(Problem) in
        let member = try call.member()
        let locales = call.profile.locales
        let channels = call.profile.channels.map { JSONObject.Member($0.id.rawValue, .string($0.plugin.rawValue)) }
        return APIResponse(json: [
            "name": .string(member.name), "role": .string(member.role.rawValue),
            "channels": .object(JSONObject(channels)),
            "roles": .array(member.grants.map { .string($0.text) }),
            "tenant": ["id": .string(call.profile.id.rawValue), "name": .string(call.profile.name)],
            "publish": .string(call.profile.studio.publishing.rawValue),
            "reviews": .string(call.profile.studio.reviews.rawValue),
            "testRecipients": .array(call.profile.studio.testRecipients.map { .string($0.rawValue) }),
            "testChannels": .array(call.tenant.runtime.testChannels.map { .string($0.rawValue) }),
            "locales": .array(
                locales.defaultFirst.map {
                    ["tag": .string($0.rawValue), "dir": .string(call.tenant.inbox.words.direction(of: $0))]
                }
            ),
        ])
    }

    private static let endSession = StudioRoute(
        .delete,
        "/session",
        .anyone,
        "Ends the session in this browser.",
        result: "Nothing.",
        answers: .nothing
    ) { call throws(Problem) in
        let member = try await call.stored { _ throws(StoreFailure) in
            let member = try await call.sessions.member(of: call.request, at: call.now)
            try await call.sessions.end(of: call.request, at: call.now)
            return member
        }
        if let member { try await call.note("studio.sign-out", by: member) }
        return call.sessions.page.endingAnswer(to: call.request)
    }
}

extension PageCodeFault {
    /// What to do about it.
    fileprivate var message: String {
        switch self {
        case .unknown: "this is no code of this tenant's studio: open the whole link"
        case .expired: "the code is too old: ask for a new link"
        case .used: "the code was used before: ask for a new link"
        case .takenBack: "the link was taken back: ask for a new one"
        case .unread: "whether the code was used before can't be said right now"
        }
    }
}

extension JSONValue {
    /// The schema of an object.
    static func bodySchema(_ members: JSONObject, required: [String] = []) -> JSONValue {
        [
            "type": "object", "additionalProperties": false, "properties": .object(members),
            "required": .array(required.map { .string($0) }),
        ]
    }

    /// The schema of a text.
    static func text(_ description: String) -> JSONValue {
        ["type": "string", "description": .string(description)]
    }
}
