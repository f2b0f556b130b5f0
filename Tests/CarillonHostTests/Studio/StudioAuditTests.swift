import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles
import CarillonTesting
import Foundation
import Testing

@testable import CarillonHost

/// Whatever somebody of the staff does leaves a line that says who, as what, and to what: never words, values or addresses.
@Suite(.onBothStores)
struct StudioAuditTests {
    /// What changes nothing and takes nothing away.
    private static let silent = ["POST /preview", "POST /shape"]

    private static let sample: JSONValue = [
        "thread_id": "bb0e8400-e29b-41d4-a716-446655440006", "sender": "Sesame Street", "count": 12,
    ]

    @Test func `every action has its line`() async throws {
        let host = try await StudioHost.start(
            studio: ["testRecipients": ["sesame-user"]],
            secrets: ["expo-access-token": "token", "jwt-secret": "a key for the users of forty characters!"]
        )
        let store = try #require(host.assembly.api.directory.tenant("dossier")).runtime.store
        let device = DeviceRegistration(
            owner: "sesame-user",
            token: "ExponentPushToken[sesame]",
            plugin: "expo",
            platform: .ios
        )
        _ = try await store.register(device, within: .none, at: host.clock.now)
        let (ada, pia) = (try await host.person("Ada", "writer"), try await host.person("Pia", "publisher"))
        var done: [String: [String]] = [:]
        /// Does something, and notes the lines that came of it.
        func act(
            _ route: String,
            _ expected: Int,
            _ work: () async throws -> StudioHost.Answer
        ) async throws
            -> StudioHost.Answer
        {
            let before = host.lines.lines("audit").count
            let answer = try await work()
            #expect(answer.status == expected, "\(route): \(answer.text)")
            done[route, default: []] += host.lines.lines("audit").dropFirst(before)
            return answer
        }
        func ask(
            _ person: StudioPerson,
            _ route: String,
            _ path: String,
            _ body: JSONValue?,
            _ status: Int = 200
        ) async throws
            -> StudioHost.Answer
        {
            let method = String(route.prefix { $0 != " " })
            return try await act(route, status) { await person.ask(method, path, body) }
        }
        let begun = try await ask(ada, "POST /proposals", "/proposals", ["title": "Sesame title"], 201)
        let id = try #require(begun.json["id"]?.string)
        _ = try await act("PUT /proposals/{id}/text", 200) { try await ada.change(id, "Sesame words") }
        let sample: JSONValue = ["event": "message.received", "name": "street", "payload": Self.sample]
        var version = try await ask(ada, "PUT /proposals/{id}/sample", "/proposals/\(id)/sample", sample).json[
            "version"
        ]
        _ = try await ask(
            ada,
            "POST /proposals/{id}/comments",
            "/proposals/\(id)/comments",
            ["text": "Sesame comment"],
            201
        )
        func step(_ person: StudioPerson, _ name: String) async throws {
            let body: JSONValue = ["version": version ?? .null]
            version = try await ask(person, "POST /proposals/{id}/\(name)", "/proposals/\(id)/\(name)", body).json[
                "version"
            ]
        }
        try await step(ada, "submit")
        try await step(pia, "reject")
        try await step(ada, "submit")
        try await step(pia, "approve")
        _ = try await ask(pia, "GET /proposals/{id}/patch", "/proposals/\(id)/patch", nil)
        try await step(ada, "withdraw")
        let test: JSONValue = ["place": StudioPerson.title, "channel": "push", "recipient": "sesame-user"]
        _ = try await ask(ada, "POST /tests", "/tests", test)
        let shown = await host.ask(
            "POST",
            ["v1", "dossier", "test-pairings"],
            of: "sesame-user",
            key: "a key for the users of forty characters!"
        )
        let code: JSONValue = ["code": try #require(shown.json["code"])]
        let paired = try await ask(ada, "POST /pairings", "/pairings", code, 201)
        let pairing = try #require(paired.json["id"]?.string)
        _ = try await ask(ada, "DELETE /pairings/{id}", "/pairings/\(pairing)", nil, 204)
        let link = try await host.code(for: "Bo", as: "writer:ar")
        _ = try await act("POST /session", 204) {
            await host.ask("POST", "/v1/dossier/studio/session", ["code": .string(link)])
        }
        _ = try await ask(ada, "DELETE /session", "/session", nil, 204)
        // Sessions that links began: one ends by the platform's own staff, one by the operator.
        let zoe = try await host.person("Zoe", "platform")
        _ = try await host.person("Cy", "writer")
        func session(of name: String) async throws -> String {
            let sessions = await host.operate("GET", "/sessions").json["sessions"]?.array ?? []
            return try #require(sessions.first { $0["name"] == .string(name) }?["id"]?.string)
        }
        let cy = try await session(of: "Cy")
        _ = try await ask(zoe, "DELETE /sessions/{session}", "/sessions/\(cy)", nil, 204)

        let names = [
            "POST /proposals": "studio.begin", "PUT /proposals/{id}/text": "studio.change",
            "PUT /proposals/{id}/sample": "studio.sample", "POST /proposals/{id}/comments": "studio.comment",
            "POST /proposals/{id}/submit": "studio.submit", "POST /proposals/{id}/reject": "studio.reject",
            "POST /proposals/{id}/approve": "studio.approve", "POST /proposals/{id}/withdraw": "studio.withdraw",
            "GET /proposals/{id}/patch": "studio.patch", "POST /tests": "studio.test", "POST /pairings": "studio.pair",
            "DELETE /pairings/{id}": "studio.unpair", "POST /session": "studio.sign-in",
            "DELETE /session": "studio.sign-out", "DELETE /sessions/{session}": "studio.revoke",
        ]
        for (route, name) in names {
            let lines = done[route] ?? []
            // Some are done twice.
            #expect(
                !lines.isEmpty && lines.allSatisfy { $0.contains(name) && $0.contains("dossier") },
                "\(route): \(lines)"
            )
            #expect(lines.allSatisfy { $0.contains("role=") && $0.contains("staff: ") }, "\(route)")
        }
        // No route that changes something is without one; those that go live are in another test.
        let live = ["POST /proposals/{id}/publish", "POST /versions/{number}/restore"]
        for route in StudioRoute.routes where route.method != .get {
            let path = route.path.description.replacing("/v1/{tenant}/studio", with: "")
            let name = "\(route.method.rawValue) \(path)"
            #expect(names[name] != nil || Self.silent.contains(name) || live.contains(name), "\(name)")
        }
        // Who is let in, as what, and who is shown out.
        let bo = try await session(of: "Bo")
        #expect(await host.operate("DELETE", "/sessions/\(bo)").status == 200)
        let lines = host.lines.lines("audit")
        #expect(lines.contains { $0.contains("studio.link") && $0.contains("Bo") && $0.contains("writer:ar") })
        #expect(lines.contains { $0.contains("studio.revoke") && $0.contains(bo) })
        let all = lines.joined(separator: "\n").lowercased()
        #expect(!all.contains("sesame") && !all.contains("exponent") && !all.contains("bb0e8400"))
        await host.stop()
    }
}
