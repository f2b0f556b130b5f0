import CarillonDiagnostics
import CarillonModel
import CarillonPipeline
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
        ([PayloadField("a", .slug)], [PayloadField("a", .path)], false),
        ([PayloadField("a", .path)], [PayloadField("a", .slug)], true),
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
        #expect(changes.contains { $0.summary == "it takes bank no longer; was it renamed to bank_id?" })
    }

    @Test func `a removed event and a removed channel break`() {
        var old = ProfileParts(id: "t", name: "T", locales: Locales(default: "en", supported: ["en"]))
        var event = EventType(id: "order.ready")
        event.channels = ["push", "in-app"]
        old.events = [event, EventType(id: "order.late")]
        var new = old
        event.channels = ["in-app"]
        new.events = [event]
        let changes = ProfileChange.all(from: TenantProfile(old), to: TenantProfile(new))
        #expect(changes.map(\.summary) == ["it goes to push no longer", "the event is gone"])
        #expect(changes.map(\.isBreaking) == [true, true])
    }

    @Test func `what senders and apps rely on beside the payload is told`() throws {
        var old = ProfileParts(id: "t", name: "T", locales: Locales(default: "en", supported: ["en"]))
        old.toggles = [PreferenceToggle(name: "pushEnabled", isOnByDefault: true)]
        var route = Route(id: "order")
        route.app = try PlaceholderText("t://orders/{id}")
        old.deepLinks.routes = [route]
        var event = EventType(id: "order.due")
        event.category = "order"
        event.schedule = [ScheduleEntry(field: "due", offset: .zero - .seconds(30 * 86400))]
        event.data = .object([.init("id", .text(try PlaceholderText("{order}")))])
        old.events = [event]
        var new = old
        new.toggles = [PreferenceToggle(name: "pushAllowed", isOnByDefault: true)]
        route.app = try PlaceholderText("t://o/{id}")
        new.deepLinks.routes = [route]
        new.notificationIDs = .hexadecimal(prefix: "n_", digits: 16)
        new.priorities[.low] = PriorityPolicy(.silent)
        event.category = "other"
        event.schedule = [ScheduleEntry(field: "due", offset: .zero - .seconds(3 * 86400))]
        event.audience = try PlaceholderText("orders")
        event.collapse = try PlaceholderText("{order}")
        event.isMandatory = true
        event.data = .object([.init("id", .text(try PlaceholderText("{item}")))])
        new.events = [event]
        let changes = ProfileChange.all(from: TenantProfile(old), to: TenantProfile(new))
        #expect(
            changes.map { ($0.isBreaking ? "! " : "") + $0.summary } == [
                "! the form of ids was uuid, now n_{hex:16}",
                "! the app link of order was t://orders/{id}, now t://o/{id}",
                "! the preference pushEnabled is gone",
                "the preference pushAllowed is new",
                "what low means was now, now silent",
                "its schedule was 30d before due, now 3d before due",
                "its audience is orders now",
                "its collapse key is {order} now",
                "it is mandatory now",
                "its category was order, now other",
                #"! id of its data was "{order}", now "{item}""#,
            ]
        )
    }

    @Test func `what apps do with pushes, and how they find fields, is told`() {
        var old = ProfileParts(id: "t", name: "T", locales: Locales(default: "en", supported: ["en"]))
        old.device.badge = .unread
        old.device.fields = [.init(name: "safe", finders: [.shorten(field: "address", head: 6, tail: 4)])]
        old.events = [EventType(id: "order.due")]
        var new = old
        new.device.rendersWords = true
        new.device.badge = .count
        new.device.tables = [.init(name: "chains", members: ["name"])]
        new.device.fields = []
        new.events[0].deviceFields = [.init(name: "sum", finders: [.scale(field: "value", digits: .fixed(2))])]
        let changes = ProfileChange.all(from: TenantProfile(old), to: TenantProfile(new))
        #expect(
            changes.map { "\($0.subject): \($0.summary)" } == [
                "t: apps make the words of pushes now",
                "t: who counts for the number on the icon was unread, now count",
                "t: the device table chains is new",
                #"t: how apps find safe was [{"shorten":"address","head":6,"tail":4}] and is gone"#,
                #"t/order.due: how apps find sum is [{"scale":"value","digits":2}] now"#,
            ]
        )
        #expect(changes.allSatisfy { !$0.isBreaking })
    }

    @Test func `where collected messages lead, what they tell the app, and the badge is told`() throws {
        let old = ProfileParts(id: "t", name: "T", locales: Locales(default: "en", supported: ["en"]))
        var middle = old
        middle.policies.collect = CollectingWindows(
            length: .seconds(60),
            deepLink: DeepLinkTemplate(route: "inbox"),
            data: .object([.init("ids", .text(try PlaceholderText("{ids}")))])
        )
        middle.priorities[.low] = PriorityPolicy(.collected, badge: .none, collectedText: "several")
        var new = middle
        new.policies.collect.data = .object([])
        #expect(
            ProfileChange.all(from: TenantProfile(old), to: TenantProfile(middle)).map(\.summary) == [
                "what low means was now, now collected with badge none in the words of several",
                "the window of what is collected was 15m, now 1m", "where collected messages lead is inbox now",
                "the data of collected messages has ids now",
            ]
        )
        #expect(ProfileChange.all(from: TenantProfile(middle), to: TenantProfile(new)).map(\.isBreaking) == [true])
    }

    @Test func `what clients of a contract rely on is told`() throws {
        let path = try #require(PathTemplate("/devices"))
        var route = ContractRoute(.post, path, operation: .devicesRegister, access: .user)
        route.response = ContractResponse(
            status: 200,
            body: .object([.init("id", .text(try PlaceholderText("{device.id}")))])
        )
        let gone = ContractRoute(.delete, path, operation: .devicesUnregister, access: .user)
        let old = Contract(basePath: "/v1", routes: [route, gone])
        route.response.body = .object([.init("ID", .text(try PlaceholderText("{device.id}")))])
        var token = RequestField(FieldPath(["token"]), from: .field(RequestPath(.body, ["token"])))
        token.rule.maxLength = 10
        route.request = [token]
        var new = Contract(routes: [route])
        new.errors.codes[.validation] = ErrorMapping(status: 400, code: "bad")
        let changes = ContractChange.all(from: old, to: new, "t")
        #expect(
            changes.map { "\($0.isBreaking ? "! " : "")\($0.subject): \($0.summary)" } == [
                "! t: the base path of the contract was /v1 and is gone",
                "! t: the error validation was 422 validation, now 400 bad",
                "! t: POST /devices: it needs body.token now",
                "! t: POST /devices: its answer has id no longer",
                "t: POST /devices: its answer has ID now",
                "! t: DELETE /devices: the route is gone",
            ]
        )
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
        #expect(DisplayWidth.columns(of: "\u{2068}Ada\u{2069}") == 3)
        #expect(DisplayWidth.columns(of: "東京") == 4)
    }
}
