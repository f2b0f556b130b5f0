import CarillonModel

/// Brings the server's subscriptions of this device to what the person wants.
///
/// What is wanted and what the server has confirmed are two things, and nothing counts as confirmed before a 2xx. A registration
/// names all topics of one signer, because it replaces those that the signer had; topics without a signer are registered
/// anonymously, without cookies. One round of calls runs at a time, and each call has a number that its answer brings back: the
/// answer to one that isn't waited for changes nothing.
public struct SubscriptionReducer: Reducer {
    /// Topics in one removal at most.
    public static let bulk = 500
    /// Stands for nobody among signers.
    public static let anonymous = ""

    public init() {}

    /// What is wanted of this device, and what the server has; keep it over a restart.
    public struct State: Sendable, Hashable {
        /// The global switch; what is wanted stays while it is off.
        public var isOn = true
        /// What is wanted: the signers by topic; none where the person only observes.
        public var wanted: [String: Set<String>] = [:]
        /// What the server has confirmed: the topics by signer, ``SubscriptionReducer/anonymous`` for none.
        public var confirmed: [String: Set<String>] = [:]
        /// What was asked and isn't answered.
        public var open: [Request] = []
        /// The number that was given last; it goes on over a restart, so that no late answer is taken for another's.
        public var lastRequest: Int64 = 0
        /// Why a topic isn't as it should be, by topic: the status of the answer.
        public var failed: [String: Int] = [:]

        public init() {}
    }

    /// A request to the server.
    public enum Call: Sendable, Hashable {
        /// All topics of a signer; anonymous, and to be sent without cookies, where the signer is nil.
        case register(signer: String?, topics: [String])
        /// At most ``SubscriptionReducer/bulk``.
        case remove([Removal])
    }

    /// A call on its way.
    public struct Request: Sendable, Hashable {
        /// What its answer brings back.
        public let request: Int64
        public let call: Call

        public init(request: Int64, call: Call) {
            self.request = request
            self.call = call
        }
    }

    /// One topic of one signer that ends.
    public struct Removal: Sendable, Hashable {
        public let topic: String
        /// Nil for whoever subscribed it.
        public let signer: String?

        /// - Parameters:
        ///   - topic: what it is about.
        ///   - signer: nil for whoever subscribed it.
        public init(_ topic: String, signer: String? = nil) {
            self.topic = topic
            self.signer = signer
        }
    }

    /// What the person switches, and what the server answers.
    public enum Event: Sendable, Hashable {
        /// A topic is wanted, with the signers that the person has for it.
        case want(topic: String, signers: Set<String>)
        case unwant(topic: String)
        case switched(isOn: Bool)
        /// What came of the call with this number.
        case answered(RequestOutcome, request: Int64)
        /// The app came to the foreground, or the network changed.
        case reachable
    }

    /// What the app does about it.
    public enum Effect: Sendable, Hashable {
        /// Carry it out, and report ``Event/answered(_:request:)`` with its number.
        case call(Call, request: Int64)
    }

    /// What a screen shows of a topic.
    public enum Status: Sendable, Hashable {
        case off
        case pending
        /// Everything that concerns the topic, what only owners get included.
        case owner
        case observer
        /// The status of the answer; 0 for none.
        case failed(Int)
    }

    public func reduce(_ state: inout State, _ event: Event) -> [Effect] {
        switch event {
        case .want(let topic, let signers):
            state.wanted[topic] = signers
            state.failed[topic] = nil
        case .unwant(let topic):
            state.wanted[topic] = nil
            state.failed[topic] = nil
        case .switched(let isOn):
            state.isOn = isOn
            state.failed = [:]
        case .answered(let outcome, let request):
            guard let index = state.open.firstIndex(where: { $0.request == request }) else { return [] }
            settle(state.open.remove(at: index).call, outcome, &state)
            // What failed is tried again in the foreground, not at once.
            guard state.open.isEmpty else { return [] }
        case .reachable: state.failed = [:]
        }
        guard state.open.isEmpty else { return [] }
        for call in calls(state) {
            state.lastRequest += 1
            state.open.append(Request(request: state.lastRequest, call: call))
        }
        return state.open.map { .call($0.call, request: $0.request) }
    }

