import CarillonModel
import CarillonProfiles
import CarillonTesting
import Foundation
import Testing

@testable import CarillonHost

/// What the platform's own staff see and end, and the terms that staff change.
@Suite(.onBothStores)
struct StudioSettingsTests {
    @Test func `the platform sees how the studio is set up, and ends others' sessions`() async throws {
        let host = try await StudioHost.start(
            studio: ["publish": "live", "retention": "365d", "testRecipients": ["tester"]]
        )
        let (ada, max) = (try await host.person("Ada", "writer"), try await host.person("Max", "platform"))
        let settings = await max.ask("GET", "/settings")
        #expect(settings.status == 200)
        #expect(settings.json["publish"] == "live" && settings.json["reviews"] == "others")
        #expect(settings.json["retention"] == 31_536_000 && settings.json["testRecipients"] == ["tester"])
        #expect(settings.json["signsInByToken"] == false)
        let sessions = try #require(settings.json["sessions"]?.array)
        #expect(Set(sessions.compactMap { $0["name"]?.string }) == ["Ada", "Max"])
        #expect(sessions.first { $0["name"] == "Max" }?["isOwn"] == true)
        #expect(await ada.ask("GET", "/settings").status == 403)

        let id = try #require(sessions.first { $0["name"] == "Ada" }?["id"]?.string)
        #expect(await ada.ask("DELETE", "/sessions/\(id)").status == 403)
        #expect(await max.ask("DELETE", "/sessions/\(id)").status == 204)
        #expect(await ada.ask("GET", "/session").status == 401)
        #expect(await max.ask("DELETE", "/sessions/\(id)").status == 404)
        #expect(await max.ask("GET", "/settings").json["sessions"]?.array?.count == 1)
        let lines = host.lines.lines("audit").filter { $0.contains("studio.revoke") }
        #expect(lines.count == 1 && lines[0].contains("Max") && lines[0].contains("Ada"))
        await host.stop()
    }

    @Test func `tests go by channels that lead to somebody`() async throws {
        let host = try await StudioHost.start()
        let session = await (try await host.person("Ada", "writer")).ask("GET", "/session").json
        let listed = try #require(session["testChannels"]?.array)
        let channels = listed.compactMap(\.string)
        #expect(channels.contains("push"))
        #expect(!channels.contains("in-app"))
        let all = try #require(session["channels"]?.object)
        #expect(Set(channels).isSubset(of: all.members.map(\.name)) && channels.count < all.members.count)
        await host.stop()
    }

    @Test func `a term is changed in a proposal, and shown in a text that has it`() async throws {
        let host = try await StudioHost.start()
        let file = host.folder.appending(path: "templates/en.json")
        let text = try String(contentsOf: file, encoding: .utf8)
            .replacing(#""messages": {"#, with: #""terms": { "product": "Dossier" }, "messages": {"#)
            .replacing("\"Critical Intelligence Signal\"", with: "\"{$product}: a signal\"")
        try Data(text.utf8).write(to: file)
        let ada = try await host.person("Ada", "writer")
        let list = await ada.ask("GET", "/texts").json
        let term = try #require(list["terms"]?.array?.first)
        #expect(term["slot"] == "product" && term["uses"] == 1 && term["words"] == "Dossier")
        let view = await ada.ask("GET", "/texts/%24terms/product?locale=en")
        #expect(view.status == 200 && view.json["form"]?["parts"] == ["Dossier"])
        #expect(view.json["variables"] == .object(JSONObject()) && view.json["multiline"] == false)
        #expect(view.json["uses"]?.array?.first?["message"] == "signal.critical")

        let place: JSONValue = ["locale": "en", "message": "$terms", "slot": "product"]
        let preview = await ada.ask("POST", "/preview", ["place": place, "form": StudioPerson.form("Files {now}")])
        #expect(preview.status == 200, "\(preview.detail ?? "")")
        let push = preview.json["samples"]?.array?.first?["renderings"]?["en"]?["push"]
        #expect(push?["slots"]?["title"]?.string?.contains("Files {now}: a signal") == true)
        #expect(preview.json["faults"]?.array?.contains { $0["place"]?["slot"] == "product" } == true)
        let other = await ada.ask("POST", "/preview", ["place": place, "shown": "sync.conflict"])
        #expect(other.status == 422 || other.status == 400)

        let id = try #require(await ada.ask("POST", "/proposals", [:]).json["id"]?.string)
        let kept = await ada.ask(
            "PUT",
            "/proposals/\(id)/text",
            ["place": place, "hash": try #require(view.json["hash"]), "form": StudioPerson.form("Files")]
        )
        #expect(kept.status == 200 && kept.json["count"] == 1)
        let proposal = await ada.ask("GET", "/proposals/\(id)").json
        #expect(proposal["texts"]?.array?.first?["old"] == "Dossier")
        #expect(proposal["texts"]?.array?.first?["new"] == "Files")
        let history = await ada.ask("GET", "/texts/%24terms/product/history?locale=en").json
        #expect(history["changes"]?.array?.first?["new"]?["words"] == "Files")
        #expect(await ada.ask("GET", "/texts/%24terms/nobody?locale=en").status == 404)
        await host.stop()
    }
}
