extension Schema {
    /// Who of the tenant's staff is signed in, what they made of its texts, and what they said about it.
    ///
    /// Changes and comments are only added, and removed when they were kept long enough.
    static let staff = """
        CREATE TABLE staff_session (
            id TEXT PRIMARY KEY,
            name TEXT NOT NULL,
            roles TEXT NOT NULL,
            started_at INTEGER NOT NULL,
            used_at INTEGER NOT NULL,
            ends_at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX staff_session_end ON staff_session (ends_at, id);
        CREATE TABLE text_change (
            id TEXT PRIMARY KEY,
            place TEXT NOT NULL,
            proposal TEXT NOT NULL,
            author TEXT NOT NULL,
            changed_at INTEGER NOT NULL,
            base TEXT NOT NULL,
            old_text TEXT NOT NULL,
            new_text TEXT NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX text_change_by_place ON text_change (place, id);
        CREATE INDEX text_change_by_time ON text_change (changed_at, id);
        CREATE TABLE proposal_comment (
            id TEXT PRIMARY KEY,
            proposal TEXT NOT NULL,
            author TEXT NOT NULL,
            written_at INTEGER NOT NULL,
            text TEXT NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX proposal_comment_by_proposal ON proposal_comment (proposal, id);
        CREATE INDEX proposal_comment_by_time ON proposal_comment (written_at, id);
        """

    /// Who of the staff can send tests to which user, and codes that users' apps show, as digests.
    static let testPairings = """
        CREATE TABLE test_pairing (
            id TEXT PRIMARY KEY,
            user INTEGER NOT NULL,
            code TEXT,
            staff TEXT,
            ends_at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX test_pairing_of_user ON test_pairing (user);
        CREATE INDEX test_pairing_of_staff ON test_pairing (staff, ends_at, id);
        CREATE INDEX test_pairing_by_code ON test_pairing (code) WHERE code IS NOT NULL;
        CREATE INDEX test_pairing_end ON test_pairing (ends_at);
        """

    /// What the staff did besides, with facts and content in JSON, and links that weren't opened yet; and what finds all that names
    /// somebody.
    static let staffActs = """
        CREATE TABLE staff_act (
            id TEXT PRIMARY KEY,
            action TEXT NOT NULL,
            name TEXT,
            done_at INTEGER NOT NULL,
            subject TEXT,
            facts TEXT NOT NULL,
            content TEXT NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX staff_act_by_time ON staff_act (done_at, id);
        CREATE INDEX staff_act_by_name ON staff_act (name);
        CREATE INDEX staff_act_by_subject ON staff_act (subject);
        CREATE TABLE staff_link (
            id TEXT PRIMARY KEY,
            name TEXT NOT NULL,
            roles TEXT NOT NULL,
            made_at INTEGER NOT NULL,
            ends_at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX staff_link_end ON staff_link (ends_at, id);
        CREATE INDEX text_change_by_author ON text_change (author);
        CREATE INDEX proposal_comment_by_author ON proposal_comment (author);
        """
}
