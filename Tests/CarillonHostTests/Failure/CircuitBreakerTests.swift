import CarillonModel
import CarillonPluginKit
import Testing

@testable import CarillonHost

/// The circuit breaker as a value: told the time and what batches showed.
struct CircuitBreakerTests {
    private static let start = Instant(epochMilliseconds: 1_772_020_800_000)
    private static let down = OutcomeReason("ServiceUnavailable")
    private static let wrong = OutcomeReason("InvalidCredentials")

    private static func at(_ seconds: Double) -> Instant { start.advanced(by: .milliseconds(Int64(seconds * 1000))) }

    /// Five failed batches at the start.
    private static func opened() -> CircuitBreaker {
        var condition = CircuitBreaker()
        for _ in 0..<5 { _ = condition.record(.fails(down, after: nil), isProbe: false, at: start) }
        return condition
    }

    @Test func `four failed batches change nothing, the fifth in a row rests the channel for five seconds`() {
        var condition = CircuitBreaker()
        for _ in 0..<4 {
            #expect(condition.record(.fails(Self.down, after: nil), isProbe: false, at: Self.start) == nil)
        }
        #expect(condition.permit(at: Self.start) == .batch)
        let change = condition.record(.fails(Self.down, after: nil), isProbe: false, at: Self.start)
        #expect(change == .opened(Self.down, until: Self.at(5)))
        #expect(condition.permit(at: Self.at(4.999)) == .wait(until: Self.at(5)))
    }

    @Test(arguments: [(OutcomeReason.Scope.message, false), (.request, false), (.provider, true)])
    func `what fails for one and the same address rests nothing, unless it is the provider as a whole`(
        scope: OutcomeReason.Scope,
        rests: Bool
    ) {
        let reason = OutcomeReason("HTTP500", scope: scope)
        /// Each batch's only address, nil where it has several.
        func rest(_ batches: [String?]) -> Bool {
            var condition = CircuitBreaker()
            for address in batches {
                _ = condition.record(.fails(reason, after: nil), onlyTo: address, isProbe: false, at: Self.start)
            }
            return condition.interruption != nil
        }
        #expect(rest(Array(repeating: "a", count: 9)) == rests)
        #expect(rest(["a", "a", "a", "a", "b"]))
        #expect(rest(Array(repeating: nil, count: 5)))
        #expect(!rest(["a", "a", "b", "a"]))
    }

    @Test func `a clock that goes back leaves of a rest what was left of it`() {
        var condition = Self.opened()
        condition.clockWentBack(by: .seconds(86400))
        let back = Self.at(3).advanced(by: .seconds(-86400))
        #expect(condition.permit(at: back) == .wait(until: back.advanced(by: .seconds(2))))
        #expect(condition.permit(at: back.advanced(by: .seconds(2))) == .probe)
    }

    @Test func `a success in between begins the count anew`() {
        var condition = CircuitBreaker()
        for round in 0..<10 {
            let verdict = round % 4 == 3 ? CircuitBreaker.Verdict.works : .fails(Self.down, after: nil)
            #expect(condition.record(verdict, isProbe: false, at: Self.start) == nil)
        }
        #expect(condition.permit(at: Self.start) == .batch)
    }

    @Test func `after a rest one delivery is tried and nothing else, until its answer`() {
        var condition = Self.opened()
        #expect(condition.permit(at: Self.at(5)) == .probe)
        #expect(condition.permit(at: Self.at(5)) == .wait(until: nil))
        #expect(condition.record(.works, isProbe: true, at: Self.at(6)) == .works(wasPaused: false))
        #expect(condition.permit(at: Self.at(6)) == .batch)
    }

    @Test func `rests double up to five minutes`() {
        var condition = Self.opened()
        var now = Self.at(5)
        var lengths: [Int64] = []
        for _ in 0..<8 {
            #expect(condition.permit(at: now) == .probe)
            let change = condition.record(.fails(Self.down, after: nil), isProbe: true, at: now)
            guard case .opened(_, let until) = change else {
                Issue.record("\(String(describing: change))")
                return
            }
            lengths.append(now.duration(to: until).milliseconds / 1000)
            now = until
        }
        #expect(lengths == [10, 20, 40, 80, 160, 300, 300, 300])
    }

