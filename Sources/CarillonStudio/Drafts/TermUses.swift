import CarillonLanguage
import CarillonModel
import CarillonProfiles

/// Which terms there are, and which texts show them.
extension StudioDraft {
    /// The terms of any of these languages, as places in the first of them.
    func terms(in locales: [LocaleTag]) -> [TextPlace] {
        var names: [String] = []
        for locale in locales {
            let root = snapshot.files["templates/\(locale.rawValue).json"]?.root
            for term in WrittenMessage.terms(as: TextPlace.terms.rawValue, in: root) where !names.contains(term.slot) {
                names.append(term.slot)
            }
        }
        return locales.first.map { first in names.map { TextPlace(TextPlace.terms, $0, locale: first) } } ?? []
    }

    /// The texts that show a term in any language, each once, as places in the default one.
    package func uses(ofTerm name: String) -> [TextPlace] { uses(ofTerms: [name])[name] ?? [] }

    /// The same for many terms, by their names.
    ///
    /// A field of an event comes before a term of the same name.
    func uses(ofTerms terms: Set<String>) -> [String: [TextPlace]] {
        guard !terms.isEmpty, let locales = snapshot.profile?.locales else { return [:] }
        let first = locales.defaultLocale
        var uses: [String: [TextPlace]] = [:]
        for locale in locales.defaultFirst {
            let root = snapshot.files["templates/\(locale.rawValue).json"]?.root
            for written in WrittenMessage.all(in: root) where !written.isNote {
                guard let id = EventTypeID(written.id), snapshot.written.has(written.id) else { continue }
                let fields = snapshot.written.fields(of: written.id)
                // Most texts have no term, and needn't be parsed to find that out.
                let named = Set(TextForm.names(in: TemplateSource(written.node, fields: fields).source))
                    .intersection(terms).filter { name in !fields.contains { $0.name == name } }
                guard !named.isEmpty else { continue }
                let place = snapshot.place(id, path: written.slot, locale: first)
                let form = TextForm(written.node, fields: fields)
                for name in named where uses[name]?.contains(place) != true && form.shows(name) {
                    uses[name, default: []].append(place)
                }
            }
        }
        return uses
    }
}

extension TextForm {
    /// What a text's file has for it, in whatever shape; nil for what is no text.
    init?(_ value: JSONValue, at place: TextPlace, fields: [PayloadField]) {
        if place.isTerm {
            guard let text = value.string else { return nil }
            self.init(term: text)
            return
        }
        guard let node = SyntaxFile(path: place.file, bytes: value.utf8).root else { return nil }
        self.init(node, fields: fields)
    }

    /// Whether a variable is in the words of any row.
    fileprivate func shows(_ name: String) -> Bool {
        let rows: [FormPattern]
        switch content {
        case .text(let text): rows = [text]
        case .rows(let all): rows = all.rows.map(\.text)
        case .locked(let lock): rows = lock.rows.map(\.text)
        }
        return rows.contains { row in
            row.parts.contains { part in
                switch part {
                case .chip(let chip): chip.variable == name
                case .frozen(let source): Self.names(in: source).contains(name)
                case .text, .point: false
                }
            }
        }
    }

    /// What stands behind dollar signs in a placeholder.
    fileprivate static func names(in source: String) -> [String] {
        source.split(separator: "$", omittingEmptySubsequences: false).dropFirst().map { rest in
            String(rest.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") })
        }
    }
}
