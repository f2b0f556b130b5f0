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
    /// Samples that the folder gets with them; one for each file.
    package private(set) var sampleEdits: [SampleEdit] = []
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
        base = TenantSnapshot(of: folder, registry: registry, timeZones: timeZones, loader: loader, keepsCheck: true)
        snapshot = base
        self.registry = registry
        self.loader = loader
        self.timeZones = timeZones
    }

    /// The folder with the edits, as if its files had always been so.
    package var withoutHistory: StudioDraft { StudioDraft(self) }

    private init(_ draft: StudioDraft) {
        base = draft.snapshot
        snapshot = draft.snapshot
        registry = draft.registry
        loader = draft.loader
        timeZones = draft.timeZones
    }

    /// Finds what ``faults`` and previews are made of, unless that is cancelled before.
    ///
    /// - Returns: false where it was.
    package func check(unless cancellation: Cancellation) -> Bool { snapshot.check(unless: cancellation) }

    /// Whether anything is another than in the folder without edits.
    package var isChanged: Bool { !edits.isEmpty || !sampleEdits.isEmpty }

    /// The files that the edits change, with their whole content.
    package var changedFiles: [TenantFolder.File] {
        snapshot.folder.files.filter { base.files[$0.path]?.bytes != $0.content }
    }

    /// A text as it is now; nil where its language doesn't have it.
    package func form(_ place: TextPlace) -> TextForm? { snapshot.writing(place)?.form }

    /// The same without the edits.
    package func baseForm(_ place: TextPlace) -> TextForm? { base.writing(place)?.form }

    // MARK: changing

    /// Writes a form over a text, or adds the text where its language doesn't have it.
    ///
    /// - Throws: ``EditFault`` for what can't be written; then nothing has changed.
    package mutating func write(_ form: TextForm, at place: TextPlace) throws(EditFault) {
        try change { changes throws(EditFault) in try changes.write(form, at: place) }
    }

    /// The same for many texts, in one step: their files are read anew once, however many there are.
    ///
    /// - Parameter forms: one for each place.
    /// - Returns: for each of them nil, or why it can't be written; the others are all the same.
    package mutating func write(_ forms: [(form: TextForm, place: TextPlace)]) -> [EditFault?] {
        changeAll(forms.map(\.place)) { index, changes throws(EditFault) in
            try changes.write(forms[index].form, at: forms[index].place)
        }
        .map { if case .failure(let fault) = $0 { fault } else { nil } }
    }

    /// Removes a text, so that what applies without it does.
    package mutating func remove(_ place: TextPlace) throws(EditFault) {
        try change { changes throws(EditFault) in try changes.remove(place) }
    }

    /// Makes an edit that was made to another state of the folder.
    ///
    /// - Returns: whether something changed: nothing does where the text is already what the edit makes of it.
    /// - Throws: ``EditFault/conflict(_:)`` where it is neither that nor what the edit was made to.
    package mutating func apply(_ edit: TextEdit) throws(EditFault) -> Bool {
        try change { changes throws(EditFault) in try changes.apply(edit) }
    }

    /// The same for many edits, in one step.
    ///
    /// - Returns: one for each edit; one that fails changes nothing, and the others are made all the same.
    package mutating func apply(_ edits: [TextEdit]) -> [Result<Bool, EditFault>] {
        changeAll(edits.map(\.place)) { index, changes throws(EditFault) in try changes.apply(edits[index]) }
    }

    /// How many steps have led here: each reads the files that it changed, and what it makes is checked when that is asked for.
    package private(set) var stepCount = 0

    private mutating func change<Outcome>(
        _ make: (inout TextChanges) throws(EditFault) -> Outcome
    ) throws(EditFault) -> Outcome {
        var changes = TextChanges(to: self)
        let outcome = try make(&changes)
        take(changes)
        return outcome
    }

    /// What must find what an earlier change leaves begins another step.
    private mutating func changeAll<Outcome>(
        _ places: [TextPlace],
        _ make: (Int, inout TextChanges) throws(EditFault) -> Outcome
    ) -> [Result<Outcome, EditFault>] {
        var changes = TextChanges(to: self)
        let outcomes = places.indices.map { index -> Result<Outcome, EditFault> in
            if changes.precede(places[index]) {
                take(changes)
                changes = TextChanges(to: self)
            }
            do throws(EditFault) {
                return .success(try make(index, &changes))
            } catch {
                return .failure(error)
            }
        }
        take(changes)
        return outcomes
    }

    private mutating func take(_ changes: TextChanges) {
        guard !changes.isEmpty else { return }
        let earlier = snapshot
        var folder = snapshot.folder
        for (path, content) in changes.contents {
            guard let index = folder.files.firstIndex(where: { $0.path == path }) else { continue }
            folder.files[index].content = content
        }
        move(to: folder, samples: sampleEdits)
        for place in changes.changed { note(place, before: earlier.written(place)?.node.value) }
    }

    /// Goes on with other files.
    mutating func move(to folder: TenantFolder, samples: [SampleEdit]) {
        snapshot = TenantSnapshot(
            of: folder,
            registry: registry,
            timeZones: timeZones,
            loader: loader,
            keepsCheck: true,
            after: snapshot
        )
        sampleEdits = samples
        stepCount += 1
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
}
