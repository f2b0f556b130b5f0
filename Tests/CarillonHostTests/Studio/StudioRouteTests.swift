import CarillonModel
import CarillonProfiles
import CarillonStudio
import Foundation
import Testing

@testable import CarillonHost

/// Texts, previews and proposals, from the first changed word to the patch.
@Suite(.onBothStores)
struct StudioRouteTests {
    @Test func `every text is listed and opens as a form without MessageFormat in it`() async throws {
        let host = try await StudioHost.start()
        let ada = try await host.person("Ada", "writer")
        let list = await ada.ask("GET", "/texts")
        let texts = try #require(list.json["texts"]?.array)
        #expect(texts.count > 20 && list.json["locales"]?.array?.first == "en")
        var kinds: Set<String> = []
        for text in texts {
            let (message, slot) = (text["message"]?.string ?? "", text["slot"]?.string ?? "")
            let channel = text["channel"]?.string.map { "&channel=\($0)" } ?? ""
            for locale in ["en", "ar"] {
                let view = await ada.ask("GET", "/texts/\(message)/\(slot)?locale=\(locale)\(channel)")
                #expect(view.status == 200, "\(message) \(slot) \(locale)")
                kinds.insert(view.json["form"]?["form"]?.string ?? "none")
                for source in ["{$", ".match", ".input", "*}", ":number", "{{"] {
                    #expect(!view.text.contains(source) && !list.text.contains(source), "\(source) in \(message)")
                }
            }
        }
        #expect(kinds.isSuperset(of: ["text", "rows"]))
        let plural = await ada.ask("GET", "/texts/message.received/body?locale=ar")
        #expect(plural.json["choices"]?.array?.first?.array?.count == 6)
        #expect(await ada.ask("GET", "/texts/no.such/title").status == 404)
        #expect(await ada.ask("GET", "/texts/signal.critical/nothing").status == 404)
        #expect(await ada.ask("GET", "/texts/signal.critical/title?locale=fr").status == 404)
        await host.stop()
    }

    @Test func `a preview shows the changed words in every language and channel, and keeps nothing`() async throws {
        let host = try await StudioHost.start()
        let ada = try await host.person("Ada", "writer")
        let seen = await ada.ask(
            "POST",
            "/preview",
            ["place": StudioPerson.title, "form": StudioPerson.form("Look {$now} \\")]
        )
        #expect(seen.status == 200)
        let renderings = try #require(seen.json["samples"]?.array?.first?["renderings"])
        let english = try #require(renderings["en"]?.object)
        #expect(english.members.count > 1)
        #expect(english.members.allSatisfy { $0.value["slots"]?["title"] == "Look {$now} \\" })
        #expect(renderings["ar"]?.object?.members.isEmpty == false)
        #expect(await ada.ask("GET", "/proposals").json["proposals"] == [])
        let plain = await ada.ask("POST", "/preview", ["place": StudioPerson.title])
        #expect(plain.text.contains("Critical Intelligence Signal"))
        await host.stop()
    }

    @Test func `faults are told in words for people, at their text`() async throws {
        let host = try await StudioHost.start()
        let ada = try await host.person("Ada", "writer")
        let view = await ada.ask("GET", "/texts/message.received/body?locale=ar")
        var form = try #require(view.json["form"]?.object)
        let rows = try #require(form["rows"]?.array)
        form["rows"] = .array(rows.filter { $0["keys"] != ["few"] && $0["keys"] != ["two"] })
        let place: JSONValue = ["locale": "ar", "message": "message.received", "slot": "body"]
        let seen = await ada.ask("POST", "/preview", ["place": place, "form": .object(form)])
        let fault = try #require(seen.json["faults"]?.array?.first { $0["code"] == "T0209" })
        #expect(fault["words"] == "Some numbers have no row of their own. Add the missing form.")
        #expect(fault["place"]?["message"] == "message.received")
        #expect(fault["message"] == nil && fault["help"] == nil)
        let wrong = await ada.ask("POST", "/preview", ["place": place, "form": ["shape": "string", "form": "soup"]])
        #expect(wrong.status == 422)
        await host.stop()
    }

