public import CarillonModel
public import CarillonPluginKit
import MessageFormat

/// Texts that change with the day they are read on: how a store keeps them, and how they are rendered when a feed is
/// read.
extension FeedContent {
    /// The texts as they are read at `now`, by language, then by slot.
    ///
    /// - Parameter zones: a zone that they no longer contain is replaced by UTC.
    public func texts(at now: Instant, _ zones: any TimeZoneDatabase) -> JSONObject {
        guard !deferred.isEmpty else { return texts }
        let context = FormattingContext(
            now: now.epochMilliseconds.floorDivided(by: 1000),
            timeZones: TimeZones { name, seconds in
                zones.offset(of: name, at: Instant(epochMilliseconds: seconds * 1000))
                    .flatMap { TimeZoneOffset(seconds: $0) }
            }
        )
        var texts = texts
        for (locale, deferredSlots) in deferred {
            guard var slots = texts[locale]?.object else { continue }
            for (slot, text) in deferredSlots where slots[slot] != nil { slots[slot] = .string(text.text(in: context)) }
            texts[locale] = .object(slots)
        }
        return texts
    }

    /// `{"en": {"body": {"locale": "en", "pieces": ["Due ", {"at": 1772035200000, "zone": "Africa/Lagos"}]}}}`, sorted by
    /// name; nil where there are none.
    ///
    /// A time may have `hour12`, and `capitalise` where that is false.
    public var deferredJSON: JSONValue? {
        guard !deferred.isEmpty else { return nil }
        return Self.object(deferred) { slots in Self.object(slots, \.json) }
    }

    /// What ``deferredJSON`` wrote; what can't be read is left out, and shows the text that was stored beside it.
    public static func deferred(json: JSONValue?) -> [String: [String: DeferredText]] {
        let languages = json?.object?.members ?? []
        let found = languages.map { language in
            let slots = language.value.object?.members ?? []
            return (
                language.name,
                Dictionary(
                    slots.compactMap { slot in
                        DeferredText(json: slot.value).map { (slot.name, $0) }
                    }
                ) { first, _ in first }
            )
        }
        return Dictionary(found.filter { !$0.1.isEmpty }) { first, _ in first }
    }

    private static func object<Value>(_ values: [String: Value], _ json: (Value) -> JSONValue) -> JSONValue {
        .object(JSONObject(values.sorted { $0.key < $1.key }.map { .init($0.key, json($0.value)) }))
    }
}

extension DeferredText {
    fileprivate var json: JSONValue {
        ["locale": .string(locale), "pieces": .array(pieces.map(\.json))]
    }

    fileprivate init?(json: JSONValue) {
        guard let locale = json["locale"]?.string, let list = json["pieces"]?.array else { return nil }
        let pieces = list.compactMap(Piece.init(json:))
        guard pieces.count == list.count else { return nil }
        self.init(locale: locale, pieces: pieces)
    }
}

extension DeferredText.Piece {
    fileprivate var json: JSONValue {
        switch self {
        case .text(let text): return .string(text)
        case .time(let time):
            var object = JSONObject([
                .init("at", JSONValue(time.instant.epochMilliseconds)), .init("zone", .string(time.timeZone)),
            ])
            object["hour12"] = time.hour12.map { .boolean($0) }
            if !time.isCapitalised { object["capitalise"] = .boolean(false) }
            return .object(object)
        }
    }

    fileprivate init?(json: JSONValue) {
        if let text = json.string {
            self = .text(text)
        } else if let at = json["at"]?.integer, let zone = json["zone"]?.string {
            let time = DeferredTime(
                Instant(epochMilliseconds: at),
                timeZone: zone,
                hour12: json["hour12"]?.boolean,
                isCapitalised: json["capitalise"]?.boolean ?? true
            )
            self = .time(time)
        } else {
            return nil
        }
    }
}
