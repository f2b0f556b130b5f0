import CarillonModel
import CarillonPipeline
import CarillonTesting
import Testing

@testable import CarillonHost

/// All that was done in a studio is kept with its words, taken away by who may, and says no name that was forgotten.
@Suite(.onBothStores)
struct StudioHistoryTests {
    @Test func `each act is kept with who, when, where and the words, and is taken away page by page`() async throws {
        let host = try await StudioHost.start()
        let (ada, pia) = (try await host.person("Ada", "writer"), try await host.person("Pia", "publisher"))
        let max = try await host.person("Max", "platform")
        let (id, version) = try await ada.propose("Something important happened")
        let remark: JSONValue = ["text": "So “that” it’s clear"]
        #expect(await ada.ask("POST", "/proposals/\(id)/comments", remark).status == 201)
        let handed = await ada.ask("POST", "/proposals/\(id)/submit", ["version": version])
        let approved = await pia.ask("POST", "/proposals/\(id)/approve", ["version": handed.json["version"] ?? 0])
        #expect(approved.status == 200, "\(approved.detail ?? "")")
        #expect(await pia.ask("GET", "/proposals/\(id)/patch").status == 200)
        #expect(await ada.ask("DELETE", "/session").status == 204)

        let entries = try #require(await max.ask("GET", "/history").json["entries"]?.array)
        let acts = entries.map { [$0["action"]?.string ?? "", $0["who"]?.string ?? $0["operator"]?.string ?? ""] }
        #expect(
            acts == [
                ["studio.link", "operator-key"], ["studio.sign-in", "Ada"], ["studio.link", "operator-key"],
                ["studio.sign-in", "Pia"], ["studio.link", "operator-key"], ["studio.sign-in", "Max"],
                ["studio.begin", "Ada"], ["studio.change", "Ada"], ["studio.comment", "Ada"], ["studio.submit", "Ada"],
                ["studio.approve", "Pia"], ["studio.patch", "Pia"], ["studio.sign-out", "Ada"],
                ["studio.history", "Max"],
            ]
        )
        #expect(entries.allSatisfy { $0["at"]?.string == host.clock.now.rfc3339 })
        func entry(_ action: String) throws -> JSONValue {
            try #require(entries.first { $0["action"]?.string == action }, "\(action)")
        }
        let change = try entry("studio.change")
        #expect(change["text"] == "en signal.critical title" && change["proposal"]?.string == id)
        #expect(change["old"]?["words"] == "Critical Intelligence Signal")
        #expect(change["new"]?["words"] == "Something important happened" && change["new"]?["form"]?["form"] == "text")
        #expect(try entry("studio.comment")["comment"] == "So “that” it’s clear")
        #expect(try entry("studio.approve")["role"] == "publisher")
        #expect(try entry("studio.link")["staff"] == "Ada" && entry("studio.link")["role"] == "writer")
        #expect(try entry("studio.patch")["state"] == "approved")

