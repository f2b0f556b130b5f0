import CarillonModel
import CarillonProfiles
import MessageFormat

extension PayloadValue {
    /// What a message reads of the value; nil for a text that exists in none of `chain`, and for a map, which no text
    /// shows.
    func messageValue(for chain: [LocaleTag]) -> MessageValue? {
        switch self {
        case .text(let text), .choice(let text), .uuid(let text), .slug(let text), .path(let text), .url(let text),
            .email(let text):
            .string(text)
        case .integer(let number): .integer(Int(number))
        case .decimal(let text): ExactDecimal(text).map { .decimal($0) } ?? .string(text)
        case .money(let money):
            if let value = ExactDecimal(money.value), let code = CurrencyCode(money.currency) {
                .money(value, code)
            } else {
                .string("\(money.value) \(money.currency)")
            }
        case .boolean(let value): .boolean(value)
        case .instant(let instant): .instant(instant.shownSeconds)
        case .date(let day): day.messageValue
        case .list(let values): .list(values.compactMap { $0.messageValue(for: chain) })
        case .map: nil
        case .localizedText(let translations): translations.anyText(preferring: chain).map { .string($0) }
        }
    }
}

extension Instant {
    /// Seconds since 1970, of the nearest time that a calendar has in every zone: clocks show the years 1 to 9999, and are
    /// up to 14 hours ahead and, before there were zones, 16 behind.
    fileprivate var shownSeconds: Int64 {
        let seconds = epochMilliseconds.floorDivided(by: 1000)
        return min(max(seconds, -62_135_596_800 + 16 * 3600), 253_402_300_799 - 14 * 3600)
    }
}

extension CivilDay {
    var messageValue: MessageValue {
        let (year, month, day) = CivilCalendar.date(ofDay: number)
        return CivilDate(year: Int(year), month: Int(month), day: Int(day)).map { .date($0) } ?? .string(description)
    }
}
