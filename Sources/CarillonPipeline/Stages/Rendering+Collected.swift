import CarillonModel
import CarillonPluginKit
import CarillonProfiles
import MessageFormat

extension Rendering {
    /// One message in place of several: the priority's own text, with `$count`.
    ///
    /// It replaces notifications of any kind, so it has no category's style; link and data are those of
    /// `policies.collect`. On Android it appears where the latest of them would, so that what its reader has chosen
    /// there counts.
    func collected(
        _ request: RenderingRequest,
        text: EventTypeID,
        _ plan: RenderingPlan
    ) throws(RenderingFailure) -> OutgoingMessage {
        let chain = chain(for: request.locale)
        let link = try collectedLink(request, text: text)
        let arguments: [String: MessageValue] = [
            "count": .integer(request.collected.count), "tenant": .string(profile.name),
            "recipient": .string(request.recipient?.rawValue ?? ""), "link": .string(link?.web ?? link?.app ?? ""),
        ]
        let maker = SlotRenderer(
            event: text,
            chain: chain,
            catalog: catalog,
            context: context(for: request),
            links: links,
            linkArgument: { [self] parameter, route in collectedArgument(request, parameter, route) },
            argument: { arguments[$0] }
        )
        var locale = chain.locales.first ?? profile.locales.defaultLocale
        var slots: [String: String] = [:]
        for slot in catalog.slots(text, request.channel) ?? plan.descriptor.slots.map({ SlotTexts($0) }) {
            guard let found = try maker.text(of: slot) else {
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
            data: collectedData(request, link),
            link: link,
            priority: request.priority,
            sound: sound(NotificationOverrides(), otherwise: profile.priorities[request.priority].sound),
            badge: badge(profile.priorities[request.priority].badge, counted: request.badge),
            androidChannel: androidChannel(of: request.collected),
            expiresAt: request.expiresAt,
            createdAt: request.createdAt,
            skeleton: plan.channelSkeleton
        )
    }

    /// Of the latest that has one.
    private func androidChannel(of notifications: [CollectedNotification]) -> String? {
        var last: CollectedNotification?
        for notification in notifications.reversed() {
            defer { last = notification }
            // Hundreds are often of one kind.
            if let last, last.event == notification.event, last.category == notification.category { continue }
            let category = notification.category ?? profile.event(notification.event)?.category
            if let channel = category.flatMap(profile.category)?.androidChannel { return channel }
        }
        return nil
    }

    /// There is nothing but the number to fill a link with.
    private func collectedArgument(_ request: RenderingRequest, _ parameter: String, _ route: String) -> String? {
        var event = EventType(id: request.event)
        event.deepLink = profile.policies.collect.deepLink
        event.payload = [PayloadField("count", .integer(0 ... .max))]
        return event.field(filling: parameter, of: route) == nil ? nil : "\(request.collected.count)"
    }

    private func collectedLink(
        _ request: RenderingRequest,
        text: EventTypeID
    ) throws(RenderingFailure) -> MessageLink? {
        guard let template = profile.policies.collect.deepLink else { return nil }
        let values = template.arguments.map { ($0.parameter, "\(request.collected.count)") }
        do {
            return try links.link(to: template.route, values: Dictionary(values) { first, _ in first })
        } catch {
            throw .link(text, error)
        }
    }

    private func collectedData(_ request: RenderingRequest, _ link: MessageLink?) -> JSONObject {
        let ids = request.collected.suffix(CollectingWindows.idLimit).map(\.id)
        let scope = TemplateScope([
            "count": JSONValue(request.collected.count), "ids": .array(ids.map { .string($0) }),
            "group": .string(request.group?.name ?? ""), "link": .object(JSONObject(link?.jsonMembers ?? [])),
        ])
        let data = profile.policies.collect.data.resolved(in: scope, wholeValues: .asTextOrList)
        return data?.object ?? JSONObject()
    }
}
