import CarillonModel
import CarillonPluginKit

/// Tells one address whose own project lacks credentials, as anybody may register it, from credentials that are wrong for
/// all.
///
/// A channel is paused only when no other address got through, or when ``fewest`` recipients were refused so, with nothing
/// accepted between. Where the address names the server that answers, as a web push subscription does, who registered it
/// may be the one who answers: then it takes ``fewest`` recipients in any case, at two servers if any other got through.
/// Whoever registered a foreign token otherwise fails for themselves alone. A value.
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

    /// Who was refused since the last success, with which addresses.
    private var refused: [Recipient: Set<String>] = [:]
    /// The servers that refused them.
    private var servers: Set<String> = []
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
            servers = []
            accepted = (accepted.filter { !through.contains($0) } + through).suffix(Self.capacity)
        }
        guard !foreign.isEmpty else { return false }
        for sign in foreign {
            refused[Recipient(sign.recipient, at: sign.address), default: []].insert(sign.address)
            if let server = sign.server { servers.insert(server) }
        }
        guard through.isEmpty else { return false }
        let known = refused.values.reduce(into: Set<String>()) { $0.formUnion($1) }
        let isNobodyElseThrough = !accepted.contains { !known.contains($0) }
        let areSeveral = refused.count >= Self.fewest
        guard servers.isEmpty else { return areSeveral && (servers.count > 1 || isNobodyElseThrough) }
        return areSeveral || isNobodyElseThrough
    }

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
