import CarillonDiagnostics
import CarillonModel
import CarillonPluginKit
import MessageFormat

/// What a device adds to pushes can be found there: its ways lead through declared tables and through fields that travel, and
/// every variable of a text that the device makes is in `data`, or is found.
enum DeviceRule: Rule {
    static let scope = RuleScope.texts

    static func check(_ tenant: TenantContext, _ report: inout RuleReport) {
        guard let file = tenant.profileFile, tenant.isSound("device", "channels") else { return }
        let device = tenant.profile.device
        for field in device.fields {
            checkFinders(of: field, device, file, [.name("device"), .name("fields")], &report)
        }
        guard let events = tenant.eventsFile else { return }
        for event in tenant.eventsInFocus where tenant.isSound(event, "device") {
            let place: [JSONStep] = [
                .name("events"), .name(event.id.rawValue), .name("device"), .name("fields"),
            ]
            for field in event.deviceFields {
                checkFinders(of: field, device, events, place, &report)
                checkNames(of: field, event, tenant, events, place, &report)
            }
        }
        if device.rendersWords { checkTexts(tenant, &report) }
    }

    // MARK: ways

    /// - Parameter fields: the place of all fields.
    private static func checkFinders(
        of field: DeviceSettings.Field,
        _ device: DeviceSettings,
        _ file: TenantFile,
        _ fields: [JSONStep],
        _ report: inout RuleReport
    ) {
        let place = fields + [.name(field.name)]
        for finder in field.finders {
            if finder == .incomplete {
                report.add(.incompleteFinder(field.name, file.span(place)))
                continue
            }
            guard let lookup = finder.lookup else { continue }
            guard let table = device.table(lookup.table) else {
                let known = device.tables.map(\.name)
                report.add(.unknownDeviceTable("table", lookup.table, known: known, file.span(place)))
                continue
            }
            if !table.members.contains(lookup.member) {
                report.add(.unknownDeviceTable("member", lookup.member, known: table.members, file.span(place)))
            }
        }
    }

    /// An event names its own payload fields: what it finds, and what it finds that by.
    private static func checkNames(
        of field: DeviceSettings.Field,
        _ event: EventType,
        _ tenant: TenantContext,
        _ file: TenantFile,
        _ fields: [JSONStep],
        _ report: inout RuleReport
    ) {
        let known = event.payload.map(\.name)
        let place = fields + [.name(field.name)]
        if event.field(field.name) == nil, !tenant.isUnsure(of: field.name, in: event) {
            report.add(.unknownField(field.name, known: known, file.nameSpan(place)))
        }
        var seen: Set<String> = []
        for name in field.finders.flatMap(\.fields)
        where event.field(name) == nil && !tenant.isUnsure(of: name, in: event) && seen.insert(name).inserted {
            report.add(.unknownField(name, known: known, file.span(place)))
        }
    }

    // MARK: texts

    private static func checkTexts(_ tenant: TenantContext, _ report: inout RuleReport) {
        let pushing = tenant.profile.pushChannels(tenant.registry)
        for text in tenant.texts {
            guard let event = tenant.profile.event(text.id), let uses = text.uses, tenant.hasReadableData(event),
                let variables = tenant.variables(of: text),
                pushing.contains(where: { event.channels.contains($0.binding.id) && text.isShown(on: $0) })
            else { continue }
            for argument in uses.arguments {
                guard let kind = variables[argument.name],
                    let fault = fault(of: kind, in: event, device: tenant.profile.device)
                else { continue }
                report.add(.unfoundOnDevice(argument.name, fault, tenant.span("$" + argument.name, in: text)))
            }
        }
    }

    /// Why the device doesn't have the variable; nil where it does.
    private static func fault(
        of kind: MessageVariables.Kind,
        in event: EventType,
        device: DeviceSettings
    ) -> String? {
        switch kind {
        case .term, .tenant: return nil
        case .recipient: return "a push doesn't say whose it is"
        case .link: return "a device makes its own links"
        case .presence(let field): return fault(of: field, in: event, device: device, isShown: false)
        case .field(let field): return fault(of: field, in: event, device: device, isShown: true)
        }
    }

    private static func fault(
        of field: PayloadField,
        in event: EventType,
        device: DeviceSettings,
        isShown: Bool
    ) -> String? {
        if isShown, !field.type.isMadeOnDevices { return "its type, \(field.type.name), isn't made from a text" }
        guard !event.carries(field.name) else { return nil }
        guard let found = device.field(field.name, of: event) else {
            return "no member of `data` is `{\(field.name)}`, and `device.fields` doesn't have it"
        }
        let names = found.finders.flatMap(\.fields)
        // What the event names and doesn't have is told there.
        if event.deviceFields.contains(found), names.contains(where: { event.field($0) == nil }) { return nil }
        let missing = names.first { !event.carries($0) }
        return missing.map { "`device.fields` finds it by `\($0)`, and no member of `data` is `{\($0)}`" }
    }
}

extension PayloadType {
    /// Whether a device makes the value from the text that travels.
    fileprivate var isMadeOnDevices: Bool {
        switch self {
        case .text, .choice, .uuid, .slug, .path, .url, .email, .integer, .decimal, .boolean: true
        case .money, .instant, .date, .list, .map, .localizedText: false
        }
    }
}

extension WrittenText {
    fileprivate func isShown(on channel: (binding: ChannelBinding, descriptor: ChannelDescriptor)) -> Bool {
        channel.descriptor.slots.contains { SlotPath($0.name, on: channel.binding.id).candidates.contains(path) }
    }
}

extension Diagnostic {
    fileprivate static func incompleteFinder(_ field: String, _ span: Span) -> Diagnostic {
        Diagnostic(
            .incompleteDeviceField,
            "the way to `\(field)` isn't complete, or has keys that don't go with it",
            at: span,
            help:
                "`lookup` goes with `key` and `member`, and perhaps `default`; `shorten` with `head` and `tail`; `scale` "
                + "with `digits`"
        )
    }

    fileprivate static func unknownDeviceTable(
        _ noun: String,
        _ name: String,
        known: [String],
        _ span: Span
    ) -> Diagnostic {
        Diagnostic(
            .unknownDeviceTable,
            "there is no \(noun) called \(quoted(name))",
            at: span,
            label: Suggestion.question(Suggestion.closest(to: name, among: known)),
            notes: [known.isEmpty ? "none is declared" : "declared are \(Shape.list(known))"]
        )
    }

    fileprivate static func unfoundOnDevice(_ name: String, _ reason: String, _ span: Span) -> Diagnostic {
        Diagnostic(
            .unfoundOnDevice,
            "a device that makes this text has no `$\(name)`",
            at: span,
            notes: [reason],
            help: "add it to the event's `data`, or say under `device.fields` how the app finds it"
        )
    }
}
