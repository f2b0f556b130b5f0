import AsyncHTTPClient
import CarillonModel
import CarillonTesting
import Foundation
import NIOCore
import NIOHTTP1
import Testing

/// Channel files with nothing but the built programs: written, proven, served, changed while the host runs, and reported on.
@Suite(.serialized, .timeLimit(.minutes(3)))
struct ChannelFileWalkTests {
    @Test func `a sandbox that is told where reports its messages there, even before it answers`() async throws {
        let place = try ServedFolder(secrets: ["twilio-token": "token-of-twilio"])
        defer { place.remove() }
        let settings: JSONValue = [
            "accountSid": "AC00000000000000000000000000000001", "authToken": ["$secret": "twilio-token"],
            "from": "Shop",
        ]
        try use("twilio-sms", settings, in: place)
        let port = try #require(try RawSocket.freePorts(1).first)
        let sandbox = try await SandboxProcess(["--reports", "http://127.0.0.1:\(port)"])
        let host = try place.serve([
            "--port", "\(port)", "--public-url", "https://notify.example", "--egress-map",
            "https://api.twilio.com=http://127.0.0.1:\(sandbox.http)",
        ])
        let base = try await addresses(of: host).host
        #expect(try await story(of: "1", at: base, place) { $0.last == "confirmed" } == ["delivered", "confirmed"])
        try await sandbox.script(
            """
            [{ "provider": "twilio-sms", "report": "Unknown", "reportAfter": 0 },
             { "provider": "twilio-sms", "delay": 1000 }]
            """
        )
        #expect(try await story(of: "2", at: base, place) { $0.last == "failed" } == ["delivered", "failed"])
        let reports = try await sandbox.received()["reports"]?["last"]?.array ?? []
        #expect(reports.count == 4 && reports.allSatisfy { $0["status"] == 200 }, "\(reports)")
        await stop(host, sandbox)
    }

