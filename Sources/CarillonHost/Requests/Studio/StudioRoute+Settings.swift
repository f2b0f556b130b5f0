import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles

/// What the platform's own staff see of the studio itself.
extension StudioRoute {
    static let settings = [settingsNow, endOther]

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
        call.record("studio.revoke", ["staff": ended.name, "session": id], by: member)
        return APIResponse(status: 204)
    }
}
