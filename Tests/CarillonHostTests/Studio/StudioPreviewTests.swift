import CarillonModel
import CarillonPipeline
import CarillonProfiles
import CarillonStudio
import CarillonTesting
import Foundation
import Synchronization
import Testing

@testable import CarillonHost

/// Previews at another time and for another reader, so many a second, and with what is to be done about faults.
struct StudioPreviewTests {
    private static let place: JSONValue = ["locale": "en", "message": "mou.expiring", "slot": "body"]

    /// The title in English, as it is typed.
    private static func form(_ chip: JSONValue) -> JSONValue {
        ["shape": "string", "form": "text", "parts": ["Seen ", ["chip": chip]]]
    }

    @Test func `time, zone and reader can be others, and are told`() async throws {
        let host = try await StudioHost.start()
        let ada = try await host.person("Ada", "writer")
        func see(_ chip: JSONValue, _ more: JSONObject = JSONObject()) async -> StudioHost.Answer {
            var body: JSONObject = ["place": Self.place, "form": Self.form(chip)]
            for member in more.members { body[member.name] = member.value }
            return await ada.ask("POST", "/preview", .object(body))
        }
        func shown(_ answer: StudioHost.Answer) throws -> String {
            let sample = try #require(answer.json["samples"]?.array?.first, "\(answer.detail ?? "")")
            return try #require(sample["renderings"]?["en"]?["push"]?["slots"]?["body"]?.string)
        }
        let relative: JSONValue = ["field": "expires_at", "function": ["name": "carillon:relative", "options": []]]
        let plain = await see(relative)
        #expect(plain.json["context"]?["now"] == "2026-02-25T12:00:00Z")
        #expect(plain.json["context"]?["recipient"] == "sample-user")
        let zone = try #require(plain.json["context"]?["zone"]?.string)
        let later = await see(
            relative,
            ["now": "2026-03-20T12:00:00Z", "values": ["expires_at": "2026-03-20T15:00:00Z"]]
        )
        let earlier = await see(relative, ["values": ["expires_at": "2026-03-20T15:00:00Z"]])
        #expect(try shown(later) != shown(earlier))
        #expect(
            later.json["context"]?["now"] == "2026-03-20T12:00:00Z" && later.json["context"]?["zone"]?.string == zone
        )

        let time: JSONValue = ["field": "expires_at", "function": ["name": "time", "options": []]]
        let (here, there) = (await see(time, ["zone": "Asia/Tokyo"]), await see(time, ["zone": "America/Los_Angeles"]))
        #expect(try shown(here) != shown(there))
        #expect(there.json["context"]?["zone"] == "America/Los_Angeles")

