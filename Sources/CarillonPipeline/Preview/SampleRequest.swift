package import CarillonModel
import CarillonPluginKit
package import CarillonProfiles

// What previews and editors show of a sample: both ask for the same message.

extension TenantProfile {
    /// The event's channels, in the order written, and the fallbacks for one of them.
    package func previewChannels(of event: EventType) -> [ChannelBinding] {
        let named = event.channels.compactMap { channel($0) }
        let fallbacks = channels.filter { binding in
            !event.channels.contains(binding.id) && binding.fallbackFor.contains(where: event.channels.contains)
        }
        return named + fallbacks
    }
}

extension RenderingRequest {
    /// With the time, the zone and the recipient of `samples/context.json`, so that the outcome never changes by itself.
    package init(
        sampling event: EventType,
        payload: JSONValue,
        locale: LocaleTag,
        on channel: ChannelID,
        of profile: TenantProfile
    ) {
        let context = profile.sampleContext
        self.init(
            notification: profile.notificationIDs.sample(1),
            event: event.id,
            channel: channel,
            payload: payload,
            priority: event.priority,
            now: context.now
        )
        recipient = context.recipient
        timeZone = context.timeZone
        self.locale = locale.rawValue
        badge = 1
        expiresAt = event.lifetime(by: event.schedule.first, profile.policies)
            .map { context.now.advanced(by: $0) }
    }
}

extension NotificationIDStyle {
    /// As long as a real one, and always the same; `number` has one digit.
    package func sample(_ number: Int) -> String {
        switch self {
        case .uuid: "00000000-0000-7000-8000-00000000000\(number)"
        case .hexadecimal(let prefix, let digits): prefix + String(repeating: "0", count: digits - 1) + "\(number)"
        }
    }
}
