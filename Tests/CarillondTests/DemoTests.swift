import CarillonModel
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
        let demo = try Self.demo(place)
        #expect(await demo.status() == 0, "\(demo.text)")
        // Eight events, three people, four channels.
        #expect(demo.text.contains("\n96 of 96 deliveries arrived"), "\(demo.text)")
        #expect(demo.text.contains("الخط 12") && demo.text.contains("Linia 12"))
    }

    @Test(arguments: ["HS384", "HS512", "RS256", "ES256", "EdDSA"])
    func `every plugin works, whatever users' tokens are signed with`(algorithm: String) async throws {
        let place = try TransportFolder(channels: TransportFolder.allChannels, algorithm: algorithm)
        defer { place.remove() }
        let demo = try Self.demo(place)
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
        let demo = try Self.demo(place)
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
        let demo = try Self.demo(place)
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
        let demo = try Self.demo(place)
        #expect(await demo.status() == 0, "\(demo.text)")
        // Eight events, three people, seven channels.
        #expect(demo.text.contains("\n168 of 168 deliveries arrived"), "\(demo.text)")
        for channel in ["chat", "topic", "alarm"] { #expect(demo.text.contains("  \(channel)  "), "\(demo.text)") }
    }

    @Test func `a title of several lines is shown on one, and moves no cursor`() {
        #expect(DemoReport.visible("Line 12\r\nis late\u{2028}today\n") == "Line 12 is late today")
        #expect(DemoReport.visible("Line\u{1B}[2J") == "Line␛[2J")
    }

    private static func demo(_ place: TransportFolder) throws -> Carillond {
        try Carillond([
            "demo", "--once", "--tenants", place.tenants, "--port", "0", "--admin-port", "0", "--sandbox-port", "0",
        ])
    }
}
