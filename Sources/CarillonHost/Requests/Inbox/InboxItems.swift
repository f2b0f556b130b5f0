import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles

/// What the inbox is told of feed items beside what every client is: when they came, in the words that the tenant's texts have for
/// it.
///
/// An item is shown today, tomorrow and next week without being fetched again, so it brings all three ways of saying its time,
/// and the page chooses by the reader's day. Browsers differ in how they say times, and the page formats none.
struct InboxItems: Sendable {
    private let words: InboxWords
    /// Of the inbox's own words; an item may be in another language.
    private let locale: LocaleTag
    /// IANA name.
    let zone: String
    private let zones: any TimeZoneDatabase

    init(_ words: InboxWords, in locale: LocaleTag, zone: String, _ zones: any TimeZoneDatabase) {
        self.words = words
        self.locale = locale
        self.zone = zone
        self.zones = zones
    }

    func members(for item: FeedItem) -> [JSONObject.Member] {
        let times = words.times(of: item.createdAt, in: zone, locale: locale, zones)
        let language = LocaleTag(item.content.locale) ?? locale
        return [
            .init(
                "times",
                [
                    "today": .string(times.today), "yesterday": .string(times.yesterday), "date": .string(times.date),
                ]
            ),
            .init("day", .string(words.day(of: item.createdAt, in: zone, zones))),
            .init("dayLabel", .string(words.dayLabel(of: item.createdAt, in: zone, locale: locale, zones))),
            .init("lang", .string(language.rawValue)), .init("dir", .string(words.direction(of: language))),
        ]
    }
}
