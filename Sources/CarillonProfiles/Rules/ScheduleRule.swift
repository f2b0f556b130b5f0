import CarillonDiagnostics
import CarillonModel

/// Each entry of a schedule is relative to a point in time in the payload.
enum ScheduleRule: Rule {
    static let scope = RuleScope.settings

    static func check(_ tenant: TenantContext, _ report: inout RuleReport) {
        guard let file = tenant.eventsFile else { return }
        for event in tenant.profile.events {
            let place: [JSONStep] = [.name("events"), .name(event.id.rawValue), .name("schedule")]
            let entries = tenant.eventNodes[event.id]?["schedule"]?.elements ?? []
            var seen: [String: Int] = [:]
            for (index, entry) in entries.enumerated() {
                let step = place + [.index(index)]
                guard !file.isDamaged(step), let key = ["before", "after"].first(where: { entry[$0] != nil }),
                    let name = entry.text(key), !tenant.isUnsure(of: name, in: event)
                else { continue }
                let span = file.span(step + [.name(key)])
                guard let field = event.field(name) else {
                    report.add(.unknownField(name, known: event.payload.map(\.name), span))
                    continue
                }
                let time = "\(entry.text("by") ?? "") \(key) \(name)"
                if let first = seen[time] {
                    report.add(.duplicateValue(time, file.span(step), first: file.span(place + [.index(first)])))
                }
                seen[time] = index
                if field.type != .instant, field.type != .date {
                    report.add(.wrongFieldType(field, wanted: "an instant or a date", span))
                }
            }
        }
    }
}
