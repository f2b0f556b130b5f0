import CarillonClient
import CarillonModel
import Testing

struct CentreTests {
    @Test(arguments: try VectorFile.centre.vectors())
    func `the centre is grouped as the vectors say`(_ vector: Vector) throws {
        let vector = vector.json
        let parameters = try vector.required("parameters")
        let zone = try Self.zone(try parameters.list("zone"))
        let inbox = try Self.inbox(vector["items"]?.array)
        try Scenario(
            reducer: CentreReducer(zone: zone, marksOnOpening: try parameters.flag("marksOnOpening")),
            state: vector["given"].map { CentreReducer.State($0) } ?? CentreReducer.State(),
            event: Self.event,
            effect: Self.effect,
            describe: { state in
                var description = state.today.map { Self.describe(Centre(inbox, today: $0, in: zone)) } ?? JSONObject()
                description["today"] = state.json["today"]
                return .object(description)
            }
        ).run(vector)
    }

    @Test func `labels are the product's words, on the reader's clock`() throws {
        let texts = AppTexts([
            "name": "Shop", "locales": ["default": "en", "supported": ["en"]],
            "texts": [
                ["id": "group.date", "arguments": ["date"], "words": ["en": ["text": "{$date :date length=long}"]]],
                ["id": "bell.label", "arguments": ["count"], "words": ["en": ["text": "{$count} unread"]]],
                [
                    "id": "card.label", "arguments": ["read"],
                    "words": ["en": ["text": ".input {$read :string} .match $read true {{Read}} * {{Unread}}"]],
                ],
                ["id": "center.title", "arguments": [], "words": ["en": ["text": "Notifications"]]],
            ],
        ])
        let inbox = try Self.inbox([["id": "a", "createdAt": "2026-03-01T23:30:00Z", "isRead": false]])
        let zone = ReaderZone { _ in 3600 }
        let centre = Centre(inbox, today: ReaderDay(daysSince1970: 30_000), in: zone)
        let clock = AppTexts.Clock(now: 0, zone: zone)
        #expect(texts.text(centre.title, in: "en") == "Notifications")
        #expect(texts.text(centre.bell, in: "en") == "1 unread")
        #expect(texts.text(try #require(centre.groups.first).heading, in: "en", clock: clock) == "March 2, 2026")
        #expect(texts.text(try #require(centre.groups.first?.cards.first).dot, in: "en") == "Unread")
    }

    static func event(_ json: JSONValue) throws -> CentreReducer.Event {
        switch try json.text("type") {
        case "opened": .opened(unread: try json.texts("unread"), at: try json.time())
        case "closed": .closed
        case "woke": .woke(at: try json.time())
        case "resumed": .resumed(at: try json.time())
        default: throw UnknownEvent(event: json)
        }
    }

    private static func effect(_ effect: CentreReducer.Effect) -> JSONValue {
        switch effect {
        case .show(let today): ["type": "show", "today": .string(today.date)]
        case .wake(let at): ["type": "wake", "at": JSONValue(at)]
        case .cancelWake: ["type": "cancelWake"]
        case .mark(let ids): ["type": "mark", "ids": .array(ids.map(JSONValue.string))]
        }
    }

    /// The offset in seconds from each instant on: `[[instant, seconds], …]`.
    static func zone(_ steps: [JSONValue]) throws -> ReaderZone {
        let steps = try steps.map { step in
            let pair = (step.array ?? []).compactMap(\.integer)
            try #require(pair.count == 2)
            return (from: pair[0], seconds: Int(pair[1]))
        }
        return ReaderZone { instant in steps.last { $0.from <= instant }?.seconds ?? 0 }
    }

    /// After the first page, where there is one.
    static func inbox(_ items: [JSONValue]?) throws -> InboxReducer.State {
        var state = InboxReducer.State()
        _ = InboxReducer().reduce(&state, .opened(user: "u1", cache: nil))
        guard let items else { return state }
        let unread = items.count { $0["isRead"] == false }
        _ = InboxReducer().reduce(&state, .stream(.badge(unreadCount: unread), id: "e1", request: 1, at: 0))
        let page = items.compactMap(InboxItem.init)
        try #require(page.count == items.count)
        _ = InboxReducer().reduce(&state, .page(items: page, unreadCount: unread, nextCursor: nil, request: 2))
        return state
    }

    private static func describe(_ centre: Centre) -> JSONObject {
        let groups = centre.groups.map { group -> JSONValue in
            let cards = group.cards.map { card -> JSONValue in
                ["id": .string(card.item.id), "time": describe(card.time), "dot": describe(card.dot)]
            }
            return ["day": .string(group.day.date), "heading": describe(group.heading), "cards": .array(cards)]
        }
        return [
            "title": describe(centre.title), "bell": describe(centre.bell),
            "unreadCount": JSONValue(centre.unreadCount),
            "empty": centre.empty.map(describe) ?? .null, "groups": .array(groups),
        ]
    }

    private static func describe(_ label: Centre.Label) -> JSONValue {
        let values = label.values.sorted { $0.key < $1.key }.map { name, value -> JSONObject.Member in
            switch value {
            case .integer(let number), .instant(let number): .init(name, JSONValue(number))
            case .boolean(let value): .init(name, .boolean(value))
            case .date(let text), .text(let text): .init(name, .string(text))
            case .decimal, .money, .list: .init(name, .null)
            }
        }
        return ["text": .string(label.text), "values": .object(JSONObject(values))]
    }
}

/// Whatever day and zone: today ends later, and at once after its end is another day.
struct CentreInvariants {
    @Test func `a day ends after now, and the instant before its end is still the same day`() {
        let hours: Int64 = 3_600_000
        var random = RandomInputs("days", usual: 20_000, seed: 9)
        for _ in 0..<random.count {
            let now = Int64.random(in: -2_000_000_000_000...4_000_000_000_000, using: &random.generator)
            // One change within two days, of up to three hours, as the world has them.
            let change = now + Int64.random(in: -24...24, using: &random.generator) * hours / 2
            let before = Int.random(in: -48...56, using: &random.generator) * 900
            let after = before + Int.random(in: -12...12, using: &random.generator) * 900
            let zone = ReaderZone { $0 < change ? before : after }
            let next = zone.nextDay(after: now)
            hold(next > now && next - now <= 27 * hours, "now \(now), change \(change), \(before) to \(after)")
            // A clock that is put back over midnight shows the day before once more: then the new day is the later one.
            hold(zone.day(of: next) > zone.day(of: now), "now \(now), change \(change), \(before) to \(after)")
        }
    }
}
