import CarillonDiagnostics
import CarillonLanguage
import CarillonModel
import CarillonProfiles

/// Changes of texts that are made to a folder in one step.
///
/// Each is looked at by itself and takes place or fails; a file is written, and read again, once for all of them.
struct TextChanges {
    /// In the order in which they were made: those whose files change by them.
    private(set) var changed: [TextPlace] = []
    /// All that was asked for, whether something changed or not.
    private(set) var places: Set<TextPlace> = []
    private let snapshot: TenantSnapshot
    private let defaultLocale: LocaleTag?
    /// By path.
    private var files: [String: FileChanges] = [:]
    private var unsound: Set<String> = []

    fileprivate struct FileChanges {
        let file: SyntaxFile
        var edits: JSONEdits
        var removed: [WrittenMessage] = []
        /// The event or app text and the path in it.
        var added: [(names: [String], value: JSONValue)] = []
        var addedTerms: [JSONObject.Member] = []
    }

    init(to draft: StudioDraft) {
        snapshot = draft.snapshot
        defaultLocale = draft.base.profile?.locales.defaultLocale
    }

    var isEmpty: Bool { changed.isEmpty }

    /// Whether a change of a text has to find what this step leaves: another one of the same text, or of the original that stands
    /// beside it.
    func precede(_ place: TextPlace) -> Bool {
        if places.contains(place) { return true }
        guard let defaultLocale, places.contains(place.inLanguage(defaultLocale)) else { return false }
        return snapshot.written(place).map { note(beside: $0, in: snapshot.files[place.file]) != nil } ?? false
    }

    // MARK: changes

    mutating func write(_ form: TextForm, at place: TextPlace) throws(EditFault) {
        var changes = try begin(place)
        let count = changes.edits.count
        do throws(FormFault) {
            if let written = snapshot.written(place), let writing = snapshot.writing(place) {
                try writing.write(form, to: &changes.edits)
                refreshNote(of: place, written, &changes)
            } else if place.isTerm {
                changes.addedTerms.append(.init(place.slot, .string(try form.term)))
            } else {
                try add(form.value(fields: snapshot.written.fields(of: place.message.rawValue)), at: place, &changes)
            }
        } catch {
            changes.edits.keepFirst(count)
            files[place.file] = changes
            throw .form(error)
        }
        end(changes, at: place, isChanged: changes.edits.count > count || snapshot.written(place) == nil)
    }

    mutating func remove(_ place: TextPlace) throws(EditFault) {
        guard let written = snapshot.written(place) else { throw .absent(place) }
        var changes = try begin(place)
        changes.removed.append(written)
        end(changes, at: place, isChanged: true)
    }

    /// - Returns: whether something changed.
    mutating func apply(_ edit: TextEdit) throws(EditFault) -> Bool {
        let present = snapshot.written(edit.place)?.node.value
        switch edit.change {
        case .write(let value) where present == value: return false
        case .remove where present == nil: return false
        default: break
        }
        guard present == edit.base else { throw .conflict(edit.place) }
        switch edit.change {
        case .remove: try remove(edit.place)
        case .write(let value): try write(value, at: edit.place)
        }
        return true
    }

    private mutating func write(_ value: JSONValue, at place: TextPlace) throws(EditFault) {
        let fields = snapshot.written.fields(of: place.message.rawValue)
        guard let form = TextForm(value, at: place, fields: fields) else {
            throw .form(.shape("new", expected: "a text"))
        }
        guard case .locked = form.content else {
            try write(form, at: place)
            return
        }
        var changes = try begin(place)
        if let written = snapshot.written(place) {
            changes.edits.replace(written.node, with: value)
        } else {
            add(value, at: place, &changes)
        }
        end(changes, at: place, isChanged: true)
    }

