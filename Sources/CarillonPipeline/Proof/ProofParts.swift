import CarillonModel
import CarillonPluginKit
import CarillonProfiles

/// One failure for each text: what fails in a language fails in those that fall back to it, and with most payloads.
struct FirstFailures {
    private(set) var all: [MessageFailure] = []
    private var places: Set<[String?]> = []

    mutating func add(_ failure: MessageFailure) {
        let place = [failure.id.rawValue, failure.slot, failure.textLocale?.rawValue]
        guard places.insert(place).inserted else { return }
        all.append(failure)
    }
}

/// Clocks as far from Greenwich as any are, or were: only at the ends of the calendar does it matter where somebody is.
struct WidestZones: TimeZoneDatabase {
    func offset(of zone: String, at instant: Instant) -> Int? {
        guard TextFormat.isTimeZone(zone) else { return nil }
        return instant.epochMilliseconds > 0 ? 14 * 3600 : -16 * 3600
    }
}

extension RenderingRequest {
    init(proving event: EventType, on channel: ChannelID, payload: JSONValue, in profile: TenantProfile) {
        let context = profile.sampleContext
        self.init(
            notification: "00000000-0000-7000-8000-000000000000",
            event: event.id,
            channel: channel,
            payload: payload,
            priority: event.priority,
            now: context.now
        )
        timeZone = context.timeZone
        badge = 1
        expiresAt = event.lifetime(by: event.schedule.first, profile.policies).map { context.now.advanced(by: $0) }
    }
}

extension MessageFailure {
    init(
        _ failure: RenderingFailure,
        of id: EventTypeID,
        _ channel: ChannelID,
        _ locale: LocaleTag,
        _ payload: JSONValue,
        _ origin: Origin
    ) {
        self.init(
            id: id,
            channel: channel,
            locale: locale,
            slot: failure.slot,
            textLocale: failure.locale,
            payload: payload,
            origin: origin,
            reason: failure.description
        )
    }
}