    /// What a screen shows of a topic.
    public func status(of topic: String, in state: State) -> Status {
        if let status = state.failed[topic] { return .failed(status) }
        let wanted = Self.desired(state).filter { $0.value.contains(topic) }.keys
        let confirmed = state.confirmed.filter { $0.value.contains(topic) }.keys
        guard Set(wanted) == Set(confirmed) else { return .pending }
        return confirmed.isEmpty ? .off : confirmed.contains(Self.anonymous) ? .observer : .owner
    }

    /// The topics by signer, as they should be.
    private static func desired(_ state: State) -> [String: Set<String>] {
        guard state.isOn else { return [:] }
        var desired: [String: Set<String>] = [:]
        for (topic, signers) in state.wanted {
            for signer in signers.isEmpty ? [anonymous] : signers { desired[signer, default: []].insert(topic) }
        }
        return desired
    }

    /// The difference between what should be and what is, without what failed; in the order of signers and topics.
    private func calls(_ state: State) -> [Call] {
        let desired = Self.desired(state)
        let everywhere = desired.values.reduce(into: Set<String>()) { $0.formUnion($1) }
        var calls: [Call] = []
        var removals: [Removal] = []
        for signer in Set(desired.keys).union(state.confirmed.keys).sorted() {
            let topics = desired[signer] ?? []
            let known = state.confirmed[signer] ?? []
            let added = topics.subtracting(known)
            let dropped = known.subtracting(topics)
            let name = signer == Self.anonymous ? nil : signer
            // A registration leaves out, and so removes, what is wanted of somebody else only.
            let moved = dropped.intersection(everywhere)
            let isNeeded = !added.union(moved).isSubset(of: state.failed.keys)
            if !topics.isEmpty, isNeeded {
                calls.append(.register(signer: name, topics: topics.sorted()))
            } else if topics.isEmpty, let name {
                removals += moved.filter { state.failed[$0] == nil }.map { Removal($0, signer: name) }
            }
        }
        let known = state.confirmed.values.reduce(into: Set<String>()) { $0.formUnion($1) }
        removals += known.subtracting(everywhere).filter { state.failed[$0] == nil }.map { Removal($0) }
        removals.sort { ($0.topic, $0.signer ?? "") < ($1.topic, $1.signer ?? "") }
        while !removals.isEmpty {
            calls.append(.remove(Array(removals.prefix(Self.bulk))))
            removals.removeFirst(min(Self.bulk, removals.count))
        }
        return calls
    }

    private func settle(_ call: Call, _ outcome: RequestOutcome, _ state: inout State) {
        switch call {
        case .register(let signer, let topics):
            guard outcome.isSuccess else {
                let known = state.confirmed[signer ?? Self.anonymous] ?? []
                for topic in known.symmetricDifference(topics) { state.failed[topic] = outcome.status }
                return
            }
            state.confirmed[signer ?? Self.anonymous] = Set(topics)
            // An owner's subscription takes the place of an anonymous one.
            if signer != nil { state.confirmed[Self.anonymous]?.subtract(topics) }
        case .remove(let removals):
            // What isn't there needn't be removed.
            guard outcome.isSuccess || outcome.status == 404 else {
                for removal in removals { state.failed[removal.topic] = outcome.status }
                return
            }
            for removal in removals {
                let signers = removal.signer.map { [$0] } ?? Array(state.confirmed.keys)
                for signer in signers { state.confirmed[signer]?.remove(removal.topic) }
            }
        }
        state.confirmed = state.confirmed.filter { !$0.value.isEmpty }
    }
}