    @Test func `a newcomer's file is proven, served, and changed without a rebuild or a restart`() async throws {
        let place = try ServedFolder(secrets: ["acme-token": "token-of-acme"])
        defer { place.remove() }
        let file = place.folder.appending(path: "operator/acme-sms.json")
        try begin("acme-sms", at: "https://api.acme.example/v1/messages", file)
        #expect(try carillon("channel", "test", file.path).output.contains("Every sample is as it should be."))
        try change(file, #""own": "/id""#, #""own": ["/id", "/error"], "code": "/error""#)
        try change(
            file,
            #"""
                    "receipt": "/id"
                  }
            """#,
            #"""
                    "receipt": "/id"
                  },
                  { "json": { "/error": "unknown_number" }, "then": "gone" }
            """#
        )
        let unproven = try carillon("channel", "test", file.path)
        #expect(unproven.status != 0 && unproven.output.contains("T0728"), "\(unproven.output)")
        try change(
            file,
            #""answers": {"#,
            #""answers": { "UnknownNumber": { "status": 404, "body": { "error": "unknown_number" }, "is": "gone" },"#
        )
        let proven = try carillon("channel", "test", file.path)
        #expect(proven.status == 0 && proven.output.contains("answer UnknownNumber"), "\(proven.output)")

        try use("acme-sms", ["acmeToken": ["$secret": "acme-token"], "from": "Bakery"], in: place)
        let folder = file.deletingLastPathComponent().path
        let sandbox = try await SandboxProcess(["--channels", folder])
        let host = try place.serve([
            "--channels", folder, "--egress-map", "https://api.acme.example=http://127.0.0.1:\(sandbox.http)",
        ])
        let base = try await addresses(of: host).host
        #expect(try await story(of: "1", at: base, place) { !$0.isEmpty } == ["delivered"])
        try change(file, #""text": "{slot.body}""#, #""text": "Bakery: {slot.body}""#)
        try change(file, #""text": "Your bread is ready""#, #""text": "Bakery: Your bread is ready""#)
        host.kill(SIGHUP)
        _ = try #require(await host.line(with: "a tenant was reloaded"))
        #expect(try await story(of: "2", at: base, place) { !$0.isEmpty } == ["delivered"])
        let sent = try await sandbox.received()["messages"]?.array?.compactMap { $0["message"]?["text"]?.string } ?? []
        #expect(sent.map(plain) == ["A-1 has left", "Bakery: A-2 has left"])
        // What is broken leaves what ran before.
        try change(file, #""text": "Bakery: {slot.body}""#, #""text": "Bakery: {slot.boddy}""#)
        host.kill(SIGHUP)
        _ = try #require(await host.line(with: "what ran before goes on"))
        #expect(try await story(of: "3", at: base, place) { !$0.isEmpty } == ["delivered"])
        await stop(host, sandbox)
    }

    @Test func `a tenant's own file sends where the operator says so, and the log says how`() async throws {
        let place = try ServedFolder(secrets: ["acme-token": "token-of-acme"])
        defer { place.remove() }
        let file = place.folder.appending(path: "tenants/shop/channels/own-sms.json")
        try begin("own-sms", at: "https://api.own.example/v1/messages", file)
        try use("own-sms", ["acmeToken": ["$secret": "acme-token"], "from": "Bakery"], in: place)
        let sandbox = try await SandboxProcess(["--channels", file.deletingLastPathComponent().path])
        let way = ["--egress-map", "https://api.own.example=http://127.0.0.1:\(sandbox.http)"]
        let closed = try place.serve(way)
        let line = try #require(await closed.line(with: "--channel-origin https://api.own.example=shop"))
        #expect(line.contains("shop"), "\(line)")
        let first = try await addresses(of: closed).host
        try await post("1", to: first, place)
        #expect(try await sandbox.received()["total"] == 0)
        closed.kill(SIGTERM)
        #expect(await closed.status() == 0)
        let open = try place.serve(way + ["--channel-origin", "https://api.own.example=shop"])
        let second = try await addresses(of: open).host
        try await post("2", to: second, place)
        // What was kept goes out, too.
        var sent: Set<String> = []
        try await waitUntil {
            let messages = try await sandbox.received()["messages"]?.array ?? []
            sent = Set(messages.compactMap { $0["message"]?["text"]?.string }.map(plain))
            return sent.count == 2
        }
        #expect(sent == ["A-1 has left", "A-2 has left"])
        await stop(open, sandbox)
    }

    // MARK: what a person does

    /// Runs `carillon`, without what it says on standard error.
    private func carillon(_ arguments: String...) throws -> (status: Int32, output: String) {
        let process = Process()
        let output = Pipe()
        process.executableURL = Carillond.program("carillon")
        process.arguments = arguments
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let text = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: text, as: UTF8.self))
    }

    /// Begins a channel file from what a provider documents, as the guide does.
    private func begin(_ id: String, at url: String, _ file: URL) throws {
        let folder = file.deletingLastPathComponent()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let request = folder.appending(path: "request.sh")
        let answer = folder.appending(path: "accepted.txt")
        let line = """
            curl \(url) -H "Authorization: Bearer $ACME_TOKEN" \\
              --json '{"to": "+4790012345", "from": "Bakery", "text": "Your bread is ready"}'
            """
        try Data(line.utf8).write(to: request)
        try Data(#"{"id": "msg_0001", "status": "queued"}"#.utf8).write(to: answer)
        let made = try carillon(
            "channel",
            "new",
            id,
            "--from-curl",
            request.path,
            "--accepted",
            answer.path,
            "--status",
            "202"
        )
        #expect(made.status == 0)
        try Data(made.output.utf8).write(to: file)
        try FileManager.default.removeItem(at: request)
        try FileManager.default.removeItem(at: answer)
    }

    private func change(_ file: URL, _ old: String, _ new: String) throws {
        let text = String(decoding: try Data(contentsOf: file), as: UTF8.self)
        try #require(text.contains(old), "\(text)")
        try Data(text.replacing(old, with: new, maxReplacements: 1).utf8).write(to: file)
    }

    /// Lets the shop send its events by a channel.
    private func use(_ id: String, _ settings: JSONValue, in place: ServedFolder) throws {
        let kept = place.folder.appending(path: "tenants/shop/profile.json")
        var profile = try #require(try JSONValue(parsing: Array(Data(contentsOf: kept))).object)
        profile["channels"] = ["sms": ["use": .string(id), "settings": settings]]
        try place.write("tenants/shop/profile.json", .object(profile))
        let payload: JSONValue = ["order": ["type": "text", "maxLength": 20]]
        let event: JSONValue = ["summary": "An order has left", "payload": payload, "channels": ["sms"]]
        try place.write("tenants/shop/events.json", ["events": ["order.shipped": event]])
        let slot = id == "twilio-sms" ? "sms" : "body"
        let texts = JSONValue.object([slot: "{$order} has left"])
        try place.write("tenants/shop/templates/en.json", ["locale": "en", "messages": ["order.shipped": texts]])
    }

    /// Posts an event.
    ///
    /// - Returns: its id at the host.
    @discardableResult
    private func post(_ id: String, to base: String, _ place: ServedFolder) async throws -> String {
        var event = try #require(place.event(id).object)
        event["recipients"] = [["id": "ada", "phone": "+4790012345"]]
        var request = HTTPClientRequest(url: "\(base)/v1/shop/events")
        request.method = .POST
        request.headers.add(name: "content-type", value: "application/json")
        request.headers.add(name: "authorization", value: "Bearer \(place.serviceKey)")
        request.body = .bytes(ByteBuffer(bytes: JSONValue.object(event).utf8))
        let answer = try await HTTPClient.shared.execute(request, timeout: .seconds(30))
        let json = try JSONValue(parsing: Array(buffer: try await answer.body.collect(upTo: 1 << 20)))
        return try #require(json["events"]?.array?.first?["id"]?.string, "\(json.text)")
    }

    /// Posts an event, and waits until what became of its only delivery is as wanted.
    private func story(
        of id: String,
        at base: String,
        _ place: ServedFolder,
        until isWanted: ([String]) -> Bool
    ) async throws -> [String] {
        let event = try await post(id, to: base, place)
        var story: [String] = []
        try await waitUntil {
            let trace = try await get("\(base)/v1/shop/events/\(event)", bearer: place.serviceKey)
            let delivery = trace["notifications"]?.array?.first?["deliveries"]?.array?.first
            story = delivery?["attempts"]?.array?.compactMap { $0["outcome"]?.string } ?? []
            return isWanted(story)
        }
        return story
    }

    /// Without the marks around values.
    private func plain(_ text: String) -> String { text.filter { $0 != "\u{2068}" && $0 != "\u{2069}" } }

    private func stop(_ host: Carillond, _ sandbox: SandboxProcess) async {
        host.kill(SIGTERM)
        #expect(await host.status() == 0)
        await sandbox.stop()
    }
}