    private mutating func begin(_ place: TextPlace) throws(EditFault) -> FileChanges {
        places.insert(place)
        let known = files.removeValue(forKey: place.file)
        guard !unsound.contains(place.file), let file = snapshot.files[place.file], known != nil || file.isSound else {
            unsound.insert(place.file)
            throw .language(place.locale)
        }
        let changes = known ?? FileChanges(file: file, edits: JSONEdits(file.bytes))
        guard place.isTerm || snapshot.written.has(place.message.rawValue) else {
            files[place.file] = changes
            throw .message(place.message)
        }
        return changes
    }

    private mutating func end(_ changes: FileChanges, at place: TextPlace, isChanged: Bool) {
        files[place.file] = changes
        if isChanged { changed.append(place) }
    }

    private func add(_ value: JSONValue, at place: TextPlace, _ changes: inout FileChanges) {
        let names = [place.message.rawValue] + place.path.split(separator: ".").map(String.init)
        changes.added.append((names, value))
    }

    /// The original beside a translation is the one that the words were written for.
    private func refreshNote(of place: TextPlace, _ written: WrittenMessage, _ changes: inout FileChanges) {
        guard let defaultLocale, defaultLocale != place.locale, let note = note(beside: written, in: changes.file),
            let original = snapshot.written(place.inLanguage(defaultLocale))?.node.value, note.value != original
        else { return }
        changes.edits.replace(note, with: original)
    }

    private func note(beside written: WrittenMessage, in file: SyntaxFile?) -> JSONNode? {
        guard case .name(let name)? = written.steps.last else { return nil }
        return file?.root?.node(at: Array(written.steps.dropLast()))?["$" + name]
    }

    // MARK: files

    /// The changed files' bytes, by their paths.
    var contents: [String: [UInt8]] {
        let model = defaultLocale.flatMap { snapshot.files["templates/\($0.rawValue).json"]?.root?["messages"] }
        return files.compactMapValues { changes in
            var bytes = changes.edits.content
            // What goes and what comes moves commas and objects of others: each by itself, on the bytes before it.
            for change in [changes.removing, changes.adding(like: model), changes.addingTerms].compactMap({ $0 }) {
                guard let root = SyntaxFile(path: changes.file.path, bytes: bytes).root else { continue }
                var edits = JSONEdits(bytes)
                change(root, &edits)
                bytes = edits.content
            }
            return bytes == changes.file.bytes ? nil : bytes
        }
    }
}

extension TextChanges.FileChanges {
    typealias Change = (JSONNode, inout JSONEdits) -> Void

    /// Takes texts out, with the originals beside them, and with what is empty then; nil where none goes.
    fileprivate var removing: Change? {
        guard !removed.isEmpty else { return nil }
        let tree = NameTree(removed.map { $0.steps.compactMap(\.name) })
        return { root, edits in
            for name in ["messages", "terms"] {
                if let gone = tree[name] { Self.remove(gone, from: root[name], &edits) }
            }
        }
    }

    private static func remove(_ gone: NameTree, from object: JSONNode?, _ edits: inout JSONEdits) {
        guard let object else { return }
        edits.remove(object.members.filter { gone.takes($0) }, from: object)
        for member in object.members where !gone.takes(member) {
            if let inner = gone[member.name] { remove(inner, from: member.value, &edits) }
        }
    }

    /// Puts terms at the end of those that are there.
    fileprivate var addingTerms: Change? {
        guard !addedTerms.isEmpty else { return nil }
        return { [addedTerms] root, edits in
            if let terms = root["terms"] {
                edits.add(addedTerms, to: terms)
            } else {
                edits.add([.init("terms", .object(JSONObject(addedTerms)))], to: root)
            }
        }
    }

    /// Puts texts into their places: behind what comes before them in the default language, else at the end.
    ///
    /// - Parameter model: the messages of the default language.
    fileprivate func adding(like model: JSONNode?) -> Change? {
        guard !added.isEmpty else { return nil }
        let texts = added.map { (names: $0.names[...], value: $0.value) }
        return { root, edits in
            guard let messages = root["messages"] else {
                edits.add([.init("messages", AddedTexts(texts, like: model).value)], to: root)
                return
            }
            AddedTexts(texts, like: model).add(to: messages, &edits)
        }
    }
}

