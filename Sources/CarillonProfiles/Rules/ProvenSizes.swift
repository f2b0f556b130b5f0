package import CarillonModel
import CarillonPluginKit

/// The maximum sizes of a valid folder's messages, as ``SizeRule`` proves them; for tests that compare messages with
/// them.
package struct ProvenSizes: Sendable {
    private var bytes: [EventTypeID: [ChannelID: [LocaleTag: Int]]] = [:]

    /// In bytes, as the channel counts them, without texts that a sender gives for title and body; nil where the
    /// channel has no limit, so that nothing is proven.
    package func bytes(_ event: EventTypeID, _ channel: ChannelID, _ locale: LocaleTag) -> Int? {
        bytes[event]?[channel]?[locale]
    }

    init(_ tenant: TenantContext) {
        let locales = tenant.profile.locales
        for event in tenant.profile.events {
            let written = Dictionary(grouping: tenant.textsByID[event.id] ?? [], by: \.locale)
            for binding in event.channels.compactMap(tenant.profile.channel) {
                guard let kind = tenant.registry[binding.plugin], kind.descriptor.sizeLimit != nil else { continue }
                let worst = WorstCase(tenant: tenant, event: event, binding: binding, kind: kind)
                for locale in locales.supported {
                    let message = worst.message(locales.chain(for: locale).flatMap { written[$0] ?? [] })
                    bytes[event.id, default: [:]][binding.id, default: [:]][locale] = message.map { kind.size(of: $0) }
                }
            }
        }
    }
}
