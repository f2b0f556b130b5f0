import CarillonModel
import CarillonPluginKit
import Synchronization
import Testing

@testable import CarillonHost

/// The time of the store that hosts share, as a host with a wrong clock knows it.
struct SharedClockTests {
    /// Both of them set by the test.
    private final class Machine: WallClock {
        let time = Mutex(Instant(epochMilliseconds: 5_000_000))
        let uptime = Mutex(Duration.seconds(100))

        var now: Instant { time.withLock(\.self) }

        func pass(_ duration: Duration) {
            time.withLock { $0 = $0.advanced(by: duration) }
            uptime.withLock { $0 += duration }
        }
    }

    private let machine = Machine()
    private let clock: SharedClock

    init() {
        clock = SharedClock(machine) { [machine] in machine.uptime.withLock(\.self) }
    }

    /// The store's clock says `milliseconds` in the middle of a round trip that ends now.
    private func measure(_ milliseconds: Int64, roundTrip: Duration = .zero) {
        let received = machine.uptime.withLock(\.self)
        clock.note(Instant(epochMilliseconds: milliseconds), between: received - roundTrip, and: received)
    }

    @Test func `before it is measured the machine's clock counts`() {
        #expect(clock.now == machine.now)
        machine.pass(.seconds(3))
        #expect(clock.now == Instant(epochMilliseconds: 5_003_000))
        #expect(clock.machineIsFastBy == .zero)
    }

    @Test(arguments: [3_600_000, -90_000] as [Int64])
    func `a host whose clock is wrong goes by the store's, from the middle of the round trip on`(fast: Int64) {
        measure(5_000_000 - fast, roundTrip: .milliseconds(80))
        #expect(clock.now == Instant(epochMilliseconds: 5_000_040 - fast))
        #expect(clock.machineIsFastBy == .milliseconds(fast - 40))
    }

    @Test func `the machine's clock may be set to any time after that`() {
        measure(7_000_000)
        machine.time.withLock { $0 = Instant(epochMilliseconds: 0) }
        machine.pass(.seconds(2))
        #expect(clock.now == Instant(epochMilliseconds: 7_002_000))
    }

    @Test func `of the latest measurements the one with the shortest round trip counts`() {
        measure(5_000_000)
        machine.pass(.seconds(1))
        measure(5_001_400, roundTrip: .milliseconds(800))
        machine.pass(.seconds(20))
        #expect(clock.now == Instant(epochMilliseconds: 5_021_000))
    }

    @Test func `what is little is made up for gradually, and time doesn't go back`() {
        measure(5_000_000, roundTrip: .milliseconds(2))
        machine.pass(.seconds(1))
        measure(5_000_800)
        var before = clock.now
        for _ in 0..<40 {
            machine.pass(.milliseconds(100))
            #expect(clock.now > before)
            before = clock.now
        }
        machine.pass(.seconds(1))
        #expect(clock.now == Instant(epochMilliseconds: 5_005_800))
    }

    @Test func `another server's clock counts at once`() {
        for _ in 0..<8 { measure(5_000_000) }
        machine.pass(.seconds(1))
        measure(4_000_000, roundTrip: .milliseconds(100))
        #expect(clock.now == Instant(epochMilliseconds: 4_000_050))
    }

    @Test func `only the machine's clock is replaced, and only where a store is shared`() {
        #expect(HostTime(clock: SystemClock(), isShared: true).shared != nil)
        #expect(HostTime(clock: SystemClock(), isShared: false).shared == nil)
        #expect(HostTime(clock: machine, isShared: true).shared == nil)
    }
}
