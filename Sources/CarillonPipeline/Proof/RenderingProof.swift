public import CarillonModel
public import CarillonPluginKit
public import CarillonProfiles

/// Makes the messages of a profile by the stage that sends them: of each sample, and of payloads made from the types of each
/// event, for every channel and language.
///
/// Rules prove what follows from texts and types; this finds what they overlook. The same profile gives the same
/// outcome.
public struct RenderingProof: MessageProof {
    private let registry: ChannelRegistry
    /// How many payloads are made up for each event.
    private let payloads: Int
    private let inspect: Inspection?

    /// Called for a message that was made, for an event, on a channel, for a reader's language.
    public typealias Inspection = @Sendable (OutgoingMessage, EventType, ChannelID, LocaleTag) -> Void

    /// - Parameter inspect: called for each message that was made, by several threads.
    public init(registry: ChannelRegistry, payloads: Int = PayloadMaker.extremes, inspect: Inspection? = nil) {
        self.registry = registry
        self.payloads = payloads
        self.inspect = inspect
    }

    /// How many events a thread takes at a time: few where there are few, so that no core is idle.
    private static func share(of events: Int) -> Int { min(max(events / 8, 1), 16) }

    public func failures(of profile: TenantProfile) -> [MessageFailure] {
        failures(of: profile, profile.events, only: nil)
    }

    public func failures(of profile: TenantProfile, only ids: Set<EventTypeID>) -> [MessageFailure] {
        failures(of: profile, profile.events.filter { ids.contains($0.id) }, only: ids)
    }

    private func failures(
        of profile: TenantProfile,
        _ events: [EventType],
        only ids: Set<EventTypeID>?
    ) -> [MessageFailure] {
        let registry = registry.serving(profile)
        let links = DeepLinkMaker(profile.deepLinks)
        let samples = Dictionary(grouping: profile.samples, by: \.event)
        let found = Parallel.map(Parallel.slices(of: events, size: Self.share(of: events.count))) {
            events in
            // Each thread compiles the texts of its own events.
            let part = TenantProfile(profile, with: Array(events))
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
        let collected = CollectedProof(profile: profile, registry: registry, links: links, ids: ids)
        return found.flatMap(\.self) + collected.failures
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
            check(at: sample.payload, .sample(sample.name), on: channels, &failures)
        }
        var last: JSONValue?
        for number in 0..<payloads {
            let payload = maker.payload(number)
            // Where nothing may be absent, two of the extremes are the same.
            guard payload != last, isAccepted(payload, by: reader) else { continue }
            last = payload
            check(at: payload, .types, on: channels, &failures)
        }
        return failures.all
    }

    /// Whether an event with this payload would be taken.
    private func isAccepted(_ payload: JSONValue, by reader: PayloadReader) -> Bool {
        guard let read = try? reader.read(payload) else { return false }
        return event.deepLink.map { links.faults(of: $0, payload: read).isEmpty } ?? true
    }

    private func check(
        at payload: JSONValue,
        _ origin: MessageFailure.Origin,
        on channels: [ChannelID],
        _ failures: inout FirstFailures
    ) {
        guard let first = channels.first else { return }
        let stored = profile.policies.stripsTags ? payload.strippingTags : payload
        let request = RenderingRequest(proving: event, on: first, payload: stored, in: profile)
        let locales = profile.locales.supported
        // Of generated payloads, only texts are rendered, which are all that can fail.
        guard origin != .types || inspect != nil else {
            for outcome in rendering.failures(of: request, on: channels, in: locales) {
                add(outcome, payload, origin, &failures)
            }
            return
        }
        for outcome in rendering.outcomes(of: request, on: channels, in: locales) {
            add(outcome, payload, origin, &failures)
            if let message = try? outcome.result.get() { inspect?(message, event, outcome.channel, outcome.locale) }
        }
    }

    private func add<Made>(
        _ outcome: Rendering.Outcome<Made>,
        _ payload: JSONValue,
        _ origin: MessageFailure.Origin,
        _ failures: inout FirstFailures
    ) {
        guard case .failure(let failure) = outcome.result else { return }
        // What has no title because the payload left it empty isn't sent, on purpose; a sample should have one.
        if origin == .types, failure.cause == .emptyTitle { return }
        failures.add(MessageFailure(failure, of: event.id, outcome.channel, outcome.locale, payload, origin))
    }
}
