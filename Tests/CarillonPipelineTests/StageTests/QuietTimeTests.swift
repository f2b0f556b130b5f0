import CarillonModel
import CarillonPluginKit
import CarillonProfiles
import Testing

@testable import CarillonPipeline

/// When quiet hours end, where somebody is.
struct QuietTimeTests {
    private func end(
        _ time: String,
        from: String = "22:00",
        to: String = "07:00",
        days: Set<Weekday> = Set(Weekday.allCases),
        fixedZone: String? = nil,
        zone: String? = "Europe/Oslo"
    ) throws -> String {
        let hours = QuietHours(
            from: try #require(TimeOfDay(from)),
            to: try #require(TimeOfDay(to)),
            days: days,
            timeZone: fixedZone
        )
        let quiet = QuietTime(hours: hours, zones: Zones2026(), defaultZone: "UTC")
        return quiet.end(at: try #require(Instant(time)), in: zone).rfc3339
    }

    @Test(arguments: [
        ("2026-02-25T11:00:00Z", "2026-02-25T11:00:00Z"),
        ("2026-02-25T20:59:59Z", "2026-02-25T20:59:59Z"),
        ("2026-02-25T21:00:00Z", "2026-02-26T06:00:00Z"),
        ("2026-02-25T23:30:00.250Z", "2026-02-26T06:00:00Z"),
        ("2026-02-26T05:59:59Z", "2026-02-26T06:00:00Z"),
        ("2026-02-26T06:00:00Z", "2026-02-26T06:00:00Z"),
    ])
    func `they end by the recipient's clock`(time: String, expected: String) throws {
        #expect(try end(time) == expected)
    }

    @Test func `a night that loses an hour is shorter, and one that gains one longer`() throws {
        #expect(try end("2026-03-28T22:00:00Z") == "2026-03-29T05:00:00Z")
        #expect(try end("2026-10-24T21:00:00Z") == "2026-10-25T06:00:00Z")
    }

    @Test(arguments: [
        // 02:30 isn't there: it is 03:00 next.
        ("2026-03-29T00:30:00Z", "22:00", "02:30", "2026-03-29T01:00:00Z"),
        ("2026-03-29T01:00:00Z", "22:00", "02:30", "2026-03-29T01:00:00Z"),
        // Neither is their beginning, and they have begun at 03:00.
        ("2026-03-29T00:59:00Z", "02:30", "04:00", "2026-03-29T00:59:00Z"),
        ("2026-03-29T01:00:00Z", "02:30", "04:00", "2026-03-29T02:00:00Z"),
    ])
    func `an hour that the clock leaves out isn't waited for`(
        time: String,
        from: String,
        to: String,
        expected: String
    ) throws {
        #expect(try end(time, from: from, to: to) == expected)
    }

    @Test(arguments: [
        // 01:00, then 02:45 in summer time, then 02:10 in winter time.
        ("2026-10-24T23:00:00Z", "2026-10-25T00:30:00Z"),
        ("2026-10-25T00:45:00Z", "2026-10-25T00:45:00Z"),
        ("2026-10-25T01:10:00Z", "2026-10-25T01:30:00Z"),
    ])
    func `an hour that comes twice is quiet twice`(time: String, expected: String) throws {
        #expect(try end(time, from: "22:00", to: "02:30") == expected)
    }

    @Test(arguments: [
        // In Auckland: Friday 22:30, Saturday 06:30, Saturday 22:30. In UTC all three are on Friday or Saturday.
        ("2026-02-27T09:30:00Z", "2026-02-27T18:00:00Z"),
        ("2026-02-27T17:30:00Z", "2026-02-27T18:00:00Z"),
        ("2026-02-28T09:30:00Z", "2026-02-28T09:30:00Z"),
    ])
    func `the weekday is that of the recipient's zone, as the hour is`(time: String, expected: String) throws {
        #expect(try end(time, days: [.friday], zone: "Pacific/Auckland") == expected)
    }

    @Test func `whole days that follow one another end together`() throws {
        let weekend = try end("2026-02-28T12:00:00Z", from: "00:00", to: "00:00", days: [.saturday, .sunday])
        #expect(weekend == "2026-03-01T23:00:00Z")
    }

    @Test func `hours that never end hold nothing back`() throws {
        let always = try end("2026-02-28T12:00:00Z", from: "09:00", to: "09:00")
        #expect(always == "2026-02-28T12:00:00Z")
    }

    @Test func `the tenant's zone comes before the recipient's, and an unknown one is the default`() throws {
        let night = "2026-02-25T21:30:00Z"
        #expect(try end(night, fixedZone: "UTC") == night)
        #expect(try end(night, zone: "Mars/Olympus") == night)
        #expect(try end(night, zone: nil) == night)
    }
}

/// As the clocks go in 2026.
struct Zones2026: TimeZoneDatabase {
    func offset(of zone: String, at instant: Instant) -> Int? {
        switch zone {
        case "UTC": 0
        case "Pacific/Auckland": 13 * 3600
        case "Europe/Oslo":
            // From 29 March to 25 October, 01:00 UTC each.
            (1_774_746_000_000..<1_792_890_000_000).contains(instant.epochMilliseconds) ? 7200 : 3600
        default: nil
        }
    }
}
