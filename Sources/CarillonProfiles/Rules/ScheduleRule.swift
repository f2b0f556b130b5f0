import CarillonDiagnostics
import CarillonModel

/// Each entry of a schedule counts from a point in time of the payload.
enum ScheduleRule: Rule {
    static func check(_ tenant: TenantContext, _ report: inout RuleReport) {
        guard let file = tenant.eventsFile else { return }
        for event in tenant.profile.events where tenant.isSound(event) {
            let place: [JSONStep] = [.name("events"), .name(event.id.rawValue), .name("schedule")]
            for (index, entry) in event.schedule.enumerated() {
                let key = entry.offset < .zero ? "before" : "after"
                let step = place + [.index(index)]
                let span = file.span(step + [.name(file.root.node(at: step)?[key] == nil ? "before" : key)])
                guard let field = event.field(entry.field) else {
                    report.add(.unknownField(entry.field, known: event.payload.map(\.name), span))
                    continue
                }
                if field.type != .instant, field.type != .date {
                    report.add(.wrongFieldType(field, wanted: "an instant or a date", span))
                }
            }
        }
    }
}
