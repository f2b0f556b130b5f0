import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles
import CarillonTesting
import Synchronization
import Testing

@testable import CarillonHost

/// A text on a real phone: who may be sent to, what goes out, and that nothing is left of it.
struct StudioTrialTests {
    private static let body: JSONObject = [
        "place": StudioPerson.title, "channel": "push", "recipient": "tester",
        "form": StudioPerson.form("Something important"),
    ]

    private static let userKey = "a key for the users of forty characters!"

    /// How long was waited for, each time at once.
    private final class Pauses: Sendable {
        private let asked = Mutex<[Duration]>([])

        var all: [Duration] { asked.withLock { $0 } }

        func note(_ time: Duration) { asked.withLock { $0.append(time) } }
    }

    private static func start(
        _ egress: ScriptedEgress,
        changing change: (inout HostTime) -> Void = { _ in }
    ) async throws -> StudioHost {
        let host = try await StudioHost.start(
            studio: ["testRecipients": ["tester", "nobody"]],
            secrets: ["expo-access-token": "token", "jwt-secret": userKey],
            answering: egress,
            changing: change
        )
        let store = try #require(host.assembly.api.directory.tenant("dossier")).runtime.store
        for (user, token) in [("tester", "a"), ("tester", "b"), ("ada", "c")] {
            let registration = DeviceRegistration(
                owner: UserID(user),
                token: "ExponentPushToken[\(token)]",
                plugin: "expo",
                platform: .ios,
                name: "Phone"
            )
            _ = try await store.register(registration, within: .none, at: host.clock.now)
        }
        return host
    }

    @Test(.onBothStores)
    func `goes to the test recipient's devices alone, marked, with sample data, and leaves nothing`() async throws {
        let egress = ScriptedEgress(TestHost.everythingTaken)
        let host = try await Self.start(egress)
        let ada = try await host.person("Ada", "writer")
        #expect(await ada.ask("GET", "/session").json["testRecipients"] == ["tester", "nobody"])
        let before = await deliveries(of: host)
        let sent = await ada.ask("POST", "/tests", .object(Self.body))
        #expect(sent.status == 200, "\(sent.detail ?? "")")
        let results = sent.json["results"]?.array ?? []
        #expect(results.map { $0["outcome"] } == ["accepted", "accepted"])
        #expect(results.allSatisfy { $0["platform"] == "ios" && $0["device"] == "Phone" && $0["size"]?.integer != nil })
        let messages = egress.requests.flatMap { (try? JSONValue(parsing: $0.body))?.array ?? [] }
        #expect(messages.compactMap { $0["to"]?.string }.sorted() == ["ExponentPushToken[a]", "ExponentPushToken[b]"])
        #expect(messages.allSatisfy { $0["title"] == "[Test] Something important" && $0["badge"] == nil })
        #expect(messages.allSatisfy { $0["data"]?["test"] == true })
        // Nothing is kept, and nothing counted.
        let store = try #require(host.assembly.api.directory.tenant("dossier")).runtime.store
        let tester = UserID("tester")
        #expect(try await store.follow(tester).unreadCount == 0)
        #expect(await deliveries(of: host) == before && !before.isEmpty)
        #expect(await ada.ask("GET", "/proposals").json["proposals"] == [])
        let lines = host.lines.lines("audit")
        #expect(lines.count { $0.contains("studio.test") && $0.contains("count=2") } == 1)
        #expect(lines.allSatisfy { !$0.contains("tester") && !$0.contains("important") && !$0.contains("Exponent") })
        await host.stop()
    }

    /// What the metrics say of deliveries.
    private func deliveries(of host: StudioHost) async -> [Substring] {
        let text = await host.ask("GET", "/metrics", headers: [("host", "127.0.0.1")]).text
        return text.split(separator: "\n").filter { $0.contains("carillon_deliver") }
    }

