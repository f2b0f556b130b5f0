import CarillonModel
import CarillonProfiles

/// Which operation of the host a route of another backend most likely is.
struct OperationGuess {
    let operation: Operation
    /// The next best, where it is nearly as likely.
    let rival: Operation?

    /// Below that it may be chance.
    private static let threshold = 5

    /// Nil where nothing fits.
    init?(_ route: DocumentOperation) {
        // Documents that Carillon wrote name it themselves.
        if let named = Operation(rawValue: route.summary)
            ?? Operation(rawValue: route.id)
        {
            operation = named
            rival = nil
            return
        }
        let evidence = Evidence(route)
        let ranked = OperationSigns.all.compactMap { signs -> (operation: Operation, score: Int)? in
            evidence.score(of: signs).map { (signs.operation, $0) }
        }
        .filter { $0.score >= Self.threshold }
        // Of two alike the one that is first in the table.
        guard let best = ranked.max(by: { $0.score < $1.score }).map(\.score),
            let first = ranked.first(where: { $0.score == best })
        else { return nil }
        operation = first.operation
        rival = ranked.filter { $0.operation != first.operation && $0.score >= best - 1 }.first?.operation
    }
}

/// The words of a route's description, by the weight of each place.
private struct Evidence {
    private let route: DocumentOperation
    private let weights: [(words: Set<String>, weight: Int)]
    private let endsInParameter: Bool
    /// What the route does, whatever method it is called by.
    private let methods: Set<RequestMethod>

    init(_ route: DocumentOperation) {
        self.route = route
        let segments = route.path.split(separator: "/").map(String.init)
        let fixed = segments.filter { !$0.hasPrefix("{") }
        let last = fixed.last ?? ""
        methods = Self.methods(route.method, of: SplitName(last).words)
        endsInParameter = segments.last?.hasPrefix("{") == true
        let path = fixed.map { Self.words($0) }.reduce(into: Set()) { $0.formUnion($1) }
        weights = [
            (Self.words(last), 2), (path, 4), (Self.words(route.id), 4), (Self.words(route.summary), 2),
            (route.tags.map { Self.words($0) }.reduce(into: Set()) { $0.formUnion($1) }, 1),
        ]
    }

    /// Where the last segment names an action, that is stronger evidence than the method: `POST /getNotifications`
    /// reads.
    private static func methods(_ method: RequestMethod, of words: [String]) -> Set<RequestMethod> {
        guard let first = words.first, let last = words.last else { return [method] }
        switch method {
        case .post:
            if !reading.isDisjoint(with: [first, last]) { return [.get] }
            if removing.contains(first) { return [.post, .delete] }
            return changing.contains(first) ? [.post, .put, .patch] : [.post]
        case .get:
            guard words.count > 1 else { return [.get] }
            if removing.contains(first) { return [.post, .delete] }
            return writing.contains(first) || changing.contains(first) ? [.post, .put] : [.get]
        case .put, .patch, .delete: return [method]
        }
    }

    private static let reading: Set<String> = ["get", "list", "fetch", "load", "query"]
    private static let removing: Set<String> = ["delete", "remove", "erase", "unregister", "unsubscribe"]
    private static let changing: Set<String> = ["update", "change", "set"]
    private static let writing: Set<String> = ["register", "add", "save", "store", "mark", "subscribe"]

    /// Words one by one, and pairs of neighbours as one: `push-token` is also `pushtoken`.
    private static func words(_ text: String) -> Set<String> {
        let name = SplitName(text)
        let pairs = zip(name.words, name.words.dropFirst()).map { $0 + $1 }
        return name.singular.union(pairs)
    }

    /// Nil where the method or the subject is another.
    func score(of signs: OperationSigns) -> Int? {
        guard !signs.methods.isDisjoint(with: methods) else { return nil }
        var score = 0
        var isAbout = false
        for (words, weight) in weights {
            if !words.isDisjoint(with: signs.subjects) {
                score += weight
                isAbout = true
            }
            if !words.isDisjoint(with: signs.verbs) { score += weight }
            if !words.isDisjoint(with: signs.against) { score -= weight + 1 }
        }
        guard isAbout || hasToken && signs.operation == .devicesRegister else { return nil }
        return score + shape(of: signs.operation)
    }

    /// The evidence of the method, the body and the end of the path.
    private func shape(of operation: Operation) -> Int {
        switch operation {
        case .devicesRegister: hasToken ? 6 : 0
        case .devicesUnregister, .subscriptionsRemove, .sessionsEnd: route.method == .delete ? 4 : 0
        case .notificationsList, .campaignsList, .subscriptionsList: endsInParameter ? -8 : 2
        case .devicesGet, .campaignsGet, .eventsTrace: endsInParameter ? 2 : -8
        case .notificationsMark: hasFlag ? 4 : 0
        case .notificationsSend: has(FieldNames.of("userId", in: .notificationsSend)) && !hasToken ? 3 : -1
        case .notificationsStream: route.response.isStream ? 8 : -4
        case .usersPut: has(["email", "emailaddress", "phone"]) ? 3 : -3
        default: 0
        }
    }

    private var hasToken: Bool {
        has(FieldNames.of("token", in: .devicesRegister).filter { $0 != "token" && $0 != "endpoint" })
            || has(["token"]) && (has(FieldNames.of("platform", in: .devicesRegister)) || isAboutDevices)
    }

    private var isAboutDevices: Bool {
        weights.contains { !$0.words.isDisjoint(with: ["device", "push", "pushtoken", "fcm", "apn", "expo"]) }
    }

    private var hasFlag: Bool { has(["read", "isread", "seen", "unread"]) }

    private func has(_ names: [String]) -> Bool {
        route.inputs.contains { $0.source.part != .header && names.contains($0.key) }
    }
}
