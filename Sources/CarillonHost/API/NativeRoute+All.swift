import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles

extension NativeRoute {
    /// Every route under `/v1/{tenant}`.
    static let all: [NativeRoute] = [
        clientProfile,
        NativeRoute("POST", "/v1/{tenant}/events", .service, bodyLimit: batchLimit) { call throws(Problem) in
            try await postEvents(call)
        },
        NativeRoute("GET", "/v1/{tenant}/events/{id}", .service) { call throws(Problem) in
            APIResponse(json: try await call.events.trace(call.parameter("id"), call.tracePage()).json)
        },
        NativeRoute("POST", "/v1/{tenant}/devices", .user) { call throws(Problem) in
            APIResponse(
                json: try await call.devices.register(call.request.json(), owner: call.user())["device"] ?? .null
            )
        },
        NativeRoute("DELETE", "/v1/{tenant}/devices/{token}", .user) { call throws(Problem) in
            let result = try await call.devices.unregister(call.parameter("token"), owner: call.user().user)
            return APIResponse(json: result["device"] ?? .null)
        },
        NativeRoute("GET", "/v1/{tenant}/notifications", .user) { call throws(Problem) in
            let query = try call.feedQuery()
            return APIResponse(json: .object(try await call.notifications.list(query, of: call.user().user)))
        },
        NativeRoute("PATCH", "/v1/{tenant}/notifications", .user) { call throws(Problem) in
            var reader = try BodyReader(call.request.json())
            let ids = reader.texts("ids", limit: NotificationOperations.limit)
            let read = reader.boolean("read") ?? true
            try reader.finish()
            return APIResponse(json: .object(try await call.notifications.mark(ids, read: read, of: call.user().user)))
        },
        NativeRoute("PUT", "/v1/{tenant}/users/{id}", .service) { call throws(Problem) in
            try await putUser(call)
        },
    ]

    private static let cloudEvent = "application/cloudevents+json"
    static let cloudEventBatch = "application/cloudevents-batch+json"

    /// One event answers for itself; in a batch each stands alone.
    private static func postEvents(_ call: NativeCall) async throws(Problem) -> APIResponse {
        let isBatch = call.request.mediaType == cloudEventBatch
        guard isBatch || call.request.body.count <= bodyLimit else { throw .tooLarge(limit: bodyLimit) }
        let json = try call.request.json(["application/json", cloudEvent, cloudEventBatch])
        guard isBatch else {
            let posted = try await call.events.post(call.readEvent(json), json: json)
            switch posted {
            case .accepted, .duplicate: return APIResponse(status: 202, json: ["events": .array([posted.json])])
            case .conflict:
                throw Problem(.conflict, "an event with this source and id but other content was accepted before")
            case .rejected(_, _, let faults): throw .invalid(faults.map(\.problemFault))
            }
        }
        guard let elements = json.array else {
            throw .invalid([.init(pointer: "", code: "wrong-type", message: "must be an array, not \(json.kind)")])
        }
        return try await postBatch(elements, call)
    }

    /// The events share a commit; the answer keeps their order.
    private static func postBatch(_ elements: [JSONValue], _ call: NativeCall) async throws(Problem) -> APIResponse {
        let operations = call.events
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

    private static func putUser(_ call: NativeCall) async throws(Problem) -> APIResponse {
        guard let id = UserID(call.parameter("id")) else { throw Problem(.notFound, "a user id is \(UserID.shape)") }
        var reader = try BodyReader(call.request.json())
        let facts = UserFacts(
            email: reader.text("email"),
            locale: reader.text("locale"),
            timeZone: reader.text("timeZone"),
            phone: reader.text("phone")
        )
        reader.add(facts.faults(at: "").map(\.problemFault))
        try reader.finish()
        let now = call.clock.now
        let store = call.tenant.runtime.store
        let known = try await Problem.stored { () async throws(StoreFailure) in
            try await store.put(facts, of: id, at: now)
            return try await store.facts(of: id)
        }
        var object = JSONObject([.init("id", .string(id.rawValue))])
        object["email"] = (known?.email).map { .string($0) }
        object["locale"] = (known?.locale).map { .string($0) }
        object["timeZone"] = (known?.timeZone).map { .string($0) }
        object["phone"] = (known?.phone).map { .string($0) }
        return APIResponse(json: .object(object))
    }
}

extension NativeCall {
    /// Headers beginning with `ce-` make it a binary CloudEvent, whose body is the data.
    fileprivate func readEvent(_ json: JSONValue) -> ReadEvent {
        guard request.header("ce-specversion") != nil else { return EventReading.event(json) }
        let attributes = request.headers.filter { $0.name.hasPrefix("ce-") }
        return EventReading.event(
            attributes: attributes.map { (String($0.name.dropFirst(3)), $0.value) },
            data: json
        )
    }

    fileprivate func tracePage() throws(Problem) -> TracePage {
        var faults: [Problem.Fault] = []
        var page = TracePage()
        if let limit = number("limit", 1...Int.max, &faults) { page.limit = min(limit, TracePage.limits.upperBound) }
        if let text = request.query("cursor") {
            page.after = Cursor(text)?.row
            if page.after == nil {
                let words = "must be a nextCursor of an earlier page"
                faults.append(.init(pointer: "?cursor", code: "bad-format", message: words))
            }
        }
        guard faults.isEmpty else { throw .invalid(faults) }
        return page
    }

    fileprivate func feedQuery() throws(Problem) -> FeedQuery {
        var faults: [Problem.Fault] = []
        var query = FeedQuery(limit: NotificationOperations.defaultLimit)
        if let limit = number("limit", 1...Int.max, &faults) { query.limit = min(limit, NotificationOperations.limit) }
        if let offset = number("offset", 0...1_000_000_000, &faults) { query.start = .offset(offset) }
        if let text = request.query("cursor") {
            if let cursor = Cursor(text) {
                query.start = .before(row: cursor.row)
            } else {
                faults.append(
                    .init(pointer: "?cursor", code: "bad-format", message: "must be a nextCursor of an earlier page")
                )
            }
        }
        switch request.query("unread") {
        case nil, "false": break
        case "true": query.unreadOnly = true
        default: faults.append(.init(pointer: "?unread", code: "not-allowed", message: "must be true or false"))
        }
        if let text = request.query("category") { query.categories = try categories(of: text) }
        guard faults.isEmpty else { throw .invalid(faults) }
        return query
    }

    private func number(_ name: String, _ range: ClosedRange<Int>, _ faults: inout [Problem.Fault]) -> Int? {
        guard let text = request.query(name) else { return nil }
        if let number = Int(text), range.contains(number) { return number }
        let words = "must be a whole number of at least \(range.lowerBound)"
        faults.append(.init(pointer: "?\(name)", code: "out-of-range", message: words))
        return nil
    }

    /// Categories, which are separated by commas.
    private func categories(of text: String) throws(Problem) -> [String] {
        let profile = tenant.runtime.profile
        let names = text.split(separator: ",").map(String.init)
        if let unknown = names.first(where: { profile.category($0) == nil }) {
            let list = profile.categories.map(\.id).joined(separator: ", ")
            let words = "must be some of \(list)"
            let fault = Problem.Fault(pointer: "?category", code: "not-allowed", message: words)
            throw Problem(.validation, "?category \(words), not “\(unknown.prefix(64))”", faults: [fault])
        }
        return names
    }
}
