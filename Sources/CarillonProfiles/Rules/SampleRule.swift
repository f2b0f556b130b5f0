import CarillonDiagnostics
import CarillonModel

/// Each sample belongs to an event, which accepts it.
enum SampleRule: Rule {
    static let scope = RuleScope.settings

    static func check(_ tenant: TenantContext, _ report: inout RuleReport) {
        guard let events = tenant.eventsFile else { return }
        let known = events.names(in: "events")
        let links = tenant.isSound("deepLinks") ? DeepLinkMaker(tenant.profile.deepLinks) : nil
        var sampled: Set<String> = []
        for sample in tenant.sampleFiles {
            sampled.insert(sample.event)
            guard let id = EventTypeID(rawValue: sample.event), let event = tenant.profile.event(id) else {
                guard let known, !known.isEmpty, !known.contains(sample.event) else { continue }
                let start = Span(sample.file.source, sample.file.root.range.prefix(1))
                report.add(.sampleOfNothing(sample.event, known: known, start))
                continue
            }
            guard tenant.isSound(event, "payload"), tenant.hasSoundLocales, sample.file.isIntact else { continue }
            check(sample, event, tenant, links, &report)
        }
        for event in tenant.profile.events
        where !sampled.contains(event.id.rawValue) && !tenant.lostSamples.mayHold(event.id.rawValue) {
            report.add(.missingSample(event.id, events.nameSpan("events", event.id.rawValue)))
        }
    }

    private static func check(
        _ sample: TenantContext.SampleFile,
        _ event: EventType,
        _ tenant: TenantContext,
        _ links: DeepLinkMaker?,
        _ report: inout RuleReport
    ) {
        guard let payload = sample.payload else { return }
        for fault in faults(of: payload, event, tenant, links) {
            let steps = fault.pointer.split(separator: "/").map { JSONPointer.name($0) }
            // The fault is in the field's default where the sample leaves the field out.
            if let field = steps.first.flatMap(event.field), field.defaultValue != nil, payload[field.name] == nil {
                continue
            }
            let path = steps.map { step in Int(step).map { JSONStep.index($0) } ?? .name(step) }
            let isAboutName = fault.code == .unknownField || event.isLanguage(steps)
            let span = isAboutName ? sample.file.nameSpan(path) : sample.file.span(path)
            report.add(.badSample(fault, field: steps.first, span))
        }
    }

    /// The faults for which the event would be refused.
    private static func faults(
        of payload: JSONValue,
        _ event: EventType,
        _ tenant: TenantContext,
        _ links: DeepLinkMaker?
    ) -> [Fault] {
        do {
            let read = try PayloadReader(
                event.payload,
                locales: tenant.profile.locales,
                reserved: ReservedDataNames(of: event, in: tenant.profile)
            ).read(payload)
            let ofImage = tenant.isSound(event, "image") ? event.imageFaults(in: read) : []
            guard let link = event.deepLink, let links, links.hasSoundLink(event), tenant.isSound(event, "deepLink")
            else {
                return ofImage
            }
            return ofImage + links.faults(of: link, payload: read)
        } catch {
            return error.faults
        }
    }
}

extension EventType {
    /// Whether a path into a payload leads to the texts of one language.
    fileprivate func isLanguage(_ steps: [String]) -> Bool {
        guard steps.count == 2, let field = field(steps[0]) else { return false }
        return field.type.isLocalized
    }
}

extension Diagnostic {
    fileprivate static func sampleOfNothing(_ name: String, known: [String], _ span: Span) -> Diagnostic {
        let guess = Suggestion.closest(to: name, among: known)
        return Diagnostic(
            .unknownSample,
            "there is no event called \(quoted(name))",
            at: span,
            label: guess.map { "did you mean `\($0)`?" } ?? "this file's name",
            notes: ["a sample is `samples/<event>.json` or `samples/<event>.<name>.json`"]
        )
    }

    fileprivate static func badSample(_ fault: Fault, field: String?, _ span: Span) -> Diagnostic {
        let subject = field.map { quoted($0) } ?? "it"
        return Diagnostic(.badSample, "the event would refuse this: \(subject) \(fault.message)", at: span)
    }

    fileprivate static func missingSample(_ id: EventTypeID, _ span: Span) -> Diagnostic {
        Diagnostic(
            .missingSample,
            "`\(id)` has no sample",
            at: span,
            help: "write `samples/\(id).json`, so that its words can be rendered, tested and shown"
        )
    }
}
