import CarillonModel
import CarillonProfiles
import Testing

@testable import carillon

struct DiffTests {
    @Test(arguments: [
        ([], [PayloadField("a", .slug)], true),
        ([], [PayloadField("a", .slug, isOptional: true)], false),
        ([PayloadField("a", .slug)], [], true),
        ([PayloadField("a", .slug, isOptional: true)], [PayloadField("a", .slug)], true),
        ([PayloadField("a", .slug)], [PayloadField("a", .slug, isOptional: true)], false),
        ([PayloadField("a", .text(maxLength: 9))], [PayloadField("a", .text(maxLength: 8))], true),
        ([PayloadField("a", .text(maxLength: 9))], [PayloadField("a", .text(maxLength: 10))], false),
        ([PayloadField("a", .integer(0...9))], [PayloadField("a", .integer(1...9))], true),
        ([PayloadField("a", .choice(["x", "y"]))], [PayloadField("a", .choice(["y"]))], true),
        ([PayloadField("a", .choice(["x"]))], [PayloadField("a", .choice(["x", "y"]))], false),
        ([PayloadField("a", .slug)], [PayloadField("a", .uuid)], true),
    ])
    func `a payload change breaks when an old payload is refused`(
        old: [PayloadField],
        new: [PayloadField],
        breaks: Bool
    ) {
        #expect(PayloadChange.all(from: old, to: new, "t/e").map(\.isBreaking) == [breaks])
    }

    @Test func `a renamed field is recognised`() {
        let changes = PayloadChange.all(
            from: [PayloadField("bank", .slug)],
            to: [PayloadField("bank_id", .slug)],
            "t/e"
        )
        #expect(changes.contains { $0.words == "it takes bank no longer; was it renamed to bank_id?" })
    }

    @Test func `a removed event and a removed channel break`() {
        var old = TenantProfile(id: "t", name: "T", locales: Locales(default: "en", supported: ["en"]))
        var event = EventType(id: "order.ready")
        event.channels = ["push", "in-app"]
        old.events = [event, EventType(id: "order.late")]
        var new = old
        event.channels = ["in-app"]
        new.events = [event]
        let changes = ProfileChange.all(from: old, to: new)
        #expect(changes.map(\.words) == ["it goes to push no longer", "the event is gone"])
        #expect(changes.map(\.isBreaking) == [true, true])
    }

    @Test func `the order of members is no difference`() {
        #expect(TextDifference.all(from: ["a": "1", "b": "2"], to: ["b": "2", "a": "1"]).isEmpty)
        let differences = TextDifference.all(from: ["a": "1"], to: ["a": "2", "b": []])
        #expect(differences.map(\.path) == [["a"], ["b"]])
        #expect(differences.first?.old == "1")
    }
}

struct ColumnsTests {
    @Test func `lines are broken at spaces and a long word stays whole`() {
        #expect(Columns.lines(of: "one two https://a.example/long", limit: 8) == ["one two", "https://a.example/long"])
        #expect(Columns.lines(of: "one\n\ntwo", limit: 8) == ["one", "", "two"])
    }

    @Test func `right-to-left lines are isolated and others are left alone`() {
        #expect(Columns.isolated("رسالة") == "\u{2068}رسالة\u{2069}")
        #expect(Columns.isolated("message") == "message")
    }

    @Test func `isolates take no column and wide characters two`() {
        #expect(Columns.columns(of: "\u{2068}Ada\u{2069}") == 3)
        #expect(Columns.columns(of: "東京") == 4)
    }
}