        host.clock.advance(by: .seconds(10))
        let reader: JSONValue = ["field": "recipient"]
        #expect(try shown(await see(reader, ["recipient": "layla-7"])).contains("layla-7"))
        #expect(try shown(await see(reader)).contains("sample-user"))
        // What is wrong is told with its place, and what would be right.
        for (name, value, shown) in [
            ("zone", "Mars/Olympus", "Europe/Oslo"), ("now", "yesterday", "2026-02-25T12:00:00Z"),
            ("recipient", "", "empty"),
            ("zone", "../etc", "Europe/Oslo"),
        ] as [(String, JSONValue, String)] {
            host.clock.advance(by: .seconds(1))
            let refused = await see(reader, [name: value])
            #expect(refused.status == 422)
            let fault = try #require(refused.json["errors"]?.array?.first)
            #expect(fault["pointer"]?.string == "/\(name)" && refused.text.contains(shown), "\(refused.text)")
        }
        await host.stop()
    }

    @Test func `faults bring what can be done, which is kept as it is`() async throws {
        let host = try await StudioHost.start()
        let ada = try await host.person("Ada", "writer")
        let view = await ada.ask("GET", "/texts/message.received/body?locale=ar")
        var form = try #require(view.json["form"]?.object)
        let rows = try #require(form["rows"]?.array)
        form["rows"] = .array(rows.filter { $0["keys"] != ["few"] && $0["keys"] != ["two"] })
        let place: JSONValue = ["locale": "ar", "message": "message.received", "slot": "body"]
        let begun = await ada.ask("POST", "/proposals", ["title": "Forms"])
        let id = try #require(begun.json["id"]?.string)
        let kept = await ada.ask(
            "PUT",
            "/proposals/\(id)/text",
            ["place": place, "hash": try #require(view.json["hash"]), "form": .object(form)]
        )
        let fault = try #require(kept.json["faults"]?.array?.first { $0["code"] == "T0209" })
        let fix = try #require(fault["fixes"]?.array?.first)
        #expect(fix["kind"] == "add-forms" && fix["words"] == "Add the missing forms." && fix["place"] == place)
        let mended = await ada.ask(
            "PUT",
            "/proposals/\(id)/text",
            ["place": try #require(fix["place"]), "hash": try #require(fix["hash"]), "form": try #require(fix["form"])]
        )
        #expect(mended.status == 200)
        #expect(mended.json["faults"]?.array?.contains { $0["code"] == "T0209" } == false)
        await host.stop()
    }

    /// What waits for its time, and for how long.
    private final class Pauses: Sendable {
        let asked = Mutex<[Duration]>([])

        func pause(_ time: Duration) { asked.withLock { $0.append(time) } }
    }

    @Test func `five previews a second begin, some more wait for their time, and then there is 429`() async throws {
        let pauses = Pauses()
        let host = try await StudioHost.start { time in
            time.pause = { pauses.pause($0) }
        }
        let (ada, bo) = (try await host.person("Ada", "writer"), try await host.person("Bo", "writer"))
        func see(_ person: StudioPerson) async -> StudioHost.Answer {
            await person.ask("POST", "/preview", ["place": StudioPerson.title])
        }
        for _ in 0..<PreviewTurns.perSecond { #expect(await see(ada).status == 200) }
        #expect(pauses.asked.withLock { $0 } == [])
        for _ in 0..<5 { #expect(await see(ada).status == 200) }
        #expect(pauses.asked.withLock { $0 } == [200, 400, 600, 800, 1000].map { .milliseconds($0) })
        let refused = await see(ada)
        #expect(refused.status == 429 && refused.code == "rate-limited" && refused.headers["retry-after"] == "1")
        #expect(await see(bo).status == 200, "each session by itself")
        host.clock.advance(by: .milliseconds(200))
        #expect(await see(ada).status == 200)
        #expect(await see(ada).status == 429)
        host.clock.advance(by: .seconds(3))
        for _ in 0..<PreviewTurns.perSecond { #expect(await see(ada).status == 200) }
        #expect(pauses.asked.withLock { $0.count } == 6)
        await host.stop()
    }

    @Test func `an edit has 64 KiB at most, and a proposal 500`() async throws {
        let host = try await StudioHost.start()
        let ada = try await host.person("Ada", "writer")
        let surface = AdminSurface(api: host.assembly.api, metrics: host.assembly.metricsPage)
        for (method, path) in [("PUT", "/proposals/x/text"), ("POST", "/preview"), ("PUT", "/proposals/x/sample")] {
            let parts = ["v1", "dossier", "studio"] + path.split(separator: "/").map(String.init)
            guard case .whole(let limit) = surface.resolve(APIRequest(method, path: parts)).intake else {
                Issue.record("\(path) is taken in parts")
                continue
            }
            #expect(limit == 64 << 10)
        }
        // As many as there may be, kept as if each had been changed.
        let (id, _) = try await ada.propose("Words")
        let store = try #require(host.assembly.api.directory.tenant("dossier")).runtime.store
        var record = try #require(try await store.proposal(id))
        let edits = (0..<Proposal.longest).map { number in
            TextEdit(TextPlace("no.such", "slot\(number)", locale: "en"), .write("x"), base: nil).json
        }
        record.version += 1
        record.content = ["title": "Many", "edits": .array(edits)]
        #expect(try await store.keep(record))
        let refused = try await ada.change(id, "One more")
        #expect(refused.status == 403 && refused.code == "limit-reached", "\(refused.text)")
        #expect(refused.detail?.contains("500") == true)
        await host.stop()
    }
}
