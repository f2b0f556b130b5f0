package import CarillonLanguage
package import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles
import Synchronization

/// Looks for words in a tenant's texts, and in what these become with samples.
///
/// What an event's texts read like is found once and kept for as long as the folder is the same; a draft's own changes are looked
/// at each time. A class with a lock, because requests ask at the same time.
package final class TextSearch: Sendable {
    private let base: TenantSnapshot
    private let known = Mutex<[EventTypeID: [SearchedText]]>([:])

    /// Of each event, this many samples are looked through, the main one first.
    private static let samples = 4
    /// Characters of words that were found, at most.
    private static let shown = 200

    /// - Parameter base: the folder without a draft's changes.
    package init(_ base: TenantSnapshot) {
        self.base = base
    }

    /// Whether this has what is known of the same folder.
    package func isOf(_ snapshot: TenantSnapshot) -> Bool { base === snapshot }

    /// Where words were found.
    package struct Hit: Sendable, Hashable {
        package let locale: LocaleTag
        /// What has them: of a text, or of what a sample makes of it.
        package let text: String

        /// As pages get it.
        ///
        /// `{"locale": "nb", "words": "Layla har betalt 2 000 kr"}`
        package var json: JSONValue { ["locale": .string(locale.rawValue), "words": .string(text)] }
    }

    /// What a text of an event reads like.
    private struct SearchedText: Sendable, Hashable {
        let slot: String
        /// By which a sample has become it, or whose own words it is; nil for the words of all channels.
        let channel: ChannelID?
        let locale: LocaleTag
        let text: String
        let folded: String
    }

    /// - Parameters:
    ///   - query: the words; letters' case doesn't count.
    ///   - list: the draft's texts.
    ///   - draft: the folder with changes.
    ///   - isOver: whether no more events may be looked at whose words aren't known yet.
    /// - Returns: by its place in the default language, each text that has the words, in that language where it can be; and
    ///   whether all events were looked at.
    package func find(
        _ query: String,
        in list: TextList,
        of draft: StudioDraft,
        isOver: () -> Bool
    ) -> (found: [TextPlace: Hit], isComplete: Bool) {
        let wanted = Self.folded(query)
        let changed = Set(draft.edits.map(\.place.message)).union(draft.sampleEdits.map(\.event))
        var found: [TextPlace: Hit] = [:]
        var isComplete = true
        let groups = Dictionary(grouping: list.texts.map(\.place), by: \.message)
        for id in groups.keys.sorted(by: { $0.rawValue < $1.rawValue }) {
            guard let places = groups[id] else { continue }
            guard let texts = texts(of: id, in: draft, isChanged: changed.contains(id), isOver) else {
                isComplete = false
                continue
            }
            let own = Set(places.compactMap { place in place.channel.map { [$0.rawValue, place.slot] } })
            let hits = texts.filter { $0.folded.contains(wanted) }
            for place in places {
                let fitting = hits.filter { hit in
                    guard hit.slot == place.slot else { return false }
                    guard place.channel == nil else { return hit.channel == place.channel }
                    return hit.channel.map { !own.contains([$0.rawValue, place.slot]) } ?? true
                }
                let best = list.locales.lazy.compactMap { locale in fitting.first { $0.locale == locale } }.first
                guard let best else { continue }
                found[place] = Hit(locale: best.locale, text: Self.excerpt(best, around: wanted))
            }
        }
        return (found, isComplete)
    }

    /// Nil where there is no time for it any more.
    ///
    /// - Parameter isChanged: whether the draft changes this event, of which nothing is kept then.
    private func texts(
        of id: EventTypeID,
        in draft: StudioDraft,
        isChanged: Bool,
        _ isOver: () -> Bool
    ) -> [SearchedText]? {
        if isChanged { return Self.texts(of: id, in: draft.snapshot, draft) }
        if let texts = known.withLock({ $0[id] }) { return texts }
        guard !isOver() else { return nil }
        let texts = Self.texts(of: id, in: base, draft)
        known.withLock { $0[id] = texts }
        return texts
    }

    private static func texts(of id: EventTypeID, in snapshot: TenantSnapshot, _ draft: StudioDraft) -> [SearchedText] {
        guard let profile = snapshot.profile else { return [] }
        var seen: Set<SearchedText> = []
        var texts: [SearchedText] = []
        func add(_ text: String, _ slot: String, _ channel: ChannelID?, _ locale: LocaleTag) {
            let one = SearchedText(slot: slot, channel: channel, locale: locale, text: text, folded: folded(text))
            if !text.isEmpty, seen.insert(one).inserted { texts.append(one) }
        }
        if let event = profile.event(id) {
            let renderer = SampleRenderer(TenantProfile(profile, with: [event]), registry: draft.registry)
            for sample in snapshot.samples(of: id).prefix(samples) {
                for rendition in renderer.renditions(of: event, payload: sample.payload) {
                    guard case .success(let message) = rendition.outcome else { continue }
                    for slot in rendition.slots where !slot.isHTML {
                        let locale = LocaleTag(message.locale) ?? rendition.locale
                        add(message.slots[slot.name] ?? "", slot.name, rendition.channel.id, locale)
                    }
                }
            }
        }
        // Rows that no sample shows, and texts without samples.
        let fields = snapshot.written.fields(of: id.rawValue)
        for locale in profile.locales.supported {
            let root = snapshot.files["templates/\(locale.rawValue).json"]?.root
            for message in WrittenMessage.all(of: id.rawValue, in: root) where !message.isNote {
                let place = snapshot.place(id, path: message.slot, locale: locale)
                for pattern in TextForm(message.node, fields: fields).patterns {
                    add(pattern.outline, place.slot, place.channel, locale)
                }
            }
        }
        return texts
    }

    /// In small letters, with one blank where there are several, and without signs that only say where words of another direction
    /// begin and end.
    package static func folded(_ text: String) -> String {
        let plain = String.UnicodeScalarView(text.unicodeScalars.filter { !isolates.contains($0.value) })
        return String(plain).lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    private static let isolates: Set<UInt32> = [0x200E, 0x200F, 0x2066, 0x2067, 0x2068, 0x2069]

    private static func excerpt(_ found: SearchedText, around wanted: String) -> String {
        guard found.text.count > shown else { return found.text }
        let start = found.folded.firstRange(of: wanted).map {
            found.folded.distance(from: found.folded.startIndex, to: $0.lowerBound)
        }
        let text = found.text.dropFirst(max(0, min((start ?? 0) - 40, found.text.count - shown)))
        return String(text.prefix(shown))
    }
}
