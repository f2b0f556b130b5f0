import CarillonModel
import Synchronization

/// How many connections there may be.
struct ConnectionLimits: Sendable, Hashable {
    /// Of all clients together.
    var all: Int
    /// Of one client address, and requests under way of one behind a proxy we trust; nil: as many as there are.
    var perAddress: Int?
    /// Beyond these, for the time that it takes to answer one request: health's, or with the reason why there is no more.
    var reserve = 64
    /// Of the reserve ones, for one client address.
    var reservePerAddress = 8
    /// Of the reserve ones, for this machine and the trusted proxies only: operators use these.
    var kept: Int { reserve / 4 }
}

/// The connections that are open on a port.
///
/// Whoever holds ``Place`` has one of them, and gives it back by holding it no longer, however the connection or the request
/// ends. A lock, because connections live on many threads.
final class ConnectionQuota: Sendable {
    /// What a new connection may do.
    enum Admission {
        case whole(Place)
        /// Ask for health; everything else is answered with the problem, and the connection ends with the answer.
        case reserve(Place, Problem)
        /// Nothing: it is closed.
        case none
    }

    /// One of the connections, or of the requests of a client behind a proxy.
    final class Place: Sendable {
        fileprivate let kind: Kind
        fileprivate let network: [UInt8]?
        private let places: ConnectionQuota

        fileprivate init(_ kind: Kind, _ network: [UInt8]?, of places: ConnectionQuota) {
            self.kind = kind
            self.network = network
            self.places = places
        }

        deinit { places.release(kind, network) }
    }

    fileprivate enum Kind {
        case whole, reserve, request
    }

    fileprivate struct Count {
        var whole = 0
        var reserve = 0
        var requests = 0

        var isZero: Bool { whole == 0 && reserve == 0 && requests == 0 }

        subscript(kind: Kind) -> Int {
            get {
                switch kind {
                case .whole: whole
                case .reserve: reserve
                case .request: requests
                }
            }
            set {
                switch kind {
                case .whole: whole = newValue
                case .reserve: reserve = newValue
                case .request: requests = newValue
                }
            }
        }
    }

    fileprivate struct State {
        var all = Count()
        var byNetwork: [[UInt8]: Count] = [:]
    }

    let limits: ConnectionLimits
    let proxies: TrustedProxies
    private let onRefusal: @Sendable (Problem.Code) -> Void
    private let state = Mutex(State())

    /// - Parameter onRefusal: called with the reason why a connection or a request was refused.
    init(
        _ limits: ConnectionLimits,
        proxies: TrustedProxies = TrustedProxies(),
        onRefusal: @escaping @Sendable (Problem.Code) -> Void = { _ in }
    ) {
        self.limits = limits
        self.proxies = proxies
        self.onRefusal = onRefusal
    }

    /// How many connections are open, reserve ones too.
    var count: Int { state.withLock { $0.all.whole + $0.all.reserve } }

    /// - Parameter peer: the connection's other end; nil where it has no address.
    func admit(_ peer: InternetAddress?) -> Admission {
        let network = peer.flatMap { proxies.contains($0) ? nil : $0.network }
        let reserve = network == nil || peer?.isLoopback == true ? limits.reserve : limits.reserve - limits.kept
        let (kind, problem) = state.withLock { state -> (Kind?, Problem?) in
            let own = network.flatMap { state.byNetwork[$0] } ?? Count()
            let problem: Problem? =
                if network != nil, let limit = limits.perAddress, own.whole >= limit {
                    .tooManyConnections(limit)
                } else if state.all.whole >= limits.all {
                    .connectionsExhausted
                } else {
                    nil
                }
            let hasSpare =
                state.all.reserve < reserve && (network == nil || own.reserve < limits.reservePerAddress)
            let kind: Kind? = problem == nil ? .whole : hasSpare ? .reserve : nil
            if let kind { state.take(kind, network) }
            return (kind, problem)
        }
        if let problem { onRefusal(problem.code) }
        guard let kind else { return .none }
        let place = Place(kind, network, of: self)
        return problem.map { .reserve(place, $0) } ?? .whole(place)
    }

    /// Counts a request of a client behind a proxy, whose connections don't show how many there are of one client.
    ///
    /// - Returns: nil where it isn't counted, because the client's own connection is.
    /// - Throws: where there are as many under way as a client may have connections.
    func begin(_ client: InternetAddress, through peer: InternetAddress) throws(Problem) -> Place? {
        guard let limit = limits.perAddress, proxies.contains(peer), !proxies.contains(client) else { return nil }
        let network = client.network
        let isTaken = state.withLock { state in
            guard state.byNetwork[network]?.requests ?? 0 < limit else { return false }
            state.take(.request, network)
            return true
        }
        guard isTaken else {
            let problem = Problem.tooManyConnections(limit)
            onRefusal(problem.code)
            throw problem
        }
        return Place(.request, network, of: self)
    }

    private func release(_ kind: Kind, _ network: [UInt8]?) {
        state.withLock { state in
            state.all[kind] -= 1
            guard let network else { return }
            state.byNetwork[network]?[kind] -= 1
            if state.byNetwork[network]?.isZero == true { state.byNetwork[network] = nil }
        }
    }
}

extension ConnectionQuota.State {
    fileprivate mutating func take(_ kind: ConnectionQuota.Kind, _ network: [UInt8]?) {
        all[kind] += 1
        if let network { byNetwork[network, default: .init()][kind] += 1 }
    }
}

extension InternetAddress {
    /// This machine's own (RFC 1122, section 3.2.1.3; RFC 4291, section 2.5.3).
    var isLoopback: Bool { isVersion4 ? bytes[0] == 127 : bytes == Array(repeating: 0, count: 15) + [1] }

    /// Whose addresses are one client's: an IPv4 address, and the 64 bits of IPv6 that one customer has at the least.
    ///
    /// Source: RFC 6177, section 2.
    var network: [UInt8] { isVersion4 ? bytes : Array(bytes[..<8]) }
}

extension Problem {
    static func tooManyConnections(_ limit: Int) -> Problem {
        Problem(
            code: .tooManyConnections,
            "this address has \(limit) connections already; close one, or use one for several requests",
            retryAfter: .seconds(5)
        )
    }

    static let connectionsExhausted = Problem(
        code: .connectionsExhausted,
        "this host has as many connections as it takes; try again in a moment",
        retryAfter: .seconds(5)
    )
}