    @Test func `a word is changed, handed in, approved by somebody else, and taken away as a patch`() async throws {
        let host = try await StudioHost.start()
        let (ada, pia) = (try await host.person("Ada", "publisher"), try await host.person("Pia", "publisher"))
        let before = try Data(contentsOf: host.folder.appending(path: "templates/en.json"))
        var (id, version) = try await ada.propose("Something important happened")
        #expect(await ada.ask("GET", "/proposals/\(id)/patch").status == 409)
        let one = await pia.ask("GET", "/proposals/\(id)")
        #expect(one.json["texts"]?.array?.first?["old"] == "Critical Intelligence Signal")
        #expect(one.json["texts"]?.array?.first?["new"] == "Something important happened")
        #expect(one.json["isOwn"] == false && one.json["state"] == "draft")
        #expect(await pia.ask("POST", "/proposals/\(id)/approve", ["version": version]).status == 409)
        #expect(await pia.ask("POST", "/proposals/\(id)/submit", ["version": version]).status == 403)

        let submitted = await ada.ask("POST", "/proposals/\(id)/submit", ["version": version, "title": "Plainer"])
        #expect(submitted.json["state"] == "in-review" && submitted.json["title"] == "Plainer")
        let earlier = version
        version = try #require(submitted.json["version"])
        #expect(await ada.ask("POST", "/proposals/\(id)/approve", ["version": version]).status == 403)
        #expect(await pia.ask("POST", "/proposals/\(id)/approve", ["version": earlier]).status == 409)
        let approved = await pia.ask("POST", "/proposals/\(id)/approve", ["version": version])
        #expect(approved.json["state"] == "approved" && approved.json["reviewer"] == "Pia")

        let patch = await pia.ask("GET", "/proposals/\(id)/patch")
        #expect(patch.status == 200)
        #expect(patch.headers["content-type"] == "text/x-patch; charset=utf-8")
        #expect(patch.text.contains("Subject: [PATCH] Plainer"))
        #expect(patch.text.contains("-      \"title\": \"Critical Intelligence Signal\",\n"))
        #expect(patch.text.contains("+      \"title\": \"Something important happened\",\n"))
        #expect(patch.text.contains("golden/signal.critical"))
        #expect(!patch.text.contains("Ada") && !patch.text.contains("Pia"))
        #expect(StudioProposal(file: Array(patch.text.utf8))?.edits.count == 1)
        #expect(try Data(contentsOf: host.folder.appending(path: "templates/en.json")) == before)

        // Whoever changes it again begins anew.
        #expect(try await ada.change(id, "Once more").status == 200)
        #expect(await pia.ask("GET", "/proposals/\(id)").json["state"] == "draft")
        #expect(await pia.ask("GET", "/proposals/\(id)").json["reviewer"] == nil)
        #expect(await pia.ask("GET", "/proposals/\(id)/patch").status == 409)
        await host.stop()
    }

