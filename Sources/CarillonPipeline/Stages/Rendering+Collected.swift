import CarillonModel
import CarillonPluginKit
import CarillonProfiles
import MessageFormat

extension Rendering {
    /// One message in place of several: the words of the priority's own text, with `$count`.
    ///
    /// It stands for notifications of any kind, so it has no link, no data and no look of its own, and opens the app.
    func collected(
        _ request: RenderingRequest,
        count: Int,
        text: EventTypeID,
        _ plan: RenderingPlan
    ) throws(RenderingFailure) -> OutgoingMessage {
        let chain = chain(for: request.locale)
        let arguments: [String: MessageValue] = [
            "count": .integer(count), "tenant": .string(profile.name),
            "recipient": .string(request.recipient?.rawValue ?? ""), "link": .string(""),
        ]
        let maker = SlotWords(
            event: text,
            texts: catalog.texts(text, request.channel),
            chain: chain,
            catalog: catalog,
            context: context(for: request),
            links: links
        ) { arguments[$0] }
        var locale = chain.first ?? profile.locales.defaultLocale
        var slots: [String: String] = [:]
        for slot in plan.descriptor.slots {
            guard let found = try maker.text(filling: slot) else {
                if slot.isRequired { throw .missingSlot(text, slot.name, locale) }
                continue
            }
            if slot.isRequired { locale = found.locale }
            slots[slot.name] = found.text
        }
        return OutgoingMessage(
            delivery: request.delivery,
            notification: request.notification,
            tenant: profile.id,
            event: request.event,
            recipient: request.recipient,
            address: request.address,
            platform: request.platform,
            locale: locale.rawValue,
            slots: slots,
            data: JSONObject(),
            priority: request.priority,
            sound: sound(NotificationOverrides(), otherwise: profile.priorities[request.priority].sound),
            badge: request.badge,
            expiresAt: request.expiresAt,
            createdAt: request.createdAt,
            skeleton: plan.channelSkeleton
        )
    }
}
