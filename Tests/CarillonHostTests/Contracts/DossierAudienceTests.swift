import CarillonModel
import CarillonProfiles
import CarillonTesting
import Testing

@testable import CarillonHost

/// Users hear only of dossiers that they have access to, however a send or an event leads there.
struct DossierAudienceTests {
    private static let service = "x-supabase-service-role"
    private static let germany = "660e8400-e29b-41d4-a716-446655440001"
    private static let france = "660e8400-e29b-41d4-a716-446655440002"
    private static func link(_ dossier: String) -> JSONValue { .string("intldossier://dossiers/\(dossier)") }

    /// A host where ada has access to Germany, and eve to nothing; both have a phone.
    private static func start() async throws -> ProductHost {
        let host = try await ProductHost.start()
        for user in ["ada", "eve"] {
            let device: JSONValue = [
                "push_token": .string("ExponentPushToken[\(user)]"), "device_type": "ios", "app_version": "1.0.0",
                "locale": "en",
            ]
            let target = "/dossier/notifications-register-device"
            #expect(await host.call("POST", target, user: user, device).status == 200)
        }
        let target = "/v1/dossier/subscriptions/dossier:\(germany)?userId=ada"
        #expect(await host.call("PUT", target, service: service).status == 200)
        return host
    }

    private static func send(
        _ user: String,
        _ change: JSONObject,
        type: String = "signal",
        _ host: ProductHost
    ) async -> ProductHost.Answer {
        var message: JSONObject = [
            "user_id": .string(user), "notification_type": .string(type), "priority": "high", "title_en": "News",
            "title_ar": "أخبار", "body_en": "Something has happened", "body_ar": "حدث شيء",
        ]
        for member in change.members { message[member.name] = member.value }
        return await host.call("POST", "/dossier/push-notification", service: service, .object(message))
    }

    @Test(
        arguments: [
            ["deep_link": link(germany)], ["data": ["dossier_id": .string(germany)]],
            ["data": ["dossier": ["dossier_id": .string(germany)]]],
            ["data": ["list": [["dossier_id": .string(germany)]]]],
            ["data": ["url": link(germany)]], ["data": ["a": [["b": link(germany)]]]],
            // Whatever the id is called, and in any spelling of it.
            ["data": ["dossierId": .string(germany)]], ["data": ["dossier": ["id": .string(germany)]]],
            ["data": ["dossier_ids": [.string(germany)]]], ["data": ["entity_id": .string(germany)]],
            ["data": ["ref": .string("{\(germany.uppercased())}")]], ["data": [germany: "x"]],
            ["data": ["ref": .string(germany.replacing("-", with: ""))]],
            ["data": ["screen": "DossierDetails", "params": ["id": .string(germany)]]],
            ["data": ["json": .string("{\"id\":\"\(germany)\"}")]], ["data": ["path": .string("/dossiers/\(germany)")]],
            ["data": ["note": .string("see intldossier://dossiers/\(germany) now")]],
            ["data": ["note": .string("intldossier%3A//dossiers/\(germany)")]],
            ["data": ["url": .string("https://app.example.org/dossiers/\(germany)")]],
            ["data": ["a": ["intldossier://dossiers/\(germany)": "x"]]],
            ["deep_link": link(germany), "data": ["dossier_id": .string(germany), "more": link(germany)]],
        ] as [JSONObject]
    )
    func `a send that leads to a dossier reaches only those with access to it`(change: JSONObject) async throws {
        let host = try await Self.start()
        let ada = await Self.send("ada", change, host)
        #expect(ada.status == 200 && ada.json["status"] == "sent", "\(ada.json)")
        let eve = await Self.send("eve", change, host)
        #expect(eve.status == 200 && eve.json["status"] == "failed")
        #expect(eve.json["error"]?.string?.hasPrefix("not-in-audience") == true)
        // Whom an assignment gives access had none before.
        let assigned = await Self.send("eve", change, type: "assignment", host)
        #expect(assigned.status == 200 && assigned.json["status"] == "sent")
        await host.stop()
    }