    @Test func `what validate refuses is neither handed in nor taken away`() async throws {
        let host = try await StudioHost.start()
        let (ada, pia) = (try await host.person("Ada", "writer"), try await host.person("Pia", "publisher"))
        let (id, version) = try await ada.propose("Two\nlines")
        let refused = await ada.ask("POST", "/proposals/\(id)/submit", ["version": version])
        #expect(refused.status == 409)
        #expect(refused.detail == "the texts have faults: This text must stay on one line.")

        let mended = try await ada.change(id, "One line")
        let again = await ada.ask("POST", "/proposals/\(id)/submit", ["version": try #require(mended.json["version"])])
        let approved = await pia.ask(
            "POST",
            "/proposals/\(id)/approve",
            ["version": try #require(again.json["version"])]
        )
        #expect(approved.json["state"] == "approved")
        // The files get a fault meanwhile.
        let file = host.folder.appending(path: "templates/en.json")
        let text = try String(contentsOf: file, encoding: .utf8)
        try text.replacing("\"body\": \"", with: "\"body\": \"{$nobody} ", maxReplacements: 1)
            .write(to: file, atomically: true, encoding: .utf8)
        let patch = await pia.ask("GET", "/proposals/\(id)/patch")
        #expect(patch.status == 409 && patch.detail?.hasPrefix("the texts have faults") == true)
        await host.stop()
    }

    @Test func `while a file is broken the studio shows what it had, or that it can't`() async throws {
        let host = try await StudioHost.start()
        let ada = try await host.person("Ada", "writer")
        let file = host.folder.appending(path: "templates/en.json")
        let text = try String(contentsOf: file, encoding: .utf8)
        let path = "/texts/signal.critical/title"
        // Before anybody has looked at the texts, there are none to show.
        try "{ broken".write(to: file, atomically: true, encoding: .utf8)
        let unread = await ada.ask("GET", path)
        #expect(unread.status == 503 && unread.json["code"] == "unavailable")
        try text.write(to: file, atomically: true, encoding: .utf8)
        let before = await ada.ask("GET", path)
        #expect(before.status == 200 && before.json["form"] != .null)

        try text.dropLast(5).description.write(to: file, atomically: true, encoding: .utf8)
        #expect(await ada.ask("GET", path).json == before.json)
        // What is written meanwhile is kept, and made to the files that come.
        let (id, _) = try await ada.propose("Mine")
        try text.replacing("Critical Intelligence Signal", with: "Theirs")
            .write(to: file, atomically: true, encoding: .utf8)
        #expect(await ada.ask("GET", path).json["hash"] != before.json["hash"])
        let one = await ada.ask("GET", "/proposals/\(id)")
        #expect(one.json["texts"]?.array?.first?["conflict"] == true)
        await host.stop()
    }

    @Test func `a proposal goes with files that move on, and names the text that has changed there`() async throws {
        let host = try await StudioHost.start()
        let ada = try await host.person("Ada", "writer")
        let (id, version) = try await ada.propose("Mine")
        let file = host.folder.appending(path: "templates/en.json")
        let text = try String(contentsOf: file, encoding: .utf8)
        try text.replacing("Critical Intelligence Signal", with: "Theirs").write(
            to: file,
            atomically: true,
            encoding: .utf8
        )
        let one = await ada.ask("GET", "/proposals/\(id)")
        #expect(one.json["texts"]?.array?.first?["conflict"] == true)
        #expect(await ada.ask("POST", "/proposals/\(id)/submit", ["version": version]).status == 409)
        // Looked at again and changed again, it is made to what is there now.
        #expect(try await ada.change(id, "Mine, still").status == 200)
        let now = await ada.ask("GET", "/proposals/\(id)")
        #expect(now.json["texts"]?.array?.first?["old"] == "Theirs")
        #expect(now.json["texts"]?.array?.first?["conflict"] == nil)
        await host.stop()
    }

    @Test func `of two who change one text from the same words, the second is told`() async throws {
        let host = try await StudioHost.start()
        let ada = try await host.person("Ada", "writer")
        let (id, _) = try await ada.propose("First")
        let view = await ada.ask("GET", "/texts/signal.critical/title?locale=en&proposal=\(id)")
        let hash = try #require(view.json["hash"])
        #expect(try await ada.change(id, "Second").status == 200)
        let late = await ada.ask(
            "PUT",
            "/proposals/\(id)/text",
            ["place": StudioPerson.title, "hash": hash, "form": StudioPerson.form("Third")]
        )
        #expect(late.status == 409 && late.code == "conflict")
        // Other texts at the same time are no conflict, and none is lost.
        let places: [(String, String)] = [
            ("signal.critical", "body"), ("sync.conflict", "title"), ("sync.conflict", "body"),
        ]
        try await withThrowingTaskGroup(of: Int.self) { group in
            for (message, slot) in places {
                let view = await ada.ask("GET", "/texts/\(message)/\(slot)?locale=en&proposal=\(id)")
                let body: JSONValue = [
                    "place": ["locale": "en", "message": .string(message), "slot": .string(slot)],
                    "hash": try #require(view.json["hash"]), "form": StudioPerson.form("Other"),
                ]
                group.addTask { await ada.ask("PUT", "/proposals/\(id)/text", body).status }
            }
            for try await status in group { #expect(status == 200) }
        }
        #expect(await ada.ask("GET", "/proposals/\(id)").json["count"] == 4)
        let eve = try await host.person("Eve", "writer")
        #expect(try await eve.change(id, "Not mine").status == 403)
        await host.stop()
    }

    @Test func `lines for the record say who did what, and no words`() async throws {
        let host = try await StudioHost.start()
        let ada = try await host.person("Ada", "writer")
        let (id, version) = try await ada.propose("Confidential words", title: "Confidential title")
        _ = await ada.ask("POST", "/proposals/\(id)/submit", ["version": version])
        let lines = host.lines.lines("audit")
        for action in ["studio.link", "studio.sign-in", "studio.begin", "studio.change", "studio.submit"] {
            #expect(lines.contains { $0.contains(action) && $0.contains("dossier") }, "\(action)")
        }
        #expect(lines.allSatisfy { !$0.contains("Confidential") })
        await host.stop()
    }

    @Test func `the page has its policy, and its files are there`() async throws {
        let host = try await StudioHost.start()
        let page = await host.ask("GET", "/v1/dossier/studio")
        #expect(page.status == 200 && page.headers["cache-control"] == "no-store")
        let policy = try #require(page.headers["content-security-policy"])
        for rule in ["default-src 'none'", "script-src 'self'", "frame-ancestors 'none'", "trusted-types 'none'"] {
            #expect(policy.contains(rule))
        }
        #expect(!page.text.contains("<script>") && !page.text.contains("style="))
        let files = page.text.matches(of: /(?:src|href)="([^"]+)"/).map { String($0.output.1) }
        for name in ["studio.css", "studio.js", "dom.js", "studio-core.js", "studio-editor.js", "studio-text.js"] {
            #expect(files.count { $0.hasSuffix("/\(name)") } == 1, "\(name)")
        }
        for file in files { #expect(await host.ask("GET", file).status == 200, "\(file)") }
        await host.stop()
    }

    @Test func `the page has the words of every finding, and in English those of the host`() async throws {
        let host = try await StudioHost.start()
        let catalogue = await host.ask("GET", "/v1/assets/studio-en.json").json
        let texts = try #require(catalogue["messages"]?["fault"]?.object)
        #expect(texts["others"]?.string == FaultWords.others)
        for (code, sentence) in FaultWords.byCode { #expect(texts[code]?.string == sentence, "\(code)") }
        #expect(texts.members.count == FaultWords.byCode.count + 1)
        for language in ["en", "nb", "ar"] {
            let catalogue = await host.ask("GET", "/v1/assets/studio-\(language).json").json
            let fixes = try #require(catalogue["messages"]?["fix"]?.object)
            for kind in FaultFix.Kind.allCases { #expect(fixes[kind.rawValue] != nil, "\(language) \(kind)") }
            #expect(fixes.members.count == FaultFix.Kind.allCases.count + 1)
        }
        await host.stop()
    }

    @Test func `a preview of what was made up, and of another number`() async throws {
        let host = try await StudioHost.start()
        let ada = try await host.person("Ada", "writer")
        let place: JSONValue = ["locale": "en", "message": "message.received", "slot": "body"]
        func body(_ answer: StudioHost.Answer) -> String? {
            answer.json["samples"]?.array?.first?["renderings"]?["en"]?["push"]?["slots"]?["body"]?.string
        }
        let longest = await ada.ask("POST", "/preview", ["place": place, "made": "longest"])
        #expect(longest.json["samples"]?.array?.count == 1)
        #expect(longest.json["samples"]?.array?.first?["made"] == "longest")
        let shortest = await ada.ask("POST", "/preview", ["place": place, "made": "shortest"])
        #expect(try #require(body(longest)).count > (try #require(body(shortest))).count)
        let seven = await ada.ask("POST", "/preview", ["place": place, "values": ["count": 7]])
        #expect(try #require(body(seven)).contains("7"))
        // Each row with numbers that it is for.
        let readings = try #require(seven.json["readings"]?.array)
        #expect(readings.map { $0["keys"] } == [["one"], [.null]])
        #expect(readings[1]["readings"]?.array?.map { $0["number"] } == ["0", "2", "3"])
        #expect(readings[1]["readings"]?.array?[1]["words"]?.string?.contains("2") == true)
        let text = await ada.ask("GET", "/texts/message.received/body")
        #expect(text.json["slots"] == ["title", "body", "action"])
        let listed = await ada.ask("GET", "/texts").json["texts"]?.array?.first { $0["message"] == "message.received" }
        #expect(listed?["summary"] == "Somebody wrote to the user")
        for wrong: JSONValue in [["place": place, "made": "up"], ["place": place, "values": ["nothing": 1]]] {
            #expect(await ada.ask("POST", "/preview", wrong).status == 422)
        }
        await host.stop()
    }

    @Test func `the document describes every route, and what it wants`() async throws {
        let host = try await StudioHost.start()
        let document = await host.ask("GET", "/v1/dossier/studio/openapi.json").json
        for route in StudioRoute.routes {
            let path = route.path.description.replacing("{tenant}", with: "dossier")
            let described = try #require(document["paths"]?[path]?[route.method.rawValue.lowercased()], "\(path)")
            #expect((described["security"] == nil) == (route.endpoint.access == .anyone))
            let inPath = described["parameters"]?.array?.filter { $0["in"] == "path" }.count ?? 0
            #expect(inPath == route.path.parameters.count - 1)
            #expect((described["requestBody"] == nil) == (route.endpoint.body == nil))
        }
        await host.stop()
    }
}
