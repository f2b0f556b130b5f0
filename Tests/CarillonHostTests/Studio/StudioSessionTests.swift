import CarillonModel
import CarillonProfiles
import CarillonTesting
import Testing

@testable import CarillonHost

/// Who is let into the studio, and who isn't.
@Suite(.onBothStores)
struct StudioSessionTests {
    private static let base = "/v1/\(StudioHost.tenant)/studio"

    @Test func `a link signs in once, and the session ends after eight hours without use`() async throws {
        let host = try await StudioHost.start()
        let code = try await host.code(for: "Ada", as: "writer")
        let first = await host.ask("POST", "\(Self.base)/session", ["code": .string(code)])
        #expect(first.status == 204)
        let cookie = try #require(first.headers["set-cookie"])
        #expect(cookie.hasPrefix("carillon-studio-dossier="))
        #expect(cookie.hasSuffix("; Path=/; HttpOnly; SameSite=Strict; Max-Age=86400"))
        let again = await host.ask("POST", "\(Self.base)/session", ["code": .string(code)])
        #expect(again.status == 410 && again.detail == "the code was used before: ask for a new link")
        let old = try await host.code(for: "Ada", as: "writer")
        host.clock.advance(by: .seconds(600))
        let late = await host.ask("POST", "\(Self.base)/session", ["code": .string(old)])
        #expect(late.detail == "the code is too old: ask for a new link")
        let made = await host.ask("POST", "\(Self.base)/session", ["code": "made-up"])
        #expect(made.status == 410)

        let ada = StudioPerson(host: host, cookie: String(cookie.prefix { $0 != ";" }))
        let session = await ada.ask("GET", "/session")
        #expect(session.json["name"] == "Ada" && session.json["role"] == "writer")
        #expect(session.json["locales"]?.array?.first?["tag"] == "en")
        #expect(session.json["locales"]?.array?.contains(["tag": "ar", "dir": "rtl"]) == true)
        host.clock.advance(by: .seconds(8 * 3600))
        #expect(await ada.ask("GET", "/session").status == 401)
        await host.stop()
    }

    @Test(arguments: ["\u{202E}adA", "A\u{200F}da", "Ada\u{7}"])
    func `nobody is invited under a name that shows as another one`(name: String) async throws {
        let host = try await StudioHost.start()
        let answer = await host.operate("POST", "/links", ["name": .string(name), "role": "writer"])
        #expect(answer.status == 422 && answer.text.contains("/name"), "\(answer.text)")
        #expect(await host.operate("GET", "/links").json["links"] == [])
        await host.stop()
    }

    @Test func `over TLS the cookie is this host's alone`() async throws {
        let host = try await StudioHost.start()
        let answer = await host.ask(
            "POST",
            "\(Self.base)/session",
            headers: [("host", "studio.example")],
            ["code": .string(try await host.code(for: "Ada", as: "writer"))]
        )
        let cookie = try #require(answer.headers["set-cookie"])
        #expect(cookie.hasPrefix("__Host-carillon-studio-dossier=") && cookie.hasSuffix("; Secure"))
        await host.stop()
    }

    @Test func `nobody else gets in: no user, no service, no cookie of the inbox, and no code as a cookie`()
        async throws
    {
        let host = try await StudioHost.start()
        let code = try await host.code(for: "Ada", as: "publisher")
        let credentials: [(name: String, value: String)] = [
            ("authorization", "Bearer \(TestHost.token())"), ("authorization", "Bearer \(TestHost.operatorKey)"),
            ("cookie", "carillon-studio-dossier=\(code)"), ("cookie", "carillon-dossier=\(code)"),
            ("cookie", "carillon-studio-dossier="), ("x-nothing", ""),
        ]
        for route in StudioRoute.routes where route.endpoint.access != .anyone {
            let path = route.path.description.replacing("{tenant}", with: StudioHost.tenant)
            for credential in credentials {
                let answer = await host.ask(route.method.rawValue, path, headers: [credential], ["a": 1])
                #expect(answer.status == 401, "\(credential.name) at \(route.method) \(path)")
            }
        }
        let ada = try await host.person("Ada", "publisher")
        // A session is the tenant's own, and opens nothing of operators or users.
        let elsewhere: [(String, String)] = [
            ("GET", "/v1/tenants"), ("GET", "/v1/tenants/dossier/users/ada"),
            ("POST", "/v1/tenants/dossier/studio/links"),
        ]
        for (method, path) in elsewhere {
            #expect(await host.ask(method, path, headers: [("cookie", ada.cookie)], ["name": "x"]).status == 401)
        }
        #expect(await host.ask("GET", "/v1/other/studio/texts", headers: [("cookie", ada.cookie)]).status == 404)
        await host.stop()
    }

    @Test func `another site's page can change nothing with a visitor's session`() async throws {
        let host = try await StudioHost.start()
        let ada = try await host.person("Ada", "writer")
        for site in ["cross-site", "same-site"] {
            let answer = await host.ask(
                "POST",
                "\(Self.base)/proposals",
                headers: [("cookie", ada.cookie), ("sec-fetch-site", site)],
                [:]
            )
            #expect(answer.status == 403)
        }
        let form = await host.ask(
            "POST",
            "\(Self.base)/proposals",
            headers: [
                ("cookie", ada.cookie), ("content-type", "text/plain"), ("sec-fetch-site", "same-origin"),
            ]
        )
        #expect(form.status == 201, "an empty body is no change of another's")
        #expect(await ada.ask("GET", "/proposals").json["proposals"]?.array?.count == 1)
        await host.stop()
    }

    @Test func `without a studio there is nothing, and nothing of it is on the port for apps`() async throws {
        let host = try await StudioHost.start(servesStudio: false)
        #expect(await host.ask("GET", Self.base).status == 404)
        #expect(await host.ask("GET", "\(Self.base)/texts").status == 404)
        await host.stop()
        let other = try await StudioHost.start()
        for route in StudioRoute.routes {
            let path = route.path.description.replacing("{tenant}", with: StudioHost.tenant)
            let (segments, _) = try #require(APIRequest.parse(target: path))
            let answer = await other.assembly.api.respond(to: APIRequest(route.method.rawValue, path: segments))
            #expect(answer.status == 404, "\(path)")
        }
        await other.stop()
    }
}