/// Names inside names: what of an object goes.
private struct NameTree {
    private var inner: [String: NameTree] = [:]

    init(_ paths: [[String]]) {
        for path in paths { insert(path[...]) }
    }

    private mutating func insert(_ path: ArraySlice<String>) {
        guard let name = path.first else { return }
        inner[name, default: NameTree([])].insert(path.dropFirst())
    }

    subscript(_ name: String) -> NameTree? { inner[name] }

    /// Whether a member goes, because it is named, is the original beside one that is, or has nothing left.
    func takes(_ member: JSONMember) -> Bool {
        if member.name.hasPrefix("$"), let named = inner[String(member.name.dropFirst())] { return named.inner.isEmpty }
        guard let named = inner[member.name] else { return false }
        return named.inner.isEmpty || member.value.members.allSatisfy { named.takes($0) }
    }
}

/// Texts that an object gets, by their names from there.
private struct AddedTexts {
    /// By their first names; in the order of the default language, those that it doesn't have at the end.
    private let groups: [(name: String, texts: [(names: ArraySlice<String>, value: JSONValue)])]
    /// The same object in the default language.
    private let model: JSONNode?

    init(_ texts: [(names: ArraySlice<String>, value: JSONValue)], like model: JSONNode?) {
        self.model = model
        let byName = Dictionary(grouping: texts) { $0.names.first ?? "" }
        var order: [String: Int] = [:]
        for (place, member) in (model?.members ?? []).enumerated() { order[member.name] = place }
        for text in texts {
            let name = text.names.first ?? ""
            if order[name] == nil { order[name] = order.count }
        }
        groups = byName.sorted { (order[$0.key] ?? 0) < (order[$1.key] ?? 0) }
            .map { (name: $0.key, texts: $0.value.map { ($0.names.dropFirst(), $0.value) }) }
    }

    /// An object of them alone.
    var value: JSONValue { .object(JSONObject(groups.map { .init($0.name, value(of: $0)) })) }

    private func value(of group: (name: String, texts: [(names: ArraySlice<String>, value: JSONValue)])) -> JSONValue {
        if let text = group.texts.first(where: { $0.names.isEmpty }) { return text.value }
        return AddedTexts(group.texts, like: model?[group.name]).value
    }

    func add(to object: JSONNode, _ edits: inout JSONEdits) {
        let present = Set(object.members.map(\.name))
        // By the member that they come behind; at the end where none of those before is there.
        var behind: [String: [JSONObject.Member]] = [:]
        var atEnd: [JSONObject.Member] = []
        // What each new member comes behind.
        var anchors: [String: String?] = [:]
        let names = model?.members.map(\.name) ?? []
        let places = Dictionary(names.enumerated().map { ($1, $0) }) { first, _ in first }
        for group in groups {
            if present.contains(group.name), let inner = object[group.name],
                group.texts.allSatisfy({ !$0.names.isEmpty })
            {
                AddedTexts(group.texts, like: model?[group.name]).add(to: inner, &edits)
                continue
            }
            let member = JSONObject.Member(group.name, value(of: group))
            let before = places[group.name].map { names[..<$0] } ?? []
            let neighbour = before.last { present.contains($0) || anchors[$0] != nil }
            // Behind another new one is behind what that is behind.
            let anchor = neighbour.flatMap { anchors[$0] ?? $0 }
            anchors[group.name] = .some(anchor)
            if let anchor { behind[anchor, default: []].append(member) } else { atEnd.append(member) }
        }
        for member in object.members {
            if let members = behind[member.name] { edits.insert(members, behind: member, in: object) }
        }
        edits.add(atEnd, to: object)
    }
}

extension JSONStep {
    fileprivate var name: String? { if case .name(let name) = self { name } else { nil } }
}

extension SyntaxFile {
    /// Whether its JSON has no fault, so that bytes can be put into it.
    fileprivate var isSound: Bool {
        var sources = SourceSet()
        guard root != nil else { return false }
        return JSONReader.read(bytes, source: sources.add(SourceFile(path: path, content: []))).diagnostics.isEmpty
    }
}
