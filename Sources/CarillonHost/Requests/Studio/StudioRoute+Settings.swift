import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles

/// What the platform's own staff see of the studio itself.
extension StudioRoute {
    static let settings = [settingsNow, endOther, wholeHistory]

    private static let settingsNow = StudioRoute(
        .get,
        "/settings",
        .staff(.platform),
        "How the studio is set up, and who is signed in by a link.",
        result: "`publish`, `reviews`, `retention` in seconds and `testRecipients` as `studio` in `profile.json` has "
            + "them, `signsInByToken`, whether that has `auth.staff`, and the `sessions` that aren't over, the last used first.",
        answers: .json("Settings")
    ) { call throws(Problem) in
        let (member, now) = (try call.member(), call.now)
        let sessions = try await call.stored { store throws(StoreFailure) in try await store.staffSessions(at: now) }
        let settings = call.profile.studio
        return APIResponse(json: [
            "publish": .string(settings.publishing.rawValue), "reviews": .string(settings.reviews.rawValue),
            "retention": JSONValue(settings.retention.wholeSeconds),
            "testRecipients": .array(settings.testRecipients.map { .string($0.rawValue) }),
            "signsInByToken": .boolean(call.tenant.access.staff != nil),
            "sessions": .array(
                sessions.sorted { ($0.usedAt, $0.id) > ($1.usedAt, $1.id) }.map { session in
                    var object = session.json.object ?? JSONObject()
                    object["isOwn"] = .boolean(session.id == member.session)
                    return .object(object)
                }
            ),
        ])
    }

    private static let endOther = StudioRoute(
        .delete,
        "/sessions/{session}",
        .staff(.platform),
        "Ends a session that somebody began by a link; at other hosts within a second.",
        result: "Nothing.",
        answers: .nothing
    ) { call throws(Problem) in
        let (member, id) = (try call.member(), call.parameter("session"))
        let ended = try await call.stored { store throws(StoreFailure) in
            try await store.ended(staffSession: id)
        }
        guard let ended else { throw .noStaffSession }
        call.tenant.staff.forget(id)
        try await call.note("studio.revoke", to: ended.name, ["session": id], by: member)
        return APIResponse(status: 204)
    }

    private static let wholeHistory = StudioRoute(
        .get,
        "/history",
        .staff(.platform),
        "All that was done in the studio and is kept, the earliest first.",
        query: [("after", "The `id` of an entry: only later ones.")],
        result:
            "`entries`, at most \(StudioHistory.longest), each with `id`, `at`, `action` as its audit line has it, and `who` did it; "
            + "the rest by action, with the words before (`old`) and after (`new`). `after` for the later ones, where there are more.",
        answers: .json("WholeHistory")
    ) { call throws(Problem) in
        let member = try call.member()
        try await call.note("studio.history", StudioHistory.facts(of: call.request), by: member)
        let after = call.request.query("after")
        return try await call.stored { store throws(StoreFailure) in
            try await StudioHistory.page(after: after, of: store)
        }
    }
}
