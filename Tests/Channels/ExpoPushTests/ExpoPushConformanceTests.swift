import CarillonModel
import CarillonPluginKit
import CarillonTesting
import ExpoPush
import Testing

@Test func `the Expo channel does what every channel must`() async {
    let conformance = ChannelConformance(
        ExpoChannel.kind,
        secrets: ["accessToken": Secret("expo-secret-token")],
        message: .testing(to: "ExponentPushToken[jH7fKr23kP9mN8qL5vR1sT]"),
        unusableAddress: "jH7fKr23kP9mN8qL5vR1sT",
        provider: acceptAll
    )
    #expect(await conformance.violations() == [])
    #expect(await conformance.receiptViolations() == [])
}

/// Conformance must be able to fail: a provider that says too much about too little.
@Test func `conformance notices a provider that answers with one ticket too many`() async {
    let conformance = ChannelConformance(
        ExpoChannel.kind,
        message: .testing(to: "ExponentPushToken[a]"),
        provider: { request in
            let data: JSONValue = ["data": .array(sentMessages(request).map(ticket) + [ticket("x")])]
            return .answer(200, data.text)
        }
    )
    #expect(await !conformance.violations().isEmpty)
}

/// A ticket for every message of the request.
@Sendable func acceptAll(_ request: EgressRequest) -> Result<EgressResponse, EgressFailure> {
    let data: JSONValue = ["data": .array(sentMessages(request).map(ticket))]
    return .answer(200, data.text)
}

func sentMessages(_ request: EgressRequest) -> [JSONValue] {
    (try? JSONValue(parsing: request.body))?.array ?? []
}

private func ticket(_ message: JSONValue) -> JSONValue {
    ["status": "ok", "id": .string("receipt-of-\(message["to"]?.string ?? "")")]
}
