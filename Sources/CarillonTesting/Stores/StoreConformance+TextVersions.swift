import CarillonModel
import CarillonPipeline

extension StoreConformance {
    static let textVersions: [Rule] = [
        Rule("versions of texts follow one another without a gap, and stay as they were published") { subject in
            let (tenant, other) = (subject.tenant, try await subject.store.tenant("initech"))
            let texts: JSONValue = [["new": "{\\$x}\n\u{2068}“Åse”", "base": .null]]
            let first = TextVersion.testing(1, from: .version(0), note: "Ærlig talt'")
            try requireEqual(await tenant.textVersions(limit: 9), [], "none yet")
            try requireEqual(await tenant.published(.testing(2)), false, "a gap")
            try requireEqual(await tenant.published(first, texts: texts), true, "the first")
            try requireEqual(await tenant.published(.testing(1)), false, "the first again")
            let firsts = try await withThrowingTaskGroup(of: Bool.self) { group in
                for _ in 0..<4 { group.addTask { try await tenant.published(.testing(2)) } }
                return try await group.reduce(0) { $1 ? $0 + 1 : $0 }
            }
            try requireEqual(firsts, 1, "of four at once")
            try requireEqual(await tenant.textVersions(limit: 9), [.testing(2), first], "all")
            try requireEqual(await tenant.textVersions(limit: 1), [.testing(2)], "the newest")
            try requireEqual(await tenant.textVersion(1), first, "one")
            try requireEqual(await tenant.texts(ofVersion: 1), texts, "its texts")
            try requireEqual(await tenant.texts(ofVersion: 2), [], "no texts")
            try requireEqual(await tenant.textVersion(3), nil, "one that isn't there")
            try requireEqual(await tenant.texts(ofVersion: 3), nil, "its texts")
            try requireEqual(await other.textVersions(limit: 9), [], "of another tenant")
            try requireEqual(await other.texts(ofVersion: 1), nil, "texts of another tenant")
        },
        Rule("a version and the proposal that it came from are kept together, or neither is") { subject in
            let tenant = subject.tenant
            var proposal = ProposalRecord(id: "p1", author: "Bo", changedAt: .at(1), content: [:])
            try requireEqual(await tenant.keep(proposal), true, "a proposal")
            proposal.version = 3
            proposal.state = .published
            let version = TextVersion.testing(1, from: .proposal("p1"))
            try requireEqual(await tenant.published(version, of: proposal), false, "a version ahead")
            try requireEqual(await tenant.textVersions(limit: 9), [], "nothing was published")
            proposal.version = 2
            try requireEqual(await tenant.published(.testing(2), of: proposal), false, "a number ahead")
            try requireEqual(await tenant.proposal("p1")?.state, .draft, "the proposal stays")
            try requireEqual(await tenant.published(version, of: proposal), true, "both")
            try requireEqual(await tenant.proposal("p1"), proposal, "the proposal")
            try requireEqual(await tenant.textVersions(limit: 9), [version], "the version")
        },
    ]
}

extension TextVersionStore {
    /// Publishes a version, with another line of the history each time.
    fileprivate func published(
        _ version: TextVersion,
        texts: JSONValue = [],
        of proposal: ProposalRecord? = nil
    ) async throws(StoreFailure) -> Bool {
        let act = StaffAct.testing("\(UInt64.random(in: .min ... .max))", "studio.publish", at: 1)
        return try await publish(version, texts: texts, of: proposal, noting: act)
    }
}

extension TextVersion {
    static func testing(_ number: Int, from origin: Origin = .proposal("p"), note: String = "") -> TextVersion {
        TextVersion(
            number: number,
            author: "Bo",
            publishedAt: .at(Int64(number)),
            revision: "r\(number)",
            origin: origin,
            note: note,
            count: 1
        )
    }
}
