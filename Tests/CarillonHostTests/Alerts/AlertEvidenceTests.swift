import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import Testing

@testable import CarillonHost

/// Which reports of the pipeline make an alert, by values alone.
struct AlertEvidenceTests {
    private var evidence = AlertEvidence()
    private var now = Instant(epochMilliseconds: 1_772_020_800_000)

    /// Dead letters and other deliveries within the window, and whether that is an alert at 5 %.
    @Test(arguments: [(9, 0, false), (10, 0, true), (10, 190, false), (11, 190, true), (50, 1000, false)])
    mutating func `dead letters are an alert from ten on, where they are more than their share`(
        failed: Int,
        delivered: Int,
        isAlert: Bool
    ) {
        fail(failed, "DeveloperError")
        evidence.record(.settled("shop", "push", outcome: .delivered, count: delivered, latency: .zero), at: now)
        #expect(kinds() == (isAlert ? ["dead-letters"] : []))
    }

    @Test mutating func `dead letters are counted for a quarter of an hour, channel by channel`() {
        fail(6, "DeveloperError")
        now = now.advanced(by: .seconds(600))
        fail(6, "DeveloperError")
        fail(6, "DeveloperError", on: "sms")
        #expect(kinds() == ["dead-letters"])
        now = now.advanced(by: .seconds(301))
        #expect(kinds() == [])
    }

    @Test mutating func `devices that are gone are no dead letters`() {
        evidence.record(.gone("shop", "push", count: 50), at: now)
        fail(50, "DeviceNotRegistered")
        #expect(kinds() == [])
        fail(10, "DeveloperError")
        #expect(kinds() == ["dead-letters"])
    }

    @Test mutating func `one message that can't be rendered is an alert, and tells how many there were`() {
        fail(2, OwnReason.renderFailed.code)
        let found = evidence.conditions(deadLettersOver: 5, at: now)
        let message = "messages for channel push of shop could not be rendered: 2 within 15 minutes"
        #expect(found.map(\.message) == [message])
        now = now.advanced(by: AlertEvidence.window)
        #expect(kinds() == [])
    }

    @Test mutating func `credentials that one address lacks are an alert with the provider's code`() {
        evidence.record(
            .addressMisconfigured("shop", "push", OutcomeReason("InvalidCredentials", "token abc")),
            at: now
        )
        let found = evidence.conditions(deadLettersOver: 5, at: now)
        #expect(found.map(\.code) == ["InvalidCredentials"])
        #expect(found.map(\.subject.kind) == [.addressCredentials])
        #expect(found.allSatisfy { !$0.message.contains("abc") }, "a provider's words may hold tokens")
    }

    @Test mutating func `receipts are overdue after an hour, until somebody has asked again in vain or not`() {
        let due = now
        now = now.advanced(by: .seconds(3599))
        evidence.record(.receiptsUnanswered("shop", "push", dueSince: due, askedAgainAt: now), at: now)
        #expect(kinds() == [])
        now = now.advanced(by: .seconds(1))
        let next = now.advanced(by: .seconds(60))
        evidence.record(.receiptsUnanswered("shop", "push", dueSince: due, askedAgainAt: next), at: now)
        // Those of a moment ago say nothing of the old ones.
        evidence.record(.receiptsUnanswered("shop", "push", dueSince: now, askedAgainAt: next), at: now)
        #expect(kinds() == ["receipts-overdue"])
        #expect(evidence.conditions(deadLettersOver: 5, at: now).map(\.since) == [due])
        now = next
        #expect(kinds() == ["receipts-overdue"])
        now = next.advanced(by: .seconds(120))
        #expect(kinds() == [])
    }

    @Test mutating func `codes that a provider makes up don't fill the memory`() {
        for number in 0..<1000 { fail(1, "code-\(number)") }
        fail(1, "code-0")
        #expect(evidence.conditions(deadLettersOver: 5, at: now).map(\.code) == ["code-0"])
    }

    private mutating func fail(_ count: Int, _ code: String, on channel: ChannelID = "push") {
        for _ in 0..<count { evidence.record(.refusedByProvider("shop", channel, OutcomeReason(code, "no")), at: now) }
    }

    private mutating func kinds() -> [String] {
        evidence.conditions(deadLettersOver: 5, at: now).map(\.subject.kind.rawValue)
    }
}
