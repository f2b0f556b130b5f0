public import CarillonModel
public import CarillonPipeline

/// The port's `StaffSessionStore`.
extension StoredTenant {
    public func add(_ link: StaffLink) async throws(StoreFailure) {
        try await write { database in
            try database.run("DELETE FROM staff_link WHERE ends_at <= ?", link.madeAt)
            try database.run(
                "INSERT INTO staff_link (id, name, roles, made_at, ends_at) VALUES (?, ?, ?, ?, ?)",
                link.id,
                link.name,
                link.roles,
                link.madeAt,
                link.endsAt
            )
        }
    }

    public func staffLinks(at now: Instant) async throws(StoreFailure) -> [StaffLink] {
        try await read { database in
            try database.rows(StaffLink.select + "WHERE ends_at > ? ORDER BY ends_at DESC, id DESC", now) {
                try StaffLink($0)
            }
        }
    }

    public func end(staffLink id: String) async throws(StoreFailure) -> StaffLink? {
        try await write { database in
            let link = try database.first(StaffLink.select + "WHERE id = ?", id) { try StaffLink($0) }
            try database.run("DELETE FROM staff_link WHERE id = ?", id)
            return database.changesCount == 1 ? link : nil
        }
    }

    public func begin(_ session: StaffSessionRecord, by link: String) async throws(StoreFailure) -> Bool {
        try await write { database in
            try database.run("DELETE FROM staff_link WHERE id = ? AND ends_at > ?", link, session.startedAt)
            guard database.changesCount == 1 else { return false }
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
            return true
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
                TextChangeRow.select + "WHERE place = ? AND id < ? ORDER BY id DESC LIMIT ?",
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
                ProposalComment.select + "WHERE proposal = ? ORDER BY id LIMIT ?",
                id,
                limit
            ) { try ProposalComment($0) }
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

extension StaffLink {
    fileprivate static let select = "SELECT id, name, roles, made_at, ends_at FROM staff_link "

    fileprivate init(_ columns: Columns<some PreparedStatement>) throws {
        try self.init(
            id: columns["id"],
            name: columns["name"],
            roles: columns["roles"],
            madeAt: columns["made_at"],
            endsAt: columns["ends_at"]
        )
    }
}
