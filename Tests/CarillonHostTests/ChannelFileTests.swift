import CarillonDiagnostics
import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles
import CarillonTesting
import Testing

@testable import CarillonHost

/// A channel that a tenant's file declares sends through the same pipeline as every other.
struct ChannelFileTests {
    private static let file = """
        {
          "channel": "acme-chat", "format": 1, "summary": "Rooms of Acme", "checked": "2026-11-20",
          "sources": ["https://docs.acme.example/"],
          "origins": ["https://api.acme.example"],
          "address": { "from": "device", "shape": "a room", "pattern": "room-[0-9]+", "form": ["lower"],
            "samples": ["room-1"], "wrong": ["hall-1"] },
          "slots": {
            "title": { "max": 100, "description": "The first line" },
            "body": { "required": true, "multiline": true, "max": 500, "description": "What it says" } },
          "request": { "method": "POST", "url": "https://api.acme.example/rooms/{address}/messages",
            "json": { "text": { "join": ": ", "of": ["{slot.title?}", "{slot.body}"] } } },
          "answer": { "own": "/error", "code": "/error", "rules": [
            { "status": 200, "json": { "/id": { "present": true } }, "then": "accepted", "receipt": "/id" },
            { "json": { "/error": "no_room" }, "then": "gone" } ] },
          "wire": { "method": "POST", "path": "/rooms/room-[0-9]+/messages",
            "json": { "/text": { "type": "text", "required": true, "max": 700 } } },
          "samples": {
            "requests": { "plain": { "slots": { "body": "Hello" }, "golden": { "text": "Hello" } } },
            "answers": {
              "ok": { "status": 200, "body": { "id": "m-1" }, "is": "accepted" },
              "NoRoom": { "status": 404, "body": { "error": "no_room" }, "is": "gone" } } }
        }
        """

    private static func host(
        _ origins: ChannelOrigins,
        _ answer: @escaping ScriptedEgress.Answer
    ) async throws -> TestHost {
        var sources = SourceSet()
        let read = ChannelFile(Array(file.utf8), path: "channels/acme-chat.json", into: &sources)
        let report = DiagnosticReport(sources: sources, diagnostics: read.diagnostics, subjects: [])
        let channel = try #require(read.channel, "\(TextRenderer(isColored: false).render(report))")
        return await TestHost.start(expo: answer, channelOrigins: origins) { profile in
            profile.declaredChannels = [channel]
            profile.channels.append(ChannelBinding(id: "push", plugin: "acme-chat"))
            profile.channels.removeFirst()
            profile.events[0].channels = ["in-app", "push"]
        }
    }

    private static func allowing(_ rule: String) throws -> ChannelOrigins {
        var origins = ChannelOrigins()
        let isAllowed = origins.allow(rule)
        try #require(isAllowed)
        return origins
    }

    private static func register(_ room: String, at host: TestHost) async -> Int {
        await host.send(
            "POST",
            "/v1/shop/devices",
            bearer: TestHost.token(),
            json: ["token": .string(room), "platform": "web"]
        ).status
    }

    @Test func `a message goes out as the file says, to the address as it is kept`() async throws {
        let host = try await Self.host(Self.allowing("https://api.acme.example")) { _ in
            .answer(200, #"{"id": "m-7"}"#)
        }
        #expect(await Self.register("ROOM-7", at: host) < 300)
        #expect(await Self.register("hall-7", at: host) == 400)
        await host.ship("1")
        await host.settled.wait(for: 2)
        let request = try #require(host.egress.requests.first)
        #expect(request.url == "https://api.acme.example/rooms/room-7/messages")
        #expect(String(decoding: request.body, as: UTF8.self) == #"{"text":"Order: A-1 has been shipped"}"#)
        #expect(await host.push()["status"] == "delivered")
        await host.stop()
    }

    @Test func `an address that the provider says is gone is forgotten`() async throws {
        let host = try await Self.host(Self.allowing("https://api.acme.example=shop")) { _ in
            .answer(404, #"{"error": "no_room"}"#)
        }
        _ = await Self.register("room-7", at: host)
        await host.ship("1")
        await host.settled.wait(for: 2)
        #expect(try await host.store.tenant("shop").devices(of: "ada").isEmpty)
        await host.stop()
    }

    @Test(arguments: ["", "https://other.example", "https://api.acme.example=other"])
    func `nothing is sent where the operator doesn't let it, and the delivery is kept`(rule: String) async throws {
        let origins = rule.isEmpty ? ChannelOrigins() : try Self.allowing(rule)
        let host = try await Self.host(origins) { _ in .answer(200, #"{"id": "m-7"}"#) }
        _ = await Self.register("room-7", at: host)
        await host.ship("1")
        await host.settled.wait(for: 2)
        #expect(host.egress.requests.isEmpty)
        #expect(await host.push()["status"] == "pending")
        let reason = host.directory.tenant("shop")?.runtime.unavailable["push"] ?? ""
        #expect(reason.contains("--channel-origin https://api.acme.example=shop"))
        await host.stop()
    }

    @Test(arguments: [
        "http://api.acme.example", "https://api.acme.example/", "api.acme.example", "https://a.example=A B", "",
    ])
    func `what is no origin allows nothing`(rule: String) {
        var origins = ChannelOrigins()
        let isAllowed = origins.allow(rule)
        #expect(!isAllowed)
        #expect(origins == ChannelOrigins())
    }
}
