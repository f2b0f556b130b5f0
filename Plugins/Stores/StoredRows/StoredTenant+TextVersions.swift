public import CarillonModel
public import CarillonPipeline

/// The port's `TextVersionStore`.
extension StoredTenant {
    public func publish(
        _ version: TextVersion,
        texts: JSONValue,
        of proposal: ProposalRecord?,
        noting act: StaffAct
    ) async throws(StoreFailure) -> Bool {
        try await write { database in
            let newest = try database.number("SELECT number FROM text_version ORDER BY number DESC LIMIT 1") ?? 0
            guard newest + 1 == version.number else { return false }
            if let proposal, try !database.keep(proposal) { return false }
            try database.run(
                """
                INSERT INTO text_version (number, author, published_at, revision, proposal, restored, note, count, texts)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
                version.number,
                version.author,
                version.publishedAt,
                version.revision,
                version.origin.proposal,
                version.origin.version,
                version.note,
                version.count,
                texts.text
            )
            try database.note(act)
            return true
        }
    }

    public func textVersions(limit: Int) async throws(StoreFailure) -> [TextVersion] {
        try await read { database in
            try database.rows(TextVersion.select + "ORDER BY number DESC LIMIT ?", limit) { try TextVersion($0) }
        }
    }

    public func textVersion(_ number: Int) async throws(StoreFailure) -> TextVersion? {
        try await read { database in
            try database.first(TextVersion.select + "WHERE number = ?", number) { try TextVersion($0) }
        }
    }

    public func texts(ofVersion number: Int) async throws(StoreFailure) -> JSONValue? {
        let text: String? = try await read { database in
            try database.value("SELECT texts FROM text_version WHERE number = ?", number)
        }
        guard let text else { return nil }
        guard let texts = try? JSONValue(parsing: text.utf8) else {
            throw StoreFailure(.corrupted, "the texts of version \(number) can't be read")
        }
        return texts
    }
}

extension TextVersion {
    fileprivate static let select =
        "SELECT number, author, published_at, revision, proposal, restored, note, count FROM text_version "

    fileprivate init(_ columns: Columns<some PreparedStatement>) throws {
        let proposal: String? = try columns["proposal"]
        let restored: Int? = try columns["restored"]
        self.init(
            number: try columns["number"],
            author: try columns["author"],
            publishedAt: try columns["published_at"],
            revision: try columns["revision"],
            origin: proposal.map { .proposal($0) } ?? .version(restored ?? 0),
            note: try columns["note"],
            count: try columns["count"]
        )
    }
}

extension TextVersion.Origin {
    fileprivate var proposal: String? { if case .proposal(let id) = self { id } else { nil } }
    fileprivate var version: Int? { if case .version(let number) = self { number } else { nil } }
}
