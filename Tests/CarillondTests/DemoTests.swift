import CarillonModel
import CarillonTesting
import DocumentationTesting
import Foundation
import Testing

@testable import carillond

/// `carillond demo` with folders that nobody prepared for it.
@Suite(.serialized, .timeLimit(.minutes(4)))
struct DemoTests {
    @Test func `every event of a new product arrives by Expo, web push, mail and in the feed`() async throws {
        let place = try TransportFolder()
        defer { place.remove() }
        let demo = try Self.demo(place, "--once")
        #expect(await demo.status() == 0, "\(demo.text)")
        // Eight events, three people, four channels.
        #expect(demo.text.contains("\n96 of 96 deliveries arrived"), "\(demo.text)")
        #expect(demo.text.contains("الخط 12") && demo.text.contains("Linia 12"))
    }

    @Test(arguments: ["HS384", "HS512", "RS256", "ES256", "EdDSA"])
    func `every plugin works, whatever users' tokens are signed with`(algorithm: String) async throws {
        let place = try TransportFolder(channels: TransportFolder.allChannels, algorithm: algorithm)
        defer { place.remove() }
        let demo = try Self.demo(place, "--once")
        #expect(await demo.status() == 0, "\(demo.text)")
        for channel in TransportFolder.allChannels.members.map(\.name) {
            #expect(demo.text.contains("  \(channel)  "), "\(channel) \(demo.text)")
        }
    }

    @Test func `an event that nobody wrote a sample of is shown with a payload that is made up, which is told`()
        async throws
    {
        let place = try TransportFolder()
        defer { place.remove() }
        let samples = place.folder.appending(path: "tenants/transport/samples")
        try FileManager.default.removeItem(at: samples.appending(path: "ticket.bought.json"))
        let demo = try Self.demo(place, "--once")
        #expect(await demo.status() == 0, "\(demo.text)")
        #expect(demo.text.contains("\n96 of 96 deliveries arrived"), "\(demo.text)")
        let note = "transport: ticket.bought: the payload is made up; samples/ticket.bought.json is missing"
        #expect(demo.text.contains(note), "\(demo.text)")
        #expect(demo.text.contains("Line line"), "\(demo.text)")
    }

    @Test func `what is missing is reported with its setting and its channel, whole`() async throws {
        var channels = TransportFolder.usualChannels
        channels["web"] = nil
        let place = try TransportFolder(channels: channels, extras: ["auth": ["services": []]])
        defer { place.remove() }
        let demo = try Self.demo(place, "--once")
        #expect(await demo.status() == 1)
        let message = "nobody here can sign tokens for users"
        #expect(demo.text.contains("transport: \(message)"), "\(demo.text)")
    }

    @Test func `deliveries through channel files arrive, of the program's and of the tenants' own`() async throws {
        var channels = TransportFolder.usualChannels
        channels["chat"] = ["use": "telegram", "settings": ["token": ["$secret": "telegram-token"]]]
        channels["topic"] = ["use": "acme-topics"]
        channels["alarm"] = ["use": "acme-alarms"]
        let place = try TransportFolder(channels: channels)
        defer { place.remove() }
        let file = repository.appending(path: "Plugins/Providers/ntfy/channel.json")
        let ntfy = try String(contentsOf: file, encoding: .utf8).replacing("\"rate\": 1 ", with: "\"rate\": 100 ")
        for (path, name) in [
            ("tenants/channels/acme-topics", "acme-topics"), ("tenants/transport/channels/acme-alarms", "acme-alarms"),
        ] {
            let own = ntfy.replacing("\"channel\": \"ntfy\"", with: "\"channel\": \"\(name)\"")
                .replacing("https://ntfy.sh", with: "https://\(name).example")
            try place.write("\(path).json", text: own)
        }
        let demo = try Self.demo(place, "--once")
        #expect(await demo.status() == 0, "\(demo.text)")
        // Eight events, three people, seven channels.
        #expect(demo.text.contains("\n168 of 168 deliveries arrived"), "\(demo.text)")
        for channel in ["chat", "topic", "alarm"] { #expect(demo.text.contains("  \(channel)  "), "\(demo.text)") }
    }

    @Test func `what is saved is taken up, and the printed line of carillon dev sends it to the inbox`() async throws {
        let place = try TransportFolder(extras: ["inbox": ["page": "/inbox"]])
        defer { place.remove() }
        let demo = try Self.demo(place)
        defer { demo.end() }
        let printed = try #require(await demo.line(with: " carillon dev '"), "\(demo.text)")
        _ = try #require(await demo.line(with: "Ctrl-C ends the demo"))
        // As a shell reads it: variables first, then the program and its options.
        let parts = try printed.split(separator: " ").map { try #require(Self.unquoted($0)) }
        let variables = parts.prefix { $0 != "carillon" }
            .map { $0.split(separator: "=", maxSplits: 1).map(String.init) }
        #expect(variables.map(\.first) == ["CARILLON_ADMIN_KEY", "CARILLON_SECRET_TRANSPORT_SERVICE_KEY"])
        let environment = Dictionary(uniqueKeysWithValues: variables.map { ($0[0], $0[1]) })
        let options = Array(parts.drop { $0 != "carillon" }.dropFirst())
        let dev = try Carillond(options, program: "carillon", environment: environment)
        defer { dev.end() }
        _ = try #require(await dev.line(with: "Nothing has been saved yet"), "\(dev.text)")
        try place.writeTemplates("en", body: "Line {$line} is late")
        #expect(await demo.line(with: "transport: taken up as saved, version ") != nil, "\(demo.text)")
        _ = try #require(await dev.line(with: "sent transport/bus.cancelled to sample-user"), "\(dev.text)")
        let link = try #require(await dev.line(with: "inbox: http://127.0.0.1:"), "\(dev.text)")
        #expect(link.contains("/transport/inbox#code="), "\(link)")
        // What can't be loaded is said, and what ran before goes on.
        try place.writeTemplates("en", body: "Line {$lina}")
        #expect(await demo.line(with: "transport: what ran before goes on") != nil, "\(demo.text)")
        #expect(await dev.line(with: "not told of this save, because it has errors") != nil, "\(dev.text)")
        try place.writeTemplates("en")
        #expect(await demo.line(with: "transport: mended, version ") != nil, "\(demo.text)")
        for process in [dev, demo] {
            process.kill(SIGINT)
            #expect(await process.status() == 0, "\(process.text)")
        }
    }

    private static func unquoted(_ word: Substring) -> String? {
        let parts = word.split(separator: "'", omittingEmptySubsequences: false)
        return parts.count.isMultiple(of: 2) ? nil : parts.joined()
    }

    @Test func `a title of several lines is shown on one, and moves no cursor`() {
        #expect(DemoReport.visible("Line 12\r\nis late\u{2028}today\n") == "Line 12 is late today")
        #expect(DemoReport.visible("Line\u{1B}[2J") == "Line␛[2J")
    }

    private static func demo(_ place: TransportFolder, _ options: String...) throws -> Carillond {
        try Carillond(
            ["demo", "--tenants", place.tenants, "--port", "0", "--admin-port", "0", "--sandbox-port", "0"] + options
        )
    }
}
