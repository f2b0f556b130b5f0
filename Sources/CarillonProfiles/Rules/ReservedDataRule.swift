import CarillonDiagnostics
import CarillonModel
import CarillonPluginKit

/// No event has data under a name that a provider reserves: each of its messages would be refused.
enum ReservedDataRule: Rule {
    static let scope = RuleScope.settings

    static func check(_ tenant: TenantContext, _ report: inout RuleReport) {
        guard tenant.isSound("channels") else { return }
        let names = ProviderDataNames(of: tenant.profile, registry: tenant.registry)
        if let file = tenant.eventsFile {
            for event in tenant.profile.events where tenant.isSound(event, "channels", "data") {
                check(tenant.eventNodes[event.id]?["data"], of: event, in: file, names, &report)
            }
        }
        // The data for collected notifications are the same for every text.
        if let file = tenant.profileFile, let event = tenant.collected.events.first {
            var all = event
            all.channels = Set(tenant.collected.events.flatMap(\.channels)).sorted { $0.rawValue < $1.rawValue }
            check(file.root["policies"]?["collect"]?["data"], of: all, in: file, names, &report)
        }
    }

    private static func check(
        _ data: JSONNode?,
        of event: EventType,
        in file: TenantFile,
        _ names: ProviderDataNames,
        _ report: inout RuleReport
    ) {
        for member in data?.members ?? [] {
            guard let (channel, plugin) = names.channel(refusing: member.name, of: event) else { continue }
            report.add(
                .reservedDataName(member.name, plugin, on: channel, Span(file.source, member.nameRange))
            )
        }
    }
}

extension Diagnostic {
    static func reservedDataName(
        _ name: String,
        _ plugin: ChannelDescriptor,
        on channel: ChannelID,
        _ span: Span
    ) -> Diagnostic {
        Diagnostic(
            .reservedDataName,
            "\(quoted(name)) is a name that `\(plugin.id)` keeps to itself",
            at: span,
            label: "every message on `\(channel)` would be refused",
            notes: ["reserved are \(Shape.list(plugin.reservedData.list))"],
            help: "give it another name"
        )
    }
}
