import CarillonModel

/// Simulates APNs: what it remembers of each connection, and of the provider tokens it has checked.
struct APNsSimulator: Sendable {
    /// A connection belongs to the first team and key that push over it.
    private struct Connection: Sendable {
        let key: String
        var issuedAt: Int64
    }

    private static let capacity = 1000

    private var connections: [Int: Connection] = [:]
    private var order: [Int] = []
    /// Provider tokens whose signature was found right: it is the costly part, and a token serves for an hour.
    private var checked: Set<String> = []
    /// Requests that named no id of their own.
    private var unnamed = 0

    init() {}

    /// Of a request that needs a name: 1 and so on.
    mutating func nextNumber() -> Int {
        unnamed += 1
        return unnamed
    }

    /// Throws the reason for which the provider token isn't taken.
    ///
    /// Source: Apple, “Establishing a token-based connection”.
    mutating func authenticate(
        _ authorization: String?,
        topic: String,
        connection: Int,
        credentials: Credentials,
        now: Instant
    ) throws(APNsFault) {
        guard let authorization else { throw "MissingProviderToken" }
        let parts = authorization.split(separator: " ")
        guard parts.count == 2, parts[0].lowercased() == "bearer", let token = SignedToken(String(parts[1])),
            token.header["alg"] == "ES256", let keyID = token.header["kid"]?.string, keyID.utf8.count == 10,
            let team = token.claims["iss"]?.string, team.utf8.count == 10, let issuedAt = token.claims["iat"]?.integer
        else { throw "InvalidProviderToken" }
        let seconds = now.epochMilliseconds.floorDivided(by: 1000)
        guard issuedAt <= seconds + 60 else { throw "InvalidProviderToken" }
        guard seconds - issuedAt <= 3600 else { throw "ExpiredProviderToken" }
        let key = "\(team)/\(keyID)"
        guard credentials.mayBeAppleKey(keyID, of: team) else { throw "InvalidProviderToken" }
        try checkSignature(of: token, text: String(parts[1]), key: credentials.appleKeys[key]?.key)
        if let topics = credentials.appleKeys[key]?.topics, !topics.contains(topic) { throw "TopicDisallowed" }
        try bind(connection, to: key, issuedAt: issuedAt)
    }

    private mutating func checkSignature(of token: SignedToken, text: String, key: PublicKey?) throws(APNsFault) {
        guard token.signature.count == 64 else { throw "InvalidProviderToken" }
        guard let key, !checked.contains(text) else { return }
        guard token.isSigned(by: key) else { throw "InvalidProviderToken" }
        if checked.count >= Self.capacity { checked.removeAll() }
        checked.insert(text)
    }

    private mutating func bind(_ number: Int, to key: String, issuedAt: Int64) throws(APNsFault) {
        guard let known = connections[number] else {
            if order.count == Self.capacity { connections[order.removeFirst()] = nil }
            order.append(number)
            connections[number] = Connection(key: key, issuedAt: issuedAt)
            return
        }
        guard known.key == key else { throw "UnrelatedKeyIdInToken" }
        guard issuedAt > known.issuedAt else { return }
        // A new token is allowed at most every 20 minutes.
        guard issuedAt - known.issuedAt >= 1200 else { throw "TooManyProviderTokenUpdates" }
        connections[number]?.issuedAt = issuedAt
    }
}
