import CarillonModel
import CarillonPluginKit
import CarillonProfiles

/// What is the same for every message of one event type on one channel: looked up and prepared once, when a profile is
/// loaded.
///
/// A class, because every such message holds it while it is made, and nothing in it ever changes.
final class RenderingPlan: Sendable {
    let event: EventType
    let descriptor: ChannelDescriptor
    let reader: PayloadReader
    /// The slots that the channel shows, in its order, then those whose text only the event's `data` uses.
    let slots: [SlotTexts]
    /// Laid over the provider's message: the channel's.
    let channelSkeleton: JSONValue?
    /// The same, and over that the event's.
    let skeleton: JSONValue?
    /// What the placeholders of the event's own templates begin with: what none uses needn't be made.
    private let roots: [String]
    private let placeholders: JSONValue

    /// - Returns: nil where the profile has no such channel, or this program no such plugin.
    init?(
        _ event: EventType,
        on channel: ChannelID,
        of profile: TenantProfile,
        _ registry: ChannelRegistry,
        _ catalog: CompiledCatalog
    ) {
        guard let binding = profile.channel(channel), let descriptor = registry[binding.plugin]?.descriptor else {
            return nil
        }
        self.event = event
        self.descriptor = descriptor
        slots = catalog.slots(event.id, channel) ?? descriptor.slots.map { SlotTexts($0) }
        reader = PayloadReader(event.payload, locales: profile.locales, stripsTags: profile.policies.stripsTags)
        channelSkeleton = binding.message
        skeleton = event.skeleton(on: binding)
        roots = [event.data.roots, event.image?.roots ?? [], event.collapse?.roots ?? []]
            .reduce(into: Set()) { $0.formUnion($1) }.sorted()
        placeholders = .object(event.placeholders)
    }

    /// What the event's own templates read of one message.
    ///
    /// - Parameter slots: the texts, also those for `data` only.
    func scope(
        _ payload: Payload,
        notification: String,
        slots: [[String: String]],
        link: MessageLink?,
        chain: [LocaleTag]
    ) -> TemplateScope {
        let members = roots.compactMap { root -> JSONObject.Member? in
            let value: JSONValue? =
                switch root {
                case "event": placeholders
                case "notification": ["id": .string(notification)]
                case "slot": .object(JSONObject(slots.joined().map { .init($0.key, .string($0.value)) }))
                case "link": .object(JSONObject(link?.jsonMembers ?? []))
                default: payload[root]?.json(for: chain)
                }
            return value.map { .init(root, $0) }
        }
        return TemplateScope(JSONObject(members))
    }
}
