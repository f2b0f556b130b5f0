import CarillonModel
import CarillonPluginKit
import CarillonTesting
import Testing

/// A kind that no type stands behind: what tests of the registry mix with plugins.
private struct MadeUpKind: ChannelKind {
    let descriptor: ChannelDescriptor
    let platforms: Set<Platform>? = [.web]
    let exampleAddress: String? = "room-1"
    let receiptTerms: ReceiptTerms? = nil

    init(_ id: PluginID) {
        descriptor = ChannelDescriptor(
            id: id,
            summary: "Made up",
            slots: [Slot("body", isMultiline: true, description: "What it says")],
            address: .deviceToken(shape: "a room"),
            sizeLimit: 100,
            isPublic: true
        )
    }

    func check(_ settings: ChannelSettings) -> [SettingProblem] { [] }
    func isAddress(_ text: String) -> Bool { text.hasPrefix("room-") }
    func canonical(_ address: String) -> String { address.lowercased() }
    func destination(of address: String) -> WebOrigin? { nil }
    func size(of message: OutgoingMessage) -> Int { message.slots["body"]?.utf8.count ?? 0 }
    func providerMessage(_ message: OutgoingMessage) -> JSONValue? { nil }

    func make(settings: ChannelSettings, host: ChannelHost) throws(SettingProblem) -> any ChannelInstance {
        MadeUp(isAddress: isAddress)
    }

    private struct MadeUp: ChannelInstance {
        let isAddress: @Sendable (String) -> Bool

        func deliver(_ batch: [OutgoingMessage]) async -> [DeliveryOutcome] {
            batch.map { isAddress($0.address) ? .accepted(nil) : .refused(OutcomeReason("NoRoom")) }
        }
    }
}

@Test("plugins in Swift and other kinds stand side by side in one registry, sorted by id")
func mixedRegistry() throws {
    let registry = ChannelRegistry(kinds: [MadeUpKind("zulu"), RecordingChannel.kind, MadeUpKind("alpha")])
    let recording = RecordingChannel.descriptor.id
    #expect(registry.descriptors.map(\.id) == ["alpha", recording, "zulu"].sorted { $0.rawValue < $1.rawValue })
    #expect(try #require(registry[recording]).descriptor == RecordingChannel.descriptor)
    #expect(try #require(registry["alpha"]).isAddress("room-2"))
    #expect(registry["beta"] == nil)
}

@Test("a kind that no plugin stands behind is held to what every channel must do")
func conformanceOfValues() async {
    var message = OutgoingMessage.testing(to: "room-1")
    message.slots = ["body": "Hello"]
    let conformance = ChannelConformance(MadeUpKind("alpha"), message: message, unusableAddress: "nowhere")
    #expect(await conformance.violations() == [])
}

@Test("a kind's messages are truncated as the kind counts them")
func truncationByKind() throws {
    var message = OutgoingMessage.testing(to: "room-1")
    message.slots = ["body": String(repeating: "a", count: 300)]
    let short = try #require(MadeUpKind("alpha").truncated(message, toSize: 100))
    #expect(short.slots["body"]?.utf8.count == 100)
    #expect(short.slots["body"]?.hasSuffix("…") == true)
}
