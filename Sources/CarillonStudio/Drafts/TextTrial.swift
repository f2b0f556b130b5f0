import CarillonLanguage
package import CarillonModel
package import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles

extension StudioDraft {
    /// What a text becomes for one device or address, from a sample alone: the words of its preview, made at this moment.
    ///
    /// - Parameters:
    ///   - id: an event.
    ///   - sample: the name of one of the event's samples; nil for the main one.
    /// - Returns: nil where there is no such event, sample or channel.
    package func trial(
        of id: EventTypeID,
        sample: String?,
        locale: LocaleTag,
        channel name: ChannelID,
        to address: String,
        on platform: Platform?,
        for recipient: UserID,
        at now: Instant
    ) -> Rendition? {
        guard let profile = snapshot.profile, let event = profile.event(id),
            let payload = snapshot.samples(of: id).first(where: { $0.name == sample })?.payload
        else { return nil }
        let renderer = SampleRenderer(TenantProfile(profile, with: [event]), registry: registry)
        guard let channel = renderer.channels(of: event).first(where: { $0.id == name }) else { return nil }
        var request = renderer.request(for: event, payload: payload, locale: locale, channel: channel)
        request.address = address
        request.platform = platform
        request.recipient = recipient
        request.badge = nil
        request.createdAt = now
        request.expiresAt = nil
        return renderer.rendition(request, locale: locale, channel: channel)
    }
}
