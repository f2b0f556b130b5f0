public import CarillonModel
public import CarillonPipeline

/// What of the port's `TextHistoryStore` is about all that was done in a studio.
extension StoredTenant {
    public func keep(_ proposal: ProposalRecord, noting act: StaffAct) async throws(StoreFailure) -> Bool {
        try await write { database in
            guard try database.keep(proposal) else { return false }
            try database.note(act)
            return true
        }
    }

    public func note(_ act: StaffAct) async throws(StoreFailure) {
        try await write { try $0.note(act) }
    }

    public func history(after id: String?, limit: Int) async throws(StoreFailure) -> [StudioHistoryEntry] {
        let id = id ?? ""
        let (changes, comments, acts) = try await read { database in
            let changes = try database.rows(TextChangeRow.select + "WHERE id > ? ORDER BY id LIMIT ?", id, limit) {
                try TextChangeRow($0)
            }
            let comments = try database.rows(ProposalComment.select + "WHERE id > ? ORDER BY id LIMIT ?", id, limit) {
                try ProposalComment($0)
            }
            let acts = try database.rows(StaffActRow.select + "WHERE id > ? ORDER BY id LIMIT ?", id, limit) {
                try StaffActRow($0)
            }
            return (changes, comments, acts)
        }
        // Each is read as JSON only where it stands on the page.
        let ids = (changes.map(\.change.id) + comments.map(\.id) + acts.map(\.act.id)).sorted().prefix(limit)
        let last = ids.last ?? ""
        var entries = comments.filter { $0.id <= last }.map { StudioHistoryEntry.comment($0) }
        for row in changes where row.change.id <= last { entries.append(.change(try row.record())) }
        for row in acts where row.act.id <= last { entries.append(.act(try row.record())) }
        return entries.sorted { $0.id < $1.id }
    }

    public func forgetTextHistory(before cutoff: Instant, limit: Int) async throws(StoreFailure) -> Int {
        // Almost always there is nothing, and nothing is written.
        let isNeeded = try await read { database in
            let oldest = [
                "SELECT id FROM text_change WHERE changed_at < ? ORDER BY changed_at, id LIMIT 1",
                "SELECT id FROM proposal_comment WHERE written_at < ? ORDER BY written_at, id LIMIT 1",
                "SELECT id FROM staff_act WHERE done_at < ? ORDER BY done_at, id LIMIT 1",
            ]
            return try oldest.contains { try database.exists($0, cutoff) }
        }
        guard isNeeded else { return 0 }
        return try await write { database in
            let removals = [
                """
                DELETE FROM text_change WHERE id IN (
                    SELECT id FROM text_change WHERE changed_at < ? ORDER BY changed_at, id LIMIT ?
                )
                """,
                """
                DELETE FROM proposal_comment WHERE id IN (
                    SELECT id FROM proposal_comment WHERE written_at < ? ORDER BY written_at, id LIMIT ?
                )
                """,
                """
                DELETE FROM staff_act WHERE id IN (
                    SELECT id FROM staff_act WHERE done_at < ? ORDER BY done_at, id LIMIT ?
                )
                """,
            ]
            var count = 0
            for removal in removals where count < limit {
                try database.run(removal, cutoff, limit - count)
                count += database.changesCount
            }
            return count
        }
    }

    public func forget(
        staff name: String,
        as pseudonym: String,
        in content: @escaping @Sendable (JSONValue) -> JSONValue
    ) async throws(StoreFailure) -> Bool {
        try await write { database in
            var count = 0
            let renamings = [
                "UPDATE text_change SET author = ? WHERE author = ?",
                "UPDATE proposal_comment SET author = ? WHERE author = ?",
                "UPDATE staff_act SET name = ? WHERE name = ?",
                "UPDATE staff_act SET subject = ? WHERE subject = ?",
                "UPDATE text_version SET author = ? WHERE author = ?",
            ]
            for renaming in renamings {
                try database.run(renaming, pseudonym, name)
                count += database.changesCount
            }
            let endings = [
                "DELETE FROM staff_session WHERE ends_at > 0 AND name = ?",
                "DELETE FROM staff_link WHERE ends_at > 0 AND name = ?",
                "DELETE FROM test_pairing WHERE staff = ?",
            ]
            for ending in endings {
                try database.run(ending, name)
                count += database.changesCount
            }
            return try database.forgetInProposals(name, as: pseudonym, in: content) || count > 0
        }
    }
}

extension StoreConnection {
    func note(_ act: StaffAct) throws {
        let facts = act.facts.sorted { $0.key < $1.key }.map { JSONObject.Member($0.key, .string($0.value)) }
        try run(
            """
            INSERT INTO staff_act (id, action, name, done_at, subject, facts, content) VALUES (?, ?, ?, ?, ?, ?, ?)
            """,
            act.id,
            act.action,
            act.name,
            act.doneAt,
            act.subject,
            JSONValue.object(JSONObject(facts)).text,
            JSONValue.object(act.content).text
        )
    }

    /// Page by page: all proposals at once can be large.
    fileprivate func forgetInProposals(
        _ name: String,
        as pseudonym: String,
        in content: (JSONValue) -> JSONValue
    ) throws -> Bool {
        var isFound = false
        var last = ""
        while true {
            let page = try rows(
                "SELECT id, author, content FROM proposal WHERE id > ? ORDER BY id LIMIT 20",
                last
            ) { columns -> (id: String, author: String, content: String) in
                (try columns["id"], try columns["author"], try columns["content"])
            }
            for row in page {
                let known = try? JSONValue(parsing: row.content.utf8)
                let text = known.map { content($0).text } ?? row.content
                guard row.author == name || text != known?.text else { continue }
                try run(
                    "UPDATE proposal SET author = ?, content = ?, version = version + 1 WHERE id = ?",
                    row.author == name ? pseudonym : row.author,
                    text,
                    row.id
                )
                isFound = true
            }
            guard let end = page.last?.id else { return isFound }
            last = end
        }
    }
}

extension ProposalComment {
    static let select = "SELECT id, proposal, author, written_at, text FROM proposal_comment "

    init(_ columns: Columns<some PreparedStatement>) throws {
        try self.init(
            id: columns["id"],
            proposal: columns["proposal"],
            author: columns["author"],
            writtenAt: columns["written_at"],
            text: columns["text"]
        )
    }
}

/// A row of `text_change`.
struct TextChangeRow: Sendable {
    let change: TextChangeRecord
    let old: String
    let new: String

    static let select =
        "SELECT id, place, proposal, author, changed_at, base, old_text, new_text FROM text_change "

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

/// A row of `staff_act`.
private struct StaffActRow: Sendable {
    let act: StaffAct
    private let facts: String
    private let content: String

    static let select = "SELECT id, action, name, done_at, subject, facts, content FROM staff_act "

    init(_ columns: Columns<some PreparedStatement>) throws {
        act = try StaffAct(
            id: columns["id"],
            action: columns["action"],
            name: columns["name"],
            doneAt: columns["done_at"],
            subject: columns["subject"]
        )
        facts = try columns["facts"]
        content = try columns["content"]
    }

    func record() throws(StoreFailure) -> StaffAct {
        guard let facts = (try? JSONValue(parsing: facts.utf8))?.object,
            let content = (try? JSONValue(parsing: content.utf8))?.object
        else { throw StoreFailure(.corrupted, "what “\(act.id)” was in the studio can't be read") }
        var act = act
        for fact in facts.members { act.facts[fact.name] = fact.value.string }
        act.content = content
        return act
    }
}
