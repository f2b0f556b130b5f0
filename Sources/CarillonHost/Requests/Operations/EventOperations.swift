import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles

/// `events.accept` and `events.trace`.
struct EventOperations: Sendable {
    let intake: EventIntake

    private var tenant: TenantRuntime { intake.tenant.runtime }

    /// What became of one posted event.
    enum Posted: Sendable {
        case accepted(AcceptedEvent)
        case duplicate(Event, id: String, notifications: [String])
        case conflict(Event, id: String)
        /// With what of its names are texts.
        case rejected(source: String?, eventID: String?, [Fault])
    }

    /// Checks and stores one event; returns after its commit.
    ///
    /// - Throws: `unavailable` when the store can't keep it.
    func post(_ read: ParsedEvent, json: JSONValue) async throws(Problem) -> Posted {
        let event = read.event
        let accepted: AcceptedEvent
        do {
            accepted = try tenant.accepting.accept(read, at: tenant.clock.now)
        } catch {
            return .rejected(source: json["source"]?.string, eventID: json["id"]?.string, error.faults)
        }
        switch try await intake.take(accepted) {
        case .accepted: return .accepted(accepted)
        case .duplicate(let id, let notifications): return .duplicate(event, id: id, notifications: notifications)
        case .conflict(let id): return .conflict(event, id: id)
        }
    }

    func trace(_ id: String, _ page: TracePage = TracePage()) async throws(Problem) -> EventTrace {
        let trace = try await Problem.stored(of: tenant.profile.id, tenant.observer) { () async throws(StoreFailure) in
            try await tenant.store.trace(event: id, page)
        }
        guard let trace else {
            throw Problem(.notFound, "there is no event with this id, or more than one sender has used it")
        }
        return trace
    }
}

extension Problem {
    /// Runs a store's operation; a failure becomes `unavailable`, with a message that names no file.
    static func stored<Value: Sendable>(
        of tenant: TenantID,
        _ observer: any PipelineObserver,
        _ operation: () async throws(StoreFailure) -> Value
    ) async throws(Problem) -> Value {
        do {
            return try await operation()
        } catch {
            observer.observe(.storeFailed(tenant, error))
            throw .storeFailed(error.kind)
        }
    }

    static func storeFailed(_ kind: StoreFailure.Kind) -> Problem {
        let outcome =
            kind == .unknown
            ? "whether it was stored isn't known; repeat it as it is"
            : "nothing was changed, because the store can't be used right now; try again"
        return Problem(.unavailable, outcome, retryAfter: .seconds(5))
    }
}

extension EventOperations.Posted {
    /// One element of `events` in the answer.
    var json: JSONValue {
        switch self {
        case .accepted(let event):
            Self.json(event.id, event.source, event.externalID, "accepted", event.notifications.map(\.id))
        case .duplicate(let event, let id, let notifications):
            Self.json(id, event.source, event.id, "duplicate", notifications)
        case .conflict(let event, let id): Self.json(id, event.source, event.id, "conflict", nil)
        case .rejected(let source, let eventID, let faults):
            [
                "source": source.map { .string($0) } ?? .null, "eventId": eventID.map { .string($0) } ?? .null,
                "status": "rejected",
                "errors": .array(faults.map(\.json)),
            ]
        }
    }

    private static func json(
        _ id: String,
        _ source: String,
        _ eventID: String,
        _ status: String,
        _ notifications: [String]?
    ) -> JSONValue {
        var object = JSONObject([
            .init("id", .string(id)),
            .init("source", .string(source)),
            .init("eventId", .string(eventID)),
            .init("status", .string(status)),
        ])
        object["notifications"] = notifications.map { .array($0.map { .string($0) }) }
        return .object(object)
    }
}
