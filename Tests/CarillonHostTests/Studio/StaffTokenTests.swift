import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles
import CarillonTesting
import Testing

@testable import CarillonHost

/// Staff who come with a token of their own identity provider.
struct StaffTokenTests {
    private static let key = "a key for the staff of forty characters!"
    private static let userKey = "a key for the users of forty characters!"
    private static let secrets = ["jwt-secret": userKey, "staff-secret": key]

    private static func staff(_ members: (String, JSONValue)..., secret: String = "staff-secret") -> JSONObject {
        var object: JSONObject = ["algorithm": "HS256", "key": ["$secret": .string(secret)]]
        for (name, value) in members { object[name] = value }
        return ["staff": .object(object)]
    }

    private static func token(_ claims: (String, JSONValue)..., key: String = key) -> String {
        TestHost.token("subject-7", secret: key, claims: [("exp", 4_000_000_000)] + claims)
    }

    private func session(_ host: StudioHost, _ token: String) async -> StudioHost.Answer {
        await host.ask("GET", "/v1/dossier/studio/session", headers: [("authorization", "Bearer \(token)")])
    }

    @Test func `a token says who somebody is and what they may do`() async throws {
        let auth = Self.staff(("nameClaim", "name"), ("cookie", "staff_token"), ("audience", "studio"))
        let host = try await StudioHost.start(auth: auth, secrets: Self.secrets)
        let full = Self.token(("aud", "studio"), ("name", "Ada"), ("roles", ["writer:ar", "billing", "reviewer"]))
        let answer = await session(host, full)
        #expect(answer.json["name"] == "Ada" && answer.json["roles"] == ["writer:ar", "reviewer"])
        let scope = Self.token(("aud", "studio"), ("name", "Ada"), ("roles", "openid publisher"))
        #expect(await session(host, scope).json["role"] == "publisher")
        let cookie = [("cookie", "staff_token=\(scope)")]
        #expect(await host.ask("GET", "/v1/dossier/studio/texts", headers: cookie).status == 200)
        let other = await host.ask(
            "POST",
            "/v1/dossier/studio/proposals",
            headers: cookie + [("sec-fetch-site", "cross-site")],
            [:]
        )
        #expect(other.status == 403, "another site's page")
        await host.stop()
    }

    @Test func `a token that isn't of the staff opens nothing, and says why`() async throws {
        let auth = Self.staff(("nameClaim", "name"), ("audience", "studio"), ("issuer", "https://id.example"))
        let host = try await StudioHost.start(auth: auth, secrets: Self.secrets)
        let right: [(String, JSONValue)] = [
            ("aud", "studio"), ("iss", "https://id.example"), ("name", "Ada"), ("roles", ["writer"]),
        ]
        func made(_ changes: [String: JSONValue?], key: String = Self.key) -> String {
            let claims = right.compactMap { name, value in
                (changes.keys.contains(name) ? changes[name] ?? nil : value).map { (name, $0) }
            }
            return TestHost.token(secret: key, claims: [("exp", 4_000_000_000)] + claims)
        }
        #expect(await session(host, made([:])).status == 200)
        let wrong: [(String, String)] = [
            (made(["aud": "shop"]), "the token is meant for somebody else"),
            (made(["iss": "https://other.example"]), "the token was issued by somebody else"),
            (made(["roles": nil]), "the token's claim roles has no role of the studio"),
            (made(["roles": ["owner", "writer:"]]), "the token's claim roles has no role of the studio"),
            (made(["name": nil]), "the token's claim name names nobody"),
            (made(["name": " "]), "the token's claim name names nobody"),
            (made(["name": "A\nB"]), "the token's claim name names nobody"),
            (made([:], key: Self.userKey), "the token's signature is wrong"),
            (TestHost.token(secret: Self.userKey), "the token's signature is wrong"),
            (TestHost.token(secret: Self.key, claims: right), "the token has no claim exp, which says when it expires"),
        ]
        for (token, detail) in wrong {
            let answer = await session(host, token)
            #expect(answer.status == 401 && answer.detail == detail)
        }
        await host.stop()
    }

    @Test func `staff are no users and users no staff, whichever route they try`() async throws {
        let host = try await StudioHost.start(auth: Self.staff(), secrets: Self.secrets, other: "remittance")
        let staff = Self.token(("roles", ["platform"]))
        let user = TestHost.token(secret: Self.userKey, claims: [("exp", 4_000_000_000), ("roles", ["platform"])])
        #expect(await session(host, staff).status == 200)
        for route in StudioRoute.routes where route.endpoint.access != .anyone {
            let path = route.path.description
            for (tenant, token) in [(StudioHost.tenant, user), ("remittance", staff), ("remittance", user)] {
                let answer = await host.ask(
                    route.method.rawValue,
                    path.replacing("{tenant}", with: tenant),
                    headers: [("authorization", "Bearer \(token)")],
                    ["version": 1]
                )
                #expect(answer.status == 401, "\(route.method) \(path) of \(tenant)")
            }
        }
        for (method, path) in [("GET", "/v1/dossier/notifications")] {
            let (segments, _) = try #require(APIRequest.parse(target: path))
            var request = APIRequest(method, path: segments)
            request.headers = [("authorization", "Bearer \(user)")]
            let allowed = await host.assembly.api.respond(to: request).status
            request.headers = [("authorization", "Bearer \(staff)")]
            #expect(await host.assembly.api.respond(to: request).status == 401, "\(path)")
            #expect(allowed != 401)
        }
        await host.stop()
    }

    @Test func `where nothing tells the two apart, no token of the staff is believed`() async throws {
        let shared = ["jwt-secret": Self.key, "staff-secret": Self.key]
        let host = try await StudioHost.start(auth: Self.staff(), secrets: shared)
        #expect(await session(host, Self.token(("roles", ["platform"]))).status == 401)
        await host.stop()
        let users: JSONValue = ["algorithm": "HS256", "key": ["$secret": "jwt-secret"], "audience": "app"]
        var auth = Self.staff(("audience", "studio"))
        auth["users"] = users
        let apart = try await StudioHost.start(auth: auth, secrets: shared)
        #expect(await session(apart, Self.token(("roles", ["platform"]), ("aud", "studio"))).status == 200)
        #expect(await session(apart, Self.token(("roles", ["platform"]), ("aud", "app"))).status == 401)
        await apart.stop()
    }
}
