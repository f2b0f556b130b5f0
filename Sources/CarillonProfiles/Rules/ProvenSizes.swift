package import CarillonModel
import CarillonPluginKit

/// The maximum sizes of a valid folder's messages, as ``SizeRule`` adds them up.
package struct ProvenSizes: Sendable {
    private var sizes: [EventTypeID: [ChannelID: [LocaleTag: Size]]] = [:]

    private struct Size {
        let whole: Int?
        let uncuttable: Int?
    }

    /// The most bytes that a message can have before anything of it is cut, as the channel counts them.
    ///
    /// No payload that the event's types allow makes a larger one. Where it is more than the channel takes, the words that a
    /// sender gives are cut until the rest fits, which ``SizeRule`` proves.
    ///
    /// - Returns: nil where the channel has no limit, or a part of the message has none.
    package func bytes(_ event: EventTypeID, _ channel: ChannelID, _ locale: LocaleTag) -> Int? {
        sizes[event]?[channel]?[locale]?.whole
    }

    /// The same without words for title and body that a sender gives, which can be cut.
    package func uncuttableBytes(_ event: EventTypeID, _ channel: ChannelID, _ locale: LocaleTag) -> Int? {
        sizes[event]?[channel]?[locale]?.uncuttable
    }

    /// - Parameter events: those whose messages count; nil for all.
    init(_ tenant: TenantContext, of events: [EventType]? = nil) {
        let locales = tenant.profile.locales
        for event in events ?? tenant.profile.events {
            let written = Dictionary(grouping: tenant.textsByID[event.id] ?? [], by: \.locale)
            for binding in event.channels.compactMap(tenant.profile.channel) {
                guard let kind = tenant.registry[binding.plugin], kind.descriptor.sizeLimit != nil else { continue }
                let worst = WorstCase(tenant: tenant, event: event, binding: binding, kind: kind)
                for locale in locales.supported {
                    let texts = locales.chain(for: locale).flatMap { written[$0] ?? [] }
                    sizes[event.id, default: [:]][binding.id, default: [:]][locale] = Size(
                        whole: worst.message(texts, isCut: false).map { kind.size(of: $0) },
                        uncuttable: worst.message(texts).map { kind.size(of: $0) }
                    )
                }
            }
        }
    }
}
