import CarillonDiagnostics
import CarillonLanguage
package import CarillonModel
import CarillonProfiles

/// A tenant's texts as a list: where each is written, and what is still to be done in each language.
package struct TextList: Sendable {
    /// In the order of the events, then of the app texts; slots in the order of the default language.
    package let texts: [Entry]
    /// Words that texts take in by their names, in the order of the default language.
    package let terms: [Term]
    /// The languages that the tenant supports, the default first.
    package let locales: [LocaleTag]

    package struct Entry: Sendable {
        /// In the default language.
        package let place: TextPlace
        package let states: [LocaleTag: State]
    }

    /// A term.
    package struct Term: Sendable {
        package let entry: Entry
        /// The texts that show it in any language, as places in the default one.
        package let uses: [TextPlace]
    }

    /// A text in one language.
    package struct State: Sendable, Hashable {
        /// Whether the language has the text.
        package var isWritten = false
        /// Whether the default language has it, and this one doesn't yet.
        package var isMissing = false
        /// Whether the original has changed since this was translated.
        package var isStale = false
        /// Whether the words equal another language's, like too many others to be a coincidence, or are a copy that the
        /// draft began with.
        package var isCopied = false
        package var errors = 0
        package var warnings = 0
    }

    init(_ draft: StudioDraft, faults: [PlacedFault]) {
        let snapshot = draft.snapshot
        guard let profile = snapshot.profile else {
            (texts, terms, locales) = ([], [], [])
            return
        }
        let first = profile.locales.defaultLocale
        let locales = profile.locales.defaultFirst
        self.locales = locales
        let open = Self.open(draft)
        let copies = Set(draft.edits.map(\.place).filter(draft.isCopy))
        var counts: [TextPlace: (errors: Int, warnings: Int)] = [:]
        for fault in faults {
            guard let place = fault.place?.text else { continue }
            switch fault.diagnostic.severity {
            case .error: counts[place, default: (0, 0)].errors += 1
            case .warning: counts[place, default: (0, 0)].warnings += 1
            }
        }
        let written = Dictionary(
            uniqueKeysWithValues: locales.map { locale in
                let file = snapshot.files["templates/\(locale.rawValue).json"]
                let messages = WrittenMessage.all(in: file?.root).filter { !$0.isNote }
                return (locale, Dictionary(grouping: messages, by: \.id).mapValues { $0.map(\.slot) })
            }
        )
        let ids = snapshot.written.events.map(\.id) + snapshot.written.texts.map(\.id)
        texts = ids.flatMap { id -> [Entry] in
            var paths: [String] = []
            for locale in locales {
                for path in written[locale]?[id.rawValue] ?? [] where !paths.contains(path) { paths.append(path) }
            }
            return paths.map { path in
                let place = snapshot.place(id, path: path, locale: first)
                let states = locales.map { locale in
                    var state = State()
                    state.isWritten = written[locale]?[id.rawValue]?.contains(path) == true
                    let kind = open[locale]?["\(id): \(path)"]
                    state.isMissing = kind == .missing
                    if state.isMissing { state.isWritten = false }
                    state.isStale = kind == .outdated
                    state.isCopied = kind == .copied || copies.contains(place.inLanguage(locale))
                    (state.errors, state.warnings) = counts[place.inLanguage(locale)] ?? (0, 0)
                    return (locale, state)
                }
                return Entry(place: place, states: Dictionary(uniqueKeysWithValues: states))
            }
        }
        let places = draft.terms(in: locales)
        let uses = draft.uses(ofTerms: Set(places.map(\.slot)))
        terms = places.map { place in
            let states = locales.map { locale in
                var state = State()
                state.isWritten = snapshot.written(place.inLanguage(locale)) != nil
                (state.errors, state.warnings) = counts[place.inLanguage(locale)] ?? (0, 0)
                return (locale, state)
            }
            return Term(
                entry: Entry(place: place, states: Dictionary(uniqueKeysWithValues: states)),
                uses: uses[place.slot] ?? []
            )
        }
    }

    /// What translators have still to do: the kind by the text's name; empty where the folder can't be read.
    private static func open(_ draft: StudioDraft) -> [LocaleTag: [String: TranslationState.Entry.Kind]] {
        let states = draft.snapshot.check?.translations ?? []
        return Dictionary(
            uniqueKeysWithValues: states.map { state in
                (state.locale, Dictionary(state.open.map { ($0.name, $0.kind) }) { first, _ in first })
            }
        )
    }

    /// As pages get it.
    ///
    /// `{"locales": […], "texts": [{"message": …, "slot": …, "states": {"nb": {"written": true, "stale": true}}}],
    /// "terms": [{"message": "$terms", "slot": …, "states": …, "uses": 4}]}`
    ///
    /// Of a state, what is false or none is left out.
    package var json: JSONValue {
        let terms = terms.map { term -> JSONValue in
            var object = json(of: term.entry)
            object["uses"] = JSONValue(term.uses.count)
            return .object(object)
        }
        return [
            "locales": .array(locales.map { .string($0.rawValue) }),
            "texts": .array(texts.map { .object(json(of: $0)) }), "terms": .array(terms),
        ]
    }

    private func json(of entry: Entry) -> JSONObject {
        var object = entry.place.json
        object["locale"] = nil
        object["states"] = .object(
            JSONObject(
                locales.map { JSONObject.Member($0.rawValue, (entry.states[$0] ?? State()).json) }
            )
        )
        return object
    }
}

extension TextList.State {
    fileprivate var json: JSONValue {
        var object = JSONObject()
        if isWritten { object["written"] = true }
        if isMissing { object["missing"] = true }
        if isStale { object["stale"] = true }
        if isCopied { object["copied"] = true }
        if errors > 0 { object["errors"] = JSONValue(errors) }
        if warnings > 0 { object["warnings"] = JSONValue(warnings) }
        return .object(object)
    }
}

extension StudioDraft {
    /// Whether a text that the draft changes has the original's words and no others: it was begun with them, and isn't
    /// translated yet.
    ///
    /// Two ways to write one language, such as `en` and `en-GB`, may well have the same words.
    package func isCopy(_ place: TextPlace) -> Bool {
        let fields = snapshot.written.fields(of: place.message.rawValue)
        guard let first = snapshot.profile?.locales.defaultLocale, first.language != place.locale.language,
            !place.isTerm, edits.contains(where: { $0.place == place }), let form = form(place),
            let copy = try? self.form(place.inLanguage(first))?.copied(to: place.locale, fields: fields)
        else { return false }
        return form.content == copy.content && form.patterns.contains { $0.plainText.contains(where: \.isLetter) }
    }

    /// All texts, with what is to be done in each language.
    package var texts: TextList { TextList(self, faults: faults) }
}
