import CarillonModel
import Foundation
import Testing

@testable import CarillonProfiles

@Suite struct TimeZoneTests {
    private let zones = BuiltInTimeZones()

    private func hours(_ zone: String, _ moment: String) throws -> Double? {
        zones.offset(of: zone, at: try #require(Instant(moment))).map { Double($0) / 3600 }
    }

    @Test(arguments: [
        ("Europe/Oslo", "2026-03-29T00:59:59Z", 1.0), ("Europe/Oslo", "2026-03-29T01:00:00Z", 2.0),
        ("Europe/Oslo", "2026-10-25T00:59:59Z", 2.0), ("Europe/Oslo", "2026-10-25T01:00:00Z", 1.0),
        // In the south summer lies over New Year.
        ("America/Santiago", "2026-01-01T00:00:00Z", -3.0), ("America/Santiago", "2026-07-01T00:00:00Z", -4.0),
        // Half an hour of summer time, and the day's first minute in the east while it is still the year before at Greenwich.
        ("Australia/Lord_Howe", "2026-12-31T13:00:00Z", 11.0), ("Australia/Lord_Howe", "2026-06-30T13:00:00Z", 10.5),
        // In Irish law winter is what differs.
        ("Europe/Dublin", "2026-01-01T00:00:00Z", 0.0), ("Europe/Dublin", "2026-07-01T00:00:00Z", 1.0),
        // Ramadan, which no yearly rule can say, and a rule whose time is before its day.
        ("Africa/Casablanca", "2026-03-01T00:00:00Z", 0.0), ("Africa/Casablanca", "2026-06-01T00:00:00Z", 1.0),
        ("America/Nuuk", "2026-03-29T00:59:59Z", -2.0), ("America/Nuuk", "2026-03-29T01:00:00Z", -1.0),
        ("Asia/Kathmandu", "2026-06-01T00:00:00Z", 5.75), ("America/Asuncion", "2026-07-01T00:00:00Z", -3.0),
        // The rule of later years doesn't hold yet, though the clocks stay as they are when it begins to.
        ("America/Resolute", "2006-12-28T12:00:00Z", -5.0), ("America/Resolute", "2007-12-28T12:00:00Z", -6.0),
        ("Asia/Hebron", "2081-07-03T12:00:00Z", 2.0), ("Asia/Hebron", "2081-07-20T12:00:00Z", 3.0),
        // A day that wasn't, and clocks of before there were zones.
        ("Pacific/Apia", "2011-12-30T09:59:59Z", -10.0), ("Pacific/Apia", "2011-12-30T10:00:00Z", 14.0),
        ("Europe/Oslo", "1850-01-01T00:00:00Z", 43.0 / 60), ("Etc/UTC", "9999-12-31T23:59:59Z", 0.0),
        ("Europe/Oslo", "9999-07-01T00:00:00Z", 2.0),
    ]) func `a zone's offset at a moment`(zone: String, moment: String, expected: Double) throws {
        #expect(try hours(zone, moment) == expected)
    }

    @Test(arguments: ["", "Europe", "europe/oslo", "Mars/Olympus", "Factory", "Europe/Oslo ", "../Europe/Oslo"])
    func `what is no zone has no offset`(name: String) throws {
        #expect(try hours(name, "2026-01-01T00:00:00Z") == nil && !BuiltInTimeZones.contains(name))
    }

    /// Foundation's data is of 2024 or later, and is somebody else's reading of it.
    @Test func `from 1980 to 2024, and in rules that have stayed, every zone agrees with Foundation's`() throws {
        // Another rule since 2024, a zone since 2025, and a name that means another zone since 2024.
        let changed: Set = ["America/Asuncion", "America/Coyhaique", "WET"]
        var wrong: Set<String> = []
        var compared = 0
        let start = try #require(Instant("1980-01-01T00:00:00Z")).epochMilliseconds
        let end = try #require(Instant("2060-01-01T00:00:00Z")).epochMilliseconds
        let moments = stride(from: start, to: end, by: 86_400_000 * 397 + 3_600_000 * 7)
        for name in BuiltInTimeZones.names where !changed.contains(name) {
            guard let theirs = TimeZone(identifier: name) else { continue }
            for moment in moments {
                let expected = theirs.secondsFromGMT(for: Date(timeIntervalSince1970: Double(moment) / 1000))
                compared += 1
                if zones.offset(of: name, at: Instant(epochMilliseconds: moment)) != expected { wrong.insert(name) }
            }
        }
        #expect(wrong == [])
        #expect(compared > 40_000)
    }
}
