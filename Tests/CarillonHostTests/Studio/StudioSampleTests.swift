import CarillonModel
import CarillonProfiles
import CarillonStudio
import CarillonTesting
import Foundation
import Testing

@testable import CarillonHost

/// Samples in proposals: kept, shown, refused, taken back, and away with the patch.
@Suite(.onBothStores)
struct StudioSampleTests {
    private static let payload: JSONValue = [
        "thread_id": "bb0e8400-e29b-41d4-a716-446655440006", "sender": "Jean-François d’Arcy", "count": 12,
    ]

    private static func body(_ payload: JSONValue, _ name: JSONValue? = "long-name") -> JSONValue {
        var body: JSONObject = ["event": "message.received", "payload": payload]
        body["name"] = name
        return .object(body)
    }

    @Test func `a sample is kept in a proposal, previewed with it, and leaves with its patch`() async throws {
        let host = try await StudioHost.start()
        let (ada, pia) = (try await host.person("Ada", "writer"), try await host.person("Pia", "publisher"))
        let listed = await ada.ask("GET", "/samples/message.received")
        #expect(listed.json["samples"]?.array?.first?["payload"]?["sender"] == "Layla Haddad")
        #expect(listed.json["fields"]?.array?.map { $0["name"] } == ["thread_id", "sender", "count"])
        #expect(listed.json["made"]?["longest"]?["sender"]?.string?.isEmpty == false)
        #expect(await ada.ask("GET", "/samples/no.such").status == 404)

        let begun = await ada.ask("POST", "/proposals", ["title": "A longer name"])
        let id = try #require(begun.json["id"]?.string)
        let kept = await ada.ask("PUT", "/proposals/\(id)/sample", Self.body(Self.payload))
        #expect(kept.status == 200 && kept.json["payload"] == Self.payload && kept.json["count"] == 1, "\(kept.text)")
        #expect(kept.json["version"] == 2)
        let seen = await ada.ask(
            "POST",
            "/preview",
            ["place": ["locale": "en", "message": "message.received", "slot": "body"], "proposal": .string(id)]
        )
        #expect(seen.text.contains("d’Arcy"))
        let own = await ada.ask("GET", "/samples/message.received?proposal=\(id)").json["samples"]?.array
        #expect(own?.count { $0["changed"] == true && $0["name"] == "long-name" } == 1)
        // A change of a text leaves it where it is.
        #expect(try await ada.change(id, "Something important").status == 200)
        let whole = await pia.ask("GET", "/proposals/\(id)").json
        #expect(whole["sampleCount"] == 1 && whole["count"] == 1)
        #expect(whole["samples"] == [["event": "message.received", "name": "long-name", "new": Self.payload]])
        #expect(await pia.ask("PUT", "/proposals/\(id)/sample", Self.body(Self.payload)).status == 403)

        var version = try #require(whole["version"])
        version = await ada.ask("POST", "/proposals/\(id)/submit", ["version": version]).json["version"] ?? .null
        #expect(await pia.ask("POST", "/proposals/\(id)/approve", ["version": version]).status == 200)
        let patch = await pia.ask("GET", "/proposals/\(id)/patch").text
        let proposal = try #require(StudioProposal(file: Array(patch.utf8)))
        #expect(proposal.samples.map(\.payload) == [Self.payload] && proposal.edits.count == 1)
        #expect(patch.contains("+++ b/tenants/dossier/samples/message.received.long-name.json"))
        #expect(patch.contains("+++ b/tenants/dossier/golden/message.received.long-name.json"))
        let lines = host.lines.lines("audit")
        #expect(lines.count { $0.contains("studio.sample") && $0.contains("message.received.long-name") } == 1)
        #expect(lines.allSatisfy { !$0.contains("Arcy") })
        await host.stop()
    }

    @Test func `one that the event refuses, or that looks like a key, isn't kept, and isn't repeated`() async throws {
        let host = try await StudioHost.start()
        let ada = try await host.person("Ada", "writer")
        let id = try #require(await ada.ask("POST", "/proposals", ["title": "x"]).json["id"]?.string)
        func keep(_ change: (inout JSONObject) -> Void, _ name: JSONValue? = "own") async throws -> StudioHost.Answer {
            var payload = try #require(Self.payload.object)
            change(&payload)
            return await ada.ask("PUT", "/proposals/\(id)/sample", Self.body(.object(payload), name))
        }
        let wrong = try await keep {
            $0["count"] = "sesame"
            $0["other"] = "sesame"
        }
        #expect(wrong.status == 422)
        #expect(wrong.json["errors"]?.array?.map { $0["pointer"] } == ["/payload/count", "/payload/other"])
        let secret = try await keep { $0["sender"] = "sk_live_sesamesesamesesamesesame" }
        #expect(secret.status == 422 && secret.json["errors"]?.array?.first?["pointer"] == "/payload")
        let answers = [wrong, secret]
        #expect(answers.allSatisfy { !$0.text.contains("sesame") })
        for name: JSONValue in ["", "A b", "../x", 7] {
            #expect(try await keep({ _ in }, name).status == 422, "\(name)")
        }
        for body: JSONValue in [
            ["event": "message.received"], ["payload": [:]], ["event": "message.received", "payload": []],
        ] {
            #expect(await ada.ask("PUT", "/proposals/\(id)/sample", body).status == 422, "\(body.text)")
        }
        #expect(await ada.ask("GET", "/proposals/\(id)").json["version"] == 1, "nothing was kept")
        await host.stop()
    }