    @Test func `what was under way when the rest began ends it neither way`() {
        var condition = Self.opened()
        #expect(condition.record(.works, isProbe: false, at: Self.at(1)) == nil)
        #expect(condition.record(.fails(Self.down, after: nil), isProbe: false, at: Self.at(1)) == nil)
        #expect(condition.permit(at: Self.at(1)) == .wait(until: Self.at(5)))
    }

    @Test func `a pause that the provider names holds at once and as long as it says`() {
        var condition = CircuitBreaker()
        let change = condition.record(.fails(Self.down, after: .seconds(90)), isProbe: false, at: Self.start)
        #expect(change == .opened(Self.down, until: Self.at(90)))
        #expect(condition.permit(at: Self.at(89)) == .wait(until: Self.at(90)))
        #expect(condition.record(.fails(Self.down, after: .seconds(10)), isProbe: false, at: Self.at(1)) != nil)
        #expect(condition.permit(at: Self.at(89)) == .wait(until: Self.at(90)))
    }

    @Test func `wrong credentials pause it, and one delivery a minute, two, four … fifteen is tried`() {
        var condition = CircuitBreaker()
        let change = condition.record(.misconfigured(Self.wrong), isProbe: false, at: Self.start)
        #expect(change == .paused(Self.wrong, since: Self.start))
        #expect(condition.isPaused)
        var now = Self.start
        var lengths: [Int64] = []
        for _ in 0..<6 {
            guard let until = condition.interruption?.until else { break }
            lengths.append(now.duration(to: until).milliseconds / 60000)
            now = until
            #expect(condition.permit(at: now) == .probe)
            #expect(condition.record(.misconfigured(Self.wrong), isProbe: true, at: now) == nil)
        }
        #expect(lengths == [1, 2, 4, 8, 15, 15])
        #expect(condition.interruption?.since == Self.start)
        now = condition.interruption?.until ?? now
        #expect(condition.permit(at: now) == .probe)
        #expect(condition.record(.works, isProbe: true, at: now) == .works(wasPaused: true))
    }

    @Test func `who waits has one tried at once, then every five seconds, and the plan stays as it was`() {
        var condition = CircuitBreaker()
        #expect(condition.probeForCaller(at: Self.start) == false)
        _ = condition.record(.misconfigured(Self.wrong), isProbe: false, at: Self.start)
        let planned = condition.interruption?.until
        #expect(condition.waitForCaller(at: Self.start) == .seconds(1))
        for second in [0.0, 5, 10, 30] {
            #expect(condition.probeForCaller(at: Self.at(second)) == true)
            #expect(condition.permit(at: Self.at(second)) == .probe)
            // Others who wait hear what this one shows.
            #expect(condition.probeForCaller(at: Self.at(second)) == true)
            #expect(condition.permit(at: Self.at(second)) == .wait(until: nil))
            #expect(condition.record(.misconfigured(Self.wrong), isProbe: true, at: Self.at(second)) == nil)
            #expect(condition.probeForCaller(at: Self.at(second + 4.999)) == false)
            #expect(condition.waitForCaller(at: Self.at(second + 2)) == .seconds(3))
            #expect(condition.interruption?.until == planned && condition.interruption?.count == 1)
        }
        // The last of them came just before the minute was over.
        #expect(condition.probeForCaller(at: Self.at(59)) == true)
        #expect(condition.permit(at: Self.at(59)) == .probe)
        _ = condition.record(.misconfigured(Self.wrong), isProbe: true, at: Self.at(59))
        #expect(condition.interruption?.until == Self.at(64))
        #expect(condition.permit(at: Self.at(64)) == .probe)
        #expect(condition.record(.works, isProbe: true, at: Self.at(64)) == .works(wasPaused: true))
        #expect(condition.waitForCaller(at: Self.at(64)) == nil)
    }

