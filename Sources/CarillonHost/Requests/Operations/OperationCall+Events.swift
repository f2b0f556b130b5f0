import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles

extension OperationCall {
    var intake: EventIntake {
        EventIntake(tenant: tenant)
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
    func traceEvent(_ fields: FieldReading) async throws(Problem) -> JSONObject {
        try fields.finish()
        let limit = fields.integer("limit") ?? FieldKind.PageSize.trace.standard
        let page = TracePage(after: fields.cursor()?.row, limit: limit)
        let trace = try await events.trace(fields.sure("id"), page)
        return JSONObject([.init("event", trace.json(rest: tenant.runtime.rest(of:)))])
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
