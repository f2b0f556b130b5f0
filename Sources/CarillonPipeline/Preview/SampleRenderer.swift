package import CarillonModel
package import CarillonPluginKit
package import CarillonProfiles

/// Renders payloads in every language and for every channel, with the stage that the host uses.
///
/// Time, zone and recipient are those of `samples/context.json`, so that the outcome never changes by itself.
package struct SampleRenderer: Sendable {
    package let profile: TenantProfile
    let registry: ChannelRegistry
    private let rendering: Rendering

    /// - Parameter registry: the plugins that profiles may use.
    package init(_ profile: TenantProfile, registry: ChannelRegistry) {
        self.profile = profile
        self.registry = registry.serving(profile)
        rendering = Rendering(profile: profile, registry: self.registry, timeZones: BuiltInTimeZones())
    }

    /// The event's channels, in the order written, and the fallbacks for one of them.
    package func channels(of event: EventType) -> [ChannelBinding] {
        profile.previewChannels(of: event).filter { $0.priorities.contains(event.priority) }
    }

    package func rendition(
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

    package func request(
        for event: EventType,
        payload: JSONValue,
        locale: LocaleTag,
        channel: ChannelBinding
    ) -> RenderingRequest {
        RenderingRequest(sampling: event, payload: payload, locale: locale, on: channel.id, of: profile)
    }

    package func rendition(_ request: RenderingRequest, locale: LocaleTag, channel: ChannelBinding) -> Rendition {
        let kind = registry[channel.plugin]?.bound(to: channel.settings)
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
    package func renditions(of event: EventType, payload: JSONValue) -> [Rendition] {
        profile.locales.supported.flatMap { locale in
            channels(of: event).map { rendition(of: event, payload: payload, locale: locale, channel: $0) }
        }
    }
}

/// One payload in one language for one channel.
package struct Rendition: Sendable {
    package let locale: LocaleTag
    package let channel: ChannelBinding
    package let outcome: Result<OutgoingMessage, RenderingFailure>
    /// What the message is sent by; nil where there is no message.
    package var kind: (any ChannelKind)?
    /// What the channel shows, in its order.
    package var slots: [Slot] = []
    /// Bytes, as the provider counts them.
    package var size: Int?
    package var sizeLimit: Int?
    /// Parts that it goes out in, where the provider counts them.
    package var segments: MessageSegments?

    package init(
        locale: LocaleTag,
        channel: ChannelBinding,
        outcome: Result<OutgoingMessage, RenderingFailure>,
        kind: (any ChannelKind)? = nil,
        slots: [Slot] = [],
        size: Int? = nil,
        sizeLimit: Int? = nil,
        segments: MessageSegments? = nil
    ) {
        self.locale = locale
        self.channel = channel
        self.outcome = outcome
        self.kind = kind
        self.slots = slots
        self.size = size
        self.sizeLimit = sizeLimit
        self.segments = segments
    }

    package var failure: RenderingFailure? {
        if case .failure(let failure) = outcome { failure } else { nil }
    }

    package var isTooLarge: Bool {
        guard let size, let sizeLimit else { return false }
        return size > sizeLimit
    }
}
