import CarillonModel
import Foundation
import Testing

/// `carillond dev`, as a team that writes its first tenant uses it.
@Suite(.serialized, .timeLimit(.minutes(4)))
struct DevTests {
    @Test func `each printed line posts its event, and what is delivered is told`() async throws {
        let place = try TransportFolder()
        defer { place.remove() }
        let dev = try Dev(place)
        let delivered = try #require(await dev.process.line(with: "  delivered  "))
        #expect(delivered.contains("transport  bus.cancelled") && delivered.contains("demo-"))
        _ = try #require(await dev.process.line(with: "# transport: trip.soon"))
        let lines = dev.process.text.split(separator: "\n")
        let posts = lines.filter { $0.hasPrefix("curl") && $0.contains("/events'") }
        #expect(posts.count == 8)
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

    @Test func `a folder that isn't valid is told, and served once it is saved whole`() async throws {
        let place = try TransportFolder()
        defer { place.remove() }
        try place.writeWords("pl", body: "Linia {$lina}")
        let dev = try Dev(place)
        #expect(await dev.process.line(with: "did you mean `$line`") != nil, "\(dev.process.text)")
        #expect(await dev.process.line(with: "waiting for the next save") != nil)
        try place.writeWords("pl")
        #expect(await dev.process.line(with: "  delivered  transport") != nil)

        // Half a file, as an editor leaves it for a moment: what ran before goes on.
        try place.write("tenants/transport/templates/en.json", text: #"{"locale": "en", "mess"#)
        #expect(await dev.process.line(with: "what ran before goes on") != nil)
        try place.writeWords("en", body: "Line {$line} is late")
        #expect(await dev.process.line(with: "transport: taken up as saved") != nil)
        #expect(await dev.end() == 0)
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
    }

    @Test func `secrets that are given go before made-up ones, and stay as they are`() async throws {
        let place = try TransportFolder()
        defer { place.remove() }
        let given = "the-service-key-that-is-given"
        let secrets: JSONValue = ["transport": ["service-key": .string(given)]]
        try place.write("secrets.json", secrets)
        let dev = try Dev(place, ["--secrets", place.secrets])
        #expect(await dev.process.line(with: "  delivered  transport") != nil)
        let madeUp = try #require(await dev.process.line(with: #"{"transport":{"#))
        #expect(madeUp.contains(#""jwt-secret":"#) && !madeUp.contains("service-key"))
        #expect(dev.process.text.contains("Authorization: Bearer \(given)"))
        #expect(await dev.end() == 0)
        #expect(try Data(contentsOf: URL(filePath: place.secrets)) == Data(secrets.utf8))
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
