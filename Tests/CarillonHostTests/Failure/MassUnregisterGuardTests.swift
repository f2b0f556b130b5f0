import CarillonModel
import Testing

@testable import CarillonHost

/// When dead addresses are believed, and when they look like wrong credentials.
struct MassUnregisterGuardTests {
    private static let start = Instant(epochMilliseconds: 1_772_020_800_000)

    /// One of each user, or as many of each as are said.
    private static func addresses(_ range: Range<Int>, each: Int = 1) -> [String: Recipient] {
        let pairs = range.map { ("t-\($0)", Recipient(UserID(unchecked: "u-\($0 / each)"), at: "t-\($0)")) }
        return Dictionary(pairs) { first, _ in first }
    }

    private static func isBurst(
        _ guardian: inout MassUnregisterGuard,
        _ range: Range<Int>,
        of devices: Int,
        accepted: Bool
    ) -> Bool {
        guardian.suspicion(gone: addresses(range), accepted: accepted, at: start)?.isBurst(devices: devices) ?? false
    }

    @Test func `a handful that dies is forgotten, whatever share of the devices it is`() {
        var guardian = MassUnregisterGuard()
        #expect(!Self.isBurst(&guardian, 0..<4, of: 4, accepted: false))
    }

    @Test func `a few dead mail addresses are no burst, because nobody knows how many there are`() {
        var guardian = MassUnregisterGuard()
        let few = guardian.suspicion(gone: Self.addresses(0..<12), accepted: true, at: Self.start)
        #expect(few?.isBurst(devices: nil) == false)
        var other = MassUnregisterGuard()
        let many = other.suspicion(gone: Self.addresses(0..<20), accepted: false, at: Self.start)
        #expect(many?.isBurst(devices: nil) == true)
    }

    @Test func `a clock that goes back makes the ten minutes no longer`() {
        var guardian = MassUnregisterGuard()
        guardian.forget(Self.addresses(0..<4), at: Self.start.advanced(by: .seconds(86400)))
        guardian.clockWentBack(by: .seconds(86400))
        let later = Self.start.advanced(by: .seconds(601))
        #expect(guardian.suspicion(gone: Self.addresses(9..<10), accepted: false, at: later) == nil)
    }

    @Test func `most of a channel's devices at once are a burst, though others got theirs`() {
        var guardian = MassUnregisterGuard()
        #expect(Self.isBurst(&guardian, 0..<6, of: 10, accepted: true))
        var other = MassUnregisterGuard()
        #expect(!Self.isBurst(&other, 0..<5, of: 10, accepted: true))
    }

    @Test func `twenty without a success are a burst, however many devices there are`() {
        var guardian = MassUnregisterGuard()
        #expect(!Self.isBurst(&guardian, 0..<19, of: 100_000, accepted: false))
        #expect(Self.isBurst(&guardian, 0..<20, of: 100_000, accepted: false))
        var other = MassUnregisterGuard()
        #expect(!Self.isBurst(&other, 0..<20, of: 100_000, accepted: true))
    }

    @Test func `addresses that one user made up are no burst, however many they are and however few got theirs`() {
        var guardian = MassUnregisterGuard()
        let all = Self.addresses(0..<300, each: 300)
        #expect(guardian.suspicion(gone: all, accepted: false, at: Self.start) == nil)
        guardian.forget(all, at: Self.start)
        // Nor do they count for much where four others died.
        let others = guardian.suspicion(gone: Self.addresses(300..<304), accepted: false, at: Self.start)
        #expect(others?.isBurst(devices: 96) == false)
    }

    @Test func `where everybody has two devices, all of them at once are a burst`() {
        var guardian = MassUnregisterGuard()
        let all = guardian.suspicion(gone: Self.addresses(0..<20, each: 2), accepted: false, at: Self.start)
        #expect(all?.isBurst(devices: 20) == true)
        #expect(all?.isBurst(devices: 40) == false)
    }

    @Test func `batch by batch counts as all at once, and devices forgotten on the way are not forgotten here`() {
        var guardian = MassUnregisterGuard()
        #expect(!Self.isBurst(&guardian, 0..<3, of: 10, accepted: true))
        guardian.forget(Self.addresses(0..<3), at: Self.start)
        // Seven are left: with the three that were, more than half of ten.
        #expect(Self.isBurst(&guardian, 3..<6, of: 7, accepted: true))
    }

    @Test func `after ten minutes it is another matter`() {
        var guardian = MassUnregisterGuard()
        _ = guardian.suspicion(gone: Self.addresses(0..<3), accepted: true, at: Self.start)
        guardian.forget(Self.addresses(0..<3), at: Self.start)
        let later = Self.start.advanced(by: MassUnregisterGuard.window + .seconds(1))
        #expect(guardian.suspicion(gone: Self.addresses(3..<6), accepted: true, at: later) == nil)
    }

    @Test func `an operator's word holds for an hour`() {
        var guardian = MassUnregisterGuard()
        guardian.confirmGone(at: Self.start)
        #expect(!Self.isBurst(&guardian, 0..<50, of: 50, accepted: false))
        let later = Self.start.advanced(by: MassUnregisterGuard.trust)
        #expect(
            guardian.suspicion(gone: Self.addresses(0..<50), accepted: false, at: later)?.isBurst(devices: 50) == true
        )
    }
}
