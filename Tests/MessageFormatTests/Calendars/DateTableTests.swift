import Foundation
import Testing

@testable import MessageFormat

/// What a second implementation makes of the same data: `dates.json` among the recorded.
private struct Reference: Decodable {
    /// Year, month, day, hour, minute, second, and minutes ahead of UTC.
    var moments: [[Int]]
    /// Fields, length, precision, zone and hour12, empty where not given.
    var options: [[String]]
    /// One text for each option, behind the number of the moment.
    var locales: [String: [String]]
}

@Test func `dates and times look as the data says, in every locale and with every option`() throws {
    let file = try #require(DataFiles.recorded("dates", "json"))
    let reference = try JSONDecoder().decode(Reference.self, from: Data(contentsOf: file))
    #expect(reference.locales.count == 104)
    let moments = try reference.moments.map { try moment($0) }
    var checked = 0
    for (name, texts) in reference.locales {
        let parts = name.split(separator: " ")
        let locale = LocaleData(bestFor: String(parts[0]))
        for (options, text) in zip(reference.options, texts) {
            var style = try style(options)
            style.calendar = parts.count > 1 ? .gregorian : nil
            let (civil, offset) = moments[try #require(text.first?.wholeNumberValue)]
            let printed = withTextWriter { style.append(civil, offset: offset, to: &$0, locale: locale) }
            if !printed.utf8.elementsEqual(text.utf8.dropFirst()) {
                Issue.record("\(name) \(options): \(printed), should be \(text.dropFirst())")
            }
            checked += 1
        }
    }
    #expect(checked == 8_320)
}

private func moment(_ numbers: [Int]) throws -> (CivilDateTime, TimeZoneOffset) {
    let date = try #require(CivilDate(year: numbers[0], month: numbers[1], day: numbers[2]))
    let time = CivilDateTime(date: date, hour: numbers[3], minute: numbers[4], second: numbers[5])
    return (try #require(time), try #require(TimeZoneOffset(seconds: numbers[6] * 60)))
}

private func style(_ options: [String]) throws -> DateStyle {
    let fields: [String: DateStyle.Fields] = [
        "weekday": .weekday, "day-weekday": .dayWeekday, "month-day": .monthDay,
        "month-day-weekday": .monthDayWeekday, "year-month-day": .yearMonthDay,
        "year-month-day-weekday": .yearMonthDayWeekday,
    ]
    let lengths: [String: DateStyle.Length] = ["long": .long, "medium": .medium, "short": .short]
    let precisions: [String: DateStyle.Precision] = ["hour": .hour, "minute": .minute, "second": .second]
    let zones: [String: DateStyle.ZoneStyle] = ["long": .long, "short": .short]
    var style = DateStyle()
    style.fields = fields[options[0]]
    style.length = lengths[options[1]] ?? .medium
    style.precision = precisions[options[2]]
    style.zone = zones[options[3]]
    style.hour12 = Bool(options[4])
    return style
}
