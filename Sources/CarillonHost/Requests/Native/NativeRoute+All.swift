import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles

extension NativeRoute {
    /// Every route under `/v1/{tenant}`.
    static let routes = (general + campaigns + [bulkImport] + unsubscribe).map { native in
        DeclaredRoute(native.method, native.path, from: "the host's own \(native.name)", native)
    }

    private static let general: [NativeRoute] = [
        clientProfile,
        openAPI,
        NativeRoute(
            .post,
            "/v1/{tenant}/events",
            .service,
            operation: .eventsAccept,
            bodyLimit: batchLimit,
            status: 202
        ) { call throws(Problem) in
            try await postEvents(call)
        },
        NativeRoute(
            .get,
            "/v1/{tenant}/events/{id}",
            .service,
            .eventsTrace,
            .query([
                "limit": .init(name: "limit", kind: .integer), "cursor": .init(name: "cursor"),
            ]),
            member: "event"
        ),
        NativeRoute(.post, "/v1/{tenant}/devices", .user, .devicesRegister, member: "device"),
        NativeRoute(.delete, "/v1/{tenant}/devices/{token}", .user, .devicesUnregister, .query([:]), member: "device"),
        NativeRoute(
            .get,
            "/v1/{tenant}/notifications",
            .user,
            .notificationsList,
            .query([
                "limit": .init(name: "limit", kind: .integer), "offset": .init(name: "offset", kind: .integer),
                "cursor": .init(name: "cursor"), "categories": .init(name: "category"),
                "unreadOnly": .init(name: "unread", kind: .boolean), "order": .init(name: "order"),
            ])
        ),
        NativeRoute(.patch, "/v1/{tenant}/notifications", .user, .notificationsMark),
        NativeRoute(
            .get,
            "/v1/{tenant}/stream",
            .user,
            operation: .notificationsStream
        ) { call throws(Problem) in
            try await call.operation(JSONObject()).stream(after: call.request.header("last-event-id"))
        },
        NativeRoute(
            .put,
            "/v1/{tenant}/users/{id}",
            .service,
            .usersPut,
            parameters: ["id": "userId"],
            member: "user"
        ),
        NativeRoute(
            .delete,
            "/v1/{tenant}/users/{id}",
            .service,
            .usersErase,
            .query([:]),
            parameters: ["id": "userId"],
            member: "erased"
        ),
        NativeRoute(.get, "/v1/{tenant}/preferences", .user, .preferencesGet, .query([:])),
        NativeRoute(.patch, "/v1/{tenant}/preferences", .user, .preferencesSet),
        NativeRoute(
            .get,
            "/v1/{tenant}/subscriptions",
            .userOrService,
            .subscriptionsList,
            .query(["deviceId": .init(name: "deviceId"), "userId": .init(name: "userId")]),
            only: ["subscriptions"]
        ),
        NativeRoute(
            .put,
            "/v1/{tenant}/subscriptions/{topic}",
            .userOrService,
            .subscriptionsAdd,
            .optionalBody(["deviceId": .init(name: "deviceId"), "userId": .init(name: "userId")]),
            only: ["subscriptions"]
        ),
        NativeRoute(
            .delete,
            "/v1/{tenant}/subscriptions/{topic}",
            .userOrService,
            .subscriptionsRemove,
            .query(["deviceId": .init(name: "deviceId"), "userId": .init(name: "userId")]),
            only: ["subscriptions", "removedCount"]
        ),
        NativeRoute(.post, "/v1/{tenant}/sessions", .service, .sessionsStart, member: "session"),
        NativeRoute(
            .patch,
            "/v1/{tenant}/sessions/{id}",
            .service,
            .sessionsUpdate,
            parameters: ["id": "sessionId"],
            member: "session"
        ),
        NativeRoute(
            .delete,
            "/v1/{tenant}/sessions/{id}",
            .service,
            .sessionsEnd,
            .query([:]),
            parameters: ["id": "sessionId"],
            member: "session"
        ),
        NativeRoute(.post, "/v1/{tenant}/send", .service, .notificationsSend),
        NativeRoute(
            .get,
            "/v1/{tenant}/deliveries/failed",
            .service,
            .deliveriesFailed,
            .query([
                "limit": .init(name: "limit", kind: .integer), "cursor": .init(name: "cursor"),
                "channel": .init(name: "channel"), "code": .init(name: "code"),
            ])
        ),
        NativeRoute(.post, "/v1/{tenant}/deliveries/redrive", .service, .deliveriesRedriveFailed),
        NativeRoute(
            .post,
            "/v1/{tenant}/deliveries/{id}/redrive",
            .service,
            .deliveriesRedrive,
            .query([:]),
            member: "delivery"
        ),
    ]

    private static let cloudEvent = "application/cloudevents+json"
    static let cloudEventBatch = "application/cloudevents-batch+json"

    /// One event answers for itself; in a batch each stands alone.
    private static func postEvents(_ call: NativeCall) async throws(Problem) -> APIResponse {
        let isBatch = call.request.mediaType == cloudEventBatch
        guard isBatch || call.request.body.count <= bodyLimit else { throw .tooLarge(limit: bodyLimit) }
        let json = try call.request.json(["application/json", cloudEvent, cloudEventBatch])
        guard isBatch else {
            let operation = call.operation(JSONObject())
            let posted = try await operation.events.post(call.readEvent(json), json: json).settled
            return APIResponse(status: 202, json: ["events": .array([posted.json])])
        }
        guard let elements = json.array else {
            throw .invalid([.wrongType("", wanted: "an array", got: json)])
        }
        return try await postBatch(elements, call)
    }

    /// The events share a commit; the answer keeps their order.
    private static func postBatch(_ elements: [JSONValue], _ call: NativeCall) async throws(Problem) -> APIResponse {
        let operations = call.operation(JSONObject()).events
        let outcomes = await withTaskGroup(of: (Int, Result<EventOperations.Posted, Problem>).self) { group in
            for (index, json) in elements.enumerated() {
                group.addTask {
                    do throws(Problem) {
                        return (index, .success(try await operations.post(EventReading.event(json), json: json)))
                    } catch {
                        return (index, .failure(error))
                    }
                }
            }
            var outcomes = [Result<EventOperations.Posted, Problem>?](repeating: nil, count: elements.count)
            for await (index, outcome) in group { outcomes[index] = outcome }
            return outcomes.compactMap { $0 }
        }
        var answers: [JSONValue] = []
        var faults: [Fault] = []
        var stored = false
        for (index, outcome) in outcomes.enumerated() {
            let posted = try outcome.get()
            answers.append(posted.json)
            if case .rejected(_, _, let own) = posted {
                faults += own.map { $0.within("/\(index)") }
            } else {
                stored = true
            }
        }
        guard stored || elements.isEmpty else { throw .invalid(faults) }
        return APIResponse(status: 202, json: ["events": .array(answers)])
    }
}

extension NativeCall {
    /// Headers beginning with `ce-` make it a binary CloudEvent, whose body is the data.
    fileprivate func readEvent(_ json: JSONValue) -> ParsedEvent {
        guard request.header("ce-specversion") != nil else { return EventReading.event(json) }
        let attributes = request.headers.filter { $0.name.hasPrefix("ce-") }
        return EventReading.event(
            attributes: attributes.map { (String($0.name.dropFirst(3)), $0.value) },
            data: json
        )
    }
}
