import CarillonModel
import CarillonPipeline

extension StoreConformance {
    static let proposals: [Rule] = [
        Rule("a proposal is kept as it was last, each version once, and in each tenant for itself") { subject in
            let (tenant, other) = (subject.tenant, try await subject.store.tenant("initech"))
            var first = ProposalRecord(
                id: "p1",
                author: "Åse “A” Ø'Neil",
                changedAt: .at(1),
                content: ["title": "Vennligere ord", "edits": [["new": "{\\$x}\n\u{2068}"]]]
            )
            try requireEqual(await tenant.keep(first), true, "new")
            try requireEqual(await tenant.keep(first), false, "the same version again")
            try requireEqual(await tenant.proposal("p1"), first, "as it was kept")
            let taken = first
            first.version = 2
            first.state = .inReview
            first.changedAt = .at(3)
            first.content = ["title": "Other words", "edits": []]
            let firsts = try await withThrowingTaskGroup(of: Bool.self) { [first] group in
                for _ in 0..<4 { group.addTask { try await tenant.keep(first) } }
                return try await group.reduce(0) { $1 ? $0 + 1 : $0 }
            }
            try requireEqual(firsts, 1, "of four at once")
            try requireEqual(await tenant.keep(taken), false, "an older version")
            try requireEqual(await tenant.proposal("p1"), first, "as it is now")
            let unknown = ProposalRecord(id: "p2", version: 2, author: "Bo", changedAt: .at(1), content: .null)
            try requireEqual(await tenant.keep(unknown), false, "a second version without a first")
            try requireEqual(await tenant.proposal("p2"), nil, "of that")
            try requireEqual(await other.proposal("p1"), nil, "of another tenant")
            try requireEqual(await other.proposals(limit: 9), [], "the list of another tenant")
        },
        Rule("the proposals that were changed last come first, as many as are asked for") { subject in
            let times: [(String, Int64)] = [("p1", 5), ("p2", 9), ("p3", 5), ("p4", 7)]
            for (id, time) in times {
                let proposal = ProposalRecord(id: id, author: "Bo", changedAt: .at(time), content: .object([:]))
                try requireEqual(await subject.tenant.keep(proposal), true, id)
            }
            try requireEqual(await subject.tenant.proposals(limit: 9).map(\.id), ["p2", "p4", "p3", "p1"], "all")
            try requireEqual(await subject.tenant.proposals(limit: 2).map(\.id), ["p2", "p4"], "two")
        },
    ]
}
