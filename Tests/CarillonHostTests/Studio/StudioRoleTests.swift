import CarillonModel
import CarillonProfiles
import CarillonTesting
import Foundation
import Testing

@testable import CarillonHost

/// What each of a tenant's staff may do, and in which languages.
@Suite(.onBothStores)
struct StudioRoleTests {
    @Test func `at every route a role does what it is for, in its own tenant and in no other`() async throws {
        let host = try await StudioHost.start(other: "remittance")
        for tenant in [StudioHost.tenant, "remittance"] {
            let elsewhere = tenant == StudioHost.tenant ? "remittance" : StudioHost.tenant
            for role in StaffMember.Role.allCases {
                let person = try await host.person("Åse of \(tenant), \(role)", role.rawValue, of: tenant)
                for route in StudioRoute.routes {
                    guard case .staff(let least) = route.endpoint.access else { continue }
                    let (method, path) = (route.method.rawValue, route.path.description)
                    let cookie = [("cookie", person.cookie)]
                    let own = await host.ask(
                        method,
                        path.replacing("{tenant}", with: tenant),
                        headers: cookie,
                        ["version": 1]
                    )
                    #expect((own.detail == "this is for a \(least.rawValue)") == (role < least), "\(role) at \(path)")
                    #expect(own.status < 500 && own.status != 401, "\(role) at \(method) \(path)")
                    let other = await host.ask(
                        method,
                        path.replacing("{tenant}", with: elsewhere),
                        headers: cookie,
                        ["version": 1]
                    )
                    #expect(other.status == 401, "\(role) of \(tenant) at \(method) \(path)")
                }
            }
        }
        await host.stop()
    }

    @Test func `who is of one language changes and approves texts of that language alone`() async throws {
        let host = try await StudioHost.start()
        let (arabic, both) = (try await host.person("Amal", "writer:ar"), try await host.person("Bo", "writer"))
        let begun = await arabic.ask("POST", "/proposals", ["title": "Words"])
        let id = try #require(begun.json["id"]?.string)
        let refused = try await arabic.change(id, "Other", in: "en")
        #expect(refused.status == 403 && refused.detail == "this is for a writer of en")
        #expect(try await arabic.change(id, "كلمات", in: "ar").status == 200)

        let (mixed, _) = try await both.propose("Other words")
        let changed = try await both.change(mixed, "كلمات أخرى", in: "ar")
        let version = try #require(changed.json["version"])
        let handed = await both.ask("POST", "/proposals/\(mixed)/submit", ["version": version])
        let next: JSONValue = ["version": try #require(handed.json["version"], "\(handed.detail ?? "")")]
        // Reads all, and writes no other language; a reviewer of one may write it.
        let reviewer = try await host.person("Rui", "reviewer:ar viewer")
        #expect(await reviewer.ask("GET", "/texts/signal.critical/title?locale=en").status == 200)
        let half = await reviewer.ask("POST", "/proposals/\(mixed)/approve", next)
        #expect(half.status == 403 && half.detail == "this is for a reviewer of en")
        #expect(await reviewer.ask("POST", "/proposals/\(mixed)/reject", next).status == 403)
        let own = await reviewer.ask("POST", "/proposals", [:])
        #expect(try await reviewer.change(try #require(own.json["id"]?.string), "كلمات", in: "ar").status == 200)
        let two = try await host.person("Sol", "reviewer:ar reviewer:en")
        #expect(await two.ask("POST", "/proposals/\(mixed)/approve", next).json["state"] == "approved")
        #expect(await two.ask("GET", "/proposals/\(mixed)/patch").status == 403)
        let session = await two.ask("GET", "/session").json
        #expect(session["role"] == "reviewer" && session["roles"] == ["reviewer:ar", "reviewer:en"])
        await host.stop()
    }

    @Test func `the platform takes changes away before anybody approved them, and sees source`() async throws {
        let host = try await StudioHost.start()
        let (ada, pia) = (try await host.person("Ada", "writer"), try await host.person("Pia", "publisher"))
        let platform = try await host.person("Root", "platform")
        let (id, _) = try await ada.propose("Something important happened")
        #expect(await pia.ask("GET", "/proposals/\(id)/patch").status == 409)
        let patch = await platform.ask("GET", "/proposals/\(id)/patch")
        #expect(patch.status == 200 && patch.text.contains("\nSubject: "))
        #expect(host.lines.lines("audit").contains { $0.contains("studio.patch") && $0.contains("draft") })

        let file = host.folder.appending(path: "templates/en.json")
        try host.lock(title: "signal.critical", in: file)
        let path = "/texts/signal.critical/title?locale=en"
        #expect(await platform.ask("GET", path).json["form"]?["source"]?.string?.contains(".local") == true)
        let hidden = await pia.ask("GET", path)
        #expect(hidden.json["form"]?["form"] == "locked" && hidden.json["form"]?["source"] == nil)
        await host.stop()
    }

    @Test(arguments: [
        "owner", "writer:", "writer:xx", "publisher:nb", "writer,reviewer", "writer owner", "Writer", "viewer:en",
        " ",
    ])
    func `a link is made for roles that there are, in languages that the tenant has`(roles: String) async throws {
        let host = try await StudioHost.start()
        let answer = await host.operate("POST", "/links", ["name": "Eve", "role": .string(roles)])
        #expect(answer.status == 422 && answer.detail?.hasPrefix("/role ") == true, "\(roles)")
        await host.stop()
    }
}
