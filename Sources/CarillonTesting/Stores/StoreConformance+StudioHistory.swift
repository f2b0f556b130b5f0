import CarillonModel
import CarillonPipeline

extension StoreConformance {
    static let studioHistory: [Rule] = [
        Rule("all that was done in a studio is read from its beginning, page by page, and is the tenant's own") {
            subject in
            let (tenant, other) = (subject.tenant, try await subject.store.tenant("initech"))
            try requireEqual(await tenant.history(after: nil, limit: 9), [], "nothing yet")
            var proposal = ProposalRecord(id: "p1", author: "Bo", changedAt: .at(1), content: [:])
            let begun = StaffAct.testing("h1", "studio.begin", at: 1, facts: ["proposal": "p1", "role": "writer:nb"])
            try requireEqual(await tenant.keep(proposal, noting: begun), true, "begun")
            let lost = StaffAct.testing("h2", "studio.submit", at: 2)
            try requireEqual(await tenant.keep(proposal, noting: lost), false, "a version that is known")
            proposal.version = 2
            let change = TextChangeRecord.testing("h3", at: 3, new: ["words": "{\\$x}\n\u{2068}’"])
            try requireEqual(await tenant.keep(proposal, noting: change), true, "a change")
            let comment = ProposalComment(
                id: "h4",
                proposal: "p1",
                author: "Åse",
                writtenAt: .at(4),
                text: "“<b>” 😀 'so'"
            )
            try await tenant.add(comment)
            let published = StaffAct.testing("h5", "studio.publish", at: 5, content: ["texts": [["old": .null]]])
            let isPublished = try await tenant.publish(.testing(1), texts: [], of: nil, noting: published)
            try requireEqual(isPublished, true, "a version")
            let unpublished = StaffAct.testing("h6", "studio.publish", at: 6)
            let isAgain = try await tenant.publish(.testing(1), texts: [], of: nil, noting: unpublished)
            try requireEqual(isAgain, false, "a version that is known")
            let revoked = StaffAct.testing("h7", "studio.revoke", by: nil, at: 7, to: "Åse")
            try await tenant.note(revoked)
            let all: [StudioHistoryEntry] = [
                .act(begun), .change(change), .comment(comment), .act(published), .act(revoked),
            ]
            try requireEqual(await tenant.history(after: nil, limit: 9), all, "all, the earliest first")
            try requireEqual(await tenant.history(after: nil, limit: 3), Array(all.prefix(3)), "a page")
            try requireEqual(await tenant.history(after: "h4", limit: 1), [all[3]], "the next one")
            try requireEqual(await tenant.history(after: "h7", limit: 9), [], "behind the last")
            try requireEqual(await other.history(after: nil, limit: 9), [], "of another tenant")
            try requireEqual(await tenant.forgetTextHistory(before: .at(6), limit: 3), 3, "a slice of what is old")
            try requireEqual(await tenant.forgetTextHistory(before: .at(6), limit: 3), 1, "the rest of it")
            try requireEqual(await tenant.forgetTextHistory(before: .at(6), limit: 3), 0, "again")
            try requireEqual(await tenant.history(after: nil, limit: 9), [all[4]], "what is left")
        },
        Rule("a member of the staff who is forgotten is a pseudonym wherever they were named, and signed in no more") {
            subject in
            let (tenant, other) = (subject.tenant, try await subject.store.tenant("initech"))
            let bo = "Bo “B” O'Dea"
            for store in [tenant, other] {
                try await store.add(StaffLink(id: "l1", name: bo, roles: "viewer", madeAt: .at(1), endsAt: .at(9)))
                try await store.add(StaffLink(id: "l2", name: bo, roles: "viewer", madeAt: .at(1), endsAt: .at(9)))
                let session = StaffSessionRecord(
                    id: "s1",
                    name: bo,
                    roles: "viewer",
                    startedAt: .at(1),
                    usedAt: .at(1),
                    endsAt: .at(9)
                )
                try requireEqual(await store.begin(session, by: "l1"), true, "a session")
                try await store.offer(TestPairing(id: "t1", user: "ada", code: "c1", endsAt: .at(9)), at: .at(1))
                _ = try await store.pair(code: "c1", with: bo, at: .at(1), until: .at(9))
                for (id, author, reviewer) in [("p1", bo, "Cy"), ("p2", "Cy", bo), ("p3", "Cy", "Di")] {
                    let content: JSONValue = ["reviewer": .string(reviewer)]
                    let proposal = ProposalRecord(id: id, author: author, changedAt: .at(1), content: content)
                    try requireEqual(await store.keep(proposal), true, id)
                }
                let changed = ProposalRecord(id: "p4", author: bo, changedAt: .at(1), content: [:])
                let change = TextChangeRecord.testing("h1", by: bo, at: 1)
                try requireEqual(await store.keep(changed, noting: change), true, "a change")
                try await store.add(
                    ProposalComment(id: "h2", proposal: "p1", author: bo, writtenAt: .at(1), text: "Bo")
                )
                try await store.note(.testing("h3", "studio.sign-in", by: bo, at: 1))
                try await store.note(.testing("h4", "studio.revoke", by: nil, at: 1, to: bo))
                try await store.note(.testing("h5", "studio.sign-in", by: "Cy", at: 1))
                var version = TextVersion.testing(1)
                version.author = bo
                let act = StaffAct.testing("h6", "studio.publish", by: "Cy", at: 1)
                try requireEqual(await store.publish(version, texts: [], of: nil, noting: act), true, "a version")
            }
            let before = try await other.history(after: nil, limit: 9)
            @Sendable func content(_ content: JSONValue) -> JSONValue {
                content["reviewer"] == .string(bo) ? ["reviewer": "erased-1"] : content
            }
            try requireEqual(await tenant.forget(staff: "bo", as: "erased-0", in: { $0 }), false, "nobody")
            try requireEqual(await tenant.forget(staff: bo, as: "erased-1", in: content), true, "somebody")
            try requireEqual(await tenant.forget(staff: bo, as: "erased-2", in: content), false, "again")
            try requireEqual(await tenant.staffLinks(at: .at(1)), [], "links")
            try requireEqual(await tenant.staffSessions(at: .at(1)), [], "sessions")
            try requireEqual(await tenant.testPairings(of: bo, at: .at(1)), [], "pairings")
            let history = try await tenant.history(after: nil, limit: 9)
            try requireEqual(
                history.map(\.people),
                [["erased-1"], ["erased-1"], ["erased-1"], ["erased-1"], ["Cy"], ["Cy"]],
                "whose each is"
            )
            try requireEqual(await tenant.textVersion(1)?.author, "erased-1", "the version's")
            let proposals = try await tenant.proposals(limit: 9).sorted { $0.id < $1.id }
            try requireEqual(proposals.map(\.author), ["erased-1", "Cy", "Cy", "erased-1"], "the proposals'")
            let reviewers = proposals.map { $0.content["reviewer"]?.string }
            try requireEqual(reviewers, ["Cy", "erased-1", "Di", nil], "their reviewers")
            try requireEqual(proposals.map(\.version), [2, 2, 1, 2], "what was read before isn't kept")
            try requireEqual(await other.history(after: nil, limit: 9), before, "of another tenant")
            try requireEqual(await other.staffLinks(at: .at(1)).map(\.name), [bo], "links of another tenant")
            try requireEqual(await other.staffSessions(at: .at(1)).map(\.name), [bo], "sessions of another tenant")
            try requireEqual(await other.proposal("p1")?.author, bo, "proposals of another tenant")
        },
    ]
}

extension StaffAct {
    static func testing(
        _ id: String,
        _ action: String = "studio.approve",
        by name: String? = "Bo",
        at time: Int64,
        to subject: String? = nil,
        facts: [String: String] = [:],
        content: JSONObject = JSONObject()
    ) -> StaffAct {
        StaffAct(
            id: id,
            action: action,
            name: name,
            doneAt: .at(time),
            subject: subject,
            facts: facts,
            content: content
        )
    }
}

extension TextChangeRecord {
    fileprivate static func testing(
        _ id: String,
        by author: String = "Bo",
        at time: Int64,
        new: JSONValue = "b"
    ) -> TextChangeRecord {
        TextChangeRecord(
            id: id,
            place: "nb sent title",
            proposal: "p1",
            author: author,
            changedAt: .at(time),
            base: "h",
            old: .null,
            new: new
        )
    }
}

extension StudioHistoryEntry {
    /// Whoever of the staff is named.
    fileprivate var people: [String] {
        switch self {
        case .change(let change): [change.author]
        case .comment(let comment): [comment.author]
        case .act(let act): [act.name, act.subject].compactMap(\.self)
        }
    }
}
