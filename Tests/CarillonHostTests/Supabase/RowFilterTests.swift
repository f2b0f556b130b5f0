import CarillonModel
import CarillonProfiles
import Testing

@testable import CarillonHost

struct RowFilterTests {
    private static let table = SupabaseTable.testing
    private let row: JSONObject = [
        "id": "01a20f24-d242-740a-90ea-6c712fd058a7", "user_id": "ada", "content": "Sent: 100 % of A&B, \"x\"",
        "count": 12, "is_read": false, "read_at": .null, "created_at": "2026-02-25T12:00:00.5+00:00",
    ]

    private func holds(_ text: String) throws -> Bool {
        try RowFilterReader(table: Self.table).filters(text).allSatisfy { $0.holds(of: row) }
    }

    @Test(arguments: [
        ("", true), ("user_id=eq.ada", true), ("user_id=eq.ben", false), ("user_id=neq.ben", true),
        ("user_id=not.eq.ada", false), ("user_id=in.(ben,ada)", true), ("user_id=in.(\"ben\",\"a,da\")", false),
        ("count=gt.11", true), ("count=gte.12", true), ("count=lt.12", false), ("count=lte.12", true),
        ("count=in.(1,12)", true), ("is_read=eq.false", true), ("is_read=is.false", true), ("is_read=eq.f", true),
        ("read_at=is.null", true), ("read_at=not.is.null", false), ("read_at=is.not_null", false),
        // Null is neither equal nor unequal to anything.
        ("read_at=eq.2026-02-25T12:00:00Z", false), ("read_at=neq.2026-02-25T12:00:00Z", false),
        ("read_at=not.eq.2026-02-25T12:00:00Z", false), ("read_at=isdistinct.2026-02-25T12:00:00Z", true),
        ("created_at=gt.2026-02-25", true), ("created_at=lt.2026-02-25 12:00:01+00:00", true),
        ("created_at=lt.2026-02-25T14:00:01+02:00", true),
        ("id=eq.01A20F24-D242-740A-90EA-6C712FD058A7", true),
        ("content=like.Sent%", true), ("content=like.sent%", false), ("content=ilike.sent*", true),
        ("content=like.Sent: 100 \\% of%", true), ("content=like._ent%x%", true), ("content=like.Sent", false),
        ("content=eq.\"Sent: 100 % of A&B, \\\"x\\\"\"", true),
        ("count=gt.11,user_id=eq.ada", true), ("count=gt.11,user_id=eq.ben", false),
        ("count=gt.11&user_id=eq.ada", true), ("count=gt.12&user_id=eq.ada", false),
    ])
    func `a filter holds as PostgreSQL compares`(filter: String, isHeld: Bool) throws {
        #expect(try holds(filter) == isHeld, "\(filter)")
    }

    @Test func `an ampersand that joins nothing belongs to the value`() throws {
        let filters = try RowFilterReader(table: Self.table).filters("content=eq.A&B")
        #expect(filters.map(\.operand) == [.value(.text("A&B"))])
        let joined = try RowFilterReader(table: Self.table).filters("content=eq.A&user_id=eq.B")
        #expect(joined.map(\.column.name) == ["content", "user_id"])
    }

    @Test(arguments: [
        ("user_id", RowFilterReader.Fault.unreadable(["user_id"])), ("user_id=hey", .unreadable(["hey"])),
        ("user_id=foo.hey", .unreadable(["foo", "hey"])), ("user_id=in.ada", .listWithoutParentheses),
        ("user_id=eq.ada,,count=eq.1", .emptySegment), ("nothing=eq.1", .unknownColumn("nothing")),
        ("secret=eq.1", .notFilterable("secret")), ("id=eq.x", .badValue("x", .uuid)),
        ("count=eq.many", .badValue("many", .int4)), ("is_read=is.perhaps", .badValue("perhaps", .bool)),
        ("created_at=eq.yesterday", .badValue("yesterday", .timestamptz)), ("content=match.^a", .unsupported(.match)),
        ("count=in.(\((1...101).map(String.init).joined(separator: ",")))", .tooManyValues),
    ])
    func `what is no filter is reported`(filter: String, fault: RowFilterReader.Fault) {
        #expect(throws: fault) { try RowFilterReader(table: Self.table).filters(filter) }
    }

    @Test func `a pattern full of percent signs takes no time to fail`() {
        let pattern = LikePattern(String(repeating: "%a", count: 500) + "b")
        #expect(!pattern.matches(String(repeating: "a", count: 20000)))
    }
}

extension SupabaseTable {
    static var testing: SupabaseTable {
        var table = SupabaseTable()
        table.columns = [
            Column("id", from: .member(.id), .uuid, isFilterable: true),
            Column("user_id", from: .member(.userID), .text, isFilterable: true),
            Column("content", from: .text(slot: "body"), .text, isFilterable: true),
            Column("count", from: .data("count"), .int4, isFilterable: true),
            Column("secret", from: .data("secret"), .text),
            Column("is_read", from: .member(.isRead), .bool, isFilterable: true),
            Column("read_at", from: .member(.readAt), .timestamptz, isFilterable: true),
            Column("created_at", from: .member(.createdAt), .timestamptz, isFilterable: true),
        ]
        return table
    }
}