    @Test func `to nobody else, by no other channel, and only so often`() async throws {
        let egress = ScriptedEgress(TestHost.everythingTaken)
        let host = try await Self.start(egress)
        let (ada, vi) = (try await host.person("Ada", "writer"), try await host.person("Vi", "viewer"))
        func ask(_ person: StudioPerson, _ name: String? = nil, _ value: JSONValue? = nil) async -> Int {
            var body = Self.body
            if let name { body[name] = value }
            return await person.ask("POST", "/tests", .object(body)).status
        }
        #expect(await ask(vi) == 403)
        for other: JSONValue in ["ada", "ExponentPushToken[c]", "", "tester "] {
            #expect([403, 422].contains(await ask(ada, "recipient", other)), "\(other)")
        }
        #expect(await ask(ada, "recipient", "nobody") == 409)
        #expect(await ask(ada, "channel", "in-app") == 409)
        #expect(await ask(ada, "channel", "mail") == 404)
        #expect(await ask(ada, "sample", "none") == 404)
        #expect(egress.requests.isEmpty)
        for _ in 1..<StudioTrial.ofOne.count { #expect(await ask(ada) == 200) }
        #expect(await ask(ada) == 429)
        for number in 0..<4 {
            let other = try await host.person("Person \(number)", "writer")
            for _ in 0..<StudioTrial.ofOne.count { #expect(await ask(other) == 200) }
        }
        let last = try await host.person("Last", "writer")
        #expect(await ask(last) == 429, "a hundred of the tenant's")
        // Hosts that share a store count by its clock.
        if StoreOfTests.current == .embedded {
            host.clock.advance(by: .seconds(3600))
            #expect(await ask(last) == 200)
        }
        await host.stop()
    }

    @Test func `what the provider says is told`() async throws {
        let refusal =
            #"{"data": [{"status": "error", "message": "x", "details": {"error": "DeviceNotRegistered"}}, "#
            + #"{"status": "ok", "id": "1"}]}"#
        let host = try await Self.start(ScriptedEgress([.answer(200, refusal)]))
        let ada = try await host.person("Ada", "writer")
        let results = await ada.ask("POST", "/tests", .object(Self.body)).json["results"]?.array ?? []
        #expect(results.map { $0["outcome"] } == ["gone", "accepted"])
        #expect(results.first?["code"] == "DeviceNotRegistered")
        // A test forgets no device.
        let store = try #require(host.assembly.api.directory.tenant("dossier")).runtime.store
        #expect(try await store.devices(of: UserID("tester")).count == 2)
        await host.stop()
    }

    @Test func `a provider that says nothing for ten seconds is told as that`() async throws {
        // Never answers; what is asked for is how long that is waited for.
        let silence = WakeSignal()
        let pauses = Pauses()
        let egress = ScriptedEgress { _ in
            await silence.wait(atMost: nil)
            return .failure(.notSent("the test is over"))
        }
        let host = try await Self.start(egress) { time in
            time.pause = { pauses.note($0) }
        }
        let ada = try await host.person("Ada", "writer")
        let results = await ada.ask("POST", "/tests", .object(Self.body)).json["results"]?.array ?? []
        #expect(results.map { $0["outcome"] } == ["unanswered", "unanswered"])
        #expect(results.allSatisfy { $0["size"]?.integer != nil && $0["code"] == nil })
        #expect(pauses.all == [.seconds(10)])
        silence.notify()
        await host.stop()
    }

    @Test func `only channels by which a text can be sent are offered for it`() async throws {
        let host = try await Self.start(ScriptedEgress(TestHost.everythingTaken))
        let ada = try await host.person("Ada", "writer")
        let session = await ada.ask("GET", "/session").json
        let offered = session["testChannels"]?.array?.compactMap(\.string) ?? []
        #expect(offered == ["push"])
        // Whatever is offered is sent, and what isn't offered isn't.
        for channel in session["channels"]?.object?.members.map(\.name) ?? [] {
            var body = Self.body
            body["channel"] = .string(channel)
            let status = await ada.ask("POST", "/tests", .object(body)).status
            #expect((status == 200) == offered.contains(channel), "\(channel): \(status)")
        }
        await host.stop()
    }

    @Test func `the words can stay as they are, and then the data says that it is a test`() async throws {
        let egress = ScriptedEgress(TestHost.everythingTaken)
        let host = try await Self.start(egress)
        let ada = try await host.person("Ada", "writer")
        var body = Self.body
        body["exact"] = true
        #expect(await ada.ask("POST", "/tests", .object(body)).status == 200)
        let messages = egress.requests.flatMap { (try? JSONValue(parsing: $0.body))?.array ?? [] }
        #expect(messages.count == 2)
        #expect(messages.allSatisfy { $0["title"] == "Something important" && $0["data"]?["test"] == true })
        await host.stop()
    }

    @Test func `who has switched such messages off gets none`() async throws {
        let egress = ScriptedEgress(TestHost.everythingTaken)
        let host = try await Self.start(egress)
        let ada = try await host.person("Ada", "writer")
        let store = try #require(host.assembly.api.directory.tenant("dossier")).runtime.store
        _ = try await store.setPreferences(["pushEnabled": false], of: "tester", at: host.clock.now)
        let answer = await ada.ask("POST", "/tests", .object(Self.body))
        #expect(answer.status == 409 && answer.detail?.contains("pushEnabled") == true)
        #expect(egress.requests.isEmpty)
        await host.stop()
    }

    @Test(.onBothStores)
    func `a code that an app shows pairs its user with who types it, once and in time`() async throws {
        let egress = ScriptedEgress(TestHost.everythingTaken)
        let host = try await Self.start(egress)
        let (ada, bo) = (try await host.person("Ada", "writer"), try await host.person("Bo", "writer"))
        func offer() async -> StudioHost.Answer {
            await host.ask("POST", ["v1", "dossier", "test-pairings"], of: "ada", key: Self.userKey)
        }
        var test = Self.body
        test["recipient"] = "ada"
        #expect(await ada.ask("POST", "/tests", .object(test)).status == 403)
        let late = await offer()
        #expect(late.status == 200)
        host.clock.advance(by: TestCode.lifetime)
        #expect(await ada.ask("POST", "/pairings", ["code": late.json["code"] ?? .null]).code == "code-refused")
        let shown = try #require(await offer().json["code"]?.string)
        for wrong in ["AAAA-AAAA", "0000-0000", "ada", "\(shown)A"] {
            #expect(await ada.ask("POST", "/pairings", ["code": .string(wrong)]).status == 410, "\(wrong)")
        }
        let typed = shown.lowercased().replacing("-", with: " ")
        let made = await ada.ask("POST", "/pairings", ["code": .string(typed)])
        #expect(made.status == 201 && made.json["recipient"] == "ada")
        #expect(await bo.ask("POST", "/pairings", ["code": .string(shown)]).code == "code-refused", "once")
        #expect(await ada.ask("GET", "/pairings").json["pairings"] == [made.json])
        #expect(await bo.ask("GET", "/pairings").json["pairings"] == [])
        #expect(await bo.ask("POST", "/tests", .object(test)).status == 403, "somebody else's")
        let sent = await ada.ask("POST", "/tests", .object(test))
        #expect(sent.json["results"]?.array?.map { $0["outcome"] } == ["accepted"])
        let audit = host.lines.lines("audit")
        #expect(audit.count { $0.contains("studio.pair") && $0.contains(AuditTrail.pseudonym(of: "ada")) } == 1)
        #expect(audit.allSatisfy { !$0.contains(shown) && !$0.contains("=ada") })

        let id = try #require(made.json["id"]?.string)
        #expect(await bo.ask("DELETE", "/pairings/\(id)").status == 404)
        #expect(await ada.ask("DELETE", "/pairings/\(id)").status == 204)
        #expect(await ada.ask("POST", "/tests", .object(test)).status == 403)
        // The user ends it, too.
        let again = await ada.ask("POST", "/pairings", ["code": await offer().json["code"] ?? .null])
        #expect(again.status == 201)
        let end = await host.ask("DELETE", ["v1", "dossier", "test-pairings"], of: "ada", key: Self.userKey)
        #expect(end.status == 204)
        #expect(await ada.ask("POST", "/tests", .object(test)).status == 403)
        await host.stop()
    }

    @Test func `who guesses codes is stopped, and a pairing ends`() async throws {
        let host = try await Self.start(ScriptedEgress(TestHost.everythingTaken))
        let ada = try await host.person("Ada", "writer")
        let shown = await host.ask("POST", ["v1", "dossier", "test-pairings"], of: "ada", key: Self.userKey)
        let code: JSONValue = ["code": shown.json["code"] ?? .null]
        for _ in 0..<StudioTrial.ofOne.count {
            #expect(await ada.ask("POST", "/pairings", ["code": "AAAA-AAAA"]).status == 410)
        }
        #expect(await ada.ask("POST", "/pairings", code).status == 429)
        let bo = try await host.person("Bo", "writer")
        #expect(await bo.ask("POST", "/pairings", code).status == 201)
        host.clock.advance(by: TestCode.pairedFor)
        let next = try await host.person("Bo", "writer")
        #expect(await next.ask("GET", "/pairings").json["pairings"] == [])
        await host.stop()
    }
}
