import Testing

@testable import MessageFormat

@Test(
    arguments: [
        (2026, 3, 20, 1404, 12, 29), (2026, 3, 21, 1405, 1, 1), (2025, 3, 20, 1403, 12, 30),
        (1979, 2, 11, 1357, 11, 22),
        (622, 3, 21, 1, 1, 1), (1, 1, 1, -621, 10, 11),
    ]
)
func `days have their Persian dates`(
    year: Int,
    month: Int,
    day: Int,
    persian: Int,
    persianMonth: Int,
    persianDay: Int
)
    throws
{
    let date = PersianDate(try #require(CivilDate(year: year, month: month, day: day)))
    #expect((date.year, date.month, date.day) == (persian, persianMonth, persianDay))
}

/// The check number is another implementation's, which agreed with ICU 78.2 on every third of these days.
@Test func `every day of two thousand years has the Persian date others give it`() throws {
    let first = try #require(CivilDate(year: 1600, month: 1, day: 1)).daysSinceEpoch
    let last = try #require(CivilDate(year: 3599, month: 12, day: 31)).daysSinceEpoch
    var check = 0
    for day in first...last {
        let date = PersianDate(try #require(CivilDate(daysSinceEpoch: day)))
        check = (check * 31 + date.year * 10_000 + date.month * 100 + date.day) % 1_000_000_007
    }
    #expect(check == 980_428_107)
}

@Test func `calendars exist where they are the custom`() {
    let (nb, th, fa) = (LocaleData(bestFor: "nb"), LocaleData(bestFor: "th"), LocaleData(bestFor: "fa"))
    #expect(DateStyle.isAvailable(.gregorian, in: nb) && DateStyle.isAvailable(.gregorian, in: fa))
    #expect(DateStyle.isAvailable(.buddhist, in: th) && !DateStyle.isAvailable(.buddhist, in: nb))
    #expect(DateStyle.isAvailable(.persian, in: fa) && !DateStyle.isAvailable(.persian, in: th))
}