    @Test func `another sample, or one that was made up, is kept with other values`() async throws {
        let host = try await StudioHost.start()
        let ada = try await host.person("Ada", "writer")
        let id = try #require(await ada.ask("POST", "/proposals", ["title": "x"]).json["id"]?.string)
        func keep(_ more: JSONObject) async -> StudioHost.Answer {
            var body: JSONObject = ["event": "message.received", "name": "own"]
            for member in more.members { body[member.name] = member.value }
            return await ada.ask("PUT", "/proposals/\(id)/sample", .object(body))
        }
        let main = await keep(["sample": .null, "values": ["count": 4711]])
        #expect(main.json["payload"]?["sender"] == "Layla Haddad" && main.json["payload"]?["count"] == 4711)
        let many = await keep(["sample": "many"])
        let listed = await ada.ask("GET", "/samples/message.received").json
        #expect(many.json["payload"] == listed["samples"]?.array?.first { $0["name"] == "many" }?["payload"])
        // Its number has more digits than a page can count with.
        let longest = await keep(["made": "longest"])
        #expect(longest.status == 200 && longest.json["payload"] == listed["made"]?["longest"], "\(longest.text)")
        #expect(await keep(["sample": "nobody"]).status == 404)
        #expect(await keep(["made": "nobody"]).status == 422)
        #expect(await keep(["values": [:]]).status == 422)
        let wrong = await keep(["sample": .null, "values": ["count": "many"]])
        #expect(wrong.json["errors"]?.array?.map { $0["pointer"] } == ["/payload/count"])
        await host.stop()
    }

    @Test func `it is taken back, and goes with a proposal that is given up`() async throws {
        let host = try await StudioHost.start()
        let ada = try await host.person("Ada", "writer")
        let id = try #require(await ada.ask("POST", "/proposals", ["title": "x"]).json["id"]?.string)
        #expect(await ada.ask("PUT", "/proposals/\(id)/sample", Self.body(.null)).status == 404)
        #expect(await ada.ask("PUT", "/proposals/\(id)/sample", Self.body(Self.payload)).status == 200)
        #expect(await ada.ask("PUT", "/proposals/\(id)/sample", Self.body(Self.payload, nil)).json["count"] == 2)
        let back = await ada.ask("PUT", "/proposals/\(id)/sample", Self.body(.null))
        #expect(back.json["payload"] == .null && back.json["count"] == 1)
        // The main sample is as the files have it again.
        let main = await ada.ask("PUT", "/proposals/\(id)/sample", Self.body(.null, nil))
        #expect(main.json["payload"]?["sender"] == "Layla Haddad" && main.json["count"] == 0)
        let again = await ada.ask("PUT", "/proposals/\(id)/sample", Self.body(Self.payload))
        let version = try #require(again.json["version"])
        #expect(await ada.ask("POST", "/proposals/\(id)/withdraw", ["version": version]).status == 200)
        #expect(await ada.ask("PUT", "/proposals/\(id)/sample", Self.body(Self.payload)).status == 409)
        let seen = await ada.ask("GET", "/samples/message.received").json["samples"]?.array
        #expect(seen?.contains { $0["name"] == "long-name" } == false)
        #expect(
            !FileManager.default.fileExists(
                atPath: host.folder.appending(path: "samples/message.received.long-name.json").path
            )
        )
        await host.stop()
    }

    @Test func `a sample that the files have by now is no change, and another one there is a conflict`() async throws {
        let host = try await StudioHost.start()
        let (ada, pia) = (try await host.person("Ada", "writer"), try await host.person("Pia", "reviewer"))
        let id = try #require(await ada.ask("POST", "/proposals", ["title": "x"]).json["id"]?.string)
        let kept = await ada.ask("PUT", "/proposals/\(id)/sample", Self.body(Self.payload))
        let file = host.folder.appending(path: "samples/message.received.long-name.json")
        var other = try #require(Self.payload.object)
        other["count"] = 13
        try Data(JSONValue.object(other).utf8).write(to: file)
        let whole = await pia.ask("GET", "/proposals/\(id)").json
        #expect(whole["samples"]?.array?.first?["conflict"] == true)
        let version = try #require(kept.json["version"])
        #expect(await ada.ask("POST", "/proposals/\(id)/submit", ["version": version]).status == 409)
        try Data(Self.payload.utf8).write(to: file)
        #expect(await ada.ask("POST", "/proposals/\(id)/submit", ["version": version]).detail == "nothing is changed")
        await host.stop()
    }
}
