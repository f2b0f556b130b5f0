import CarillonModel
import CarillonTesting
import Foundation
import Testing

/// `carillond dev`, as a team that writes its first tenant uses it.
@Suite(.serialized, .timeLimit(.minutes(4)))
struct DevTests {
    @Test func `each printed line posts its event, and what is delivered is reported`() async throws {
        let place = try TransportFolder()
        defer { place.remove() }
        let dev = try Dev(place)
        let delivered = try #require(await dev.process.line(with: "  delivered  "))
        #expect(delivered.contains("transport  bus.cancelled") && delivered.contains("demo-"))
        _ = try #require(await dev.process.line(with: "# transport: trip.soon"))
        let lines = dev.process.text.split(separator: "\n")
        let posts = lines.filter { $0.hasPrefix("curl") && $0.contains("/events'") }
        #expect(posts.count == 8)
        let keys = try #require(lines.first { $0.contains("private keys that were made up") })
        #expect(keys.contains("web-private-key (its public half is "), "\(keys)")
        #expect(lines.allSatisfy { !$0.contains("\"web-private-key\"") })
        #expect(!dev.process.text.contains("PRIVATE KEY"))
        for post in posts { #expect(try Self.shell(String(post)).contains("\"status\":\"accepted\""), "\(post)") }
        for event in ["ticket.expired", "route.closed"] {
            for channel in ["in-app", "push", "email", "web"] {
                #expect(await dev.process.line(with: "  delivered  transport  \(event)  \(channel)  demo-ar") != nil)
            }
        }
        let feed = try #require(lines.first { $0.hasPrefix("curl") && $0.hasSuffix("/notifications'") })
        #expect(try Self.shell(String(feed)).contains("Line"))
        #expect(await dev.end() == 0)
        #expect(try dev.leftovers().isEmpty)
    }

    @Test func `many deliveries at once are told, each once, also when a user is erased`() async throws {
        let place = try TransportFolder()
        defer { place.remove() }
        let dev = try Dev(place)
        let printed = try #require(await dev.process.line(with: "carillond deliveries --data '"))
        let data = try #require(printed.split(separator: "'").last.map(String.init))
        // By then everybody is registered and subscribed.
        _ = try #require(await dev.process.line(with: "  delivered  transport"))
        let lines = dev.process.text.split(separator: "\n").filter { $0.hasPrefix("curl") && $0.hasSuffix("/events'") }
        func post(_ event: String, alsoTo users: [String] = []) throws {
            let line = String(try #require(lines.first { $0.contains("\"\(event)\"") }))
            let more = users.map { "\"\($0)\"," }.joined()
            _ = try Self.shell(line.replacing("\"recipients\":[", with: "\"recipients\":[" + more))
        }
        func lineCount() -> Int {
            dev.process.text.split(separator: "\n").count { $0.contains("  delivered  transport  stop.moved") }
        }
        // More than are asked for at once.
        let users = (1...90).map { "user-\($0)-" }
        try post("stop.moved", alsoTo: users)
        for user in users { #expect(await dev.process.line(with: "stop.moved  in-app  \(user)") != nil) }
        for channel in ["in-app", "push", "email", "web"] {
            for user in ["demo-en", "demo-pl", "demo-ar"] {
                #expect(await dev.process.line(with: "stop.moved  \(channel)  \(user)") != nil)
            }
        }
        #expect(lineCount() == 102)
        let erase = ["users", "erase", "demo-en", "--yes", "--tenant", "transport", "--data", data]
        #expect(await (try Carillond(erase)).status() == 0)
        try post("fare.changed")
        #expect(await dev.process.line(with: "fare.changed  web  demo-ar") != nil)
        #expect(lineCount() == 102)
        #expect(await dev.end() == 0)
    }

    @Test func `a folder that isn't valid is reported, and served once it is saved whole`() async throws {
        let place = try TransportFolder()
        defer { place.remove() }
        try place.writeTemplates("pl", body: "Linia {$lina}")
        let dev = try Dev(place)
        #expect(await dev.process.line(with: "did you mean `$line`") != nil, "\(dev.process.text)")
        #expect(await dev.process.line(with: "waiting for the next save") != nil)
        try place.writeTemplates("pl")
        #expect(await dev.process.line(with: "transport: mended, version ") != nil)
        #expect(await dev.process.line(with: "  delivered  transport") != nil)
        try place.writeTemplates("en", body: "Line {$line} is late")
        #expect(await dev.process.line(with: "transport: taken up as saved, version ") != nil)
        #expect(await dev.end() == 0)
    }

    @Test func `a file that was half written is reported as mended, though nothing has changed`() async throws {
        let place = try TransportFolder()
        defer { place.remove() }
        let dev = try Dev(place)
        #expect(await dev.process.line(with: "  delivered  transport") != nil)
        // As an editor leaves it for a moment.
        try place.write("tenants/transport/templates/en.json", text: #"{"locale": "en", "mess"#)
        #expect(await dev.process.line(with: "what ran before goes on") != nil)
        try place.writeTemplates("en")
        #expect(await dev.process.line(with: "transport: mended, version ") != nil)
        // Once, and not by the log as well.
        #expect(dev.process.text.components(separatedBy: "what ran before goes on").count == 2, "\(dev.process.text)")
        #expect(await dev.end() == 0)
    }

    @Test(arguments: ["tenants/transport", "tenants"])
    func `a folder that is gone is reported, and what ran goes on until it is back`(path: String) async throws {
        let place = try TransportFolder()
        defer { place.remove() }
        let dev = try Dev(place)
        #expect(await dev.process.line(with: "  delivered  transport") != nil)
        let (written, aside) = (place.folder.appending(path: path), place.folder.appending(path: "aside"))
        try FileManager.default.moveItem(at: written, to: aside)
        #expect(await dev.process.line(with: "transport: its folder is gone") != nil)
        #expect(await dev.process.line(with: "transport: what ran before goes on") != nil)
        let post = try #require(await dev.process.line(with: "/v1/transport/events'"))
        #expect(try Self.shell(post).contains("\"status\":\"accepted\""))
        try FileManager.default.moveItem(at: aside, to: written)
        #expect(await dev.process.line(with: "transport: mended, version ") != nil)
        #expect(await dev.end() == 0)
    }

    @Test func `operators' commands and requests reach it as printed, and nobody else's do`() async throws {
        let place = try TransportFolder()
        defer { place.remove() }
        let dev = try Dev(place)
        let printed = try #require(await dev.process.line(with: "carillond deliveries --data '"))
        let data = try #require(printed.split(separator: "'").last.map(String.init))
        #expect(await dev.process.line(with: "  delivered  transport") != nil)
        let asked = [
            (["deliveries"], "bus.cancelled"), (["events"], "bus."), (["tenants"], "running"),
            (["channels", "--tenant", "transport"], "working"), (["alerts"], "no alerts"),
        ]
        for (command, text) in asked {
            let answer = try Carillond(command + ["--data", data])
            #expect(await answer.status() == 0, "\(command): \(answer.text)")
            #expect(answer.text.contains(text), "\(command): \(answer.text)")
        }
        for (path, mode) in [(data, 0o700), (data + "/carillon.sock", 0o600)] {
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            #expect(attributes[.posixPermissions] as? Int == mode, "\(path)")
        }
        let request = try #require(await dev.process.line(with: "/v1/tenants'"))
        #expect(try Self.shell(request).contains("\"status\":\"running\""))
        let without = try #require(request.split(separator: "'").last)
        #expect(try Self.shell("curl -s '\(without)'").contains("\"status\":401"))
        #expect(await dev.end() == 0)
        #expect(try dev.leftovers().isEmpty)
    }

    @Test func `an empty folder is waited for, one that isn't there isn't`() async throws {
        let place = try TransportFolder()
        defer { place.remove() }
        let written = place.folder.appending(path: "tenants/transport")
        let aside = place.folder.appending(path: "transport")
        try FileManager.default.moveItem(at: written, to: aside)
        let dev = try Dev(place)
        #expect(await dev.process.line(with: "waiting for the next save") != nil)
        try FileManager.default.moveItem(at: aside, to: written)
        #expect(await dev.process.line(with: "  delivered  transport") != nil)
        #expect(await dev.end() == 0)
        let missing = try Carillond(["dev", place.folder.appending(path: "nowhere").path])
        #expect(await missing.status() == 66)
        #expect(missing.text.contains("`carillond dev DIR`") && !missing.text.contains("--tenants"), "\(missing.text)")
    }

    @Test func `secrets that are given go before made-up ones, and stay as they are`() async throws {
        let place = try TransportFolder()
        defer { place.remove() }
        let given = "the-service-key-that-is-given"
        let secrets: JSONValue = ["transport": ["service-key": .string(given)]]
        try place.write("secrets.json", secrets)
        let dev = try Dev(place, ["--secrets", place.secrets])
        #expect(await dev.process.line(with: "  delivered  transport") != nil)
        let generated = try #require(await dev.process.line(with: #"{"transport":{"#))
        #expect(generated.contains(#""jwt-secret":"#) && !generated.contains("service-key"))
        #expect(dev.process.text.contains("Authorization: Bearer \(given)"))
        #expect(await dev.end() == 0)
        #expect(try Data(contentsOf: URL(filePath: place.secrets)) == Data(secrets.utf8))
    }

    @Test func `secrets that change while it runs are shown with what is signed by them`() async throws {
        let place = try TransportFolder()
        defer { place.remove() }
        try place.write("secrets.json", ["transport": ["service-key": "the-first-service-key-of-all"]])
        let dev = try Dev(place, ["--secrets", place.secrets])
        #expect(await dev.process.line(with: "  delivered  transport") != nil)
        let userKey = "a-key-of-32-bytes-for-users-tokens"
        try place.write("secrets.json", ["transport": ["jwt-secret": .string(userKey)]])
        #expect(await dev.process.line(with: "transport: taken up as saved, version ") != nil)
        #expect(await dev.process.line(with: #"{"transport":{"service-key":"#) != nil)
        try await waitUntil { dev.process.text.components(separatedBy: "/v1/transport/notifications'").count > 2 }
        let text = dev.process.text
        let change = try #require(text.range(of: "taken up as saved"))
        let after = text[change.lowerBound...]
        #expect(!after.contains("the-first-service-key-of-all") && !after.contains(userKey))
        // The line that is printed last works: its token is signed by the key that was given.
        let feed = try #require(
            after.split(separator: "\n").last { $0.hasPrefix("curl") && $0.contains("/notifications") }
        )
        #expect(try Self.shell(String(feed)).contains("\"items\""))
        #expect(await dev.end() == 0, "\(dev.process.text)")
    }

    @Test func `a terminal that is closed ends it as Ctrl-C does`() async throws {
        let place = try TransportFolder()
        defer { place.remove() }
        let dev = try Dev(place)
        #expect(await dev.process.line(with: "  delivered  transport") != nil)
        dev.process.kill(SIGHUP)
        #expect(await dev.process.status() == 0)
        #expect(try dev.leftovers().isEmpty)
    }

    @Test func `a tenant that isn't served is reported in one line, and has lines to paste once it is`() async throws {
        let place = try TransportFolder()
        defer { place.remove() }
        try place.write("secrets.json", ["transport": ["jwt-secret": "short", "service-key": ""]])
        let dev = try Dev(place, ["--secrets", place.secrets])
        let line = try #require(await dev.process.line(with: "transport isn't served: "))
        #expect(
            line.contains("“jwt-secret” has 5 bytes") && line.contains("”); the secret “service-key” is empty"),
            "\(line)"
        )
        try place.write("secrets.json", ["transport": [:]])
        #expect(await dev.process.line(with: "transport: mended, version ") != nil)
        #expect(await dev.process.line(with: "# transport: tokens of users") != nil)
        #expect(await dev.process.line(with: "/v1/transport/events'") != nil)
        let text = dev.process.text
        let mended = try #require(text.range(of: "transport: mended"))
        let before = text[..<mended.lowerBound]
        #expect(!before.contains("/events'") && !before.contains("tokens of users"), "\(before)")
        #expect(before.components(separatedBy: "“jwt-secret” has 5 bytes").count == 2, "\(before)")
        #expect(text[mended.lowerBound...].contains("/events'"))
        #expect(await dev.end() == 0)
    }

    @Test func `an event without a sample has a line as well, with a payload that is made up`() async throws {
        let place = try TransportFolder()
        defer { place.remove() }
        for event in ["bus.cancelled", "route.closed", "trip.soon"] {
            let sample = place.folder.appending(path: "tenants/transport/samples/\(event).json")
            try FileManager.default.removeItem(at: sample)
        }
        let dev = try Dev(place)
        let note = "(the payload is made up; samples/route.closed.json is missing)"
        #expect(await dev.process.line(with: "# transport: route.closed \(note)") != nil)
        _ = try #require(await dev.process.line(with: "# transport: trip.soon"))
        #expect(await dev.process.line(with: "  delivered  transport  bus.cancelled") != nil)
        let posts = dev.process.text.split(separator: "\n").filter { $0.hasPrefix("curl") && $0.contains("/events'") }
        #expect(posts.count == 8)
        for post in posts { #expect(try Self.shell(String(post)).contains("\"status\":\"accepted\""), "\(post)") }
        #expect(await dev.process.line(with: "  delivered  transport  route.closed  push  demo-ar  ") != nil)
        #expect(await dev.end() == 0)
    }

    @Test func `what waits for quiet hours is reported, with its reason`() async throws {
        // All day, but on one day of the week that is some days ahead.
        let week = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"]
        let loud = week[(Calendar(identifier: .gregorian).component(.weekday, from: Date()) + 3) % 7]
        let days = week.filter { $0 != loud }.map { JSONValue.string($0) }
        let quiet: JSONValue = ["from": "00:00", "to": "00:00", "exempt": [], "days": .array(days)]
        let place = try TransportFolder(extras: ["policies": ["quietHours": quiet]])
        defer { place.remove() }
        let dev = try Dev(place)
        let line = try #require(await dev.process.line(with: "  pending  transport  bus.cancelled  push  demo-en"))
        #expect(line.contains("(quiet-hours: it is quiet where the recipient is until "), "\(line)")
        #expect(await dev.end() == 0)
    }

    @Test func `a port that is none is wrong usage`() async throws {
        for command in ["dev", "demo"] {
            let process = try Carillond([command, "--admin-port", "65536"])
            #expect(await process.status() == 64)
            #expect(process.text.contains("--admin-port is a number from 0 to 65535"), "\(process.text)")
        }
    }

    /// A running `carillond dev` with a place for temporary files of its own.
    private struct Dev {
        let process: Carillond
        private let temporary: URL

        init(_ place: TransportFolder, _ more: [String] = []) throws {
            temporary = place.folder.appending(path: "tmp")
            try FileManager.default.createDirectory(at: temporary, withIntermediateDirectories: true)
            process = try Carillond(
                ["dev", place.tenants, "--port", "0", "--admin-port", "0", "--sandbox-port", "0"] + more,
                environment: ["TMPDIR": temporary.path]
            )
        }

        /// As Ctrl-C does it.
        func end() async -> Int32 {
            process.kill(SIGINT)
            return await process.status()
        }

        func leftovers() throws -> [String] {
            try FileManager.default.contentsOfDirectory(atPath: temporary.path)
        }
    }

    private static func shell(_ line: String) throws -> String {
        let shell = Process()
        shell.executableURL = URL(filePath: "/bin/sh")
        shell.arguments = ["-c", line]
        let output = Pipe()
        shell.standardOutput = output
        try shell.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        shell.waitUntilExit()
        return text
    }
}
