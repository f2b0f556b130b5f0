import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonTesting
import Testing

@testable import CarillonHost

struct RepeatedLinesTests {
    @Test func `a line that comes again and again is said once a minute, with how often it came`() {
        let clock = ManualClock(Instant(epochMilliseconds: 1_772_020_800_000))
        let lines = RepeatedLines { clock.now }
        #expect(lines.admit("full") == 0)
        for _ in 0..<500 { #expect(lines.admit("full") == nil) }
        #expect(lines.admit("another") == 0)
        clock.advance(by: .seconds(60))
        #expect(lines.admit("full") == 500)
        #expect(lines.admit("full") == nil)
    }

    @Test func `log-ins of which no session can be made are reported once a minute`() {
        let clock = ManualClock()
        let lines = RecordedLines()
        let observer = LoggingObserver(logger: lines.logger("host"), clock: clock)
        for _ in 0..<3 { observer.observe(.loginNotNoted("shop", reason: "no session")) }
        clock.advance(by: .seconds(60))
        observer.observe(.loginNotNoted("shop", reason: "no session"))
        let message =
            "host: a log-in succeeded, but its push settings could not be stored: its device gets no notifications"
        #expect(
            lines.all == [
                "\(message) reason=no session tenant=shop", "\(message) reason=no session tenant=shop times=3",
            ]
        )
    }

    @Test func `a message that can't be made is reported as an error, once a minute`() {
        let clock = ManualClock()
        let lines = RecordedLines()
        let observer = LoggingObserver(logger: lines.logger("host"), clock: clock)
        let reason = OutcomeReason(.renderFailed, "title of order.shipped in en")
        for _ in 0..<3 { observer.observe(.refusedByProvider("shop", "push", reason)) }
        #expect(lines.all.count == 1)
        #expect(lines.all.first?.contains("which is a fault of Carillon") == true)
        observer.observe(.refusedByProvider("shop", "push", OutcomeReason("DeveloperError", "no")))
        #expect(lines.all.last?.contains("a delivery failed") == true)
    }

    @Test func `a clock that goes back silences nothing`() {
        let clock = ManualClock(Instant(epochMilliseconds: 1_772_020_800_000))
        let lines = RepeatedLines { clock.now }
        #expect(lines.admit("full") == 0)
        clock.advance(by: .seconds(-3600))
        #expect(lines.admit("full") == 0)
    }
}
