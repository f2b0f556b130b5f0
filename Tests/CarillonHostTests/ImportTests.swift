import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles
import CarillonTesting
import Testing

@testable import CarillonHost

/// Bulk imports, over HTTP and piece by piece.
@Suite(.onBothStores)
struct ImportTests {
    private static func host(change: (inout ProfileParts) -> Void = { _ in }) async -> TestHost {
        await TestHost.start(withWorkers: false, onDisk: true) { profile in
            profile.toggles = [PreferenceToggle(name: "pushEnabled", isOnByDefault: true)]
            change(&profile)
        }
    }

    private static func send(_ host: TestHost, _ lines: [String]) async -> (status: Int, json: JSONValue) {
        let answer = await host.send(
            "POST",
            "/v1/shop/import",
            bearer: TestHost.serviceKey,
            headers: [("content-type", "application/x-ndjson")],
            body: lines.joined(separator: "\n") + "\n"
        )
        return (answer.status, answer.json)
    }

    private static let whole = [
        #"{"kind": "user", "userId": "ada", "email": "ada@example.com", "locale": "nb", "timeZone": "Europe/Oslo"}"#,
        #"{"kind": "device", "userId": "ada", "token": "ExponentPushToken[a]", "platform": "ios", "deviceId": "phone"}"#,
        #"{"kind": "subscription", "userId": "ada", "topic": "news", "deviceId": "phone", "types": ["order.shipped"]}"#,
        #"{"kind": "preferences", "userId": "ada", "preferences": {"pushEnabled": false}}"#,
    ]

    @Test func `lines of every kind are taken in, and again change nothing`() async throws {
        let host = await Self.host()
        let first = await Self.send(host, Self.whole)
        #expect(first.status == 200)
        #expect(first.json == ["lines": 4, "accepted": 4, "unchanged": 0, "refused": 0, "refusals": []])
        let store = try await host.store.tenant("shop")
        #expect(try await store.facts(of: "ada")?.email == "ada@example.com")
        let device = try #require(try await store.devices(of: "ada").first)
        #expect(device.token == "ExponentPushToken[a]" && device.deviceID == "phone" && device.platform == .ios)
        let subscriptions = try await store.subscriptions(of: Subscriber(user: "ada", device: device.id))
        #expect(subscriptions.map(\.topic) == ["news"] && subscriptions.map(\.types) == [["order.shipped"]])
        #expect(try await store.preferences(of: "ada") == ["pushEnabled": false])
        host.clock.set(to: host.clock.now.advanced(by: .seconds(60)))
        let again = await Self.send(host, Self.whole)
        #expect(again.json == ["lines": 4, "accepted": 0, "unchanged": 4, "refused": 0, "refusals": []])
        #expect(try await store.devices(of: "ada") == [device])
        await host.stop()
    }

