import CarillonModel
import Foundation
import GRDB
import StoredRows

@testable import SQLiteStore

/// A tenant's file with rows of every kind, and what a file has, whatever its rows are numbered by.
enum MovedRows {
    /// Puts two users, Ada and Bo, with everything that can be kept of them, into a tenant's file that nobody uses.
    static func fill(_ path: String) throws {
        let queue = try DatabaseQueue(path: path)
        try queue.write { try $0.execute(sql: rows) }
        try queue.close()
    }

    private static let rows = """
        INSERT INTO user (row, id, email, locale, time_zone, phone, preferences, is_known, followed_from) VALUES
            (7, 'ada', 'ada@x.example', 'nb', 'Europe/Oslo', '+47', '{"news":false}', 1, 3), (9, 'bo', NULL, NULL, NULL, NULL, '{}', 0, NULL);
        INSERT INTO session VALUES ('s1', 7, 1, 5), ('s2', 9, 0, 6);
        INSERT INTO suppressed VALUES (7, 'old@x.example', 8);
        INSERT INTO device (row, id, user, token, plugin, platform, device_id, name, app_version, locale, registered_at, updated_at, is_reached) VALUES
            (4, 'd1', 7, 'tok-ø"\\{,}', 'expo', 'ios', 'x', 'Phone', '1.2', 'nb', 1, 2, 0), (6, 'd2', NULL, 'tok2', 'fcm', NULL, NULL, NULL, NULL, NULL, 3, 4, 1),
            (8, 'd3', NULL, 'tok3', 'fcm', NULL, 'y', NULL, NULL, NULL, 3, 4, 0);
        INSERT INTO holder VALUES (9, 6);
        INSERT INTO subscription (row, topic, user, device, role, types, since) VALUES
            (3, 'news', 7, 'd1', 'owner', '["a"]', 1), (5, 'news', NULL, 'd2', NULL, '[]', 2), (12, 'news', 9, NULL, NULL, '[]', 2);
        INSERT INTO event (row, id, key, source, external_id, type, payload, fingerprint, revision, accepted_at, topic, cursor, times, audience,
            collapse, dedupe, supersedes, decisions, ended, ending) VALUES
            (2, 'e2', \(FowlerNollVo.column("x2")), 'core', 'x2', 'sent', '{"a":"å"}', -5, 'r1', 10, NULL, NULL, NULL, NULL, 'c', 77, 'k', '[["push","skip","no-device",""]]', NULL, NULL),
            (3, 'e3', \(FowlerNollVo.column("x3")), 'core', 'x3', 'news', '{}', 6, 'r1', 11, 'news', 9, '[[1,null,null]]', 'a', NULL, NULL, NULL, NULL, NULL, NULL),
            (5, 'e5', \(FowlerNollVo.column("x5")), 'core', 'x5', 'all', '{}', 7, 'r1', 12, NULL, \(TenantDatabase.firstDevice + 7), '[[1,null,null]]', NULL, NULL, NULL, NULL, NULL, NULL, NULL),
            (6, 'e6', \(FowlerNollVo.column("x6")), 'core', 'x6', 'all', '{}', 8, 'r1', 13, NULL, 7, '[[1,null,null]]', NULL, NULL, NULL, NULL, NULL, 'e5', 21);
        INSERT INTO campaign (row, event, id, name, rate_count, rate_window, starts_at, next_at, paused_at, cancelled_at, is_expanded, expanded, total)
            VALUES (1, 5, 'e5', 'Spring', 10, 1000, 12, 15, NULL, NULL, 0, 3, 9), (2, 6, 'e6', NULL, NULL, NULL, 13, NULL, 14, 15, 1, 3, 3);
        INSERT INTO notification (row, id, event, user, priority, due_at, expires_at, devices, status, decisions, standing, place, ended) VALUES
            (20, 'n20', 2, 7, 2, 10, 99, '["d1"]', 1, '[]', NULL, 5, NULL), (21, 'n21', 6, 9, 1, 11, NULL, NULL, 0, NULL, 0, NULL, NULL),
            (1048597, 'n22', 5, 7, 0, 12, NULL, NULL, 1, NULL, 2, NULL, 'e6');
        INSERT INTO tally VALUES (5, '', 2, 1), (6, '', 0, 1), (5, 'push', 1, 1);
        INSERT INTO delivery (row, notification, channel, address, device, platform, badge, status, due_at, attempted_at, attempts, is_uncertain,
            receipt, receipt_due_at, settled_at, window, collapse, history, retry_window_start, campaign, reader) VALUES
            (30, 20, 'push', 'tok', 'd1', 'ios', 3, 1, 40, 41, 2, 1, 'rcpt', 42, NULL, 'w', 9, '[[1,"deferred","x","y"]]', 38, NULL, NULL),
            (31, 20, 'in-app', 'ada', NULL, NULL, NULL, 0, 44, NULL, 0, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 7),
            (33, 1048597, 'mail', 'ada@x.example', NULL, NULL, NULL, 3, NULL, NULL, 1, 0, NULL, NULL, 50, NULL, NULL, '[[1,"failed","x","y"]]', NULL, 5, NULL);
        UPDATE user SET feed_pending = 1 WHERE row = 7;
        INSERT INTO feed_content VALUES (20, 7, 10485780, 'sent', 2, 10, 'nb', '{"texts":{}}'), (21, 9, 11534357, 'all', 1, 11, 'en', '{}');
        INSERT INTO feed (user, rank, notification, category, read_at, id, is_high) VALUES
            (7, 10485780, 20, 'money', NULL, 'n20', 1), (9, 11534357, 21, NULL, 60, 'n21', 0);
        INSERT INTO change (user, notification, at) VALUES (7, 20, 61);
        INSERT INTO dedupe_key VALUES (7, 77, 2), (9, 78, 1);
        INSERT INTO pause VALUES ('mail', 'InvalidCredentials', 'no', 70);
        INSERT INTO key VALUES ('journal', 'am91cm5hbA=='), ('inbox', 'aW5ib3g=');
        INSERT INTO used_code VALUES ('digest', 80);
        INSERT INTO proposal VALUES ('p1', 2, 'in-review', 'Åse', 81, '{"edits":[]}'), ('p2', 1, 'draft', 'Bo', 82, '{}');
        INSERT INTO staff_session VALUES ('ss1', 'Åse', 'writer:nb reviewer', 83, 84, 85);
        INSERT INTO text_change VALUES ('c1', 'nb order.shipped title', 'p1', 'Åse', 86, 'h1', 'null', '{"words":"Ø"}'),
            ('c2', 'nb order.shipped title', 'p1', 'Åse', 87, 'h2', '{"words":"Ø"}', 'null');
        INSERT INTO proposal_comment VALUES ('k1', 'p1', 'Bo', 88, 'Bra’ "nok"?');
        INSERT INTO staff_act VALUES ('a1', 'studio.approve', 'Bo', 88, NULL, '{"proposal":"p1"}', '{}'),
            ('a2', 'studio.revoke', NULL, 89, 'Åse', '{}', '{"new":"Ø"}');
        INSERT INTO staff_link VALUES ('l1', 'Åse', 'viewer', 88, 90);
        INSERT INTO test_pairing VALUES ('tp1', 7, 'digest', NULL, 88), ('tp2', 9, NULL, 'Åse', 89);
        INSERT INTO text_version VALUES (1, 'Bo', 83, 'r1', 'p2', NULL, 'Ærlig', 1, '[{}]'), (2, 'Bo', 84, 'r2', NULL, 0, 'no', 0, '[]');
        """

