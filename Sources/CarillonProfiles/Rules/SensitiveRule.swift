import CarillonDiagnostics
import CarillonModel
import CarillonPluginKit
import MessageFormat

/// Sensitive values don't reach places where others can read them: lock screens, subjects, SMS, webhooks.
enum SensitiveRule: Rule {
    static func check(_ tenant: TenantContext, _ report: inout RuleReport) {
        guard tenant.profile.events.contains(where: { $0.payload.contains(where: \.isSensitive) }) else { return }
        for text in tenant.texts {
            guard let event = tenant.events[text.id], let uses = text.uses, tenant.isSound(event, "channels") else {
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

    /// A channel on which others can read these words; nil when only the recipient sees them.
    private static func exposure(of text: WrittenText, _ event: EventType, _ tenant: TenantContext) -> ChannelID? {
        event.channels.first { channel in
            guard let descriptor = tenant.descriptor(channel) else { return false }
            return descriptor.slots.contains { slot in
                guard text.fills(slot, channel), isPublic(slot, descriptor) else { return false }
                // Words that the channel has for itself are what it shows instead.
                let own = MessageCatalog.overridePath(channel, slot.name)
                return text.path == own
                    || tenant.profile.messages.slotPaths(of: text.id, locale: text.locale).contains(own) == false
            }
        }
    }

    /// In a mail the subject and its preview are seen from outside; the body is not.
    private static func isPublic(_ slot: Slot, _ descriptor: ChannelDescriptor) -> Bool {
        if case .email = descriptor.address {
            return slot.name.hasSuffix("subject") || slot.name.hasSuffix("preheader")
        }
        return descriptor.isPublic
    }

    /// Webhooks carry the event's data to somebody else's server.
    private static func checkData(_ tenant: TenantContext, _ report: inout RuleReport) {
        guard let file = tenant.eventsFile else { return }
        for event in tenant.profile.events where tenant.isSound(event, "channels") {
            let goesElsewhere = event.channels.first { channel in
                if case .url? = tenant.descriptor(channel)?.address { true } else { false }
            }
            for (key, fields) in [("data", event.data.fields), ("audience", event.audience?.fields ?? [])] {
                guard key == "audience" || goesElsewhere != nil else { continue }
                for path in fields where event.field(path.steps[0])?.isSensitive == true {
                    report.add(.sensitiveData(path.steps[0], key, file.nameSpan("events", event.id.rawValue, key)))
                }
            }
        }
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
}