    @Test(
        arguments: [
            (["deep_link": link(germany), "data": ["dossier_id": .string(france)]], "data.dossier_id", "the link"),
            (
                ["data": ["dossier_id": .string(germany), "a": ["dossier_id": .string(france)]]], "data.a.dossier_id",
                "an id"
            ),
            (["data": ["dossier_id": .string(germany), "url": link(france)]], "data.url", "an id"),
            (["deep_link": link(germany), "data": ["url": link(france)]], "data.url", "the link"),
        ] as [(JSONObject, String, String)]
    )
    func `a link and an id that disagree are refused`(change: JSONObject, place: String, other: String) async throws {
        let host = try await Self.start()
        for type in ["signal", "assignment"] {
            let answer = await Self.send("ada", change, type: type, host)
            #expect(answer.status == 400 && answer.code == "invalid_request")
            let message = answer.json["error"]?["message"]?.string ?? ""
            #expect(message.hasPrefix("\(place) is for another audience than \(other)"), "\(message)")
        }
        #expect(host.egress.requests.isEmpty)
        await host.stop()
    }

    @Test func `an id under a name of its own must be of the dossier that a send is for`() async throws {
        let host = try await Self.start()
        let target = "/v1/dossier/subscriptions/dossier:\(Self.france)?userId=ada"
        #expect(await host.call("PUT", target, service: Self.service).status == 200)
        let data: JSONObject = ["dossier_id": .string(Self.germany), "related": [.string(Self.france)]]
        let answer = await Self.send("ada", ["data": .object(data)], host)
        #expect(answer.status == 400 && answer.code == "invalid_request")
        let message = answer.json["error"]?["message"]?.string ?? ""
        #expect(message.hasPrefix("data.related[0] is for another audience"), "\(message)")
        #expect(host.egress.requests.isEmpty)
        await host.stop()
    }

    @Test func `a link that leads to no dossier, and a null, are held against nothing`() async throws {
        let host = try await Self.start()
        for change: JSONObject in [
            ["deep_link": "intldossier://calendar/1"], ["data": ["dossier_id": .null, "a": [1, "b"]]], [:],
            // Nobody is subscribed to it.
            ["data": ["entity_id": .string(Self.france)]],
        ] {
            let answer = await Self.send("eve", change, host)
            #expect(answer.status == 200 && answer.json["status"] == "sent", "\(answer.json)")
        }
        await host.stop()
    }

    @Test func `the host's own send is held against links, ids and audience alike`() async throws {
        let host = try await Self.start()
        func send(_ user: String, _ change: JSONObject) async -> ProductHost.Answer {
            var body: JSONObject = [
                "userId": .string(user), "type": "notification.sent", "category": "message",
                "payload": ["title": ["en": "Hello"], "body": ["en": "There"]],
            ]
            for member in change.members { body[member.name] = member.value }
            return await host.call("POST", "/v1/dossier/send", service: Self.service, .object(body))
        }
        let topic = JSONValue.string("dossier:\(Self.germany)")
        for change: JSONObject in [
            ["deepLink": Self.link(Self.germany)], ["data": ["dossier_id": .string(Self.germany)]], ["audience": topic],
            ["audience": topic, "deepLink": Self.link(Self.germany)],
        ] {
            #expect(await send("ada", change).json["delivery"]?["status"] == "sent")
            #expect(await send("eve", change).json["delivery"]?["status"] == "failed")
        }
        let refused = await send("ada", ["audience": topic, "deepLink": Self.link(Self.france)])
        #expect(refused.status == 422)
        #expect(refused.json["errors"]?.array?.map { $0["pointer"] } == ["/deepLink"])
        #expect(await send("ada", ["data": ["dossier_id": 7]]).status == 422)
        await host.stop()
    }

    @Test(arguments: ["sync.conflict", "mou.expiring"])
    func `an event that leads to a dossier has its audience`(type: String) async throws {
        let host = try await Self.start()
        // Nobody lets themself in.
        let topic = "/v1/dossier/subscriptions/dossier:\(Self.germany)"
        #expect(await host.call("PUT", topic, user: "eve", [:]).status == 403)
        let event: JSONValue = [
            "id": "1", "source": "tests", "type": .string(type), "recipients": ["eve"],
            "data": try ProductSamples.payload("dossier", type),
        ]
        #expect(await host.call("POST", "/v1/dossier/events", service: Self.service, event).status == 202)
        let profile = try #require(host.directory.tenant("dossier")).runtime.profile
        #expect(profile.event(named: type)?.audience?.source == "dossier:{dossier_id}")
        if type == "sync.conflict" {
            await host.settled.waitForRouted(1)
            let trace = await host.call("GET", "/v1/dossier/events/1", service: Self.service).json
            #expect(trace["notifications"]?.array?.first?["decisions"]?.array?.first?["reason"] == "not-in-audience")
        }
        await host.stop()
    }
}
