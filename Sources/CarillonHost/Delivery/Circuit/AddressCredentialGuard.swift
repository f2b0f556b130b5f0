import CarillonModel
import CarillonPluginKit

/// Distinguishes one address whose own project lacks credentials, which anybody may register, from credentials that are
/// wrong for all.
///
/// A channel is paused only when the address that got through last doesn't any more, or ``fewestRevoked`` recipients who
/// did before, or when nothing succeeded within ``window``: one token proves nothing while others succeed. Where
/// none does, the first refused represents all, so that nothing is lost to credentials that were wrong from the
/// beginning; should it have been a foreign token after all, the next probe goes to somebody else, and ends the pause.
/// Where the address names the server that answers, as a web push subscription does, who registered it may be the one
/// who answers: then it takes ``fewest`` recipients as well, at two servers if any other ever got through. Otherwise
/// what goes to a foreign token is held alone. A value: the caller passes the time.
struct AddressCredentialGuard: Sendable, Hashable {
    /// Recipients refused, one after the other, where they name servers themselves.
    static let fewest = 3
    /// Recipients who got through before and were refused since the last success.
    static let fewestRevoked = 2
    /// How long somebody's success counts for the credentials.
    static let window: Duration = .seconds(600)
    /// How many addresses that got through are remembered at least, the latest.
    private static let capacity = 256

    /// What an answer reported about an address.
    struct Sign: Sendable, Hashable {
        let address: String
        /// Nil for a device that belongs to nobody: each is somebody else.
        let recipient: UserID?
        /// The host that the address names; nil where all addresses are the same provider's.
        var server: String?
        let outcome: Outcome

        enum Outcome: Sendable, Hashable {
            case accepted
            case foreign
            /// Says nothing of credentials.
            case other
        }
    }

    /// Recipients that were refused since the last success, with their refused addresses.
    private var refused: [Recipient: Set<String>] = [:]
    /// The servers that refused them.
    private var servers: Set<String> = []
    /// Those of them who got through before, of whom nobody got through beside them.
    private var turned: Set<Recipient> = []
    /// Address → the number of the success with which it last got through.
    private var accepted: [String: Int] = [:]
    private var successes = 0
    private var lastSuccess: Instant?

    /// Takes note of a batch.
    ///
    /// - Returns: whether those of it that were refused so represent all.
    mutating func isForAll(_ signs: [Sign], at now: Instant) -> Bool {
        let foreign = signs.filter { $0.outcome == .foreign }
        let suspects = Set(foreign.map(\.address))
        let through = signs.filter { $0.outcome == .accepted && !suspects.contains($0.address) }.map(\.address)
        if !through.isEmpty { succeed(through, at: now) }
        guard !foreign.isEmpty else { return false }
        for sign in foreign {
            refused[Recipient(sign.recipient, at: sign.address), default: []].insert(sign.address)
            if let server = sign.server { servers.insert(server) }
        }
        guard through.isEmpty else { return false }
        let known = foreign.filter { $0.server == nil && accepted[$0.address] != nil }
        turned.formUnion(known.map { Recipient($0.recipient, at: $0.address) })
        if turned.count >= Self.fewestRevoked || known.contains(where: { accepted[$0.address] == successes }) {
            return true
        }
        let isQuiet = lastSuccess.map { $0.advanced(by: Self.window) <= now } ?? true
        guard isQuiet else { return false }
        if foreign.contains(where: { $0.server == nil }) { return true }
        guard refused.count >= Self.fewest else { return false }
        guard servers.count == 1 else { return true }
        let all = refused.values.reduce(into: Set<String>()) { $0.formUnion($1) }
        return accepted.keys.allSatisfy(all.contains)
    }

    private mutating func succeed(_ addresses: [String], at now: Instant) {
        refused = [:]
        turned = []
        servers = []
        lastSuccess = now
        for address in addresses {
            successes += 1
            accepted[address] = successes
        }
        guard accepted.count > 2 * Self.capacity else { return }
        accepted = accepted.filter { $0.value > successes - Self.capacity }
    }

    mutating func clockWentBack(by step: Duration) {
        lastSuccess = lastSuccess?.advanced(by: .zero - step)
    }

    /// Users refused since the last success.
    var users: Set<UserID> {
        Set(refused.keys.compactMap { if case .user(let user) = $0 { user } else { nil } })
    }
}

extension DeliveryOutcome {
    /// Whether it is about credentials that this one address needs.
    var isForeign: Bool { if case .misconfigured(let reason) = self { reason.scope == .address } else { false } }

    var sign: AddressCredentialGuard.Sign.Outcome {
        switch self {
        case .accepted: .accepted
        case _ where isForeign: .foreign
        default: .other
        }
    }
}
