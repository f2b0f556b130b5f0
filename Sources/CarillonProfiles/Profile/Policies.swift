public import CarillonModel

/// Limits and times by which the pipeline works.
public struct Policies: Sendable, Hashable {
    /// How many notifications a recipient may get.
    public package(set) var recipientRateLimit: RateLimit?
    public package(set) var retry = RetryLadders()
    public package(set) var quietHours: QuietHours?
    /// For priorities that are collected.
    public package(set) var collect = CollectingWindows()
    /// How long notifications and their payloads are kept; nil for ever.
    public package(set) var retention: Duration?
    /// After this time, a delivery that could not be made expires; events may have their own value.
    public package(set) var expireAfter: Duration?
    public package(set) var limits = StorageLimits()
    /// Whether markup and control characters are removed from the texts of a request, and from texts in its data.
    public package(set) var stripsTags = false

    public init() {}
}

/// How many rows callers may store.
public struct StorageLimits: Sendable, Hashable {
    /// At the limit, a new device replaces the one that was registered least recently.
    public package(set) var devicesPerUser = 100
    /// Applies to each device without an owner as well.
    public package(set) var subscriptionsPerUser = 2000
    /// The total of devices without an owner.
    public package(set) var ownerlessDevices = 100_000
    /// How often one client address may register a device without an owner.
    public package(set) var registrationsPerAddress = RateLimit(count: 60, per: .seconds(60))

    public init() {}
}

/// The waits before retries, by the provider's error code.
public struct RetryLadders: Sendable, Hashable {
    /// The last wait repeats.
    public package(set) var standard: [Duration]
    public package(set) var byCode: [String: [Duration]]
    /// After this time, there are no more retries.
    public package(set) var giveUpAfter: Duration

    public init(
        standard: [Duration] = [.seconds(5), .seconds(30), .seconds(120)],
        byCode: [String: [Duration]] = [:],
        giveUpAfter: Duration = .seconds(86400)
    ) {
        self.standard = standard
        self.byCode = byCode
        self.giveUpAfter = giveUpAfter
    }

    /// The wait before attempt number `attempt + 1`, after `attempt` failures (1 or more), the last of them with
    /// `code`.
    ///
    /// Nil where the list is empty: no retry.
    public func wait(afterAttempt attempt: Int, code: String) -> Duration? {
        let ladder = byCode[code] ?? standard
        return ladder.isEmpty ? nil : ladder[min(max(attempt, 1), ladder.count) - 1]
    }

    /// Codes whose own list is empty: no retry.
    public var finalCodes: Set<String> { Set(byCode.filter(\.value.isEmpty).keys) }
}

/// Hours in which only some priorities are sent; other deliveries wait until the end.
public struct QuietHours: Sendable, Hashable {
    public package(set) var from: TimeOfDay
    /// Where it isn't later than `from`, it is on the next day.
    public package(set) var to: TimeOfDay
    public package(set) var exempt: Set<Priority>
    /// The days on which the hours begin.
    public package(set) var days: Set<Weekday>
    /// An IANA name; nil for the recipient's own zone.
    public package(set) var timeZone: String?

    public init(
        from: TimeOfDay,
        to: TimeOfDay,
        exempt: Set<Priority> = [.high],
        days: Set<Weekday> = Set(Weekday.allCases),
        timeZone: String? = nil
    ) {
        self.from = from
        self.to = to
        self.exempt = exempt
        self.days = days
        self.timeZone = timeZone
    }

    /// Whether `time` of `day` is within the quiet hours, which last a whole day where `from` equals `to`.
    ///
    /// - Parameter day: days since 1970-01-01, by the same clock as `time`.
    public func contains(_ time: TimeOfDay, onDay day: Int64) -> Bool {
        let begins = days.contains(Weekday(ofDay: day))
        if from < to { return begins && (from..<to).contains(time) }
        return (begins && time >= from) || (days.contains(Weekday(ofDay: day - 1)) && time < to)
    }
}

/// A time of day to the minute, `22:00`.
public struct TimeOfDay: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// 0 to 1,439.
    public let minutesSinceMidnight: Int

    public init?(minutesSinceMidnight: Int) {
        guard (0..<1440).contains(minutesSinceMidnight) else { return nil }
        self.minutesSinceMidnight = minutesSinceMidnight
    }

    public init?(_ text: String) {
        let bytes = Array(text.utf8)
        let digits = [0, 1, 3, 4]
        guard bytes.count == 5, bytes[2] == UInt8(ascii: ":"), digits.allSatisfy({ (48...57).contains(bytes[$0]) })
        else { return nil }
        let numbers = digits.map { Int(bytes[$0] - 48) }
        let hours = numbers[0] * 10 + numbers[1]
        let minutes = numbers[2] * 10 + numbers[3]
        guard hours < 24, minutes < 60 else { return nil }
        minutesSinceMidnight = hours * 60 + minutes
    }

    public static func < (left: TimeOfDay, right: TimeOfDay) -> Bool {
        left.minutesSinceMidnight < right.minutesSinceMidnight
    }

    public var description: String {
        [minutesSinceMidnight / 60, minutesSinceMidnight % 60]
            .map { $0 < 10 ? "0\($0)" : "\($0)" }
            .joined(separator: ":")
    }
}
