import CarillonHost
import CarillonModel
import CarillonProfiles

extension TenantProfile {
    /// The sample that an event is shown with: the main one, else the first.
    func displayedSample(of event: EventTypeID) -> Sample? {
        samples.first { $0.event == event && $0.name == nil } ?? samples.first { $0.event == event }
    }

    /// One sample for each event, generated where none was written.
    ///
    /// Events that are due at once come before those with a schedule.
    var displayedSamples: [Sample] {
        // Two days ahead, and only the day counts: as long as the types stay, the same payload is generated all day.
        let soon = SystemClock().now.advanced(by: .seconds(2 * 86400))
        return (events.filter(\.schedule.isEmpty) + events.filter { !$0.schedule.isEmpty }).map { event in
            displayedSample(of: event.id)
                ?? Sample(event: event.id, payload: PayloadMaker(event, of: self).readable(on: soon))
        }
    }

    /// The events that are shown with a payload that was made up, because nobody wrote a sample.
    var eventsWithoutSample: [EventTypeID] { events.map(\.id).filter { displayedSample(of: $0) == nil } }
}

extension EventTypeID {
    /// The note beside an event whose payload is generated.
    var withoutSample: String { "the payload is made up; samples/\(self).json is missing" }
}
