public import CarillonModel
import CarillonProfiles

/// The points in time that a sender can mean: anything before 2001, or more than a hundred years away, is a slip, most often
/// seconds where milliseconds are counted.
public struct PlausibleTimes: Sendable, Hashable {
    private let latest: Instant

    /// 2001-01-01T00:00:00Z: what any time since 1999 is, in seconds, when it is taken for milliseconds, comes before.
    public static let earliest = Instant(epochMilliseconds: 978_307_200_000)

    public init(at now: Instant) {
        latest = now.advanced(by: .seconds(100 * 31_557_600))
    }

    public func contains(_ time: Instant) -> Bool { time >= Self.earliest && time <= latest }

    /// One clause, without the value.
    public static let objection =
        "must be between 2001 and a hundred years from now; were seconds given where milliseconds are counted?"
}

extension Event {
    /// What is wrong with the times that the sender gives.
    ///
    /// - Parameters:
    ///   - type: times that its schedule counts from are looked at, too; what else a payload holds may be any.
    ///   - now: nobody can mean what is too far from it.
    func timeFaults(as type: EventType?, _ payload: Payload, at now: Instant) -> [EventFault] {
        let plausible = PlausibleTimes(at: now)
        var times: [(pointer: String, time: Instant?)] = [("/time", time), ("/scheduledAt", scheduledAt)]
        for field in Set(type?.schedule.map(\.field) ?? []).sorted() {
            times.append(("/data/\(field)", payload[field]?.instant))
        }
        return times.compactMap { pointer, time in
            guard let time, !plausible.contains(time) else { return nil }
            return EventFault(pointer: pointer, code: "out-of-range", message: PlausibleTimes.objection)
        }
    }
}