    /// Each table's rows as text, with numbers that count from 1 in their order, sorted.
    static func content(of path: String) throws -> [String: [String]] {
        let file = try TenantFile.open(at: path)
        defer { file.close() }
        return try file.reading { source in
            for table in CopiedTable.all where table.isNumbered {
                var last: Int64 = 0
                try source.number(table) { count in
                    defer { last += Int64(count) }
                    return Array(last + 1...last + Int64(count))
                }
            }
            var content: [String: [String]] = [:]
            let first = TenantFileRows.firstDevice
            let cursor = """
                CASE WHEN t.topic IS NOT NULL THEN \(TenantFileRows.lastRow(upTo: "t.cursor", of: "subscription"))
                    WHEN t.cursor < \(first) THEN \(TenantFileRows.lastRow(upTo: "t.cursor", of: "user"))
                    WHEN t.cursor IS NOT NULL THEN 1000 + \(TenantFileRows.lastRow(upTo: "t.cursor - \(first)", of: "device")) END
                """
            let ending = "iif(t.ending IS NULL, NULL, \(TenantFileRows.lastRow(upTo: "t.ending", of: "notification")))"
            for table in CopiedTable.all {
                let others = table == .event ? ["cursor": cursor, "ending": ending] : [:]
                try source.read(table, others: others) { rows in
                    for row in 0..<rows.count {
                        let fields = rows.contents.indices.map { column in
                            let content = rows.contents[column]
                            let field =
                                content.isText
                                ? rows.texts(column)[row]
                                : content.isTruth
                                    ? rows.truths(column)[row].map { "\($0)" }
                                    : rows.numbers(column)[row].map { "\($0)" }
                            return field ?? "NULL"
                        }
                        content[table.name, default: []].append(fields.joined(separator: " | "))
                    }
                }
            }
            return content.mapValues { $0.sorted() }
        }
    }
}
