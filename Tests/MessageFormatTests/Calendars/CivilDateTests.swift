import Testing

@testable import MessageFormat

@Test func `every day from year 1 to 9999 has its number and its weekday`() throws {
    var expected = -719_162
    var weekday = 1
    for year in 1...9999 {
        for month in 1...12 {
            for day in 1...31 {
                guard let date = CivilDate(year: year, month: month, day: day) else { continue }
                guard
                    date.daysSinceEpoch == expected, date.weekday == weekday,
                    CivilDate(daysSinceEpoch: expected) == date
                else {
                    Issue.record("\(date)")
                    return
                }
                expected += 1
                weekday = (weekday + 1) % 7
            }
        }
    }
    #expect(expected == 2_932_897)
    #expect(CivilDate(daysSinceEpoch: 2_932_897) == nil)
    #expect(CivilDate(daysSinceEpoch: -719_163) == nil)
}

@Test(arguments: [(2023, 2, 29), (1900, 2, 29), (2026, 4, 31), (2026, 13, 1), (2026, 0, 1), (0, 1, 1), (10_000, 1, 1)])
func `days that don't exist can't be made`(year: Int, month: Int, day: Int) {
    #expect(CivilDate(year: year, month: month, day: day) == nil)
}

@Test func `an instant shows on a clock, and comes back`() throws {
    let oslo = try #require(TimeZoneOffset(text: "+01:00"))
    let moment = try #require(CivilDateTime(epochSeconds: 1_772_000_000, offset: oslo))
    let date = try #require(CivilDate(year: 2026, month: 2, day: 25))
    #expect(moment == CivilDateTime(date: date, hour: 7, minute: 13, second: 20))
    #expect(moment.epochSeconds(offset: oslo) == 1_772_000_000)
    let before = try #require(CivilDateTime(epochSeconds: -1, offset: .utc))
    #expect((before.date.year, before.hour, before.second) == (1969, 23, 59))
    #expect(CivilDateTime(epochSeconds: .max, offset: oslo) == nil)
    #expect(CivilDateTime(epochSeconds: .min, offset: .utc) == nil)
}

@Test(arguments: ["2026-02-25", "2026-02-25T06:13:20", "2026-02-25T06:13:20.5Z", "0001-01-01T00:00:00-23:59"])
func `date literals are read`(text: String) throws {
    let literal = try #require(DateLiteral(text))
    #expect(literal.hasTime == text.contains("T"))
    #expect((literal.offset == nil) == !(text.hasSuffix("Z") || text.hasSuffix(":59")))
}

@Test(
    arguments: [
        "", "2026", "2026-2-25", "2026-02-30", "2026-02-25T", "2026-02-25T06:13", "2026-02-25T24:00:00",
        "2026-02-25T06:13:60", "2026-02-25T06:13:20.", "2026-02-25T06:13:20+1:00", "2026-02-25T06:13:20+24:00",
        "2026-02-25T06:13:20Zz", "2026-02-25 06:13:20", "-2026-02-25", "0000-01-01", "horse", "2026-02-25Z",
    ]
)
func `texts that aren't date literals are refused`(text: String) {
    #expect(DateLiteral(text) == nil)
}
