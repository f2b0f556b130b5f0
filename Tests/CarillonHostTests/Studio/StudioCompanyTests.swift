import CarillonModel
import CarillonPipeline
import CarillonProfiles
import CarillonStudio
import CarillonTesting
import Testing

@testable import CarillonHost

/// Others in the studio: who is there, what they keep, and mails that only who asked for them sees.
struct StudioCompanyTests {
    @Test(.onBothStores)
    func `who has a text open is told to the others, and what is kept and counts meanwhile`() async throws {
        let host = try await StudioHost.start()
        let (ada, bo) = (try await host.person("Ada", "writer"), try await host.person("Bo", "viewer"))
        let first = try await Listener(of: ada, at: "?message=signal.critical&slot=title&locale=en")
        #expect(await first.next().map(\.name) == ["texts", "people"])
        let second = try await Listener(of: bo)
        let people = try #require(await first.next().last)
        #expect(people.name == "people" && people.json["people"]?.array?.map { $0["name"] } == ["Ada", "Bo"])
        #expect(people.json["people"]?.array?.map { $0["place"] } == [StudioPerson.title, nil])
        let begun = await second.next()
        #expect(begun.map(\.name) == ["texts", "people"] && begun.first?.json["version"] == 0)
        let (id, _) = try await ada.propose("Other words")
        let changed = try #require(await second.next().first)
        #expect(changed.name == "changed" && changed.json["place"] == StudioPerson.title)
        #expect(changed.json["author"] == "Ada" && changed.json["proposal"]?.string == id)
        #expect(!"\(changed.json)".contains("Other words"), "words aren't told")
        first.stop()
        #expect(await second.next().last?.json["people"]?.array?.map { $0["name"] } == ["Bo"])
        // Whose session was ended hears nothing more.
        let sessions = await host.operate("GET", "/sessions").json["sessions"]?.array ?? []
        let session = try #require(sessions.first { $0["name"] == "Bo" }?["id"]?.string)
        #expect(await host.operate("DELETE", "/sessions/\(session)").status == 200)
        #expect(try await ada.change(id, "More").status == 200)
        #expect(await second.next().isEmpty)
        #expect(await second.isOver)
        second.stop()
        await host.stop()
    }

    @Test func `there are only so many streams, of texts that there are, and all end with the host`() async throws {
        let host = try await StudioHost.start()
        let ada = try await host.person("Ada", "viewer")
        #expect(await ada.ask("GET", "/stream?message=no.such&slot=title").status == 404)
        var listeners: [Listener] = []
        for _ in 0..<StudioRooms.mostOfOne { listeners.append(try await Listener(of: ada)) }
        #expect(await ada.ask("GET", "/stream").status == 403)
        listeners.removeLast().stop()
        let last = try await Listener(of: ada)
        listeners.append(last)
        host.assembly.api.studio?.rooms.close()
        #expect(await last.isOver)
        for listener in listeners { listener.stop() }
        #expect(try await Listener(of: ada).isOver)
        await host.stop()
    }

    @Test func `what a slow page hasn't taken is kept as far as it matters`() async throws {
        let host = try await StudioHost.start()
        let ada = try await host.person("Ada", "writer")
        let slow = try await Listener(of: ada)
        let rooms = try #require(host.assembly.api.studio?.rooms)
        for number in 0..<100 {
            rooms.tell(.texts(revision: "r\(number)", version: number), in: "dossier")
            let place = try #require(TextPlace(json: StudioPerson.title))
            rooms.tell(.changed(place, proposal: "\(number)", by: "Bo"), in: "dossier")
        }
        let news = await slow.next()
        #expect(news.count <= StudioStream.mostNews && news.count { $0.name == "texts" } == 1)
        #expect(news.last?.json["proposal"] == "99")
        slow.stop()
        await host.stop()
    }

