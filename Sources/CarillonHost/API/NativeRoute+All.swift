import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles

extension NativeRoute {
    /// Every route under `/v1/{tenant}`.
    static let all = general + campaigns + [bulkImport] + unsubscribe

    private static let general: [NativeRoute] = [
        clientProfile,
        openAPI,
        NativeRoute(
            "POST",
            "/v1/{tenant}/events",
            .service,
            operation: .eventsAccept,
            bodyLimit: batchLimit,
            status: 202
        ) { call throws(Problem) in
            try await postEvents(call)
        },
        NativeRoute(
            "GET",
            "/v1/{tenant}/events/{id}",
            .service,
            .eventsTrace,
            .query([
                "limit": .init(name: "limit", kind: .integer), "cursor": .init(name: "cursor"),
            ]),
            member: "event"
        ),
        NativeRoute("POST", "/v1/{tenant}/devices", .user, .devicesRegister, member: "device"),
        NativeRoute("DELETE", "/v1/{tenant}/devices/{token}", .user, .devicesUnregister, .query([:]), member: "device"),
        NativeRoute(
            "GET",
            "/v1/{tenant}/notifications",
            .user,
            .notificationsList,
            .query([
                "limit": .init(name: "limit", kind: .integer), "offset": .init(name: "offset", kind: .integer),
                "cursor": .init(name: "cursor"), "categories": .init(name: "category"),
                "unreadOnly": .init(name: "unread", kind: .boolean), "order": .init(name: "order"),
            ])
        ),
        NativeRoute("PATCH", "/v1/{tenant}/notifications", .user, .notificationsMark),
        NativeRoute(
            "GET",
            "/v1/{tenant}/stream",
            .user,
            operation: .notificationsStream
        ) { call throws(Problem) in
            try await call.operation(JSONObject()).stream(after: call.request.header("last-event-id"))
        },
        NativeRoute(
            "PUT",
            "/v1/{tenant}/users/{id}",
            .service,
            .usersPut,
            parameters: ["id": "userId"],
            member: "user"
        ),
        NativeRoute(
            "DELETE",
            "/v1/{tenant}/users/{id}",
            .service,
            .usersErase,
            .query([:]),
            parameters: ["id": "userId"],
            member: "erased"
        ),
        NativeRoute("GET", "/v1/{tenant}/preferences", .user, .preferencesGet, .query([:])),
        NativeRoute("PATCH", "/v1/{tenant}/preferences", .user, .preferencesSet),
        NativeRoute(
            "GET",
            "/v1/{tenant}/subscriptions",
            .userOrService,
            .subscriptionsList,
            .query(["deviceId": .init(name: "deviceId"), "userId": .init(name: "userId")]),
            only: ["subscriptions"]
        ),
        NativeRoute(
            "PUT",
            "/v1/{tenant}/subscriptions/{topic}",
            .userOrService,
            .subscriptionsAdd,
            .optionalBody(["deviceId": .init(name: "deviceId"), "userId": .init(name: "userId")]),
            only: ["subscriptions"]
        ),
        NativeRoute(
            "DELETE",
            "/v1/{tenant}/subscriptions/{topic}",
            .userOrService,
            .subscriptionsRemove,
            .query(["deviceId": .init(name: "deviceId"), "userId": .init(name: "userId")]),
            only: ["subscriptions", "removedCount"]
        ),
        NativeRoute("POST", "/v1/{tenant}/sessions", .service, .sessionsStart, member: "session"),
        NativeRoute(
            "PATCH",
            "/v1/{tenant}/sessions/{id}",
            .service,
            .sessionsUpdate,
            parameters: ["id": "sessionId"],
            member: "session"
        ),
        NativeRoute(
            "DELETE",
            "/v1/{tenant}/sessions/{id}",
            .service,
            .sessionsEnd,
            .query([:]),
            parameters: ["id": "sessionId"],
            member: "session"
        ),
        NativeRoute("POST", "/v1/{tenant}/send", .service, .notificationsSend),
        NativeRoute(
            "GET",
            "/v1/{tenant}/deliveries/failed",
            .service,
            .deliveriesFailed,
            .query([
                "limit": .init(name: "limit", kind: .integer), "cursor": .init(name: "cursor"),
                "channel": .init(name: "channel"), "code": .init(name: "code"),
            ])
        ),
        NativeRoute("POST", "/v1/{tenant}/deliveries/redrive", .service, .deliveriesRedriveFailed),
        NativeRoute(
            "POST",
            "/v1/{tenant}/deliveries/{id}/redrive",
            .service,
            .deliveriesRedrive,
            .query([:]),
            member: "delivery"
        ),
    ]

    /// The routes by method and number of segments: few are left to be compared.
    private static let table = Dictionary(grouping: all) { Shape(method: $0.method, count: $0.path.segments.count) }

    private struct Shape: Hashable {
        var method: String
        var count: Int
    }

    /// The route for a request, with what stands in its path.
    static func route(_ method: String, _ path: [String]) -> (route: NativeRoute, parameters: [String: String])? {
        for route in table[Shape(method: method, count: path.count)] ?? [] {
            if let parameters = route.path.match(path) { return (route, parameters) }
        }
        return nil
    }

    /// Whether the path is one of the host's own, whatever the method.
    static func isPath(_ path: [String]) -> Bool {
        path.first == "v1"
            && table.contains { shape, routes in
                shape.count == path.count && routes.contains { $0.path.match(path) != nil }
            }
    }

    /// The methods that a path takes.
    static func methods(at path: [String]) -> [String] {
        all.filter { $0.path.match(path) != nil }.map(\.method)
    }

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
            throw .invalid([.init(pointer: "", code: "wrong-type", message: "must be an array, not \(json.kind)")])
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
        var faults: [Problem.Fault] = []
        var stored = false
        for (index, outcome) in outcomes.enumerated() {
            let posted = try outcome.get()
            answers.append(posted.json)
            if case .rejected(_, _, let own) = posted {
                faults += own.map { .init(pointer: "/\(index)\($0.pointer)", code: $0.code, message: $0.message) }
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
