import CarillonLanguage
package import CarillonModel
package import CarillonPipeline
package import CarillonProfiles

/// What one text becomes with the edits: every language and channel of its event, from samples only.
package struct TextPreview: Sendable {
    /// One a sample.
    package let samples: [Rendered]

    package struct Rendered: Sendable {
        /// Nil for the event's main one, and for one that was made up.
        package let sample: String?
        /// Nil for one that somebody wrote.
        package var made: MadeUpSample?
        package let renditions: [Rendition]
    }

    /// The most bytes that a message can have with the fields' bounds, before anything is cut: language → channel → bytes.
    package let bounds: [LocaleTag: [ChannelID: Int]]

    /// As pages get it.
    ///
    /// `{"samples": [{"sample": …, "renderings": {"nb": {"push": {"slots": {…}, "size": 517, "sizeLimit": 4096}}}}],
    /// "bounds": {"nb": {"push": 1903}}}`
    ///
    /// A rendering is what `carillon render --format json` prints of it. One of a made-up sample has `made` with its name.
    package var json: JSONValue {
        let samples = samples.map { rendered -> JSONValue in
            var object = JSONObject()
            object["sample"] = rendered.sample.map { .string($0) }
            object["made"] = rendered.made.map { .string($0.rawValue) }
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

/// A sample that nobody wrote: its values are made from the types and bounds of the event's fields.
package enum MadeUpSample: String, Sendable, Hashable, CaseIterable {
    /// As little as each field can have, and nothing where it can be absent.
    case shortest
    /// As much as each field can have.
    case longest
    /// Nothing where a field can be absent.
    case absent
    /// Names that are written from right to left, emoji, quotation marks, what looks like markup.
    case unusual

    fileprivate func payload(of event: EventType, in profile: TenantProfile) -> JSONValue {
        let number =
            switch self {
            case .shortest: 0
            case .longest: 1
            case .absent: 2
            case .unusual: 3
            }
        return PayloadMaker(event, of: profile).payload(number)
    }
}

extension StudioDraft {
    /// - Parameters:
    ///   - id: an event, or an app text that goes out for several notifications.
    ///   - made: in place of the samples, one that nobody wrote.
    ///   - values: of fields, in place of those that the payload has: such as another number.
    ///   - context: the time, the zone and the recipient; nil for those of `samples/context.json`.
    /// - Returns: nil where the folder can't be read, or nothing goes out with this name.
    package func preview(
        of id: EventTypeID,
        made: MadeUpSample? = nil,
        replacing values: JSONObject = JSONObject(),
        in context: SampleContext? = nil
    ) -> TextPreview? {
        guard let profile = snapshot.profile?.sampling(in: context) else { return nil }
        guard let event = profile.event(id) else { return collectedPreview(of: id, in: profile) }
        let renderer = SampleRenderer(TenantProfile(profile, with: [event]), registry: registry)
        func rendered(_ payload: JSONValue, _ sample: String?, _ made: MadeUpSample? = nil) -> TextPreview.Rendered {
            var object = payload.object ?? JSONObject()
            for value in values.members { object[value.name] = value.value }
            let renditions = renderer.renditions(of: event, payload: .object(object))
            return TextPreview.Rendered(sample: sample, made: made, renditions: renditions)
        }
        let samples =
            made.map { [rendered($0.payload(of: event, in: profile), nil, $0)] }
            ?? snapshot.samples(of: id).map { rendered($0.payload, $0.name) }
        return TextPreview(samples: samples, bounds: bounds(of: event, in: profile))
    }

    /// The time, the zone and the recipient that previews have where nobody asks for others.
    package var sampleContext: SampleContext {
        var context = snapshot.profile?.sampleContext ?? SampleContext()
        context.timeZone = context.timeZone ?? snapshot.profile?.timeZone
        return context
    }

    /// The payload of a sample that nobody wrote; nil where the folder can't be read.
    package func payload(_ made: MadeUpSample, of event: EventType) -> JSONValue? {
        snapshot.profile.map { made.payload(of: event, in: $0) }
    }

    private func collectedPreview(of id: EventTypeID, in profile: TenantProfile) -> TextPreview? {
        let collected = CollectedMessage.all(of: profile, registry: registry).first { $0.text.id == id }
        guard let collected else { return nil }
        let renditions = SampleRenderer(profile, registry: registry).renditions(of: collected)
        return TextPreview(samples: [.init(sample: nil, renditions: renditions)], bounds: [:])
    }

    private func bounds(of event: EventType, in profile: TenantProfile) -> [LocaleTag: [ChannelID: Int]] {
        guard let sizes = snapshot.check?.sizes(of: event.id) else { return [:] }
        var bounds: [LocaleTag: [ChannelID: Int]] = [:]
        for locale in profile.locales.supported {
            for channel in event.channels {
                bounds[locale, default: [:]][channel] = sizes.bytes(event.id, channel, locale)
            }
        }
        return bounds
    }
}

extension TenantProfile {
    /// The same with another time, zone and recipient for its samples; itself where nobody asks for others.
    func sampling(in context: SampleContext?) -> TenantProfile {
        context.map { context in changed { $0.sampleContext = context } } ?? self
    }
}

extension SampleContext {
    /// With another time, zone or recipient; what is nil stays.
    package func changed(now: Instant?, timeZone: String?, recipient: UserID?) -> SampleContext {
        var context = self
        context.now = now ?? context.now
        context.timeZone = timeZone ?? context.timeZone
        context.recipient = recipient ?? context.recipient
        return context
    }
}
