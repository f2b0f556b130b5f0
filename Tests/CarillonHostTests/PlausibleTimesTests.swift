import CarillonModel
import CarillonPipeline
import CarillonProfiles
import Testing

@testable import CarillonHost

/// Times that nobody can mean.
struct PlausibleTimesTests {
    @Test(arguments: [
        ("1970-01-21T12:13:40Z", false), ("2000-12-31T23:59:59.999Z", false), ("2001-01-01T00:00:00Z", true),
        ("2126-02-25T12:00:00Z", true), ("2126-02-27T12:00:00Z", false), ("9999-12-31T00:00:00Z", false),
    ])
    func `a time before 2001, or more than a hundred years away, is refused wherever one is said`(
        time: String,
        isTaken: Bool
    ) async throws {
        let host = await TestHost.start(withWorkers: false) { profile in
            var event = EventType(id: "meeting.planned")
            event.payload = [PayloadField("starts_at", .instant), PayloadField("since", .instant, isOptional: true)]
            event.channels = ["in-app"]
            event.schedule = [ScheduleEntry(field: "starts_at", offset: .seconds(-60))]
            profile.events.append(event)
        }
        await host.registerDevice()
        func event(with member: String) -> JSONValue {
            var object = TestHost.event(member).object ?? JSONObject()
            object[member] = .string(time)
            return .object(object)
        }
        func planned(_ data: JSONValue) -> JSONValue {
            ["id": "2", "source": "tests", "type": "meeting.planned", "recipients": ["ada"], "data": data]
        }
        let campaign: JSONValue = [
            "type": "order.shipped", "everyone": true, "data": ["order": "A"], "scheduledAt": .string(time),
        ]
        let requests: [(path: String, body: JSONValue, pointer: String)] = [
            ("events", event(with: "scheduledAt"), "/scheduledAt"), ("events", event(with: "time"), "/time"),
            ("events", planned(["starts_at": .string(time)]), "/data/starts_at"),
            ("campaigns", campaign, "/scheduledAt"),
        ]
        for (path, body, pointer) in requests {
            let answer = await host.send("POST", "/v1/shop/\(path)", bearer: TestHost.serviceKey, json: body)
            #expect((answer.status < 300) == isTaken, "\(pointer)")
            guard !isTaken else { continue }
            let fault = answer.json["errors"]?.array?.first
            #expect(answer.status == 422 && fault?["code"] == "out-of-range")
            #expect(fault?["pointer"] == .string(pointer), "\(answer.json)")
            let slip = time < "2001" ? "seconds given where milliseconds" : "milliseconds given where seconds"
            #expect(fault?["message"]?.string?.contains("were \(slip) are counted?") == true)
        }
        // What nothing is planned by may be any time.
        var other = planned(["starts_at": "2026-03-01T00:00:00Z", "since": .string(time)]).object ?? JSONObject()
        other["id"] = "3"
        let answer = await host.send("POST", "/v1/shop/events", bearer: TestHost.serviceKey, json: .object(other))
        #expect(answer.status == 202)
        await host.stop()
    }
}
