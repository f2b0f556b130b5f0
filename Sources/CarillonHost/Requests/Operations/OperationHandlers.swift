import CarillonModel
import CarillonPipeline
import CarillonProfiles

/// What does an operation.
enum OperationHandler: Sendable {
    /// Its result, as a contract's placeholders see it, of its fields.
    case fields(@Sendable (OperationCall, FieldReading) async throws(Problem) -> JSONObject)
    /// The same of the request's members as they are: events are read where they are accepted, by one reader for the
    /// host's own form and for CloudEvents.
    case event(@Sendable (OperationCall) async throws(Problem) -> JSONObject)
    /// The answer itself, which goes on with the id that the client has read last.
    case stream(@Sendable (OperationCall, FieldReading, String?) async throws(Problem) -> APIResponse)
    /// What the tenant's own service answers: see ``LoginForwarder``.
    case forwarding
}

extension OperationHandler {
    /// One for each operation.
    static let all: [(operation: Operation, handler: OperationHandler)] = [
        (.eventsAccept, .event { call throws(Problem) in try await call.acceptEvent() }),
        (.eventsTrace, .fields { call, fields throws(Problem) in try await call.traceEvent(fields) }),
        (.devicesRegister, .fields { call, fields throws(Problem) in try await call.registerDevice(fields) }),
        (.devicesGet, .fields { call, fields throws(Problem) in try await call.device(fields) }),
        (.devicesUnregister, .fields { call, fields throws(Problem) in try await call.unregisterDevice(fields) }),
        (.notificationsSend, .fields { call, fields throws(Problem) in try await call.send(fields) }),
        (.notificationsList, .fields { call, fields throws(Problem) in try await call.listNotifications(fields) }),
        (.notificationsMark, .fields { call, fields throws(Problem) in try await call.markNotifications(fields) }),
        (.notificationsOpened, .fields { call, fields throws(Problem) in try await call.openNotifications(fields) }),
        (
            .notificationsStream,
            .stream { call, fields, id throws(Problem) in try await call.stream(fields, after: id) }
        ),
        (.inboxLink, .fields { call, fields throws(Problem) in try await call.makeInboxLink(fields) }),
        (.preferencesGet, .fields { call, fields throws(Problem) in try await call.preferences(fields) }),
        (.preferencesSet, .fields { call, fields throws(Problem) in try await call.setPreferences(fields) }),
        (.subscriptionsAdd, .fields { call, fields throws(Problem) in try await call.subscribe(fields) }),
        (.subscriptionsRemove, .fields { call, fields throws(Problem) in try await call.unsubscribe(fields) }),
        (.subscriptionsList, .fields { call, fields throws(Problem) in try await call.listSubscriptions(fields) }),
        (.sessionsStart, .fields { call, fields throws(Problem) in try await call.startSession(fields) }),
        (.sessionsUpdate, .fields { call, fields throws(Problem) in try await call.updateSession(fields) }),
        (.sessionsEnd, .fields { call, fields throws(Problem) in try await call.endSession(fields) }),
        (.sessionsLogin, .forwarding),
        (.usersPut, .fields { call, fields throws(Problem) in try await call.putUser(fields) }),
        (.usersErase, .fields { call, fields throws(Problem) in try await call.eraseUser(fields) }),
        (.deliveriesRedrive, .fields { call, fields throws(Problem) in try await call.redriveDelivery(fields) }),
        (.deliveriesFailed, .fields { call, fields throws(Problem) in try await call.failedDeliveries(fields) }),
        (.deliveriesRedriveFailed, .fields { call, fields throws(Problem) in try await call.redriveFailed(fields) }),
        (.campaignsCreate, .fields { call, fields throws(Problem) in try await call.createCampaign(fields) }),
        (.campaignsList, .fields { call, fields throws(Problem) in try await call.listCampaigns(fields) }),
        (.campaignsGet, .fields { call, fields throws(Problem) in try await call.campaign(fields) }),
        (.campaignsPause, .fields { call, fields throws(Problem) in try await call.changeCampaign(fields, .pause) }),
        (.campaignsResume, .fields { call, fields throws(Problem) in try await call.changeCampaign(fields, .resume) }),
        (.campaignsCancel, .fields { call, fields throws(Problem) in try await call.changeCampaign(fields, .cancel) }),
    ]

    private static let byOperation = Dictionary(all.map { ($0.operation, $0.handler) }, uniquingKeysWith: { $1 })

    fileprivate static func of(_ operation: Operation) throws(Problem) -> OperationHandler {
        guard let handler = byOperation[operation] else {
            throw Problem(.internal, "nothing does \(operation.rawValue)")
        }
        return handler
    }
}

/// What an operation answers.
enum OperationOutcome: Sendable {
    case result(JSONObject)
    /// Already as clients get it.
    case response(APIResponse)
}

extension OperationCall {
    /// What the request fills of an operation's fields.
    func fields(of specification: OperationSpecification) -> FieldReading {
        FieldReading(input, of: specification, FieldContext(profile: profile, registry: registry))
    }
}

extension Operation {
    /// Does it.
    ///
    /// - Parameter lastEventID: of the header `Last-Event-ID`, where the client of a stream goes on.
    func run(_ call: OperationCall, after lastEventID: String?) async throws(Problem) -> OperationOutcome {
        if specification.notesClaims { await call.noteClaims() }
        switch try OperationHandler.of(self) {
        case .fields(let handler): return .result(try await handler(call, call.fields(of: specification)))
        case .event(let handler): return .result(try await handler(call))
        case .stream(let handler):
            return .response(try await handler(call, call.fields(of: specification), lastEventID))
        case .forwarding: throw Problem(.internal, "\(rawValue) is passed on, and done by nobody here")
        }
    }
}
