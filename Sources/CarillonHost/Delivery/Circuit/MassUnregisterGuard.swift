import CarillonModel
import CarillonPipeline
import CarillonPluginKit

/// Distinguishes a burst of dead addresses, as wrong credentials cause it, from the few that are unregistered every
/// day.
///
/// Within ``window``, either devices of at least ``fewest`` recipients were reported gone, and they are more than half
/// of what the channel had, or of at least ``fewestInARow``, and nothing at all was accepted meanwhile: of a hundred
/// thousand devices, not even a hundred may be forgotten before it shows. Recipients are counted, because anybody may
/// register any number of addresses that never were. A value: the caller passes the time.
struct MassUnregisterGuard: Sendable, Hashable {
    static let window: Duration = .seconds(600)
    static let fewest = 5
    static let fewestInARow = 20
    /// How long it counts that an operator has confirmed dead addresses.
    static let trust: Duration = .seconds(3600)

    /// Address → when it was last reported gone, and forgotten.
    private var forgotten: [String: Forgotten] = [:]
    private var lastAccepted: Instant?
    /// Nil unless an operator has confirmed dead addresses.
    private(set) var goneConfirmedUntil: Instant?

    private struct Forgotten: Sendable, Hashable {
        let at: Instant
        let recipient: Recipient
    }

    /// The counts within the window, with those of a batch.
    struct Suspicion: Sendable, Hashable {
        /// Addresses reported gone within the window, with those of the batch.
        let gone: Int
        /// How many recipients they belong to.
        let recipients: Int
        /// Those of them that were forgotten before.
        let forgotten: Int
        /// Nothing was accepted within the window.
        let isWithoutSuccess: Bool

        /// - Parameter devices: how many the channel has now; nil where it has addresses that nobody counts, such as mail.
        func isBurst(devices: Int?) -> Bool {
            if isWithoutSuccess, recipients >= MassUnregisterGuard.fewestInARow { return true }
            // One device of each recipient counts, among those reported gone and among all.
            let further = gone - recipients
            return devices.map { recipients * 2 > $0 + forgotten - further } ?? false
        }
    }

    /// - Returns: nil where the addresses may be forgotten without further evidence.
    mutating func suspicion(gone: [String: Recipient], accepted: Bool, at now: Instant) -> Suspicion? {
        let start = now.advanced(by: .zero - Self.window)
        forgotten = forgotten.filter { $0.value.at > start }
        if accepted { lastAccepted = now }
        guard !confirmsGone(at: now) else { return nil }
        let before = forgotten.filter { gone[$0.key] == nil }
        let recipients = Set(gone.values).union(before.values.map(\.recipient)).count
        guard !gone.isEmpty, recipients >= Self.fewest else { return nil }
        return Suspicion(
            gone: gone.count + before.count,
            recipients: recipients,
            forgotten: before.count,
            isWithoutSuccess: lastAccepted.map { $0 <= start } ?? true
        )
    }

    /// The addresses of a batch were no burst, and are forgotten.
    mutating func forget(_ gone: [String: Recipient], at now: Instant) {
        for (address, recipient) in gone { forgotten[address] = Forgotten(at: now, recipient: recipient) }
    }

    mutating func clockWentBack(by step: Duration) {
        forgotten = forgotten.mapValues { .init(at: $0.at.advanced(by: .zero - step), recipient: $0.recipient) }
        lastAccepted = lastAccepted?.advanced(by: .zero - step)
        goneConfirmedUntil = goneConfirmedUntil?.advanced(by: .zero - step)
    }

    mutating func confirmGone(at now: Instant) {
        goneConfirmedUntil = now.advanced(by: Self.trust)
    }

    /// Goes on with what an operator confirmed while another process had the channel.
    mutating func begin(goneConfirmedUntil end: Instant) {
        goneConfirmedUntil = end
    }

    func confirmsGone(at now: Instant) -> Bool {
        goneConfirmedUntil.map { now < $0 } ?? false
    }
}

extension OutcomeReason {
    static func goneBurst(_ suspicion: MassUnregisterGuard.Suspicion, devices: Int?) -> OutcomeReason {
        let all =
            devices.map { "\(suspicion.gone) of \($0 + suspicion.forgotten) devices" } ?? "\(suspicion.gone) addresses"
        let whose = "of \(suspicion.recipients) recipients"
        let kept =
            suspicion.forgotten == 0 ? "all are kept" : "\(suspicion.forgotten) were forgotten before, the rest is kept"
        return OutcomeReason(
            .goneBurst,
            "\(all), \(whose), were reported gone within ten minutes, which looks like wrong credentials: \(kept)"
        )
    }
}
