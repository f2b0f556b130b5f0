import CarillonDiagnostics
import CarillonModel
import CarillonPluginKit
import MessageFormat

/// Sensitive values don't reach places where others can read them: lock screens, subjects, SMS, webhooks.
enum SensitiveRule: Rule {
    static let scope = RuleScope.texts

    static func check(_ tenant: TenantContext, _ report: inout RuleReport) {
        guard tenant.profile.events.contains(where: { $0.payload.contains(where: \.isSensitive) }) else { return }
        for text in tenant.texts {
            guard let event = tenant.profile.event(text.id), let uses = text.uses, tenant.isSound(event, "channels")
            else {
                continue
            }
            for argument in uses.arguments {
                guard let field = event.field(argument.name), field.isSensitive,
                    let channel = exposure(of: text, event, tenant)
                else { continue }
                report.add(.sensitiveLeak(field.name, text.path, channel, tenant.span("$" + field.name, in: text)))
            }
        }
        checkData(tenant, &report)
    }

    /// A channel on which others can read this text; nil where only the recipient can.
    private static func exposure(of text: WrittenText, _ event: EventType, _ tenant: TenantContext) -> ChannelID? {
        event.channels.first { channel in
            guard let descriptor = tenant.descriptor(channel) else { return false }
            return descriptor.slots.contains { slot in
                guard text.fills(slot, channel), descriptor.exposes(slot) else { return false }
                // The channel shows its own text instead, where there is one.
                let own = MessageCatalog.overridePath(channel, slot.name)
                return text.path == own
                    || tenant.profile.messages.slotPaths(of: text.id, locale: text.locale).contains(own) == false
            }
        }
    }

    /// A webhook sends the event's data to another party's server, and push messages pass providers and devices.
    private static func checkData(_ tenant: TenantContext, _ report: inout RuleReport) {
        guard let file = tenant.eventsFile else { return }
        for event in tenant.eventsInFocus where tenant.isSound(event, "channels", "data", "dataFrom", "collapse") {
            let sensitive = Set(event.payload.filter(\.isSensitive).map(\.name))
            guard !sensitive.isEmpty else { continue }
            func place(_ key: String) -> Span { file.nameSpan("events", event.id.rawValue, key) }
            for (key, text) in [("audience", event.audience), ("topic", event.topic)] {
                for path in text?.fields ?? [] where sensitive.contains(path.steps[0]) {
                    report.add(.sensitiveData(path.steps[0], key, place(key)))
                }
            }
            let laidIn = event.dataFrom.map { [FieldPath([$0])] } ?? []
            let inData = fields(behind: event.data.fields + laidIn, of: event, sensitive, tenant)
            if event.channels.contains(where: { tenant.isWebhook($0) }) {
                for name in inData { report.add(.sensitiveData(name, "data", place("data"))) }
            } else if let channel = event.channels.first(where: { tenant.showsDataToOthers($0) }) {
                let inKey = fields(behind: event.collapse?.fields ?? [], of: event, sensitive, tenant)
                for name in inData { report.add(.sensitiveElsewhere(name, "data", channel, place("data"))) }
                for name in inKey { report.add(.sensitiveElsewhere(name, "collapse", channel, place("collapse"))) }
            }
        }
    }

    /// The sensitive fields that placeholders use, directly or in a slot's text; sorted.
    private static func fields(
        behind paths: [FieldPath],
        of event: EventType,
        _ sensitive: Set<String>,
        _ tenant: TenantContext
    ) -> [String] {
        var found: Set<String> = []
        for path in paths {
            guard path.steps[0] == "slot" else {
                if sensitive.contains(path.steps[0]) { found.insert(path.steps[0]) }
                continue
            }
            let slot = path.steps.dropFirst().joined(separator: ".")
            for text in tenant.textsByID[event.id] ?? [] where text.path == slot || text.path.hasSuffix("." + slot) {
                found.formUnion((text.uses?.arguments ?? []).map(\.name).filter(sensitive.contains))
            }
        }
        return found.sorted()
    }
}

extension TenantContext {
    fileprivate func isWebhook(_ channel: ChannelID) -> Bool {
        if case .url? = descriptor(channel)?.address { true } else { false }
    }

    /// Mails contain texts only, no data.
    fileprivate func showsDataToOthers(_ channel: ChannelID) -> Bool {
        guard let descriptor = descriptor(channel), descriptor.isPublic else { return false }
        if case .email = descriptor.address { return false }
        return true
    }
}

extension Diagnostic {
    fileprivate static func sensitiveLeak(
        _ name: String,
        _ path: String,
        _ channel: ChannelID,
        _ span: Span
    ) -> Diagnostic {
        Diagnostic(
            .sensitiveLeak,
            "the sensitive field `\(name)` would be seen by others on `\(channel)`",
            at: span,
            notes: ["`\(path)` shows on lock screens, in lists of mail, or on its way"],
            help:
                #"give the channel words of its own: "\#(channel)": { "\#(path.split(separator: ".").last ?? "")": "…" }"#
        )
    }

    fileprivate static func sensitiveData(_ name: String, _ key: String, _ span: Span) -> Diagnostic {
        Diagnostic(
            .sensitiveData,
            "the sensitive field `\(name)` would leave the tenant in `\(key)`",
            at: span,
            help: "send an opaque id, and let the receiver ask for the rest"
        )
    }

    fileprivate static func sensitiveElsewhere(
        _ name: String,
        _ key: String,
        _ channel: ChannelID,
        _ span: Span
    ) -> Diagnostic {
        Diagnostic(
            .sensitiveElsewhere,
            "the sensitive field `\(name)` travels in `\(key)` on `\(channel)`",
            at: span,
            notes: ["the provider can read it, and so can whatever the device logs"],
            help: "send an opaque id, and let the app fetch the rest"
        )
    }
}
