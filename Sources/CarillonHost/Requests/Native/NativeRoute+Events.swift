import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles

/// Events, one by one and in batches.
extension NativeRoute {
    private static let cloudEvent = "application/cloudevents+json"
    static let cloudEventBatch = "application/cloudevents-batch+json"

    /// One event answers for itself; in a batch each stands alone.
    static func postEvents(_ call: NativeCall) async throws(Problem) -> APIResponse {
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
