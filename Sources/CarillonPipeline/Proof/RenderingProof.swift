public import CarillonModel
public import CarillonPluginKit
public import CarillonProfiles

/// Makes the messages of a profile by the stage that sends them: of each sample, and of payloads made from the types of each
/// event, for every channel and language.
///
/// Rules prove what words and types tell; this finds what they overlook. The same profile gives the same outcome.
public struct RenderingProof: MessageProof {
    private let registry: ChannelRegistry
    /// How many payloads are made up for each event.
    private let payloads: Int
    private let inspect: Inspection?

    /// Told of a message that was made, for an event, on a channel, for a reader's language.
    public typealias Inspection = @Sendable (OutgoingMessage, EventType, ChannelID, LocaleTag) -> Void

    /// - Parameter inspect: called for each message that was made, by several threads.
    public init(registry: ChannelRegistry, payloads: Int = PayloadMaker.extremes, inspect: Inspection? = nil) {
        self.registry = registry
        self.payloads = payloads
        self.inspect = inspect
    }

    public func failures(of profile: TenantProfile) -> [MessageFailure] {
        let links = DeepLinkMaker(profile.deepLinks)
        let samples = Dictionary(grouping: profile.samples, by: \.event)
        let found = Parallel.map(Parallel.slices(of: profile.events, size: 16)) { events in
            var part = profile
            // Each thread compiles the words of its own events.
            part.events = Array(events)
            let rendering = Rendering(profile: part, registry: registry, timeZones: WidestZones(), links: links)
            return events.flatMap { event in
                EventProof(
                    profile: part,
                    event: event,
                    rendering: rendering,
                    registry: registry,
                    links: links,
                    inspect: inspect
                )
                .failures(of: samples[event.id] ?? [], payloads: payloads)
            }
        }
        return found.flatMap(\.self) + CollectedProof(profile: profile, registry: registry, links: links).failures
    }
}

/// The proof of one event.
private struct EventProof {
    let profile: TenantProfile
    let event: EventType
    let rendering: Rendering
    let registry: ChannelRegistry
    let links: DeepLinkMaker
    let inspect: RenderingProof.Inspection?

    func failures(of samples: [Sample], payloads: Int) -> [MessageFailure] {
        let reader = PayloadReader(event, of: profile)
        let maker = PayloadMaker(event, of: profile)
        var failures = FirstFailures()
        let channels = profile.reach(of: event, registry: registry)
        for sample in samples where isAccepted(sample.payload, by: reader) {
            for channel in channels { look(at: sample.payload, .sample(sample.name), on: channel, &failures) }
        }
        for number in 0..<payloads {
            let payload = maker.payload(number)
            guard isAccepted(payload, by: reader) else { continue }
            for channel in channels { look(at: payload, .types, on: channel, &failures) }
        }
        return failures.all
    }

    /// Whether an event with this payload would be taken.
    private func isAccepted(_ payload: JSONValue, by reader: PayloadReader) -> Bool {
        guard let read = try? reader.read(payload) else { return false }
        return event.deepLink.map { links.faults(of: $0, payload: read).isEmpty } ?? true
    }

    private func look(
        at payload: JSONValue,
        _ origin: MessageFailure.Origin,
        on channel: ChannelID,
        _ failures: inout FirstFailures
    ) {
        let stored = profile.policies.stripsTags ? payload.strippingTags : payload
        let request = RenderingRequest(proving: event, on: channel, payload: stored, in: profile)
        for (locale, failure) in self.failures(of: request, isSample: origin != .types) {
            // What has no title for want of words in the payload isn't sent, on purpose; a sample should have some.
            if origin == .types, failure.code == OutcomeReason.emptyTitleCode { continue }
            failures.add(MessageFailure(failure, of: event.id, channel, locale, payload, origin))
        }
    }

    /// - Parameter isSample: whether whole messages are made, and not only their words, which are all that can fail.
    private func failures(
        of request: RenderingRequest,
        isSample: Bool
    ) -> [(locale: LocaleTag, failure: RenderingFailure)] {
        let locales = profile.locales.supported
        guard isSample || inspect != nil else { return rendering.failures(of: request, in: locales) }
        return rendering.outcomes(of: request, in: locales).compactMap { locale, outcome in
            switch outcome {
            case .failure(let failure): return (locale, failure)
            case .success(let message):
                inspect?(message, event, request.channel, locale)
                return nil
            }
        }
    }
}
