import CarillonModel

/// The specification of an operation, written once: its fields and result, who may call it, and its native route.
///
/// The readers of requests, the compiler of contracts, OpenAPI, JSON Schema and the reference all use it. The host
/// binds one handler to it.
public struct OperationSpecification: Sendable {
    /// Such as `devices.register`.
    public let id: String
    /// For the reference: one sentence.
    public let summary: String
    public let callers: Callers
    /// Faults are reported in this order.
    public let fields: [OperationField]
    /// Groups of fields of which at least one must be filled.
    public let oneOf: [[String]]
    /// How the fields depend on each other.
    public let body: BodyForm
    /// Members of the result, without those that placeholders can use with any result.
    public let ownResult: [ResultShape.Member]
    public let answer: Answer
    /// Whether it needs the caller's feed or preferences, which depend on stored attributes: the claims of the user's
    /// token are then stored first.
    public let notesClaims: Bool
    public let unknown: Unknown
    public let errors: OperationErrors
    /// The native route; nil for what only contracts offer.
    public let route: NativeRouteSpecification?
    private let toggles: ToggleFields

    public enum Callers: Sendable {
        /// The caller, for their own rows.
        case user
        case service
        /// A user for themself, or a service for any user.
        case userOrService
        case anyone
    }

    /// The kind of answer.
    public enum Answer: Sendable {
        /// The result, as JSON.
        case result
        /// Events: the native route also accepts CloudEvents and batches, whose answer has an entry for each event.
        case events
        /// Server-Sent Events, for as long as the client listens.
        case stream
        /// The answer of the tenant's own log-in, to which the request is forwarded.
        case forwardedLogin
    }

    /// How a request for something that doesn't exist is answered.
    public enum Unknown: Sendable {
        /// The operation decides.
        case operationDecides
        /// The contract's route decides, by `onUnknown`.
        case routeDecides
        /// The route decides, and where it says `ignore`, invalid values are ignored as well: a log-out never fails.
        case routeDecidesLeniently
    }

    /// Whether the profile's preferences are fields of the request, or members of the result.
    enum ToggleFields: Sendable {
        case none
        case given
        case takenAndGiven
    }

    init(
        _ id: String,
        _ summary: String,
        callers: Callers,
        _ fields: [OperationField] = [],
        oneOf: [[String]] = [],
        body: BodyForm = .independent,
        result: [ResultShape.Member] = [],
        answer: Answer = .result,
        toggles: ToggleFields = .none,
        notesClaims: Bool = false,
        unknown: Unknown = .operationDecides,
        errors: OperationErrors = OperationErrors(),
        route: NativeRouteSpecification? = nil
    ) {
        self.id = id
        self.summary = summary
        self.callers = callers
        self.fields = fields
        self.oneOf = oneOf
        self.body = body
        self.ownResult = result
        self.answer = answer
        self.toggles = toggles
        self.notesClaims = notesClaims
        self.unknown = unknown
        self.errors = errors
        self.route = route
    }

    /// The specification with a profile's preferences added, where it takes or returns them.
    ///
    /// - Parameter names: the names of the profile's preferences.
    public func with(toggles names: [String]) -> OperationSpecification {
        let taken = names.map { OperationField.optional($0, .boolean, "A switch of the profile.", false) }
        let given = names.map {
            ResultShape.Member.boolean($0, "A switch of the profile, as set or as it is by default.", false)
        }
        return switch toggles {
        case .none: self
        case .given: OperationSpecification(self, fields: fields, result: ownResult + given)
        case .takenAndGiven: OperationSpecification(self, fields: fields + taken, result: ownResult + given)
        }
    }

    private init(_ other: OperationSpecification, fields: [OperationField], result: [ResultShape.Member]) {
        self.init(
            other.id,
            other.summary,
            callers: other.callers,
            fields,
            oneOf: other.oneOf,
            body: other.body,
            result: result,
            answer: other.answer,
            notesClaims: other.notesClaims,
            unknown: other.unknown,
            errors: other.errors,
            route: other.route
        )
    }
}

extension OperationSpecification {
    public func field(_ name: String) -> OperationField? { fields.first { $0.name == name } }

    /// The result that placeholders of a contract's route can use.
    public var result: ResultShape {
        let own = Set(ownResult.map(\.name))
        return .object(ownResult + ResultShape.surroundings.filter { !own.contains($0.name) })
    }

    /// Whether a contract's route decides by `onUnknown` how a request for something that doesn't exist is answered.
    public var reportsUnknown: Bool {
        switch unknown {
        case .operationDecides: false
        case .routeDecides, .routeDecidesLeniently: true
        }
    }

    /// Whether results are pages of a feed, around which a contract can show links.
    public var givesPages: Bool { ownResult.contains { $0.presence == .inContracts } }

    /// The field that holds an event's payload; nil where the operation sends none.
    public var payloadField: String? { fields.first { $0.kind == .payload }?.name }
}