        // What came after an entry, by an operator, who has a line of their own.
        let known = try #require(entries.last?["id"]?.string)
        let later = await host.operate("GET", "/history?after=\(known)")
        #expect(later.json["entries"]?.array?.map { $0["action"] } == ["studio.history"])
        #expect(later.json["entries"]?.array?.first?["operator"] == "operator-key" && later.json["after"] == nil)
        let lines = host.lines.lines("audit")
        #expect(lines.count { $0.contains("studio.history") } == 2)
        #expect(lines.allSatisfy { !$0.contains("important") && !$0.contains("clear") })
        await host.stop()
    }

    @Test func `a long history is taken away without a gap`() async throws {
        let host = try await StudioHost.start()
        let store = try #require(host.assembly.api.directory.tenant("dossier")).runtime.store
        let count = 2 * StudioHistory.longest + 1
        for number in 0..<count {
            let id = "0-" + String(repeating: "0", count: 6 - "\(number)".count) + "\(number)"
            try await store.note(StaffAct(id: id, action: "studio.test", name: "Ada", doneAt: host.clock.now))
        }
        var (found, pages): ([String], Int) = ([], 0)
        var after: String?
        repeat {
            let answer = await host.operate("GET", "/history" + (after.map { "?after=\($0)" } ?? ""))
            found += answer.json["entries"]?.array?.compactMap { $0["id"]?.string } ?? []
            after = answer.json["after"]?.string
            pages += 1
        } while after != nil && pages < 9
        // With the lines of the pages themselves, as far as they were there by then.
        #expect(pages == 3 && found.count == count + 3 && Set(found).count == found.count && found == found.sorted())
        await host.stop()
    }

    @Test func `a link that went to the wrong person is seen and taken back before it is opened`() async throws {
        let host = try await StudioHost.start()
        let wrong = try await host.code(for: "Eve", as: "publisher")
        let right = try await host.code(for: "Ada", as: "writer")
        let links = try #require(await host.operate("GET", "/links").json["links"]?.array)
        #expect(Set(links.compactMap { $0["name"]?.string }) == ["Ada", "Eve"])
        let link = try #require(links.first { $0["name"] == "Eve" })
        #expect(link["roles"] == "publisher" && link["madeAt"]?.string == host.clock.now.rfc3339)
        let id = try #require(link["id"]?.string)
        #expect(!wrong.contains(id), "what is listed opens nothing")
        #expect(await host.operate("DELETE", "/links/\(id)").json["ended"]?.string == id)
        #expect(await host.operate("DELETE", "/links/\(id)").status == 404)
        let path = "/v1/\(StudioHost.tenant)/studio/session"
        let refused = await host.ask("POST", path, ["code": .string(wrong)])
        #expect(refused.status == 410 && refused.detail == "the link was taken back: ask for a new one")
        #expect(await host.ask("POST", path, ["code": .string(right)]).status == 204)
        #expect(await host.operate("GET", "/links").json["links"] == [])
        let lines = host.lines.lines("audit")
        #expect(lines.contains { $0.contains("studio.unlink") && $0.contains("Eve") && $0.contains(id) })
        // One that is over is no more than one that was opened.
        _ = try await host.code(for: "Bo", as: "viewer")
        host.clock.advance(by: StaffSessions.codeLifetime)
        #expect(await host.operate("GET", "/links").json["links"] == [])
        // Nobody but an operator sees or ends one.
        let ada = try await host.person("Ada", "platform")
        for (method, path) in [("GET", ""), ("DELETE", "/\(id)")] {
            let url = "/v1/tenants/\(StudioHost.tenant)/studio/links\(path)"
            #expect(await host.ask(method, url, headers: [("cookie", ada.cookie)]).status == 401)
        }
        await host.stop()
    }

    @Test func `a browser's session goes on where the link that is opened there was taken back`() async throws {
        let host = try await StudioHost.start()
        let ada = try await host.person("Ada", "writer")
        let code = try await host.code(for: "Eve", as: "publisher")
        let link = await host.operate("GET", "/links").json["links"]?.array?.first?["id"]?.string
        #expect(await host.operate("DELETE", "/links/\(link ?? "")").status == 200)
        let path = "/v1/\(StudioHost.tenant)/studio/session"
        let answer = await host.ask("POST", path, headers: [("cookie", ada.cookie)], ["code": .string(code)])
        #expect(answer.status == 410)
        #expect(await ada.ask("GET", "/session").json["name"] == "Ada")
        await host.stop()
    }

    @Test func `somebody who is forgotten is a pseudonym in all that stays, and signed in no more`() async throws {
        let host = try await StudioHost.start()
        let (ada, eve) = (try await host.person("Ada", "publisher"), try await host.person("Eve", "publisher"))
        let (id, version) = try await eve.propose("Something important happened")
        let handed = await eve.ask("POST", "/proposals/\(id)/submit", ["version": version])
        let approved = await ada.ask("POST", "/proposals/\(id)/approve", ["version": handed.json["version"] ?? 0])
        #expect(approved.json["reviewer"] == "Ada")
        let (own, first) = try await ada.propose("Nothing important happened")
        let second = await ada.ask("POST", "/proposals/\(own)/submit", ["version": first])
        let rejected = await eve.ask("POST", "/proposals/\(own)/reject", ["version": second.json["version"] ?? 0])
        #expect(rejected.json["reviewer"] == "Eve")
        _ = try await host.code(for: "Eve", as: "viewer")

        #expect(await host.operate("DELETE", "/staff/Evelyn").status == 404)
        let answer = await host.operate("DELETE", "/staff/Eve")
        let pseudonym = try #require(answer.json["pseudonym"]?.string)
        #expect(pseudonym.hasPrefix("erased-") && pseudonym.count == 15)
        #expect(await eve.ask("GET", "/session").status == 401)
        #expect(await host.operate("GET", "/links").json["links"] == [])
        #expect(await host.operate("DELETE", "/staff/Eve").status == 404, "twice")
        let proposals = await ada.ask("GET", "/proposals").json["proposals"]?.array ?? []
        #expect(proposals.first { $0["id"]?.string == id }?["author"]?.string == pseudonym)
        #expect(proposals.first { $0["id"]?.string == own }?["reviewer"]?.string == pseudonym)
        let history = await host.operate("GET", "/history")
        #expect(!history.text.contains("Eve"))
        let entries = history.json["entries"]?.array ?? []
        #expect(Set(entries.compactMap { $0["who"]?.string }) == ["Ada", pseudonym])
        let forgotten = try #require(entries.first { $0["action"] == "studio.forget" })
        #expect(forgotten["staff"]?.string == pseudonym)
        let lines = host.lines.lines("audit")
        #expect(lines.count { $0.contains("studio.forget") && $0.contains(pseudonym) && !$0.contains("Eve") } == 1)
        await host.stop()
    }
}
