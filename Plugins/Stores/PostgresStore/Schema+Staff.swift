extension Schema {
    /// Who of the tenant's staff is signed in, what they made of its texts, and what they said about it.
    ///
    /// Changes and comments are only added, and removed when they were kept long enough.
    static let staff = """
        CREATE TABLE staff_session (
            \(tenant),
            id text COLLATE "C" NOT NULL,
            name text NOT NULL,
            roles text NOT NULL,
            started_at bigint NOT NULL,
            used_at bigint NOT NULL,
            ends_at bigint NOT NULL,
            PRIMARY KEY (tenant, id)
        );
        CREATE INDEX staff_session_end ON staff_session (tenant, ends_at, id);
        CREATE TABLE text_change (
            \(tenant),
            id text COLLATE "C" NOT NULL,
            place text COLLATE "C" NOT NULL,
            proposal text COLLATE "C" NOT NULL,
            author text NOT NULL,
            changed_at bigint NOT NULL,
            base text NOT NULL,
            old_text text NOT NULL,
            new_text text NOT NULL,
            PRIMARY KEY (tenant, id)
        );
        CREATE INDEX text_change_by_place ON text_change (tenant, place, id);
        CREATE INDEX text_change_by_time ON text_change (tenant, changed_at, id);
        CREATE TABLE proposal_comment (
            \(tenant),
            id text COLLATE "C" NOT NULL,
            proposal text COLLATE "C" NOT NULL,
            author text NOT NULL,
            written_at bigint NOT NULL,
            text text NOT NULL,
            PRIMARY KEY (tenant, id)
        );
        CREATE INDEX proposal_comment_by_proposal ON proposal_comment (tenant, proposal, id);
        CREATE INDEX proposal_comment_by_time ON proposal_comment (tenant, written_at, id);
        \(protecting("staff_session"))
        \(protecting("text_change"))
        \(protecting("proposal_comment"))
        """
}
