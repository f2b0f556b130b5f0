import CarillonModel

/// One message as a simulated provider got it.
struct ReceivedMessage: Sendable {
    let number: Int
    let provider: Provider
    /// Token, address or endpoint it went to.
    let token: String
    let receivedAt: Instant
    /// `ok`, or the provider's error code.
    let outcome: String
    /// The provider's own message object.
    let message: JSONValue
    /// Headers that matter to this provider.
    let headers: [SandboxRequest.Header]
    /// Which connection it came over, where that matters.
    var connection: Int?

    /// - Parameter shape: of what the app got, where the message was accepted and is of the shape's provider.
    func json(handedAs shape: HandedShape?) -> JSONValue {
        var object = JSONObject([
            .init("number", JSONValue(number)), .init("provider", .string(provider.name)),
            .init("token", .string(token)), .init("receivedAt", .string(receivedAt.rfc3339)),
            .init("outcome", .string(outcome)), .init("message", message),
        ])
        if !headers.isEmpty {
            object["headers"] = .object(JSONObject(headers.map { .init($0.name.lowercased(), .string($0.value)) }))
        }
        object["connection"] = connection.map { JSONValue($0) }
        if let shape, shape.provider == provider, outcome == "ok" { object["handed"] = shape.payload(of: self) }
        return .object(object)
    }
}

/// The last messages and the last refused requests, and how many there were of each.
///
/// Rings of fixed size: a load test of millions costs no more memory than one of thousands.
struct MessageLog: Sendable {
    private let capacity: Int
    private var ring: [ReceivedMessage] = []
    private var refusals: [Refusal] = []
    private var counts: [Provider: Int] = [:]
    private(set) var total = 0
    private(set) var refusedTotal = 0

    struct Refusal: Sendable {
        let provider: Provider
        let status: Int
        let reason: String
        let receivedAt: Instant
    }

    private static let keptRefusals = 100

    init(capacity: Int) {
        self.capacity = max(1, capacity)
    }

    mutating func add(
        _ provider: Provider,
        token: String,
        outcome: String,
        message: JSONValue,
        headers: [SandboxRequest.Header] = [],
        connection: Int? = nil,
        at now: Instant
    ) {
        let received = ReceivedMessage(
            number: total + 1,
            provider: provider,
            token: token,
            receivedAt: now,
            outcome: outcome,
            message: message,
            headers: headers,
            connection: connection
        )
        if ring.count < capacity { ring.append(received) } else { ring[total % capacity] = received }
        total += 1
        counts[provider, default: 0] += 1
    }

    /// A request refused as a whole.
    mutating func refuse(_ provider: Provider, status: Int, reason: String, at now: Instant) {
        let refusal = Refusal(provider: provider, status: status, reason: reason, receivedAt: now)
        if refusals.count < Self.keptRefusals {
            refusals.append(refusal)
        } else {
            refusals[refusedTotal % Self.keptRefusals] = refusal
        }
        refusedTotal += 1
    }

    mutating func clear() {
        self = MessageLog(capacity: capacity)
    }

    /// The last `limit` of the kept messages that match, oldest first.
    ///
    /// From the newest on, and copying only those that match: queries often match few of many, and are frequent.
    func messages(provider: Provider?, token: String?, limit: Int?) -> [ReceivedMessage] {
        let limit = min(limit ?? ring.count, ring.count)
        var places: [Int] = []
        for age in 0..<ring.count where places.count < limit {
            let place = (total - 1 - age) % capacity
            guard provider.map({ ring[place].provider == $0 }) ?? true, token.map({ ring[place].token == $0 }) ?? true
            else { continue }
            places.append(place)
        }
        return places.reversed().map { ring[$0] }
    }

    /// Totals since the start or the last clearing, whatever was kept.
    var summary: JSONObject {
        let start = refusals.count < Self.keptRefusals ? 0 : refusedTotal % Self.keptRefusals
        let recent = (refusals[start...] + refusals[..<start]).map { refusal -> JSONValue in
            [
                "provider": .string(refusal.provider.name), "status": JSONValue(refusal.status),
                "reason": .string(refusal.reason), "receivedAt": .string(refusal.receivedAt.rfc3339),
            ]
        }
        let declared = counts.keys.filter { !Provider.builtIn.contains($0) }.sorted { $0.name < $1.name }
        let byProvider = (Provider.builtIn + declared).compactMap { provider in
            counts[provider].map { JSONObject.Member(provider.name, JSONValue($0)) }
        }
        return JSONObject([
            .init("total", JSONValue(total)), .init("kept", JSONValue(ring.count)),
            .init("providers", .object(JSONObject(byProvider))),
            .init("refused", ["total": JSONValue(refusedTotal), "last": .array(recent)]),
        ])
    }
}