    @Test func `lines are counted whoever imports them, and leave a line in the record`() async throws {
        let lines = RecordedLines()
        let host = await TestHost.start(withWorkers: false, onDisk: true, lines: lines)
        _ = await Self.send(host, [Self.whole[0], "no json"])
        let (path, query) = try #require(APIRequest.parse(target: "/v1/tenants/shop/import"))
        let three = Array(Self.whole.prefix(3).joined(separator: "\n").utf8)
        let request = APIRequest(
            "POST",
            path: path,
            query: query,
            headers: [
                ("authorization", "Bearer \(TestHost.operatorKey)"), ("content-type", BulkImport.mediaType),
            ],
            body: three
        )
        let surface = AdminSurface(api: host.api, metrics: host.page)
        let report = try JSONValue(parsing: await surface.respond(to: request).bytes)
        #expect(report["accepted"] == 2 && report["unchanged"] == 1)
        let page = try await host.metricsPage()
        for (result, count) in [("accepted", 3), ("unchanged", 1), ("refused", 1)] as [(String, Double)] {
            #expect(page.value("carillon_import_lines_total", ["tenant": "shop", "result": result]) == count)
        }
        #expect(
            lines.lines("audit") == [
                "audit: tenants.import accepted=1 lines=2 refused=1 result=done tenant=shop who=service",
                "audit: tenants.import accepted=2 lines=3 refused=0 result=done tenant=shop who=operator-key",
            ]
        )
        await host.stop()
    }

    @Test(
        arguments: [
            ("no json", "", "malformed"), (#"["user"]"#, "", "wrong-type"), (#"{"userId": "ada"}"#, "/kind", "missing"),
            (#"{"kind": "event", "userId": "ada"}"#, "/kind", "not-allowed"),
            (#"{"kind": "user"}"#, "/userId", "missing"),
            (#"{"kind": "user", "userId": "ada", "email": "nobody"}"#, "/email", "bad-format"),
            (#"{"kind": "user", "userId": "ada", "shoe": 43}"#, "/shoe", "unknown-field"),
            (#"{"kind": "device", "userId": "ada", "token": "abc"}"#, "/token", "token-malformed"),
            (#"{"kind": "device", "token": "ExponentPushToken[a]"}"#, "/userId", "missing"),
            (
                #"{"kind": "subscription", "userId": "ada", "topic": "news", "types": ["x"]}"#, "/types/0",
                "unknown-event"
            ),
            (#"{"kind": "subscription", "topic": "news"}"#, "/userId", "missing"),
            (#"{"kind": "subscription", "userId": "ada", "topic": "news", "types": "x"}"#, "/types", "wrong-type"),
            (#"{"kind": "subscription", "userId": "ada", "topic": "news", "deviceId": "x"}"#, "/deviceId", "not-found"),
            (#"{"kind": "preferences", "userId": "ada"}"#, "/preferences", "missing"),
            (
                #"{"kind": "preferences", "userId": "ada", "preferences": {"x": true}}"#, "/preferences/x",
                "unknown-field"
            ),
            (
                #"{"kind": "preferences", "userId": "ada", "preferences": {"pushEnabled": 1}}"#,
                "/preferences/pushEnabled", "wrong-type"
            ),
        ]
    )
    func `a line that can't be taken in is refused with its number, and no other`(
        line: String,
        pointer: String,
        code: String
    ) async throws {
        let host = await Self.host()
        let report = await Self.send(host, [Self.whole[0], "", line, Self.whole[3]]).json
        #expect(report["accepted"] == 2 && report["refused"] == 1 && report["lines"] == 3)
        let refusal = report["refusals"]?.array?.first
        #expect(refusal?["line"] == 3)
        #expect(refusal?["errors"]?.array?.first?["pointer"] == .string(pointer), "\(report)")
        #expect(refusal?["errors"]?.array?.first?["code"] == .string(code), "\(report)")
        #expect(refusal?["errors"]?.array?.count == 1, "\(report)")
        await host.stop()
    }

    @Test func `a subscription to no event type at all ends the one there is, as its route does`() async throws {
        let host = await Self.host()
        _ = await Self.send(host, Self.whole)
        let none = [#"{"kind": "subscription", "userId": "ada", "topic": "news", "deviceId": "phone", "types": []}"#]
        #expect(await Self.send(host, none).json["accepted"] == 1)
        #expect(try await host.store.tenant("shop").subscribers(of: "news", after: 0, limit: 10).isEmpty)
        #expect(await Self.send(host, none).json["unchanged"] == 1)
        await host.stop()
    }

    @Test func `devices that belong to log-ins come with these, not in a file`() async throws {
        let host = await Self.host { $0.devices = DevicePolicy(owner: .session) }
        let report = await Self.send(host, [#"{"kind": "device", "userId": "ada", "token": "ExponentPushToken[a]"}"#])
            .json
        #expect(report["accepted"] == 0 && report["refused"] == 1)
        #expect(try await host.store.tenant("shop").devices(of: "ada").isEmpty)
        await host.stop()
    }

    @Test func `devices of nobody are known by their own id, whatever its case`() async throws {
        let host = await Self.host { profile in
            profile.devices = DevicePolicy(owner: .subscription)
            profile.subscriptions = SubscriptionPolicy(
                ignoresCase: true,
                userRole: "owner",
                anonymousRole: "observer"
            )
        }
        let lines = [
            #"{"kind": "device", "token": "ExponentPushToken[a]", "deviceId": "PHONE"}"#,
            #"{"kind": "subscription", "topic": "Safe:1", "deviceId": "Phone"}"#,
            #"{"kind": "subscription", "topic": "Safe:1", "deviceId": "phone", "userId": "ada"}"#,
        ]
        #expect(await Self.send(host, lines).json["accepted"] == 3)
        #expect(await Self.send(host, lines).json["unchanged"] == 3)
        let store = try await host.store.tenant("shop")
        let found = try await store.subscribers(of: "safe:1", after: 0, limit: 10).map(\.subscription)
        #expect(found.map(\.role) == ["observer", "owner"])
        #expect(found.map(\.subscriber.user) == [nil, "ada"])
        #expect(await Self.send(host, [#"{"kind": "device", "token": "ExponentPushToken[b]"}"#]).json["refused"] == 1)
        await host.stop()
    }

    @Test func `what comes in pieces, in many batches, is taken in whole, and the first faults are told`() async throws
    {
        let host = await Self.host()
        let tenant = try #require(host.directory.tenant("shop"))
        let pieces = Pieces(count: 3_000) { number in
            number % 20 == 7
                ? "{\"kind\": \"user\"}\n"
                : "{\"kind\": \"user\", \"userId\": \"user-\(number)\", \"locale\": \"en\"}\r\n"
        }
        let run = BulkImport(
            profile: tenant.runtime.profile,
            registry: ChannelRegistry([]),
            store: tenant.runtime.store,
            clock: host.clock
        )
        let report = try await run.run(pieces)
        #expect(report.lines == 3_000 && report.accepted == 2_850 && report.refused == 150)
        #expect(report.refusals.count == ImportReport.refusalLimit)
        #expect(report.refusals.first?.line == 8 && report.refusals.last?.line == 1_988)
        #expect(try await tenant.runtime.store.audienceCount(of: nil, withDevicesOfNobody: false) == 2_850)
        await host.stop()
    }

    @Test func `where the body breaks off, what was stored stays and the answer says how far it came`() async throws {
        let host = await Self.host()
        let tenant = try #require(host.directory.tenant("shop"))
        let pieces = Pieces(count: 1_200, breaksOff: true) { "{\"kind\": \"user\", \"userId\": \"user-\($0)\"}\n" }
        let run = BulkImport(
            profile: tenant.runtime.profile,
            registry: ChannelRegistry([]),
            store: tenant.runtime.store,
            clock: host.clock
        )
        do {
            _ = try await run.run(pieces)
            Issue.record("it didn't break off")
        } catch {
            #expect(error.detail.contains("the lines up to 1000 were imported"))
        }
        #expect(try await tenant.runtime.store.audienceCount(of: nil, withDevicesOfNobody: false) == 1_000)
        await host.stop()
    }

    @Test func `a line is cut out wherever the pieces end, and one that is too long is passed over`() {
        var splitter = LineSplitter(limit: 8)
        var lines: [LineSplitter.Line] = []
        for piece in ["ab", "c\nde", "f\r\n\n0123", "45678", "9\nlast"] { lines += splitter.add(Array(piece.utf8)) }
        lines += [splitter.finish()].compactMap { $0 }
        #expect(lines.map(\.number) == [1, 2, 3, 4, 5])
        let texts = lines.map { $0.bytes.map { String(decoding: $0, as: UTF8.self) } }
        #expect(texts == ["abc", "def", "", nil, "last"])
        #expect(splitter.finish() == nil)
    }

    @Test func `only lines of JSON are taken, and only from a service`() async {
        let host = await Self.host()
        let other = await host.send("POST", "/v1/shop/import", bearer: TestHost.serviceKey, json: [])
        #expect(other.status == 415)
        for (charset, status) in [("latin1", 415), ("UTF-8", 200)] {
            let type = [(name: "content-type", value: "application/x-ndjson; charset=\(charset)")]
            let answer = await host.send(
                "POST",
                "/v1/shop/import",
                bearer: TestHost.serviceKey,
                headers: type,
                body: Self.whole[0]
            )
            #expect(answer.status == status, "\(charset)")
        }
        await host.stop()
    }
}

/// A body in pieces of 100 bytes.
private struct Pieces: BodyStream {
    struct BrokenOff: Error {}

    let count: Int
    var breaksOff = false
    let line: @Sendable (Int) -> String

    func read(_ take: ([UInt8]) async throws -> Void) async throws {
        var waiting: [UInt8] = []
        for number in 0..<count {
            waiting += Array(line(number).utf8)
            while waiting.count >= 100 {
                try await take(Array(waiting.prefix(100)))
                waiting.removeFirst(100)
            }
        }
        if breaksOff { throw BrokenOff() }
        try await take(waiting)
    }
}
