import CarillonModel
import CarillonPipeline
import CarillonProfiles
import CarillonTesting
import Testing

@testable import CarillonHost

/// What was made of a text before, and what the staff say about it.
@Suite(.onBothStores)
struct StudioTalkTests {
    private static let history = "/texts/signal.critical/title/history?locale=en"

    @Test func `every change of a text is there, the latest first, with words that can be put back`() async throws {
        let host = try await StudioHost.start()
        let (ada, bo) = (try await host.person("Ada", "writer"), try await host.person("Bo", "writer"))
        let (id, _) = try await ada.propose("First")
        // Another sitting.
        host.clock.advance(by: .seconds(601))
        #expect(try await ada.change(id, "Second").status == 200)
        #expect(try await ada.change(id, "Second").status == 200, "as it was: no change")
        let (other, _) = try await bo.propose("Third")
        let answer = await bo.ask("GET", Self.history)
        let changes = answer.json["changes"]?.array ?? []
        #expect(changes.map { $0["author"] } == ["Bo", "Ada", "Ada"])
        #expect(changes.map { $0["new"]?["words"] } == ["Third", "Second", "First"])
        #expect(changes.map { $0["proposal"]?.string } == [other, id, id])
        let before = changes.last?["old"]
        #expect(changes[1]["old"]?["words"] == "First" && before?["words"] != nil)
        #expect(changes[1]["at"] != changes[2]["at"] && answer.json["before"] == nil)
        // Put back, it is what the file has: nothing is changed.
        let view = await ada.ask("GET", "/texts/signal.critical/title?locale=en&proposal=\(id)")
        let back = await ada.ask(
            "PUT",
            "/proposals/\(id)/text",
            [
                "place": StudioPerson.title, "hash": try #require(view.json["hash"]),
                "form": try #require(before?["form"]),
            ]
        )
        #expect(back.json["count"] == 0)
        // Other texts have their own.
        let others = [
            "/texts/signal.critical/body/history?locale=en", "/texts/signal.critical/title/history?locale=ar",
        ]
        for path in others { #expect(await ada.ask("GET", path).json["changes"] == []) }
        await host.stop()
    }

    @Test func `a long history comes in pages`() async throws {
        let host = try await StudioHost.start()
        let ada = try await host.person("Ada", "writer")
        let (id, _) = try await ada.propose("0")
        for number in 1..<TextHistory.page + 3 {
            host.clock.advance(by: .seconds(601))
            #expect(try await ada.change(id, "\(number)").status == 200)
        }
        let first = await ada.ask("GET", Self.history)
        #expect(first.json["changes"]?.array?.count == TextHistory.page)
        let before = try #require(first.json["before"]?.string)
        let rest = await ada.ask("GET", "\(Self.history)&before=\(before)")
        #expect(rest.json["changes"]?.array?.map { $0["new"]?["words"] } == ["2", "1", "0"])
        await host.stop()
    }

    @Test func `what somebody keeps again and again while they write is one change`() async throws {
        let host = try await StudioHost.start()
        let (ada, bo) = (try await host.person("Ada", "writer"), try await host.person("Bo", "writer"))
        let (id, _) = try await ada.propose("S")
        for words in ["So", "Som", "Some"] {
            host.clock.advance(by: .seconds(2))
            #expect(try await ada.change(id, words).status == 200)
        }
        _ = try await bo.propose("Else")
        host.clock.advance(by: .seconds(2))
        #expect(try await ada.change(id, "Something").status == 200)
        let answer = await ada.ask("GET", Self.history)
        let changes = answer.json["changes"]?.array ?? []
        #expect(changes.map { $0["new"]?["words"] } == ["Something", "Else", "Some"])
        #expect(changes.map { $0["saves"] } == [1, 1, 4])
        #expect(changes.last?["old"]?["words"] == "Critical Intelligence Signal")
        #expect(answer.json["before"] == nil)
        await host.stop()
    }

    @Test func `comments stand under a proposal as they were written, and in no line for the record`() async throws {
        let host = try await StudioHost.start()
        let (ada, bo) = (try await host.person("Ada", "writer"), try await host.person("Bo", "reviewer"))
        let viewer = try await host.person("Vi", "viewer")
        let (id, _) = try await ada.propose("Other")
        let text: JSONValue = "<img src=x onerror=alert(1)> “secret” \u{202E}\nsecond line"
        let made = await bo.ask("POST", "/proposals/\(id)/comments", ["text": text])
        #expect(made.status == 201 && made.json["author"] == "Bo")
        #expect(await ada.ask("POST", "/proposals/\(id)/comments", ["text": "Why?"]).status == 201)
        let shown = await viewer.ask("GET", "/proposals/\(id)").json["comments"]?.array ?? []
        #expect(shown.map { $0["text"] } == [text, "Why?"] && shown.map { $0["author"] } == ["Bo", "Ada"])
        #expect(await viewer.ask("POST", "/proposals/\(id)/comments", ["text": "No"]).status == 403)
        #expect(await ada.ask("POST", "/proposals/unknown/comments", ["text": "No"]).status == 404)
        for wrong: JSONValue in ["", "  \n", "\u{7}", 7, .string(String(repeating: "x", count: 2001))] {
            #expect(await ada.ask("POST", "/proposals/\(id)/comments", ["text": wrong]).status == 422, "\(wrong)")
        }
        #expect(await ada.ask("POST", "/proposals/\(id)/comments", [:]).status == 422)
        let lines = host.lines.lines("audit")
        #expect(lines.contains { $0.contains("studio.comment") && $0.contains(id) })
        #expect(lines.allSatisfy { !$0.contains("secret") && !$0.contains("Why?") })
        await host.stop()
    }

    @Test func `what was made of texts goes when it is as old as the profile says`() async throws {
        let host = try await StudioHost.start(studio: ["retention": "10d"])
        let ada = try await host.person("Ada", "writer")
        let (id, _) = try await ada.propose("Old")
        #expect(await ada.ask("POST", "/proposals/\(id)/comments", ["text": "Old"]).status == 201)
        host.clock.advance(by: .seconds(10 * 86_400))
        let young = try await host.person("Bo", "writer")
        _ = try await young.propose("Young")
        host.clock.advance(by: .seconds(1))
        let tenant = try #require(host.assembly.api.directory.tenant("dossier"))
        let sweep = RetentionSweep(tenant: tenant.runtime) { _ in }
        // A link and the sign-in by it, a proposal that was begun, its change and a comment.
        #expect(try await sweep.sweepTextHistory() == 5)
        #expect(try await sweep.sweepTextHistory() == 0)
        #expect(await young.ask("GET", Self.history).json["changes"]?.array?.map { $0["author"] } == ["Bo"])
        let kept = await young.ask("GET", "/proposals/\(id)").json
        #expect(kept["comments"] == [] && kept["texts"]?.array?.first?["new"] == "Old")
        await host.stop()
    }
}
