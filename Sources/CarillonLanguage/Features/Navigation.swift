import CarillonModel
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

    /// A sample, where nothing else is named, leads to its event.
    private func sampleEvent(at offset: Int, in path: String) -> [FileRange] {
        guard case .sample(let stem)? = files[path]?.kind, let event = written.event(ofSample: stem) else { return [] }
        return names.declarations(of: Name(.event, event)).map(\.place)
    }
}
