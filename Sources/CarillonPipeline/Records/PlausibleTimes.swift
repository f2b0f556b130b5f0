public import CarillonModel
import CarillonProfiles

/// The points in time that a sender can mean: anything before 2001, or more than a hundred years away, is a slip, most often
/// seconds where milliseconds are counted, or the other way around.
public struct PlausibleTimes: Sendable, Hashable {
    private let latest: Instant

    /// 2001-01-01T00:00:00Z: what any time since 1999 is, in seconds, when it is taken for milliseconds, comes before.
    public static let earliest = Instant(epochMilliseconds: 978_307_200_000)

    public init(at now: Instant) {
        latest = now.advanced(by: .seconds(100 * 31_557_600))
    }

    public func contains(_ time: Instant) -> Bool { time >= Self.earliest && time <= latest }

    /// What a number of a time counts.
    public enum Unit: Sendable, Hashable {
        case seconds
        case milliseconds
    }

    /// What is wrong with a time, in one clause without the value; nil where nothing is.
    ///
    /// - Parameter unit: what is counted where the time is a number; nil: it was written out, by whoever counts somehow.
    public func objection(to time: Instant, countedIn unit: Unit? = nil) -> String? {
        guard !contains(time) else { return nil }
        let message = "must be between 2001 and a hundred years from now"
        switch (time < Self.earliest, unit) {
        case (true, .milliseconds), (true, nil):
            return message + "; were seconds given where milliseconds are counted?"
        case (false, .seconds), (false, nil):
            return message + "; were milliseconds given where seconds are counted?"
        case (true, .seconds), (false, .milliseconds): return message
        }
    }
}

extension Event {
    /// What is wrong with the times that the sender gives.
    ///
    /// - Parameters:
    ///   - type: times that its schedule counts from are checked, too; what else a payload holds may be any.
    ///   - now: nobody can mean what is too far from it.
    func timeFaults(as type: EventType?, _ payload: Payload, at now: Instant) -> [Fault] {
        let plausible = PlausibleTimes(at: now)
        var times: [(pointer: String, time: Instant?)] = [("/time", time), ("/scheduledAt", scheduledAt)]
        for field in Set(type?.schedule.map(\.field) ?? []).sorted() {
            times.append(("/data/\(field)", payload[field]?.instant))
        }
        return times.compactMap { pointer, time in
            time.flatMap { plausible.objection(to: $0) }
                .map { Fault(pointer: pointer, code: .outOfRange, message: $0) }
        }
    }
}
