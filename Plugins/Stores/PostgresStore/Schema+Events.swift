import StoredRows

/// What was accepted, for whom, and what takes the place of what.
extension Schema {
    /// What `key_of` gives, in the statement itself: the server calls that function row by row, for several times as long.
    static func key(of text: String) -> String {
        "encode(substring(sha256(convert_to(\(text), 'UTF8')) FROM 1 FOR 16), 'hex')::uuid"
    }

    // `payload` is compact JSON; what the sender specifies in place of the event type is in a second line
    // (`StoredPayload`). It is text: `jsonb` would reorder it. `fingerprint`: see `contentHashes`. `cursor` is the row of the
    // last subscription that got a notification, NULL when none is left. `times` (of an event for a topic) and `decisions` are
    // JSON. `dedupe` is a hash; `supersedes` is taken away when another event has taken the place of this one. Why nothing more
    // of it goes out: `ended` is the id of the event that has taken its place, and empty where its campaign was cancelled.
    // While that is carried out, `ending` is the last of its notifications that was read.
    //
    // `event_key` is beside it, so that a key stays unique however the events are divided. Half of a SHA-256 stands for the
    // sender's id: nobody makes two that are equal.
    static let events = """
        CREATE FUNCTION key_of(external_id text) RETURNS uuid LANGUAGE sql IMMUTABLE AS $$
            SELECT \(key(of: "external_id"))
        $$;
        CREATE TABLE event (
            \(tenant),
            row bigint PRIMARY KEY DEFAULT carillon.next_row(),
            id text COLLATE "C" NOT NULL,
            source text COLLATE "C" NOT NULL,
            external_id text COLLATE "C" NOT NULL,
            type text COLLATE "C" NOT NULL,
            payload text NOT NULL,
            fingerprint uuid NOT NULL,
            revision text NOT NULL,
            accepted_at bigint NOT NULL,
            topic text COLLATE "C",
            cursor bigint,
            times text,
            audience text,
            collapse text,
            dedupe bigint,
            supersedes text COLLATE "C",
            decisions text,
            ended text COLLATE "C",
            ending bigint
        );
        CREATE UNIQUE INDEX event_id ON event (tenant, id);
        CREATE INDEX event_superseding ON event (tenant, supersedes) WHERE supersedes IS NOT NULL;
        CREATE INDEX event_by_time ON event (tenant, accepted_at, row);
        CREATE INDEX event_of_tenant ON event (tenant, float8(row));
        CREATE INDEX event_unexpanded ON event (tenant, accepted_at, row) WHERE cursor IS NOT NULL;
        CREATE INDEX event_ending ON event (tenant, ending) WHERE ending IS NOT NULL;
        CREATE TABLE event_key (
            \(tenant),
            key uuid NOT NULL,
            source text COLLATE "C" NOT NULL,
            event bigint NOT NULL,
            PRIMARY KEY (tenant, key, source)
        );
        CREATE INDEX event_key_of_event ON event_key (event);
        """

    // What repetitions are compared with is `content_hash`, as in the embedded store (`AcceptedEvent.contentHash`), so that an
    // event can be moved between the two. Events from before have `fingerprint`, half of a SHA-256, in its place; they keep it,
    // because rewriting all of them would take longer than retention takes to remove them.
    static let contentHashes = """
        ALTER TABLE event ALTER COLUMN fingerprint DROP NOT NULL, ADD COLUMN content_hash bigint
        """

    // Who got what, by the hash of a dedupe key. It outlives the event: what goes out once goes out once.
    static let dedupeKeys = """
        CREATE TABLE dedupe_key (
            \(tenant),
            usr bigint NOT NULL,
            key bigint NOT NULL,
            event bigint NOT NULL,
            PRIMARY KEY (usr, key)
        );
        """

    // `status`: `NotificationState`. `devices`: NULL, or a JSON array of the ids it is meant for. `standing`: of campaigns, see
    // `tallies`. `place` is a hash of the event's `supersedes`, for as long as another event may take the place of this one for
    // its recipient; then `ended` is the id of that.
    static let notifications = """
        CREATE TABLE notification (
            \(tenant),
            row bigint PRIMARY KEY DEFAULT carillon.next_row(),
            id text COLLATE "C" NOT NULL,
            event bigint NOT NULL,
            usr bigint NOT NULL,
            priority smallint NOT NULL,
            due_at bigint NOT NULL,
            expires_at bigint,
            devices text,
            status smallint NOT NULL DEFAULT \(notification: .scheduled),
            decisions text,
            standing smallint,
            place bigint,
            ended text COLLATE "C"
        ) WITH (fillfactor = 75);
        CREATE UNIQUE INDEX notification_id ON notification (tenant, id);
        CREATE INDEX notification_of_event ON notification (event, row);
        CREATE INDEX notification_of_user ON notification (usr, event);
        CREATE INDEX notification_due ON notification (tenant, due_at, row) WHERE status = \(notification: .scheduled);
        CREATE INDEX notification_place ON notification (place, usr) WHERE place IS NOT NULL;
        """
}
