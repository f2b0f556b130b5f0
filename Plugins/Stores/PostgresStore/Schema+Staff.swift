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

    /// Who of the staff can send tests to which user, and codes that users' apps show, as digests.
    static let testPairings = """
        CREATE TABLE test_pairing (
            \(tenant),
            id text COLLATE "C" NOT NULL,
            usr bigint NOT NULL,
            code text COLLATE "C",
            staff text COLLATE "C",
            ends_at bigint NOT NULL,
            PRIMARY KEY (tenant, id)
        );
        CREATE INDEX test_pairing_of_user ON test_pairing (usr);
        CREATE INDEX test_pairing_of_staff ON test_pairing (tenant, staff, ends_at, id);
        CREATE INDEX test_pairing_by_code ON test_pairing (tenant, code) WHERE code IS NOT NULL;
        CREATE INDEX test_pairing_end ON test_pairing (tenant, ends_at);
        \(protecting("test_pairing"))
        """

    /// What the staff did besides, with facts and content in JSON, and links that weren't opened yet; and what finds all that names
    /// somebody.
    static let staffActs = """
        CREATE TABLE staff_act (
            \(tenant),
            id text COLLATE "C" NOT NULL,
            action text NOT NULL,
            name text,
            done_at bigint NOT NULL,
            subject text,
            facts text NOT NULL,
            content text NOT NULL,
            PRIMARY KEY (tenant, id)
        );
        CREATE INDEX staff_act_by_time ON staff_act (tenant, done_at, id);
        CREATE INDEX staff_act_by_name ON staff_act (tenant, name);
        CREATE INDEX staff_act_by_subject ON staff_act (tenant, subject);
        CREATE TABLE staff_link (
            \(tenant),
            id text COLLATE "C" NOT NULL,
            name text NOT NULL,
            roles text NOT NULL,
            made_at bigint NOT NULL,
            ends_at bigint NOT NULL,
            PRIMARY KEY (tenant, id)
        );
        CREATE INDEX staff_link_end ON staff_link (tenant, ends_at, id);
        CREATE INDEX text_change_by_author ON text_change (tenant, author);
        CREATE INDEX proposal_comment_by_author ON proposal_comment (tenant, author);
        \(protecting("staff_act"))
        \(protecting("staff_link"))
        """
}
