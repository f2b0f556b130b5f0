/// How many calls callers made.
extension Schema {
    // `key` is half of a SHA-256 of who called and by which rule it is counted: nobody is named here. `times` are milliseconds
    // of the server's clock, the earliest first, and `costs` as how many the calls of each time count; none counts from `until`
    // on. Of limits above two hundred the calls of a two-hundredth of the time have one entry, as if all had come at its end.
    //
    // Unlogged: a commit waits for no disk, and a crash of the server begins anew, as a host's end did.
    static let callCounts = """
        CREATE UNLOGGED TABLE calls (
            tenant int NOT NULL REFERENCES tenant ON DELETE CASCADE,
            key uuid NOT NULL,
            times bigint[] NOT NULL DEFAULT '{}',
            costs bigint[] NOT NULL DEFAULT '{}',
            until bigint NOT NULL DEFAULT 0,
            PRIMARY KEY (tenant, key)
        ) WITH (fillfactor = 50);
        CREATE INDEX calls_until ON calls (until);
        CREATE FUNCTION count_call(
            of_tenant text, name text, most bigint, length bigint, cost bigint,
            OUT remaining bigint, OUT reset_after bigint, OUT retry_after bigint
        ) LANGUAGE plpgsql SET search_path = carillon AS $$
        DECLARE
            number int := (SELECT t.number FROM tenant t WHERE t.name = of_tenant);
            key_of_call uuid := key_of(name);
            own calls;
            now bigint;
            place bigint;
            taken bigint;
        BEGIN
            -- Whoever else is counted here at the same time waits.
            INSERT INTO calls AS c (tenant, key) VALUES (number, key_of_call)
                ON CONFLICT (tenant, key) DO UPDATE SET until = c.until RETURNING c.* INTO own;
            now := extract(epoch FROM clock_timestamp()) * 1000;
            place := CASE WHEN most > 200 THEN (now / greatest(length / 200, 1) + 1) * greatest(length / 200, 1) ELSE now END;
            -- Those after `place` are from before the server's clock was set back.
            SELECT coalesce(array_agg(u.time ORDER BY u.nr), '{}'), coalesce(array_agg(u.cost ORDER BY u.nr), '{}'),
                    coalesce(sum(u.cost), 0)
                INTO own.times, own.costs, taken
                FROM unnest(own.times, own.costs) WITH ORDINALITY u (time, cost, nr)
                WHERE u.time > now - length AND u.time <= place + 1000;
            IF taken + cost <= most THEN
                IF cost > 0 AND own.times[cardinality(own.times)] = place THEN
                    own.costs[cardinality(own.costs)] := own.costs[cardinality(own.costs)] + cost;
                ELSIF cost > 0 THEN
                    own.times := own.times || place;
                    own.costs := own.costs || cost;
                END IF;
                UPDATE calls c SET times = own.times, costs = own.costs, until = place + length
                    WHERE c.tenant = number AND c.key = key_of_call;
                taken := taken + cost;
            ELSE
                retry_after := greatest(1, (
                    SELECT u.time FROM (
                        SELECT t.time, sum(t.cost) OVER (ORDER BY t.nr) AS freed
                        FROM unnest(own.times, own.costs) WITH ORDINALITY t (time, cost, nr)
                    ) u WHERE u.freed >= taken + cost - most ORDER BY u.freed LIMIT 1
                ) + length - now);
            END IF;
            remaining := greatest(0, most - taken);
            reset_after := coalesce(own.times[1] + length - now, length);
        END
        $$;
        """
}
