import CarillonModel
import CarillonPipeline
import CarillonProfiles
import CarillonTesting
import Testing

@testable import CarillonHost

/// Sessions are known to the tenant's store: they are listed, go on while they are used, and end at once.
@Suite(.onBothStores)
struct StaffSessionTests {
    private static let base = "/v1/\(StudioHost.tenant)/studio"

    @Test func `a session goes on while it is used, and not beyond a day`() async throws {
        let host = try await StudioHost.start()
        let ada = try await host.person("Ada", "writer")
        for _ in 0..<3 {
            host.clock.advance(by: .seconds(7 * 3600 + 3000))
            #expect(await ada.ask("GET", "/session").status == 200)
        }
        host.clock.advance(by: .seconds(1800))
        #expect(await ada.ask("GET", "/session").status == 401, "after a day")
        let bo = try await host.person("Bo", "writer")
        host.clock.advance(by: .seconds(8 * 3600))
        #expect(await bo.ask("GET", "/session").status == 401, "after eight hours without use")
        #expect(await host.operate("GET", "/sessions").json["sessions"] == [])
        await host.stop()
    }

    @Test func `an operator sees who is signed in, and ends a session at once`() async throws {
        let host = try await StudioHost.start()
        let (ada, bo) = (try await host.person("Ada", "writer:en"), try await host.person("Bo", "publisher"))
        let list = await host.operate("GET", "/sessions").json["sessions"]?.array ?? []
        #expect(Set(list.compactMap { $0["name"]?.string }) == ["Ada", "Bo"])
        let session = try #require(list.first { $0["name"] == "Ada" })
        #expect(session["roles"] == "writer:en" && session["startedAt"] == session["usedAt"])
        let id = try #require(session["id"]?.string)
        #expect(!ada.cookie.contains(id), "the cookie doesn't show what it stands for")
        #expect(await host.operate("DELETE", "/sessions/\(id)").json["ended"]?.string == id)
        #expect(await ada.ask("GET", "/session").status == 401)
        #expect(await bo.ask("GET", "/session").status == 200)
        #expect(await host.operate("DELETE", "/sessions/\(id)").status == 404)
        #expect(host.lines.lines("audit").contains { $0.contains("studio.revoke") && $0.contains("Ada") })
        // Nobody else sees or ends one.
        for (method, path) in [("GET", ""), ("DELETE", "/\(id)")] {
            let answer = await host.ask(
                method,
                "/v1/tenants/dossier/studio/sessions\(path)",
                headers: [("cookie", bo.cookie)]
            )
            #expect(answer.status == 401)
        }
        await host.stop()
    }

    @Test func `a session that was ended at another host is over within a second`() async throws {
        let host = try await StudioHost.start()
        let ada = try await host.person("Ada", "writer")
        #expect(await ada.ask("GET", "/session").status == 200)
        let store = try #require(host.assembly.api.directory.tenant("dossier")).runtime.store
        let session = try #require(try await store.staffSessions(at: host.clock.now).first)
        #expect(try await store.end(staffSession: session.id))
        host.clock.advance(by: KnownStaff.lifetime)
        #expect(await ada.ask("GET", "/session").status == 401)
        await host.stop()
    }

    @Test func `what was read before a session ended isn't remembered after it`() async throws {
        let known = KnownStaff()
        let noon = Instant(epochMilliseconds: 1_772_020_800_000)
        let session = StaffSessionRecord(
            id: "1",
            name: "Ada",
            roles: "writer",
            startedAt: noon,
            usedAt: noon,
            endsAt: noon.advanced(by: .seconds(60))
        )
        // It ends while it is read.
        let read = try await known.session("1", at: noon) { () async throws(StoreFailure) in
            known.forget("1")
            return session
        }
        #expect(read == session)
        let again = try await known.session("1", at: noon) { () async throws(StoreFailure) in nil }
        #expect(again == nil)
        _ = try await known.session("1", at: noon) { () async throws(StoreFailure) in session }
        let remembered = try await known.session("1", at: noon) { () async throws(StoreFailure) in nil }
        #expect(remembered == session)
    }

    @Test func `signing in makes a new session and ends the one that the browser had, and signing out ends it`()
        async throws
    {
        let host = try await StudioHost.start()
        let eve = try await host.person("Eve", "writer")
        // Eve has put her cookie into Ada's browser.
        let code = try await host.code(for: "Ada", as: "publisher")
        let answer = await host.ask(
            "POST",
            "\(Self.base)/session",
            headers: [("cookie", eve.cookie)],
            ["code": .string(code)]
        )
        let cookie = String(try #require(answer.headers["set-cookie"]).prefix { $0 != ";" })
        #expect(cookie != eve.cookie)
        #expect(await eve.ask("GET", "/session").status == 401)
        let ada = StudioPerson(host: host, cookie: cookie)
        #expect(await ada.ask("GET", "/session").json["name"] == "Ada")
        #expect(await ada.ask("DELETE", "/session").status == 204)
        #expect(await ada.ask("GET", "/session").status == 401, "a copy of the cookie is worth nothing")
        await host.stop()
    }

    @Test func `nothing that is kept opens the studio`() async throws {
        let host = try await StudioHost.start()
        let code = try await host.code(for: "Ada", as: "writer")
        _ = await host.ask("POST", "\(Self.base)/session", ["code": .string(code)])
        let store = try #require(host.assembly.api.directory.tenant("dossier")).runtime.store
        let session = try #require(try await store.staffSessions(at: host.clock.now).first)
        for value in [session.id, session.name, "\(session)"] {
            let answer = await host.ask(
                "GET",
                "\(Self.base)/session",
                headers: [("cookie", "carillon-studio-dossier=\(value)")]
            )
            #expect(answer.status == 401)
        }
        await host.stop()
    }
}
