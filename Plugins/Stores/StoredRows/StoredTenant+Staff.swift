public import CarillonModel
public import CarillonPipeline

/// The port's `StaffSessionStore`.
extension StoredTenant {
    public func begin(_ session: StaffSessionRecord) async throws(StoreFailure) {
        try await write { database in
            try database.run("DELETE FROM staff_session WHERE ends_at <= ?", session.startedAt)
            try database.run(
                "INSERT INTO staff_session (id, name, roles, started_at, used_at, ends_at) VALUES (?, ?, ?, ?, ?, ?)",
                session.id,
                session.name,
                session.roles,
                session.startedAt,
                session.usedAt,
                session.endsAt
            )
        }
    }

    public func staffSession(_ id: String) async throws(StoreFailure) -> StaffSessionRecord? {
        try await read { database in
            try database.first(StaffSessionRecord.select + "WHERE id = ?", id) { try StaffSessionRecord($0) }
        }
    }

    public func staffSessions(at now: Instant) async throws(StoreFailure) -> [StaffSessionRecord] {
        try await read { database in
            try database.rows(
                StaffSessionRecord.select + "WHERE ends_at > ? ORDER BY ends_at DESC, id DESC",
                now
            ) { try StaffSessionRecord($0) }
        }
    }

    public func prolong(staffSession id: String, usedAt: Instant, endsAt: Instant) async throws(StoreFailure) {
        try await write { database in
            try database.run(
                "UPDATE staff_session SET used_at = ?, ends_at = ? WHERE id = ? AND ends_at < ?",
                usedAt,
                endsAt,
                id,
                endsAt
            )
        }
    }

    public func end(staffSession id: String) async throws(StoreFailure) -> Bool {
        try await write { database in
            try database.run("DELETE FROM staff_session WHERE id = ?", id)
            return database.changesCount == 1
        }
    }
}

/// The port's `TextHistoryStore`.
extension StoredTenant {
    public func keep(
        _ proposal: ProposalRecord,
        noting change: TextChangeRecord
    ) async throws(StoreFailure) -> Bool {
        try await write { database in
            guard try database.keep(proposal) else { return false }
            try database.run(
                """
                INSERT INTO text_change (id, place, proposal, author, changed_at, base, old_text, new_text)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                """,
                change.id,
                change.place,
                change.proposal,
                change.author,
                change.changedAt,
                change.base,
                change.old.text,
                change.new.text
            )
            return true
        }
    }

    public func changes(
        ofText place: String,
        before: String?,
        limit: Int
    ) async throws(StoreFailure) -> [TextChangeRecord] {
        let rows = try await read { database in
            try database.rows(
                """
                SELECT id, place, proposal, author, changed_at, base, old_text, new_text FROM text_change
                    WHERE place = ? AND id < ? ORDER BY id DESC LIMIT ?
                """,
                place,
                before ?? TextChangeRow.last,
                limit
            ) { try TextChangeRow($0) }
        }
        var changes: [TextChangeRecord] = []
        for row in rows { changes.append(try row.record()) }
        return changes
    }

    public func add(_ comment: ProposalComment) async throws(StoreFailure) {
        try await write { database in
            try database.run(
                "INSERT INTO proposal_comment (id, proposal, author, written_at, text) VALUES (?, ?, ?, ?, ?)",
                comment.id,
                comment.proposal,
                comment.author,
                comment.writtenAt,
                comment.text
            )
        }
    }

    public func comments(onProposal id: String, limit: Int) async throws(StoreFailure) -> [ProposalComment] {
        try await read { database in
            try database.rows(
                """
                SELECT id, proposal, author, written_at, text FROM proposal_comment
                    WHERE proposal = ? ORDER BY id LIMIT ?
                """,
                id,
                limit
            ) { columns in
                try ProposalComment(
                    id: columns["id"],
                    proposal: columns["proposal"],
                    author: columns["author"],
                    writtenAt: columns["written_at"],
                    text: columns["text"]
                )
            }
        }
    }

    public func forgetTextHistory(before cutoff: Instant, limit: Int) async throws(StoreFailure) -> Int {
        // Almost always there is nothing, and nothing is written.
        let isNeeded = try await read { database in
            let change: String? = try database.value(
                "SELECT id FROM text_change WHERE changed_at < ? ORDER BY changed_at, id LIMIT 1",
                cutoff
            )
            let comment: String? = try database.value(
                "SELECT id FROM proposal_comment WHERE written_at < ? ORDER BY written_at, id LIMIT 1",
                cutoff
            )
            return change != nil || comment != nil
        }
        guard isNeeded else { return 0 }
        return try await write { database in
            try database.run(
                """
                DELETE FROM text_change WHERE id IN (
                    SELECT id FROM text_change WHERE changed_at < ? ORDER BY changed_at, id LIMIT ?
                )
                """,
                cutoff,
                limit
            )
            let changes = database.changesCount
            guard changes < limit else { return changes }
            try database.run(
                """
                DELETE FROM proposal_comment WHERE id IN (
                    SELECT id FROM proposal_comment WHERE written_at < ? ORDER BY written_at, id LIMIT ?
                )
                """,
                cutoff,
                limit - changes
            )
            return changes + database.changesCount
        }
    }
}

extension StaffSessionRecord {
    fileprivate static let select = "SELECT id, name, roles, started_at, used_at, ends_at FROM staff_session "

    fileprivate init(_ columns: Columns<some PreparedStatement>) throws {
        try self.init(
            id: columns["id"],
            name: columns["name"],
            roles: columns["roles"],
            startedAt: columns["started_at"],
            usedAt: columns["used_at"],
            endsAt: columns["ends_at"]
        )
    }
}

/// A row of `text_change`.
private struct TextChangeRow: Sendable {
    let change: TextChangeRecord
    let old: String
    let new: String

    /// Behind every id.
    static let last = "~"

    init(_ columns: Columns<some PreparedStatement>) throws {
        change = try TextChangeRecord(
            id: columns["id"],
            place: columns["place"],
            proposal: columns["proposal"],
            author: columns["author"],
            changedAt: columns["changed_at"],
            base: columns["base"],
            old: .null,
            new: .null
        )
        old = try columns["old_text"]
        new = try columns["new_text"]
    }

    func record() throws(StoreFailure) -> TextChangeRecord {
        guard let old = try? JSONValue(parsing: old.utf8), let new = try? JSONValue(parsing: new.utf8) else {
            throw StoreFailure(.corrupted, "the change “\(change.id)” of a text can't be read")
        }
        var change = change
        (change.old, change.new) = (old, new)
        return change
    }
}
