import CarillonDiagnostics
import CarillonLanguage
package import CarillonModel
import CarillonProfiles

/// Words that are live beside a tenant's files: for each text at most one entry, with what the files have, and what is live
/// instead.
///
/// The files are the truth. An entry that they have caught up with changes nothing any more, and one that doesn't fit them is
/// set aside, until it fits again.
package struct TextOverlay: Sendable, Hashable {
    package private(set) var entries: [TextEdit]

    /// How many texts may be live beside the files.
    package static let longest = 500

    package init(_ entries: [TextEdit] = []) {
        self.entries = entries
    }

    /// As versions keep it: an array of edits as ``TextEdit/json`` has them.
    package var json: JSONValue { .array(entries.map(\.json)) }

    /// Nil for what isn't one.
    package init?(json: JSONValue) {
        guard let list = json.array else { return nil }
        let entries = list.compactMap { TextEdit(json: $0) }
        guard entries.count == list.count, Set(entries.map(\.place)).count == entries.count else { return nil }
        self.init(entries)
    }

    package func entry(_ place: TextPlace) -> TextEdit? { entries.first { $0.place == place } }

    /// With other words on top, and without the entries that the files have caught up with.
    ///
    /// - Parameters:
    ///   - edits: made to the files with these words over them.
    ///   - texts: these words over the files.
    package func adding(_ edits: [TextEdit], to texts: LaidTexts) -> TextOverlay {
        let changed = Set(edits.map(\.place))
        var result = entries.filter { !changed.contains($0.place) && texts.states[$0.place] != .inFiles }
        for edit in edits {
            let base = texts.files.value(at: edit.place)
            if edit.new != base { result.append(TextEdit(edit.place, edit.change, base: base)) }
        }
        return TextOverlay(result)
    }

    /// With what an earlier version had for one text: its words, or none.
    package func restoring(_ place: TextPlace, from earlier: TextOverlay) -> TextOverlay {
        let others = entries.filter { $0.place != place }
        return TextOverlay(others + [earlier.entry(place)].compactMap(\.self))
    }

    /// A text as one of two versions has it, and as the next does; nil where there is none.
    package struct Change: Sendable, Hashable {
        package let place: TextPlace
        package let old: JSONValue?
        package let new: JSONValue?
    }

    /// What differs in words from an earlier version, text by text.
    package func changes(since earlier: TextOverlay) -> [Change] {
        let places = entries.map(\.place) + earlier.entries.map(\.place).filter { entry($0) == nil }
        return places.compactMap { place in
            let (before, after) = (earlier.entry(place), entry(place))
            // Where one has no entry, it shows what the files had for the other.
            let old = before.map(\.new) ?? after?.base
            let new = after.map(\.new) ?? before?.base
            return old == new ? nil : Change(place: place, old: old, new: new)
        }
    }

    /// Whether both have the same entries, in whatever order.
    package func isSame(as other: TextOverlay) -> Bool { Set(entries) == Set(other.entries) }
}

/// The words of a version over a tenant's files.
package struct LaidTexts: Sendable {
    /// The files alone.
    package let files: StudioDraft
    /// The files with those entries that fit.
    package private(set) var draft: StudioDraft
    package private(set) var states: [TextPlace: State] = [:]

    package enum State: Sendable, Hashable {
        case live
        /// The files have the same words.
        case inFiles
        case setAside(Reason)
    }

    package enum Reason: String, Sendable, Hashable, CaseIterable {
        /// The files have other words than those that were replaced.
        case changed
        /// The files have no such text any more, or not its language.
        case gone
        /// With these words the files don't validate.
        case invalid
    }

    /// Lays entries over files, and sets aside what doesn't fit: whatever the files are, what results is sound where they are.
    package init(_ overlay: TextOverlay, over files: StudioDraft) {
        self.files = files
        draft = files
        repeat {
            draft = files
            let entries = overlay.entries.filter { entry in
                if case .setAside? = states[entry.place] { false } else { true }
            }
            for (entry, outcome) in zip(entries, draft.apply(entries)) {
                switch outcome {
                case .success(let isLive): states[entry.place] = isLive ? .live : .inFiles
                case .failure(let fault): states[entry.place] = .setAside(Reason(fault))
                }
            }
        } while setAsideInvalid()
    }

    /// Sets aside entries that keep the files from being sound: those with a fault, else those of the same message, else all.
    ///
    /// - Returns: whether there were any.
    private mutating func setAsideInvalid() -> Bool {
        guard !draft.edits.isEmpty, !draft.isSound, files.isSound else { return false }
        let faults = draft.faults.filter { !$0.isOld && $0.diagnostic.severity == .error }.compactMap(\.place?.text)
        let (places, messages) = (Set(faults), Set(faults.map(\.message)))
        let laid = draft.edits.map(\.place)
        let candidates = [
            laid.filter(places.contains), laid.filter { messages.contains($0.message) }, laid,
        ]
        for place in candidates.first(where: { !$0.isEmpty }) ?? [] { states[place] = .setAside(.invalid) }
        return true
    }

    /// The texts with a state of that kind, in the order of their files and names.
    package func places(where isMeant: (State) -> Bool) -> [TextPlace] {
        states.filter { isMeant($0.value) }.map(\.key)
            .sorted { ($0.locale, $0.message.rawValue, $0.path) < ($1.locale, $1.message.rawValue, $1.path) }
    }
}

extension LaidTexts.Reason {
    fileprivate init(_ fault: EditFault) {
        switch fault {
        case .conflict: self = .changed
        case .language, .message, .absent: self = .gone
        case .form: self = .invalid
        }
    }
}

extension StudioDraft {
    /// The words of a text in one line, for lists, whatever the folder has there; nil for what is no text.
    package func outline(of value: JSONValue, at place: TextPlace) -> String? { form(of: value, at: place)?.outline }

    /// The same as a form.
    package func form(of value: JSONValue, at place: TextPlace) -> TextForm? {
        TextForm(value, at: place, fields: snapshot.written.fields(of: place.message.rawValue))
    }

    /// What a file has for a text; nil where it has none.
    package func value(at place: TextPlace) -> JSONValue? { snapshot.written(place)?.node.value }
}
