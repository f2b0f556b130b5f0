package import CarillonDiagnostics
import CarillonLanguage
package import CarillonModel
import CarillonPluginKit
import CarillonProfiles
import MessageFormat

/// What is wrong, and where in a form that is shown.
package struct PlacedFault: Sendable {
    /// As `carillon validate` reports it.
    package let diagnostic: Diagnostic
    /// Nil for what is in no text.
    package let place: Place?
    /// Whether the folder has it without the edits, too.
    package let isOld: Bool

    /// A place in a form.
    package struct Place: Sendable, Hashable {
        package let text: TextPlace
        /// The row, as its form has it; empty for the whole text.
        package let keys: [String]
        /// The number of a part of the row's words; nil for the whole row.
        package let part: Int?

        /// As pages get it.
        ///
        /// `{"locale": …, "message": …, "slot": …, "channel": …, "keys": ["one"], "part": 1}`
        ///
        /// A key that takes the rest is null.
        package var json: JSONValue {
            var object = text.json
            if !keys.isEmpty { object["keys"] = .array(keys.map { $0 == "*" ? .null : .string($0) }) }
            object["part"] = part.map { JSONValue($0) }
            return .object(object)
        }
    }

    /// Code, severity, words and place; not the file and its bytes, which nobody sees.
    package var json: JSONValue {
        var object: JSONObject = [
            "code": .string(diagnostic.code.number), "name": .string(diagnostic.code.slug),
            "severity": .string(diagnostic.severity.rawValue), "message": .string(diagnostic.message),
            "notes": .array(diagnostic.notes.map { .string($0) }),
        ]
        object["help"] = diagnostic.help.map { .string($0) }
        object["place"] = place?.json
        if isOld { object["old"] = true }
        return .object(object)
    }
}

extension StudioDraft {
    /// What the rules say of the folder with the edits, with the same codes and words as `carillon validate`.
    package var faults: [PlacedFault] {
        var old: [Identity: Int] = [:]
        for diagnostic in base.diagnostics { old[Identity(diagnostic), default: 0] += 1 }
        return snapshot.diagnostics.map { diagnostic in
            let identity = Identity(diagnostic)
            let count = old[identity] ?? 0
            old[identity] = count - 1
            return PlacedFault(diagnostic: diagnostic, place: snapshot.place(of: diagnostic), isOld: count > 0)
        }
    }

    /// Whether the host would run the folder with the edits.
    package var isSound: Bool { snapshot.isSound }

    /// What stays the same of a fault while other texts move.
    private struct Identity: Hashable {
        let code: String
        let message: String

        init(_ diagnostic: Diagnostic) {
            code = diagnostic.code.number
            message = diagnostic.message
        }
    }
}

extension TenantSnapshot {
    /// The place in a form that a diagnostic is about; nil for one outside of all texts.
    func place(of diagnostic: Diagnostic) -> PlacedFault.Place? {
        if let missing = missingText(of: diagnostic) { return PlacedFault.Place(text: missing, keys: [], part: nil) }
        let span = diagnostic.primary.span
        let path = sources[span.source].path
        guard let file = files.values.first(where: { path == $0.path || path.hasSuffix("/" + $0.path) }),
            case .templates(let name)? = file.kind, let locale = LocaleTag(name)
        else { return nil }
        let start = span.range.lowerBound
        let term = WrittenMessage.terms(as: TextPlace.terms.rawValue, in: file.root).first { term in
            term.node.range.contains(start) || term.nameRange.contains(start)
        }
        if let term {
            return PlacedFault.Place(text: TextPlace(TextPlace.terms, term.slot, locale: locale), keys: [], part: nil)
        }
        let around = WrittenMessage.all(in: file.root, around: start..<start + 1).first { message in
            !message.isNote && (message.node.range.contains(start) || message.nameRange.contains(start))
        }
        // What is about an event as a whole, such as one that isn't there, is shown at its first text.
        let whole = file.root?["messages"]?.members.first { $0.nameRange.contains(start) }
        let first = whole.flatMap { whole in
            WrittenMessage.all(of: whole.name, in: file.root).first { !$0.isNote }
        }
        guard let message = around ?? first, let id = EventTypeID(message.id) else { return nil }
        let text = place(id, path: message.slot, locale: locale)
        guard message.node.range.contains(start), span.range != message.node.range else {
            return PlacedFault.Place(text: text, keys: [], part: nil)
        }
        let fields = written.fields(of: message.id)
        let source = WrittenSource(TemplateSource(message.node, fields: fields).source)
        let row = message.node["when"]?.members.firstIndex { member in
            (member.nameRange.lowerBound..<member.value.range.upperBound).contains(start)
        }
        let offset = MessageMap(message.node, fields: fields, in: file.bytes).sourceOffset(ofByte: start)
        let pattern =
            row
            ?? offset.flatMap { offset in
                source.patterns.firstIndex { $0.pattern.range.contains(offset) }
            }
        guard let pattern, source.patterns.indices.contains(pattern) else {
            return PlacedFault.Place(text: text, keys: [], part: nil)
        }
        let found = source.patterns[pattern]
        return PlacedFault.Place(
            text: text,
            keys: found.keys.map(\.name),
            part: offset.flatMap { found.pattern.part(at: $0) }
        )
    }
}

extension TenantSnapshot {
    /// The first text that is missing, where a diagnostic is about that: nothing is written there that it could point at.
    private func missingText(of diagnostic: Diagnostic) -> TextPlace? {
        if diagnostic.code == .missingTranslation { return missingTranslations(of: diagnostic).first?.place }
        guard diagnostic.code == .missingSlot, let profile, let id = subject(of: diagnostic) else { return nil }
        let slots = profile.channels.flatMap { self.slots(of: $0, for: id) }
        let slot = slots.first { diagnostic.message.hasSuffix(" `\($0.name)`") }
        return slot.map { TextPlace(id, $0.name, locale: profile.locales.defaultLocale) }
    }

    /// The texts that languages lack of what a diagnostic is about, language by language, each with what the original has.
    func missingTranslations(of diagnostic: Diagnostic) -> [(place: TextPlace, original: WrittenMessage)] {
        guard let locales = profile?.locales, let id = subject(of: diagnostic) else { return [] }
        let original = locales.defaultLocale
        let messages = WrittenMessage.all(of: id.rawValue, in: files["templates/\(original.rawValue).json"]?.root)
            .filter { !$0.isNote }
        return locales.supported.filter { $0 != original }.flatMap { locale in
            messages.map { (place: place(id, path: $0.slot, locale: locale), original: $0) }
        }
        .filter { written($0.place) == nil }
    }

    /// The event or app text that a diagnostic begins with: its place is a whole file's where nothing is written.
    private func subject(of diagnostic: Diagnostic) -> EventTypeID? {
        (written.events.map(\.id) + written.texts.map(\.id)).first { diagnostic.message.hasPrefix("`\($0)` ") }
    }
}

extension WrittenPattern {
    /// The number of the form's part that a byte of the source is in; nil outside of all.
    fileprivate func part(at offset: Int) -> Int? {
        guard range.contains(offset) else { return nil }
        var start = range.lowerBound
        var number = 0
        for (element, slice) in zip(pattern, slices) {
            let end = start + slice.utf8.count
            var isPart = true
            if case .markup(let markup) = element { isPart = markup.kind == .standalone }
            if (start..<end).contains(offset) { return isPart ? number : nil }
            if isPart { number += 1 }
            start = end
        }
        return nil
    }
}
