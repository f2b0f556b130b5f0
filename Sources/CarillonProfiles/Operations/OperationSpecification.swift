import CarillonModel

/// All that is to be said of an operation, once: what it takes and gives, who may ask, and at which route of the host.
///
/// Requests are read, contracts compiled, and OpenAPI, JSON Schema and the reference written from it. The host adds
/// one handler, which does the work.
public struct OperationSpecification: Sendable {
    /// Such as `devices.register`.
    public let id: String
    /// For the reference: one sentence.
    public let summary: String
    public let callers: Callers
    /// Faults are told in their order.
    public let fields: [OperationField]
    /// Groups of fields of which at least one must be filled.
    public let oneOf: [[String]]
    /// What the fields say of each other.
    public let body: BodyForm
    /// Members of the result, without what placeholders see beside any.
    public let ownResult: [ResultShape.Member]
    public let answer: Answer
    /// Whether it is about the feed or the switches of the caller, which depend on what is known of them: what their
    /// token says of them is kept.
    public let notesClaims: Bool
    public let unknown: Unknown
    public let errors: OperationErrors
    /// Where the host does it; nil for what only contracts can ask for.
    public let route: NativeRouteSpecification?
    private let toggles: ToggleFields

    public enum Callers: Sendable {
        /// The caller's own rows.
        case user
        case service
        /// A user for themself, or a service for anybody.
        case userOrService
        case anyone
    }

    /// What kind of answer it gives.
    public enum Answer: Sendable {
        /// Its result, as JSON.
        case result
        /// Events: the host's own route takes CloudEvents and batches as well, in which each event is answered for.
        case events
        /// Server-Sent Events, for as long as the client listens.
        case stream
        /// That of the tenant's own log-in, which the request is passed on to.
        case forwardedLogin
    }

    /// What becomes of a request for something that isn't there.
    public enum Unknown: Sendable {
        /// The operation itself decides.
        case operationDecides
        /// A contract's route says it by `onUnknown`.
        case routeDecides
        /// It does, and where that is `ignore`, so are values that can't be right: a log-out never fails.
        case routeDecidesLeniently
    }

    /// Whether the profile's switches are fields, or members of the result.
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

    /// The same with the switches of a profile, where it takes or gives them.
    ///
    /// - Parameter names: of the profile's preferences.
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

    /// What placeholders of a contract's route see.
    public var result: ResultShape {
        let own = Set(ownResult.map(\.name))
        return .object(ownResult + ResultShape.surroundings.filter { !own.contains($0.name) })
    }

    /// Whether a contract's route says by `onUnknown` what becomes of a request for something that isn't there.
    public var reportsUnknown: Bool {
        switch unknown {
        case .operationDecides: false
        case .routeDecides, .routeDecidesLeniently: true
        }
    }

    /// Whether results are pages of a feed, around which a contract can show links.
    public var givesPages: Bool { ownResult.contains { $0.presence == .inContracts } }

    /// Under which name it takes the payload of an event; nil where it sends none.
    public var payloadField: String? { fields.first { $0.kind == .payload }?.name }
}
