import CarillonModel
import CarillonProfiles

/// What renaming changes.
public struct Renaming: Sendable, Hashable {
    public var edits: [FileEdit]
    /// Files whose names have the event's: samples and golden files, with their new paths.
    public var files: [(from: String, to: String)] = []
    /// Whether those who send events must change, too.
    public var isBreakingForSenders: Bool

    public static func == (left: Renaming, right: Renaming) -> Bool {
        left.edits == right.edits && left.isBreakingForSenders == right.isBreakingForSenders
            && left.files.map { [$0.from, $0.to] } == right.files.map { [$0.from, $0.to] }
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(edits) }
}

/// Why a name can't be changed.
public struct RenamingRefusal: Error, Sendable, Hashable, CustomStringConvertible {
    public let description: String
}

extension TenantSnapshot {
    /// What would be renamed at a byte.
    ///
    /// - Returns: the name's bytes and the name; nil where nothing can be renamed.
    public func renamable(at offset: Int, in path: String) -> (range: Range<Int>, name: String)? {
        guard let found = names.place(at: offset, of: path), !names.declarations(of: found.name).isEmpty else {
            return nil
        }
        return (found.place.range, found.name.text)
    }

    /// Gives what is named at a byte another name, in all files at once.
    ///
    /// - Parameter golden: the paths of the folder's golden files, which are renamed with their event.
    /// - Throws: where nothing is named there, or the new name is malformed or taken.
    public func rename(
        at offset: Int,
        in path: String,
        to new: String,
        golden: [String] = []
    ) throws(RenamingRefusal) -> Renaming {
        guard let found = names.place(at: offset, of: path) else {
            throw RenamingRefusal(description: "there is no name here that can be changed")
        }
        let name = found.name
        guard !names.declarations(of: name).isEmpty else {
            throw RenamingRefusal(description: "`\(name.text)` is declared nowhere")
        }
        guard name.kind.takes(new) else {
            throw RenamingRefusal(description: "`\(new)` can't be the name of a \(name.kind.wording)")
        }
        if new != name.text, let other = taken(new, like: name) {
            throw RenamingRefusal(description: "`\(new)` is \(other) already")
        }
        if name.kind == .field, let device = profile?.device, device.names(name.text) {
            throw RenamingRefusal(
                description:
                    "`\(name.text)` stands under `device` of profile.json too, for all events: rename it there and in each of them"
            )
        }
        let places = Set(names.places(of: name).map(\.place))
        let edits = places.map { FileEdit($0.path, $0.range, new) }
            .sorted { ($0.path, $0.range.lowerBound) < ($1.path, $1.range.lowerBound) }
        var renaming = Renaming(edits: edits, isBreakingForSenders: name.kind == .field || name.kind == .event)
        if name.kind == .field, written.isText(name.scope) { renaming.isBreakingForSenders = false }
        // A word that a contract lists is what its clients write, too.
        if edits.contains(where: { $0.path == "contract.json" }) { renaming.isBreakingForSenders = true }
        if name.kind == .event { renaming.files = renamedFiles(name.text, new, golden) }
        return renaming
    }

    private func renamedFiles(_ old: String, _ new: String, _ golden: [String]) -> [(from: String, to: String)] {
        (files.keys.filter { $0.hasPrefix("samples/") } + golden).sorted().compactMap { path in
            guard let slash = path.firstIndex(of: "/"), path.hasSuffix(".json") else { return nil }
            let stem = String(path[path.index(after: slash)...].dropLast(".json".count))
            guard written.event(ofSample: stem) == old else { return nil }
            return (path, "\(path[...slash])\(new)\(stem.dropFirst(old.count)).json")
        }
    }

    /// What has the name already.
    private func taken(_ new: String, like name: Name) -> String? {
        let same = Name(name.kind, new, in: name.scope)
        if !names.declarations(of: same).isEmpty { return "a \(name.kind.wording)" }
        switch name.kind {
        case .event: return names.declarations(of: Name(.text, new)).isEmpty ? nil : "an app text"
        case .text: return names.declarations(of: Name(.event, new)).isEmpty ? nil : "an event"
        case .field, .term, .local:
            if ["tenant", "recipient", "link"].contains(new) { return "a variable of every message" }
            if name.kind != .term, !names.declarations(of: Name(.term, new)).isEmpty { return "a term" }
            let isField =
                name.kind == .term && names.places.contains { $0.name.kind == .field && $0.name.text == new }
            return isField ? "a payload field" : nil
        default: return nil
        }
    }
}

extension Name.Kind {
    /// Whether a name has the form that these names have.
    fileprivate func takes(_ text: String) -> Bool {
        switch self {
        case .event, .text: EventTypeID.isValid(text)
        case .channel: ChannelID.isValid(text)
        case .field, .parameter, .term, .local: NameForm.isField(text)
        case .category, .androidChannel, .route, .toggle: NameForm.isPlain(text)
        }
    }
}
