import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles

extension OperationCall {
    var intake: EventIntake {
        EventIntake(tenant: tenant.runtime, wakeSignal: tenant.wakeSignal)
    }

    var events: EventOperations { EventOperations(intake: intake) }

    /// `events.accept`, one event.
    func acceptEvent() async throws(Problem) -> JSONObject {
        let json = JSONValue.object(input)
        let posted = try await events.post(EventReading.event(json), json: json)
        let event = try posted.settled.json
        return JSONObject([.init("event", event), .init("events", .array([event]))])
    }

    /// `events.trace`.
    func traceEvent() async throws(Problem) -> JSONObject {
        var reader = BodyReader(input)
        let id = reader.required("id", limit: 1024)
        var page = TracePage()
        if let limit = reader.limit(upTo: TracePage.limits.upperBound) { page.limit = limit }
        page.after = reader.cursor()?.row
        try reader.finish()
        return JSONObject([.init("event", try await events.trace(id, page).json(rest: tenant.runtime.rest(of:)))])
    }
}

extension EventOperations.Posted {
    /// Itself, where it was accepted now or before.
    ///
    /// - Throws: what is wrong with it.
    var settled: EventOperations.Posted {
        get throws(Problem) {
            switch self {
            case .accepted, .duplicate: return self
            case .conflict:
                throw Problem(.conflict, "an event with this source and id but other content was accepted before")
            case .rejected(_, _, let faults): throw .invalid(faults)
            }
        }
    }
}
