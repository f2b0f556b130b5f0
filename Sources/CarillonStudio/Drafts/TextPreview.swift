import CarillonLanguage
package import CarillonModel
package import CarillonPipeline
import CarillonProfiles

/// What one text becomes with the edits: every language and channel of its event, from samples only.
package struct TextPreview: Sendable {
    /// One a sample.
    package let samples: [Rendered]

    package struct Rendered: Sendable {
        /// Nil for the event's main one.
        package let sample: String?
        package let renditions: [Rendition]
    }

    /// The most bytes that a message can have with the fields' bounds: language → channel → bytes.
    package let bounds: [LocaleTag: [ChannelID: Int]]

    /// As pages get it.
    ///
    /// `{"samples": [{"sample": …, "renderings": {"nb": {"push": {"slots": {…}, "size": 517, "sizeLimit": 4096}}}}],
    /// "bounds": {"nb": {"push": 1903}}}`
    ///
    /// A rendering is what `carillon render --format json` prints of it.
    package var json: JSONValue {
        let samples = samples.map { rendered -> JSONValue in
            var object = JSONObject()
            object["sample"] = rendered.sample.map { .string($0) }
            object["renderings"] = rendered.renditions.json(\.jsonWithSize)
            return .object(object)
        }
        var languages = JSONObject()
        for (locale, channels) in bounds.sorted(by: { $0.key < $1.key }) {
            languages[locale.rawValue] = .object(
                JSONObject(
                    channels.sorted { $0.key < $1.key }.map { .init($0.key.rawValue, JSONValue($0.value)) }
                )
            )
        }
        return ["samples": .array(samples), "bounds": .object(languages)]
    }
}

extension StudioDraft {
    /// - Parameters:
    ///   - id: an event, or an app text that goes out for several notifications.
    ///   - payload: in place of the samples, such as one with another number.
    /// - Returns: nil where the folder can't be read, or nothing goes out with this name.
    package func preview(of id: EventTypeID, payload: JSONValue? = nil) -> TextPreview? {
        guard let profile = snapshot.profile else { return nil }
        guard let event = profile.event(id) else { return collectedPreview(of: id, in: profile) }
        let renderer = SampleRenderer(TenantProfile(profile, with: [event]), registry: registry)
        let rendered: [TextPreview.Rendered]
        if let payload {
            let renditions = renderer.renditions(of: event, payload: payload)
            rendered = [TextPreview.Rendered(sample: nil, renditions: renditions)]
        } else {
            rendered = snapshot.samples(of: id).map { sample in
                let renditions = renderer.renditions(of: event, payload: sample.payload)
                return TextPreview.Rendered(sample: sample.name, renditions: renditions)
            }
        }
        return TextPreview(samples: rendered, bounds: bounds(of: event, in: profile))
    }

    private func collectedPreview(of id: EventTypeID, in profile: TenantProfile) -> TextPreview? {
        let collected = CollectedMessage.all(of: profile, registry: registry).first { $0.text.id == id }
        guard let collected else { return nil }
        let renditions = SampleRenderer(profile, registry: registry).renditions(of: collected)
        return TextPreview(samples: [.init(sample: nil, renditions: renditions)], bounds: [:])
    }

    private func bounds(of event: EventType, in profile: TenantProfile) -> [LocaleTag: [ChannelID: Int]] {
        guard let sizes = loader.provenSizes(of: snapshot.folder) else { return [:] }
        var bounds: [LocaleTag: [ChannelID: Int]] = [:]
        for locale in profile.locales.supported {
            for channel in event.channels {
                bounds[locale, default: [:]][channel] = sizes.bytes(event.id, channel, locale)
            }
        }
        return bounds
    }
}
