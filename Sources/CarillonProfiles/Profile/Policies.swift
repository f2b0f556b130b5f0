public import CarillonModel

/// When, how often and how long: what the pipeline goes by.
public struct Policies: Sendable, Hashable {
    /// Notifications one recipient may get.
    public package(set) var recipientRateLimit: RateLimit?
    public package(set) var retry = RetryLadders()
    public package(set) var quietHours: QuietHours?
    /// Of priorities that are collected.
    public package(set) var collect = CollectingWindows()
    /// How long notifications and their payloads are kept; nil is for ever.
    public package(set) var retention: Duration?
    /// After this a delivery that could not be made is worth nothing; events may say otherwise.
    public package(set) var expireAfter: Duration?
    public package(set) var limits = StorageLimits()
    /// Whether markup and control characters are removed from texts, and texts beside them, that come with a request.
    public package(set) var stripsTags = false

    public init() {}
}

/// How much callers may have kept.
public struct StorageLimits: Sendable, Hashable {
    /// One more takes the place of the one that was registered least recently.
    public package(set) var devicesPerUser = 100
    /// Also of each device that belongs to nobody.
    public package(set) var subscriptionsPerUser = 2000
    /// Devices that belong to nobody, in all.
    public package(set) var ownerlessDevices = 100_000
    /// How often one client address may register a device that belongs to nobody.
    public package(set) var registrationsPerAddress = RateLimit(count: 60, per: .seconds(60))

    public init() {}
}

/// `100/1m`: at most so many in any window of that length.
public struct RateLimit: Sendable, Hashable, CustomStringConvertible {
    /// At least 1.
    public package(set) var count: Int
    public package(set) var window: Duration

    public init(count: Int, per window: Duration) {
        self.count = count
        self.window = window
    }

    public init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].utf8.allSatisfy({ (48...57).contains($0) }), let count = Int(parts[0]),
            count > 0, let window = Duration(written: String(parts[1])), window > .zero
        else { return nil }
        self.init(count: count, per: window)
    }

    public var description: String { "\(count)/\(window.written)" }
}

/// How long to wait before each next try, by the provider's error code.
public struct RetryLadders: Sendable, Hashable {
    /// The last rung repeats.
    public package(set) var standard: [Duration]
    public package(set) var byCode: [String: [Duration]]
    /// After this no more tries.
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

    /// The wait before try number `attempt + 1`, where `attempt` tries (1 or more) have failed, the last with `code`.
    ///
    /// Nil when the ladder is empty: no second try.
    public func wait(afterAttempt attempt: Int, code: String) -> Duration? {
        let ladder = byCode[code] ?? standard
        return ladder.isEmpty ? nil : ladder[min(max(attempt, 1), ladder.count) - 1]
    }

    /// Codes with an empty ladder of their own: no second try.
    public var finalCodes: Set<String> { Set(byCode.filter(\.value.isEmpty).keys) }
}

/// Hours in which only some priorities pass; the rest waits until they end.
public struct QuietHours: Sendable, Hashable {
    public package(set) var from: TimeOfDay
    /// Not later than `from` means: on the next day.
    public package(set) var to: TimeOfDay
    public package(set) var exempt: Set<Priority>
    /// The days on which they begin.
    public package(set) var days: Set<Weekday>
    /// IANA name; nil is the recipient's own zone.
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

    /// Whether it is quiet at `time` of `day`; where `from` and `to` are the same, for a whole day.
    ///
    /// - Parameter day: days since 1970-01-01, where the clock shows `time`.
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
