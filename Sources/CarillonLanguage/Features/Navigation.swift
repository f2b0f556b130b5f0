package import CarillonModel
import CarillonProfiles

extension TenantSnapshot {
    /// Where the name at a byte is declared; a term has a place for each language.
    public func definitions(at offset: Int, in path: String) -> [FileRange] {
        guard let found = names.place(at: offset, of: path) else { return sampleEvent(at: offset, in: path) }
        let declared = names.declarations(of: found.name).map(\.place)
        // Of a term, the one in the same language comes first.
        return declared.sorted { ($0.path == path ? 0 : 1, $0.path) < ($1.path == path ? 0 : 1, $1.path) }
    }

    /// Every place of the name at a byte.
    public func references(at offset: Int, in path: String, withDeclarations: Bool) -> [FileRange] {
        guard let found = names.place(at: offset, of: path) else { return [] }
        return names.places(of: found.name).filter { withDeclarations || !$0.isDeclaration }.map(\.place)
    }

    /// The places of the name at a byte in the same file, and whether each declares it.
    public func highlights(at offset: Int, in path: String) -> [(range: Range<Int>, isDeclaration: Bool)] {
        guard let found = names.place(at: offset, of: path) else { return [] }
        return names.places(of: found.name).filter { $0.place.path == path }
            .map { ($0.place.range, $0.isDeclaration) }
    }

    /// The event that a byte of its declaration, its messages or one of its samples is about.
    package func event(at offset: Int, in path: String) -> EventTypeID? {
        guard let file = files[path] else { return nil }
        if case .sample(let stem)? = file.kind { return written.event(ofSample: stem).flatMap { EventTypeID($0) } }
        let place = JSONPlaceFinder(file.bytes, at: offset)
        var steps = place.steps
        if place.role == .key { steps.append(.name(JSONPlaceFinder.text(place.token, in: file.bytes))) }
        let group: String
        switch file.kind {
        case .events: group = "events"
        case .templates: group = "messages"
        default: return nil
        }
        guard steps.count >= 2, steps[0] == .name(group), let id = steps[1].name else { return nil }
        return written.event(id)?.id
    }

    /// A sample, where nothing else is named, leads to its event.
    private func sampleEvent(at offset: Int, in path: String) -> [FileRange] {
        guard case .sample(let stem)? = files[path]?.kind, let event = written.event(ofSample: stem) else { return [] }
        return names.declarations(of: Name(.event, event)).map(\.place)
    }
}
