import CarillonModel
public import CarillonPipeline

/// The port's `ProposalStore`.
extension StoredTenant {
    public func keep(_ proposal: ProposalRecord) async throws(StoreFailure) -> Bool {
        try await write { try $0.keep(proposal) }
    }

    public func proposal(_ id: String) async throws(StoreFailure) -> ProposalRecord? {
        let row = try await read { database in
            try database.first(ProposalRow.select + "WHERE id = ?", id) { try ProposalRow($0) }
        }
        return try row?.record()
    }

    public func proposals(limit: Int) async throws(StoreFailure) -> [ProposalRecord] {
        let rows = try await read { database in
            try database.rows(ProposalRow.select + "ORDER BY changed_at DESC, id DESC LIMIT ?", limit) {
                try ProposalRow($0)
            }
        }
        var records: [ProposalRecord] = []
        for row in rows { records.append(try row.record()) }
        return records
    }
}

extension StoreConnection {
    /// - Returns: false where the version isn't the one that follows.
    func keep(_ proposal: ProposalRecord) throws -> Bool {
        if proposal.version == 1 {
            try run(
                """
                INSERT INTO proposal (state, author, changed_at, content, id, version) VALUES (?, ?, ?, ?, ?, ?)
                    ON CONFLICT DO NOTHING
                """,
                proposal.state.rawValue,
                proposal.author,
                proposal.changedAt,
                proposal.content.text,
                proposal.id,
                proposal.version
            )
        } else {
            try run(
                """
                UPDATE proposal SET state = ?, author = ?, changed_at = ?, content = ?, version = version + 1
                    WHERE id = ? AND version = ?
                """,
                proposal.state.rawValue,
                proposal.author,
                proposal.changedAt,
                proposal.content.text,
                proposal.id,
                proposal.version - 1
            )
        }
        return changesCount == 1
    }
}

/// A row of the table.
private struct ProposalRow: Sendable {
    let id: String
    let version: Int
    let state: String
    let author: String
    let changedAt: Instant
    let content: String

    static let select = "SELECT id, version, state, author, changed_at, content FROM proposal "

    init(_ columns: Columns<some PreparedStatement>) throws {
        id = try columns["id"]
        version = try columns["version"]
        state = try columns["state"]
        author = try columns["author"]
        changedAt = try columns["changed_at"]
        content = try columns["content"]
    }

    func record() throws(StoreFailure) -> ProposalRecord {
        guard let state = ProposalRecord.State(rawValue: state), let content = try? JSONValue(parsing: content.utf8)
        else { throw StoreFailure(.corrupted, "the proposal “\(id)” can't be read") }
        return ProposalRecord(
            id: id,
            version: version,
            state: state,
            author: author,
            changedAt: changedAt,
            content: content
        )
    }
}
