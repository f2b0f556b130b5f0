import CarillonDiagnostics
import CarillonLanguage
package import CarillonModel
import CarillonProfiles

extension StudioDraft {
    /// Puts a sample into the folder, or another payload into one that is there.
    ///
    /// - Throws: ``SampleFault`` for one that the event, or `carillon validate`, would refuse; then nothing has changed.
    package mutating func save(_ payload: JSONValue, as name: String?, of id: EventTypeID) throws(SampleFault) {
        let known = sampleEdits.first { $0.event == id && $0.name == name }
        let edit = SampleEdit(id, name: name, payload: payload, base: nil)
        let present = snapshot.payload(in: edit.file)
        guard present != payload else { return }
        try write(SampleEdit(id, name: name, payload: payload, base: known.map(\.base) ?? present))
    }

    /// Makes an edit that was made to another state of the folder.
    ///
    /// - Returns: whether something changed: nothing does where the file has this payload.
    /// - Throws: ``SampleFault/conflict(file:)`` where it has neither that nor what the edit was made over.
    package mutating func apply(_ edit: SampleEdit) throws(SampleFault) -> Bool {
        let present = snapshot.payload(in: edit.file)
        guard present != edit.payload else { return false }
        guard present == edit.base else { throw .conflict(file: edit.file) }
        try write(edit)
        return true
    }

    /// Takes a sample back that came by an edit; the file is then as it was before.
    package mutating func discard(_ edit: SampleEdit) {
        guard sampleEdits.contains(where: { $0.isSameFile(as: edit) }) else { return }
        var folder = snapshot.folder
        folder.files.removeAll { $0.path == edit.file }
        let original = base.folder.file(edit.file)
        if let original { folder.insert(original) }
        move(to: folder, samples: sampleEdits.filter { !$0.isSameFile(as: edit) })
    }

    private mutating func write(_ edit: SampleEdit) throws(SampleFault) {
        guard let profile = snapshot.profile, let event = profile.event(edit.event) else { throw .event(edit.event) }
        if let name = edit.name {
            // A file is of the event with the longest name that it begins with.
            guard SampleEdit.isName(name), snapshot.written.event(ofSample: edit.stem) == edit.event.rawValue else {
                throw .name
            }
        }
        do throws(Faults) {
            let reserved = ReservedDataNames(of: event, in: profile)
            _ = try PayloadReader(event.payload, locales: profile.locales, reserved: reserved).read(edit.payload)
        } catch {
            throw .payload(error.faults)
        }
        var folder = snapshot.folder
        folder.files.removeAll { $0.path == edit.file }
        folder.insert(TenantFolder.File(edit.file, Array((edit.payload.prettyText + "\n").utf8)))
        var changed = self
        changed.move(to: folder, samples: sampleEdits.filter { !$0.isSameFile(as: edit) } + [edit])
        let found = changed.snapshot.diagnostics(in: edit.file)
        guard found.isEmpty else { throw .refused(found.map(\.message)) }
        self = changed
    }
}

extension TenantSnapshot {
    /// What a sample's file has; nil where there is none.
    fileprivate func payload(in file: String) -> JSONValue? { files[file]?.root?.value }

    fileprivate func diagnostics(in file: String) -> [Diagnostic] {
        diagnostics.filter { sources[$0.primary.span.source].path.hasSuffix("/" + file) }
    }
}

extension TenantFolder {
    fileprivate mutating func insert(_ file: File) {
        files.insert(file, at: files.firstIndex { $0.path > file.path } ?? files.endIndex)
    }
}