    @Test func `nobody who waits has a provider asked that asked for longer`() {
        var condition = CircuitBreaker()
        _ = condition.record(.misconfigured(Self.wrong), isProbe: false, at: Self.start)
        #expect(condition.probeForCaller(at: Self.at(10)) == true)
        #expect(condition.permit(at: Self.at(10)) == .probe)
        _ = condition.record(.fails(Self.down, after: .seconds(20)), isProbe: true, at: Self.at(10))
        #expect(condition.probeForCaller(at: Self.at(29)) == false)
        condition.clockWentBack(by: .seconds(3600))
        #expect(condition.waitForCaller(at: Self.at(29 - 3600)) == .seconds(1))
        #expect(condition.probeForCaller(at: Self.at(30 - 3600)) == true)
        var opened = Self.opened()
        #expect(opened.probeForCaller(at: Self.at(4)) == false)
        #expect(opened.waitForCaller(at: Self.at(4)) == .seconds(1))
    }

    @Test func `where the tenant wants no second try, a pause ends when somebody says so`() {
        var condition = CircuitBreaker(finalCodes: [Self.wrong.code])
        _ = condition.record(.misconfigured(Self.wrong), isProbe: false, at: Self.start)
        #expect(condition.permit(at: Self.at(365 * 86400)) == .wait(until: CircuitBreaker.Interruption.never))
        #expect(condition.interruption?.nextTry == nil)
        condition.clockWentBack(by: .seconds(3600))
        #expect(condition.interruption?.nextTry == nil)
        condition.tryNow(at: Self.at(9))
        #expect(condition.permit(at: Self.at(9)) == .probe)
        _ = condition.record(.misconfigured(Self.wrong), isProbe: true, at: Self.at(9))
        #expect(condition.permit(at: Self.at(3600)) == .wait(until: CircuitBreaker.Interruption.never))
        var other = CircuitBreaker(finalCodes: ["Unauthorized"])
        _ = other.record(.misconfigured(Self.wrong), isProbe: false, at: Self.start)
        #expect(other.permit(at: Self.at(66)) == .probe)
    }

    @Test func `a pause noted before the restart tries one delivery at once`() {
        var condition = CircuitBreaker(paused: .init(reason: Self.wrong, since: Self.start), at: Self.at(500))
        #expect(condition.permit(at: Self.at(500)) == .probe)
        #expect(condition.permit(at: Self.at(500)) == .wait(until: nil))
    }

    @Test func `a probe that had nothing to send leaves its place to the next`() {
        var condition = Self.opened()
        #expect(condition.permit(at: Self.at(5)) == .probe)
        #expect(condition.record(.nothing, isProbe: true, at: Self.at(5)) == nil)
        #expect(condition.permit(at: Self.at(5)) == .probe)
    }

    @Test func `channels spread their rests, by a tenth at most`() {
        var condition = CircuitBreaker(seed: 1023)
        for _ in 0..<5 { _ = condition.record(.fails(Self.down, after: nil), isProbe: false, at: Self.start) }
        let length = Self.start.duration(to: condition.interruption?.until ?? Self.start)
        #expect(length > .seconds(5) && length <= .milliseconds(5500))
    }

    @Test func `a batch fails where nothing got through and the provider as a whole is to blame`() {
        typealias Verdict = CircuitBreaker.Verdict
        let recipients = RecipientDeferrals.codes(["MessageRateExceeded"])
        let busy = DeliveryOutcome.deferred(OutcomeReason("MessageRateExceeded"), after: nil)
        let down = DeliveryOutcome.deferred(Self.down, after: .seconds(7))
        #expect(Verdict([down, down], recipientDeferrals: recipients) == .fails(Self.down, after: .seconds(7)))
        let atOnce = DeliveryOutcome.deferred(Self.down, after: .zero)
        #expect(Verdict([atOnce], recipientDeferrals: recipients) == .fails(Self.down, after: nil))
        #expect(Verdict([down, .accepted(nil)], recipientDeferrals: recipients) == .works)
        #expect(Verdict([busy, busy], recipientDeferrals: recipients) == .works)
        #expect(Verdict([down], recipientDeferrals: .all) == .works)
        #expect(Verdict([.refused(Self.down)], recipientDeferrals: recipients) == .works)
        #expect(
            Verdict([.misconfigured(Self.wrong), .accepted(nil)], recipientDeferrals: recipients)
                == .misconfigured(Self.wrong)
        )
        #expect(Verdict([], recipientDeferrals: recipients) == .nothing)
    }
}
