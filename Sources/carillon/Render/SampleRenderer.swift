import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles
import CarillonStandard

/// Renders payloads in every language and for every channel, with the stage that the host uses.
///
/// Time, zone and recipient are those of `samples/context.json`, so that the outcome never changes by itself.
struct SampleRenderer {
    let profile: TenantProfile
    private let rendering: Rendering

    init(_ profile: TenantProfile) {
        self.profile = profile
        rendering = Rendering(profile: profile, registry: .standard.serving(profile), timeZones: BuiltInTimeZones())
    }

    /// The event's channels, in the order written, and the fallbacks for one of them.
    func channels(of event: EventType) -> [ChannelBinding] {
        profile.previewChannels(of: event).filter { $0.priorities.contains(event.priority) }
    }

    func rendition(
        of event: EventType,
        payload: JSONValue,
        locale: LocaleTag,
        channel: ChannelBinding
    ) -> Rendition {
        rendition(
            request(for: event, payload: payload, locale: locale, channel: channel),
            locale: locale,
            channel: channel
        )
    }

    func request(
        for event: EventType,
        payload: JSONValue,
        locale: LocaleTag,
        channel: ChannelBinding
    ) -> RenderingRequest {
        RenderingRequest(sampling: event, payload: payload, locale: locale, on: channel.id, of: profile)
    }

    func rendition(_ request: RenderingRequest, locale: LocaleTag, channel: ChannelBinding) -> Rendition {
        let kind = ChannelRegistry.standard.serving(profile)[channel.plugin]?.bound(to: channel.settings)
        do {
            let message = try rendering.render(request)
            return Rendition(
                locale: locale,
                channel: channel,
                outcome: .success(message),
                kind: kind,
                slots: kind?.descriptor.slots ?? [],
                size: kind?.size(of: message),
                sizeLimit: kind?.descriptor.sizeLimit,
                segments: kind?.segments(of: message)
            )
        } catch {
            return Rendition(locale: locale, channel: channel, outcome: .failure(error))
        }
    }

    /// All languages × channels of one payload.
    func renditions(of event: EventType, payload: JSONValue) -> [Rendition] {
        profile.locales.supported.flatMap { locale in
            channels(of: event).map { rendition(of: event, payload: payload, locale: locale, channel: $0) }
        }
    }
}

/// One payload in one language for one channel.
struct Rendition {
    let locale: LocaleTag
    let channel: ChannelBinding
    let outcome: Result<OutgoingMessage, RenderingFailure>
    /// What the message is sent by; nil where there is no message.
    var kind: (any ChannelKind)?
    /// What the channel shows, in its order.
    var slots: [Slot] = []
    /// Bytes, as the provider counts them.
    var size: Int?
    var sizeLimit: Int?
    /// Parts that it goes out in, where the provider counts them.
    var segments: MessageSegments?

    var failure: RenderingFailure? {
        if case .failure(let failure) = outcome { failure } else { nil }
    }

    var isTooLarge: Bool {
        guard let size, let sizeLimit else { return false }
        return size > sizeLimit
    }
}
