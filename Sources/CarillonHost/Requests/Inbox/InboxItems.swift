import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles

/// What the inbox gets for each feed item in addition: its time, formatted in the reader's language.
///
/// An item stays on the page for days without being fetched again, so it has its time in three forms, and the page chooses by
/// the reader's day. Browsers format times differently, so the page formats none.
struct InboxItems: Sendable {
    private let words: InboxWords
    /// The language of the inbox's own texts; an item may be in another one.
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
