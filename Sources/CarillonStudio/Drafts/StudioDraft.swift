import CarillonDiagnostics
package import CarillonLanguage
import CarillonModel
package import CarillonPluginKit
package import CarillonProfiles

/// A tenant's folder with changed texts laid over it, all in memory.
///
/// What one edit changes is spliced into its file; everything else, faults and previews included, is what the same rules and
/// stages make of the folder that results.
package struct StudioDraft: Sendable {
    /// The folder without edits.
    package let base: TenantSnapshot
    /// The folder with them.
    package private(set) var snapshot: TenantSnapshot
    /// In the order in which they were made; one for each text.
    package private(set) var edits: [TextEdit] = []
    let registry: ChannelRegistry
    private let timeZones: any TimeZoneDatabase
    package let loader: ProfileLoader

    /// - Parameters:
    ///   - folder: the tenant's files.
    ///   - registry: the plugins that profiles may use.
    ///   - loader: proves the folder, as `carillon validate` does.
    package init(
        of folder: TenantFolder,
        registry: ChannelRegistry,
        loader: ProfileLoader,
        timeZones: any TimeZoneDatabase = BuiltInTimeZones()
    ) {
        base = TenantSnapshot(of: folder, registry: registry, timeZones: timeZones, loader: loader)
        snapshot = base
        self.registry = registry
        self.loader = loader
        self.timeZones = timeZones
    }

    /// The files that the edits change, with their whole content.
    package var changedFiles: [TenantFolder.File] {
        snapshot.folder.files.filter { base.files[$0.path]?.bytes != $0.content }
    }

    /// A text as it is now; nil where its language doesn't have it.
    package func form(_ place: TextPlace) -> TextForm? { snapshot.writing(place)?.form }

    // MARK: changing

    /// Writes a form over a text, or adds the text where its language doesn't have it.
    ///
    /// - Throws: ``EditFault`` for what can't be written; then nothing has changed.
    package mutating func write(_ form: TextForm, at place: TextPlace) throws(EditFault) {
        try change(place) { draft, file, edits throws(EditFault) in
            do throws(FormFault) {
                if let writing = draft.snapshot.writing(place) {
                    try writing.write(form, to: &edits)
                    draft.refreshNote(of: place, in: file, &edits)
                } else {
                    let fields = draft.snapshot.written.fields(of: place.message.rawValue)
                    draft.add(try form.value(fields: fields), at: place, file, &edits)
                }
            } catch {
                throw .form(error)
            }
        }
    }

    /// Removes a text, so that what applies without it does.
    package mutating func remove(_ place: TextPlace) throws(EditFault) {
        guard let written = snapshot.written(place) else { throw .absent(place) }
        try change(place) { draft, file, edits throws(EditFault) in
            draft.remove(written, in: file, &edits)
        }
    }

    /// Makes an edit that was made to another state of the folder.
    ///
    /// - Returns: whether something changed: nothing does where the text is already what the edit makes of it.
    /// - Throws: ``EditFault/conflict(_:)`` where it is neither that nor what the edit was made to.
    package mutating func apply(_ edit: TextEdit) throws(EditFault) -> Bool {
        let present = snapshot.written(edit.place)?.node.value
        switch edit.change {
        case .write(let value) where present == value: return false
        case .remove where present == nil: return false
        default: break
        }
        guard present == edit.base else { throw .conflict(edit.place) }
        switch edit.change {
        case .remove: try remove(edit.place)
        case .write(let value):
            let fields = snapshot.written.fields(of: edit.place.message.rawValue)
            let bytes = value.utf8
            guard let node = SyntaxFile(path: edit.place.file, bytes: bytes).root else {
                throw .form(.shape("new", expected: "a text"))
            }
            let form = TextForm(node, fields: fields)
            if case .locked = form.content {
                try change(edit.place) { draft, file, edits throws(EditFault) in
                    if let written = draft.snapshot.written(edit.place) {
                        edits.replace(written.node, with: value)
                    } else {
                        draft.add(value, at: edit.place, file, &edits)
                    }
                }
            } else {
                try write(form, at: edit.place)
            }
        }
        return true
    }

    private mutating func change(
        _ place: TextPlace,
        _ make: (StudioDraft, SyntaxFile, inout JSONEdits) throws(EditFault) -> Void
    ) throws(EditFault) {
        guard let file = snapshot.files[place.file], file.root != nil, file.isSound else {
            throw .language(place.locale)
        }
        let id = place.message.rawValue
        guard snapshot.written.event(id) != nil || snapshot.written.isText(id) else { throw .message(place.message) }
        let before = snapshot.written(place)?.node.value
        var edits = JSONEdits(file.bytes)
        try make(self, file, &edits)
        guard !edits.isEmpty else { return }
        var folder = snapshot.folder
        guard let index = folder.files.firstIndex(where: { $0.path == place.file }) else {
            throw .language(place.locale)
        }
        folder.files[index].content = edits.content
        snapshot = TenantSnapshot(of: folder, registry: registry, timeZones: timeZones, loader: loader, after: snapshot)
        note(place, before: before)
    }

    /// Keeps one edit a text: from what the folder has to what is there now.
    private mutating func note(_ place: TextPlace, before: JSONValue?) {
        let earlier = self.edits.first { $0.place == place }
        let base = earlier.map(\.base) ?? before
        self.edits.removeAll { $0.place == place }
        let now = snapshot.written(place)?.node.value
        guard now != base else { return }
        self.edits.append(TextEdit(place, now.map { .write($0) } ?? .remove, base: base))
    }

    // MARK: members

    /// Puts a text into its place: behind what comes before it in the default language, else at the end.
    private func add(_ value: JSONValue, at place: TextPlace, _ file: SyntaxFile, _ edits: inout JSONEdits) {
        let names = [place.message.rawValue] + place.path.split(separator: ".").map(String.init)
        guard let messages = file.root?["messages"] else {
            guard let root = file.root else { return }
            edits.add([JSONObject.Member("messages", value.inside(names))], to: root)
            return
        }
        var object = messages
        var model = original?.root?["messages"]
        for (index, name) in names.enumerated() {
            guard let next = object[name], index < names.count - 1 else {
                let member = JSONObject.Member(name, value.inside(Array(names[(index + 1)...])))
                if let neighbour = object.neighbour(before: name, in: model) {
                    edits.insert([member], behind: neighbour, in: object)
                } else {
                    edits.add([member], to: object)
                }
                return
            }
            object = next
            model = model?[name]
        }
    }

    /// Takes a text out, with the original beside it, and with what is empty then.
    private func remove(_ written: WrittenMessage, in file: SyntaxFile, _ edits: inout JSONEdits) {
        var steps = written.steps
        while case .name(let name)? = steps.popLast() {
            guard let parent = file.root?.node(at: steps), let member = parent.member(name) else { return }
            let note = parent.member("$" + name)
            let isLast = parent.members.count == (note == nil ? 1 : 2)
            if isLast, steps.count > 1 { continue }
            edits.remove([member] + (note.map { [$0] } ?? []), from: parent)
            return
        }
    }

    /// The original beside a translation is the one that the words were written for.
    private func refreshNote(of place: TextPlace, in file: SyntaxFile, _ edits: inout JSONEdits) {
        guard let written = snapshot.written(place), let name = written.steps.last?.text,
            let note = file.root?.node(at: Array(written.steps.dropLast()))?["$" + name],
            let locale = base.profile?.locales.defaultLocale, locale != place.locale,
            let original = snapshot.written(place.inLanguage(locale))?.node.value, note.value != original
        else { return }
        edits.replace(note, with: original)
    }

    /// The default language's file.
    private var original: SyntaxFile? {
        (base.profile?.locales.defaultLocale).flatMap { snapshot.files["templates/\($0.rawValue).json"] }
    }
}

extension JSONValue {
    /// This value under names, one inside the other.
    fileprivate func inside(_ names: [String]) -> JSONValue {
        names.reversed().reduce(self) { value, name in .object(JSONObject([.init(name, value)])) }
    }
}

extension JSONStep {
    fileprivate var text: String? { if case .name(let name) = self { name } else { nil } }
}

extension JSONNode {
    /// The last of this object's members that come before `name` in another object.
    fileprivate func neighbour(before name: String, in model: JSONNode?) -> JSONMember? {
        let names = model?.members.map(\.name) ?? []
        guard let place = names.firstIndex(of: name) else { return nil }
        return names[..<place].reversed().lazy.compactMap { self.member($0) }.first
    }
}

extension SyntaxFile {
    /// Whether its JSON has no fault, so that bytes can be put into it.
    fileprivate var isSound: Bool {
        var sources = SourceSet()
        return JSONReader.read(bytes, source: sources.add(SourceFile(path: path, content: []))).diagnostics.isEmpty
    }
}
