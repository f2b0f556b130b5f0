import CarillonModel
import CarillonPluginKit

/// Tells a burst of dead addresses, as wrong credentials bring it about, from the few that die every day.
///
/// Within ``window``, either at least ``fewest`` addresses were reported gone, and they are more than half of the devices
/// that the channel had, or at least ``fewestInARow``, and nothing at all was accepted meanwhile: of a hundred thousand
/// devices, not even a hundred may be forgotten before it shows. A value that is told the time.
struct GoneGuard: Sendable, Hashable {
    static let window: Duration = .seconds(600)
    static let fewest = 5
    static let fewestInARow = 20
    /// How long an operator's word holds that the dead are dead.
    static let trust: Duration = .seconds(3600)

    /// Address → when it was last reported gone, and forgotten.
    private var forgotten: [String: Instant] = [:]
    private var lastAccepted: Instant?
    private var believedUntil: Instant?

    /// What a batch adds up to with what came before.
    struct Suspicion: Sendable, Hashable {
        /// Addresses reported gone within the window, with those of the batch.
        let gone: Int
        /// Those of them that were forgotten before.
        let forgotten: Int
        /// Nothing was accepted within the window.
        let isWithoutSuccess: Bool

        /// - Parameter devices: how many the channel has now; nil where it has addresses that nobody counts, such as mail.
        func isBurst(devices: Int?) -> Bool {
            isWithoutSuccess && gone >= GoneGuard.fewestInARow || devices.map { gone * 2 > $0 + forgotten } ?? false
        }
    }

    /// - Returns: nil where the addresses may be forgotten without another look.
    mutating func suspicion(gone: Set<String>, accepted: Bool, at now: Instant) -> Suspicion? {
        let start = now.advanced(by: .zero - Self.window)
        forgotten = forgotten.filter { $0.value > start }
        if accepted { lastAccepted = now }
        guard !believes(at: now) else { return nil }
        let all = gone.union(forgotten.keys)
        guard !gone.isEmpty, all.count >= Self.fewest else { return nil }
        return Suspicion(
            gone: all.count,
            forgotten: forgotten.count { !gone.contains($0.key) },
            isWithoutSuccess: lastAccepted.map { $0 <= start } ?? true
        )
    }

    /// The addresses of a batch were no burst, and are forgotten.
    mutating func forget(_ gone: Set<String>, at now: Instant) {
        for address in gone { forgotten[address] = now }
    }

    mutating func clockWentBack(by step: Duration) {
        forgotten = forgotten.mapValues { $0.advanced(by: .zero - step) }
        lastAccepted = lastAccepted?.advanced(by: .zero - step)
        believedUntil = believedUntil?.advanced(by: .zero - step)
    }

    mutating func believe(at now: Instant) {
        believedUntil = now.advanced(by: Self.trust)
    }

    func believes(at now: Instant) -> Bool {
        believedUntil.map { now < $0 } ?? false
    }
}

extension OutcomeReason {
    /// The code of a pause for a burst.
    static let goneBurstCode = "gone-burst"

    static func goneBurst(_ suspicion: GoneGuard.Suspicion, devices: Int?) -> OutcomeReason {
        let all =
            devices.map { "\(suspicion.gone) of \($0 + suspicion.forgotten) devices" } ?? "\(suspicion.gone) addresses"
        let kept =
            suspicion.forgotten == 0 ? "all are kept" : "\(suspicion.forgotten) were forgotten before, the rest is kept"
        return OutcomeReason(
            goneBurstCode,
            "\(all) were reported gone within ten minutes, which looks like wrong credentials: \(kept)"
        )
    }
}