    @Test func `a mail of one's own preview is shown for a minute, under a policy that lets nothing load or run`()
        async throws
    {
        let host = try await StudioHost.start(other: "remittance")
        let ada = try await host.person("Ada", "viewer", of: "remittance")
        let bo = try await host.person("Bo", "viewer", of: "remittance")
        func ask(
            _ person: StudioPerson,
            _ method: String,
            _ path: String,
            _ json: JSONValue? = nil
        ) async -> StudioHost.Answer {
            await host.ask(method, "/v1/remittance/studio\(path)", headers: [("cookie", person.cookie)], json)
        }
        let list = await ask(ada, "GET", "/texts").json["texts"]?.array ?? []
        let text = try #require(list.first { $0["slot"] == "email.html" })
        let event = try #require(text["message"])
        let place: JSONValue = ["locale": "nb", "message": event, "slot": "email.html"]
        let preview = await ask(ada, "POST", "/preview", ["place": place])
        let mail = try #require(preview.json["samples"]?.array?.first?["renderings"]?["nb"]?["email"])
        let ticket = try #require(mail["mail"]?.string)
        let shown = await ask(ada, "GET", "/mail-preview/\(ticket)")
        #expect(shown.status == 200 && shown.headers["content-type"] == "text/html; charset=utf-8")
        #expect(shown.text.contains(try #require(mail["slots"]?["email.html"]?.string)))
        #expect(shown.text.hasPrefix("<!DOCTYPE html>\n<html lang=\"nb\" dir=\"ltr\">"))
        let policy = try #require(shown.headers["content-security-policy"])
        #expect(policy.hasPrefix("sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src 'self'"))
        #expect(shown.headers["cache-control"] == "no-store")
        // Not another's, not a made-up one, not of another tenant, and not after a minute.
        #expect(await ask(bo, "GET", "/mail-preview/\(ticket)").status == 404)
        for wrong in ["", "x", "\(ticket)0", "0-0", String(ticket.dropLast(1)) + "99999999999999999999"] {
            #expect(await ask(ada, "GET", "/mail-preview/\(wrong)").status == 404, "\(wrong)")
        }
        let other = try await host.person("Ada", "platform")
        #expect(await other.ask("GET", "/mail-preview/\(ticket)").status == 404)
        host.clock.advance(by: .seconds(59))
        #expect(await ask(ada, "GET", "/mail-preview/\(ticket)").status == 200)
        host.clock.advance(by: .seconds(1))
        #expect(await ask(ada, "GET", "/mail-preview/\(ticket)").status == 404)
        // Of many previews the newest are kept.
        for _ in 0..<5 { _ = await ask(ada, "POST", "/preview", ["place": place]) }
        let newest = await ask(ada, "POST", "/preview", ["place": place])
        let last = newest.json["samples"]?.array?.first?["renderings"]?["nb"]?["email"]?["mail"]?.string ?? ""
        #expect(await ask(ada, "GET", "/mail-preview/\(last)").status == 200)
        await host.stop()
    }

    @Test func `ids are in order within a millisecond`() {
        let clock = ManualClock()
        let identifiers = OrderedIdentifiers(SystemIdentifiers { clock.now })
        let ids = (0..<2000).map { _ in identifiers.uuid() }
        #expect(ids == ids.sorted() && Set(ids).count == ids.count)
        #expect(ids.allSatisfy { $0.count == 36 })
        #expect(OrderedIdentifiers.following("0-00000000000f") == "0-000000000010")
        #expect(OrderedIdentifiers.following("0-ffffffffffff") == nil)
    }
}

/// Somebody who listens to the studio's stream as a connection does.
private struct Listener: Sendable {
    let body: any LiveBody

    init(of person: StudioPerson, at query: String = "") async throws {
        let answer = await person.listen("/stream\(query)")
        guard case .live(let body) = answer.body else { throw Deaf() }
        self.body = body
        body.begin {}
    }

    private struct Deaf: Error {}

    func stop() { body.stop() }

    /// The events of the next piece; none at the end.
    func next() async -> [(name: String, json: JSONValue)] {
        let text = String(decoding: await body.next() ?? [], as: UTF8.self)
        return text.split(separator: "\n\n").map { event in
            let lines = event.split(separator: "\n")
            let name = lines.first { $0.hasPrefix("event: ") }.map { String($0.dropFirst(7)) } ?? ""
            let data = lines.first { $0.hasPrefix("data: ") }.map { Array($0.dropFirst(6).utf8) } ?? []
            return (name, (try? JSONValue(parsing: data)) ?? .null)
        }
    }

    var isOver: Bool {
        get async { await body.next() == nil }
    }
}
