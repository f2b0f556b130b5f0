import CarillonModel
import CarillonPluginKit
import Testing

@testable import CarillonHost

/// How messages wait for their address, by values alone.
struct AlertQueueTests {
    private var queue = AlertQueue()
    private var now = Instant(epochMilliseconds: 1_772_020_800_000)

    @Test mutating func `a message is tried again after ever longer pauses, and the next waits behind it`() {
        for id in ["a", "b"] { _ = queue.add(message(id)) }
        for pause in [5, 10, 20, 40, 80, 160, 300, 300] {
            #expect(next() == "a")
            #expect(queue.record(.deferred(OutcomeReason("HTTP503"), after: nil), at: now) == .deferred)
            #expect(queue.next(at: now) == .wait(.seconds(pause)))
            now = now.advanced(by: .seconds(pause))
        }
        #expect(queue.record(.accepted(nil), at: now) == .delivered)
        #expect(next() == "b")
    }

    @Test mutating func `a receiver says how long it wants to be left alone`() {
        _ = queue.add(message("a"))
        _ = queue.record(.deferred(OutcomeReason("HTTP429"), after: .seconds(3600)), at: now)
        #expect(queue.next(at: now) == .wait(.seconds(3600)))
    }

    @Test mutating func `a wrong secret may be mended for a day, and a refused message is over`() {
        for id in ["a", "b"] { _ = queue.add(message(id)) }
        let misconfigured = DeliveryOutcome.misconfigured(OutcomeReason("missing-secret"))
        #expect(queue.record(misconfigured, at: now) == .deferred)
        now = now.advanced(by: AlertQueue.timeLimit)
        #expect(queue.record(misconfigured, at: now) == .failed)
        #expect(next() == "b")
        #expect(queue.record(.refused(OutcomeReason("HTTP422")), at: now) == .failed)
        #expect(queue.next(at: now) == .wait(nil))
    }

    @Test mutating func `an address that is dead for long loses the oldest but the one under way`() {
        var dropped: [String] = []
        for number in 0..<AlertQueue.capacity + 2 {
            dropped += [queue.add(message("\(number)"))?.id].compactMap(\.self)
        }
        #expect(dropped == ["1", "2"])
        #expect(queue.waiting.count == AlertQueue.capacity)
        #expect(next() == "0")
    }

    private func next() -> String? {
        if case .send(let message) = queue.next(at: now) { message.id } else { nil }
    }

    private func message(_ id: String) -> AlertMessage {
        AlertMessage(occasion: .test(id), at: now, host: "tests")
    }
}
