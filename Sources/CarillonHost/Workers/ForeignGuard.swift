import CarillonModel
import CarillonPluginKit

/// Tells one address whose own project lacks credentials, as anybody may register it, from credentials that are wrong for
/// all.
///
/// A channel is paused only when no other address got through, or when ``fewest`` recipients were refused so, with nothing
/// accepted between. Whoever registered a foreign token otherwise fails for themselves alone. A value.
struct ForeignGuard: Sendable, Hashable {
    /// Recipients refused, one after the other.
    static let fewest = 3
    /// How many addresses that got through are remembered, the latest.
    private static let capacity = 8

    /// What an answer said of an address.
    struct Sign: Sendable, Hashable {
        let address: String
        /// Nil for a device that belongs to nobody: each is somebody else.
        let recipient: UserID?
        let outcome: Outcome

        enum Outcome: Sendable, Hashable {
            case accepted
            case foreign
            /// Says nothing of credentials.
            case other
        }
    }

    private enum Party: Sendable, Hashable {
        case user(UserID)
        case address(String)
    }

    /// Who was refused since the last success, with which addresses.
    private var refused: [Party: Set<String>] = [:]
    private var accepted: [String] = []

    /// Takes note of a batch.
    ///
    /// - Returns: whether those of it that were refused so stand for all.
    mutating func isForAll(_ signs: [Sign]) -> Bool {
        let foreign = signs.filter { $0.outcome == .foreign }
        let suspects = Set(foreign.map(\.address))
        let through = signs.filter { $0.outcome == .accepted && !suspects.contains($0.address) }.map(\.address)
        if !through.isEmpty {
            refused = [:]
            accepted = (accepted.filter { !through.contains($0) } + through).suffix(Self.capacity)
        }
        guard !foreign.isEmpty else { return false }
        for sign in foreign { refused[Self.party(of: sign), default: []].insert(sign.address) }
        let known = refused.values.reduce(into: Set<String>()) { $0.formUnion($1) }
        return through.isEmpty && (refused.count >= Self.fewest || !accepted.contains { !known.contains($0) })
    }

    private static func party(of sign: Sign) -> Party { sign.recipient.map(Party.user) ?? .address(sign.address) }

    /// Users refused since the last success.
    var users: Set<UserID> {
        Set(refused.keys.compactMap { if case .user(let user) = $0 { user } else { nil } })
    }
}

extension DeliveryOutcome {
    /// Whether it is about credentials that this one address needs.
    var isForeign: Bool { if case .misconfigured(let reason) = self { reason.scope == .address } else { false } }

    var sign: ForeignGuard.Sign.Outcome {
        switch self {
        case .accepted: .accepted
        case _ where isForeign: .foreign
        default: .other
        }
    }
}
