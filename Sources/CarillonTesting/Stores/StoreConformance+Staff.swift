import CarillonModel
import CarillonPipeline

extension StoreConformance {
    static let staff: [Rule] = [
        Rule("a session of the staff goes on while it is used, ends at once, and is the tenant's own") { subject in
            let (tenant, other) = (subject.tenant, try await subject.store.tenant("initech"))
            var session = StaffSessionRecord(
                id: "s1",
                name: "Åse “A” Ø'Neil",
                roles: "writer:nb reviewer",
                startedAt: .at(1),
                usedAt: .at(1),
                endsAt: .at(9)
            )
            try await tenant.add(.testing("l1", until: 9))
            try requireEqual(await tenant.begin(session, by: "l1"), true, "begun by a link")
            try requireEqual(await tenant.staffSession("s1"), session, "as it was kept")
            try requireEqual(await tenant.staffSessions(at: .at(8)), [session], "the list while it lasts")
            try requireEqual(await tenant.staffSessions(at: .at(9)), [], "the list when it is over")
            try requireEqual(await other.staffSession("s1"), nil, "of another tenant")
            try requireEqual(await other.end(staffSession: "s1"), false, "ended by another tenant")
            (session.usedAt, session.endsAt) = (.at(5), .at(13))
            try await tenant.prolong(staffSession: "s1", usedAt: .at(5), endsAt: .at(13))
            try requireEqual(await tenant.staffSession("s1"), session, "after it was used")
            try await tenant.prolong(staffSession: "s1", usedAt: .at(4), endsAt: .at(12))
            try requireEqual(await tenant.staffSession("s1"), session, "a use that is told late")
            let next = StaffSessionRecord(
                id: "s2",
                name: "Bo",
                roles: "viewer",
                startedAt: .at(6),
                usedAt: .at(6),
                endsAt: .at(14)
            )
            try await tenant.add(.testing("l2", at: 6, until: 7))
            try requireEqual(await tenant.begin(next, by: "l2"), true, "another")
            try requireEqual(await tenant.staffSessions(at: .at(7)).map(\.id), ["s2", "s1"], "both")
            try requireEqual(await tenant.end(staffSession: "s1"), true, "ended")
            try requireEqual(await tenant.end(staffSession: "s1"), false, "ended again")
            try await tenant.prolong(staffSession: "s1", usedAt: .at(7), endsAt: .at(15))
            try requireEqual(await tenant.staffSession("s1"), nil, "of one that was ended")
            let third = StaffSessionRecord(
                id: "s3",
                name: "Bo",
                roles: "viewer",
                startedAt: .at(14),
                usedAt: .at(14),
                endsAt: .at(20)
            )
            try await tenant.add(.testing("l3", at: 14, until: 15))
            try requireEqual(await tenant.begin(third, by: "l3"), true, "a third")
            try requireEqual(await tenant.staffSession("s2"), nil, "of one that was over before")
        },
        Rule("a link begins one session, unless it was taken back or is over, and is the tenant's own") { subject in
            let (tenant, other) = (subject.tenant, try await subject.store.tenant("initech"))
            let (first, second) = (StaffLink.testing("l1", until: 9), StaffLink.testing("l2", at: 2, until: 8))
            try await tenant.add(first)
            try await tenant.add(second)
            try requireEqual(await tenant.staffLinks(at: .at(7)), [first, second], "the list while they last")
            try requireEqual(await tenant.staffLinks(at: .at(8)), [first], "the list when one is over")
            try requireEqual(await other.staffLinks(at: .at(2)), [], "of another tenant")
            try requireEqual(await other.end(staffLink: "l1"), nil, "taken back by another tenant")
            try requireEqual(await tenant.end(staffLink: "l2"), second, "taken back")
            try requireEqual(await tenant.end(staffLink: "l2"), nil, "taken back again")
            @Sendable func session(_ id: String, at time: Int64) -> StaffSessionRecord {
                StaffSessionRecord(
                    id: id,
                    name: "Bo",
                    roles: "viewer",
                    startedAt: .at(time),
                    usedAt: .at(time),
                    endsAt: .at(time + 9)
                )
            }
            try requireEqual(await tenant.begin(session("s1", at: 3), by: "l2"), false, "by one that was taken back")
            try requireEqual(await tenant.begin(session("s1", at: 9), by: "l1"), false, "by one that is over")
            try requireEqual(await other.begin(session("s1", at: 3), by: "l1"), false, "by another tenant's")
            try requireEqual(await tenant.staffSession("s1"), nil, "nobody is in")
            let begun = try await withThrowingTaskGroup(of: Bool.self) { group in
                for number in 1...4 {
                    group.addTask { try await tenant.begin(session("s\(number)", at: 3), by: "l1") }
                }
                return try await group.reduce(0) { $1 ? $0 + 1 : $0 }
            }
            try requireEqual(begun, 1, "of four at once")
            try requireEqual(await tenant.staffSessions(at: .at(3)).count, 1, "one session")
            try requireEqual(await tenant.end(staffLink: "l1"), nil, "one that was opened")
            try await tenant.add(.testing("l3", at: 4, until: 5))
            try await tenant.add(.testing("l4", at: 5, until: 9))
            try requireEqual(await tenant.end(staffLink: "l3"), nil, "one that was over when another was made")
        },
        Rule("a change of a text is kept with its proposal or not at all, and the latest comes first") { subject in
            let (tenant, other) = (subject.tenant, try await subject.store.tenant("initech"))
            var proposal = ProposalRecord(id: "p1", author: "Bo", changedAt: .at(1), content: .object([:]))
            func change(
                _ id: String,
                _ place: String,
                at time: Int64,
                old: JSONValue,
                new: JSONValue
            ) -> TextChangeRecord {
                TextChangeRecord(
                    id: id,
                    place: place,
                    proposal: "p1",
                    author: "Bo",
                    changedAt: .at(time),
                    base: "h\(time)",
                    old: old,
                    new: new
                )
            }
            let first = change("c1", "nb sent title", at: 1, old: .null, new: ["words": "{\\$x}\n\u{2068}’"])
            try requireEqual(await tenant.keep(proposal, noting: first), true, "first")
            let lost = change("c2", "nb sent title", at: 2, old: .null, new: "lost")
            try requireEqual(await tenant.keep(proposal, noting: lost), false, "a version that is known")
            try requireEqual(await tenant.changes(ofText: "nb sent title", before: nil, limit: 9), [first], "then")
            proposal.version = 2
            let second = change("c3", "nb sent title", at: 3, old: ["words": "a"], new: .null)
            try requireEqual(await tenant.keep(proposal, noting: second), true, "second")
            proposal.version = 3
            let third = change("c4", "en sent title", at: 4, old: .null, new: "b")
            try requireEqual(await tenant.keep(proposal, noting: third), true, "of another text")
            try requireEqual(await tenant.proposal("p1"), proposal, "the proposal")
            let all = try await tenant.changes(ofText: "nb sent title", before: nil, limit: 9)
            try requireEqual(all, [second, first], "the latest first")
            try requireEqual(await tenant.changes(ofText: "nb sent title", before: nil, limit: 1), [second], "one")
            try requireEqual(await tenant.changes(ofText: "nb sent title", before: "c3", limit: 9), [first], "earlier")
            try requireEqual(await other.changes(ofText: "nb sent title", before: nil, limit: 9), [], "elsewhere")
        },
        Rule("comments stand in their order, and history is forgotten when it is old") { subject in
            let (tenant, other) = (subject.tenant, try await subject.store.tenant("initech"))
            let comments = [("k1", "p1", 2), ("k2", "p1", 6), ("k3", "p2", 3)].map { id, proposal, time in
                ProposalComment(
                    id: id,
                    proposal: proposal,
                    author: "Åse",
                    writtenAt: .at(Int64(time)),
                    text: "“<b>” 😀 'quoted'\n\(id)"
                )
            }
            for comment in comments.reversed() { try await tenant.add(comment) }
            let some = [comments[0], comments[1]]
            try requireEqual(await tenant.comments(onProposal: "p1", limit: 9), some, "of a proposal")
            try requireEqual(await tenant.comments(onProposal: "p1", limit: 1), [comments[0]], "one")
            try requireEqual(await other.comments(onProposal: "p1", limit: 9), [], "of another tenant")
            for (version, time) in [(1, Int64(1)), (2, 5)] {
                let change = TextChangeRecord(
                    id: "c\(version)",
                    place: "en sent title",
                    proposal: "p1",
                    author: "Bo",
                    changedAt: .at(time),
                    base: "h",
                    old: .null,
                    new: "b"
                )
                let proposal = ProposalRecord(
                    id: "p1",
                    version: version,
                    author: "Bo",
                    changedAt: .at(time),
                    content: .object([:])
                )
                try requireEqual(await tenant.keep(proposal, noting: change), true, "change \(version)")
            }
            try requireEqual(await tenant.forgetTextHistory(before: .at(5), limit: 2), 2, "a slice")
            try requireEqual(await tenant.forgetTextHistory(before: .at(5), limit: 2), 1, "the rest")
            try requireEqual(await tenant.forgetTextHistory(before: .at(5), limit: 2), 0, "again")
            let left = try await tenant.changes(ofText: "en sent title", before: nil, limit: 9)
            try requireEqual(left.map(\.id), ["c2"], "changes that are left")
            try requireEqual(await tenant.comments(onProposal: "p1", limit: 9), [comments[1]], "comments that are left")
            try requireEqual(await tenant.proposal("p1")?.version, 2, "the proposal stays")
        },
    ]
}

extension StaffLink {
    static func testing(_ id: String, at time: Int64 = 1, until end: Int64) -> StaffLink {
        StaffLink(id: id, name: "Åse “A” Ø'Neil", roles: "writer:nb reviewer", madeAt: .at(time), endsAt: .at(end))
    }
}
