import CarillonModel
import CarillonPluginKit
import CarillonTesting
import Foundation
import Testing

/// The worked example of the guide: it compiles, does what every channel must, and is what the guide shows.
struct ExampleTests {
    @Test func `the example does what every channel must`() async {
        let conformance = ChannelConformance(
            NtfyChannel.kind,
            values: [:],
            secrets: ["accessToken": Secret("tk_secret_of_the_test")],
            message: .testing(to: "carillon-demo"),
            unusableAddress: "not a topic",
            provider: { _ in .answer(200, "{\"id\":\"x\"}") }
        )
        let violations = await conformance.violations()
        #expect(violations == [])
    }

    @Test(arguments: [
        (200, "accepted"), (401, "misconfigured"), (413, "tooLarge"), (429, "deferred"), (503, "deferred"),
        (400, "refused"),
    ])
    func `every answer has its outcome`(status: Int, expected: String) async {
        let host = ChannelHost.testing(egress: ScriptedEgress { _ in .answer(status, "{}") })
        let channel = NtfyChannel(settings: ChannelSettings(), host: host)
        let outcome = await channel.deliver([.testing(to: "carillon-demo")]).first
        #expect(outcome.map { "\($0)".hasPrefix(expected) } == true)
    }

    @Test func `the guide shows this very source`() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
        let root = folder.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let source = try String(contentsOf: folder.appending(path: "NtfyChannel.swift"), encoding: .utf8)
        let guide = try String(contentsOf: root.appending(path: "docs/guides/write-a-channel.md"), encoding: .utf8)
        #expect(guide.contains("```swift\n\(source)```"))
    }
}
