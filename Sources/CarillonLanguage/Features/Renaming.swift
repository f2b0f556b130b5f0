import CarillonModel
import CarillonProfiles

/// What renaming changes.
public struct Renaming: Sendable {
    public var edits: [FileEdit]
    /// Files whose names have the event's or app text's: samples and golden files, with their new paths.
    public var files: [(from: String, to: String)] = []
    /// Whether those who send events must change, too.
    public var isBreakingForSenders: Bool
    /// The golden files among those with edits, by path.
    package var golden: [String: SyntaxFile] = [:]
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
    /// - Parameter golden: the folder's golden files, in which the name changes as well.
    /// - Throws: where nothing is named there, the new name is malformed or taken, or a file that may have the name can't be read:
    ///   nothing is renamed by half.
    public func rename(
        at offset: Int,
        in path: String,
        to new: String,
        golden: TenantGolden = TenantGolden()
    ) throws(RenamingRefusal) -> Renaming {
        guard let found = names.place(at: offset, of: path) else {
            throw RenamingRefusal(description: "there is no name here that can be changed")
        }
        let name = found.name
        try refuseUnread(name, in: path)
        guard !names.declarations(of: name).isEmpty else {
            throw RenamingRefusal(description: "`\(name.text)` is declared nowhere")
        }
        guard name.kind.takes(new) else {
            throw RenamingRefusal(
                description: "`\(new)` can't be the name of \(name.kind.phrase): that is \(name.kind.form)"
            )
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
        // A word that a contract lists is what its clients write, too; what they call a preference stands beside our name.
        if name.kind != .toggle, edits.contains(where: { $0.path == "contract.json" }) {
            renaming.isBreakingForSenders = true
        }
        if name.kind == .event || name.kind == .text {
            renaming.files = try renamedFiles(name, new, golden.paths)
        }
        try rename(name, new, in: golden, &renaming)
        return renaming
    }

    /// Samples and golden files that are named for an event, or golden files for an app text, with their new paths.
    ///
    /// - Throws: where a file would then be another event's, or is there already.
    private func renamedFiles(
        _ name: Name,
        _ new: String,
        _ golden: [String]
    ) throws(RenamingRefusal) -> [(from: String, to: String)] {
        let paths = files.keys.filter { $0.hasPrefix("samples/") && $0 != "samples/context.json" } + golden
        let before = Set(names.declared(.event) + names.declared(.text))
        let after = before.subtracting([name.text]).union([new])
        var renamed: [(from: String, to: String)] = []
        // What can't be read has its name, too.
        var present = Set(paths + folder.faults.map(\.path))
        for path in paths.sorted() {
            guard let slash = path.firstIndex(of: "/"), let stem = TenantGolden.stem(path) else { continue }
            let owner = WrittenTypes.owner(of: stem, among: before)
            guard owner == name.text else {
                if let owner, WrittenTypes.owner(of: stem, among: after) != owner {
                    throw RenamingRefusal(description: "`\(path)` of `\(owner)` would become one of `\(new)`")
                }
                continue
            }
            let moved = "\(new)\(stem.dropFirst(name.text.count))"
            if let other = WrittenTypes.owner(of: moved, among: after), other != new {
                throw RenamingRefusal(description: "`\(path)` would become one of `\(other)`")
            }
            renamed.append((path, "\(path[...slash])\(moved).json"))
            present.remove(path)
        }
        if let clash = renamed.first(where: { present.contains($0.to) }) {
            throw RenamingRefusal(description: "`\(clash.to)` is there already: `\(clash.from)` can't take its name")
        }
        return renamed
    }

    /// Adds what golden files say of a name.
    ///
    /// - Throws: where one that may say it can't be read.
    private func rename(
        _ name: Name,
        _ new: String,
        in golden: TenantGolden,
        _ renaming: inout Renaming
    ) throws(RenamingRefusal) {
        let paths: [String]
        switch name.kind {
        case .event, .text: paths = renaming.files.map(\.from).filter { $0.hasPrefix("golden/") }
        case .channel, .androidChannel: paths = golden.paths
        default: return
        }
        var unread: [String] = []
        for path in paths.sorted() {
            let read = golden.file(path)
            guard let file = read, file.isWhole else {
                let isOfName = name.kind == .event || name.kind == .text
                if isOfName || read?.mentions(name.text) ?? true { unread.append(path) }
                continue
            }
            let places = TenantGolden.places(of: name, in: file)
            guard !places.isEmpty else { continue }
            renaming.edits += places.map { FileEdit(path, $0, new) }
            renaming.golden[path] = file
        }
        try refuse(name, unread)
    }

    // MARK: files that can't be read

    /// - Throws: where a file may have the name that can't be read as a whole, and would keep it.
    private func refuseUnread(_ name: Name, in path: String) throws(RenamingRefusal) {
        var unread = files.values.filter { mayHold(name, $0, from: path) && !$0.isWhole && $0.mentions(name.text) }
            .map(\.path)
        for fault in folder.faults where fault.isUnread {
            let isFolder = ["", "templates", "samples"].contains(fault.path)
            let file = SyntaxFile(path: fault.path, bytes: [])
            if isFolder ? name.kind != .local : mayHold(name, file, from: path) { unread.append(fault.path) }
        }
        try refuse(name, unread)
        let large = files.values.filter { mayHold(name, $0, from: path) && $0.hasLargeText && $0.mentions(name.text) }
        guard let file = large.map(\.path).min() else { return }
        throw RenamingRefusal(
            description:
                "`\(name.text)` may stand in a text of more than \(WrittenMessage.sizeLimit >> 10) KiB, where it isn't looked for: shorten that of `\(file)` first"
        )
    }

    private func refuse(_ name: Name, _ unread: [String]) throws(RenamingRefusal) {
        guard !unread.isEmpty else { return }
        let list = unread.sorted().prefix(3).map { $0.isEmpty ? "the folder" : "`\($0)`" }.joined(separator: ", ")
        let more = unread.count > 3 ? " and \(unread.count - 3) more" : ""
        throw RenamingRefusal(
            description:
                "`\(name.text)` may stand in what can't be read, and would stay there: mend \(list)\(more) first"
        )
    }

    /// Whether a file of that kind can have the name.
    private func mayHold(_ name: Name, _ file: SyntaxFile, from path: String) -> Bool {
        switch (name.kind, file.kind) {
        case (.local, _): file.path == path
        case (_, .channel?), (_, .context?), (_, nil): false
        case (.androidChannel, .profile?), (.toggle, .profile?), (.toggle, .contract?): true
        case (.androidChannel, _), (.toggle, _): false
        case (.term, .templates?), (.term, .profile?): true
        case (.term, _): false
        case (.field, .sample(let stem)?): written.event(ofSample: stem).map { $0 == name.scope } ?? true
        case (_, .sample?): false
        case (.channel, .contract?), (.route, .contract?), (.parameter, .contract?), (.text, .contract?): false
        case (.category, .templates?), (.route, .templates?), (.parameter, .templates?): false
        default: true
        }
    }

    /// What has the name already.
    private func taken(_ new: String, like name: Name) -> String? {
        let same = Name(name.kind, new, in: name.scope)
        if !names.declarations(of: same).isEmpty { return name.kind.phrase }
        switch name.kind {
        case .event: return names.declarations(of: Name(.text, new)).isEmpty ? nil : "an app text"
        case .text: return names.declarations(of: Name(.event, new)).isEmpty ? nil : "an event"
        case .field, .term, .local:
            if ["tenant", "recipient", "link"].contains(new) { return "a variable of every message" }
            if name.kind == .field, !written.isText(name.scope), ["event", "notification", "slot"].contains(new) {
                return "what placeholders of every event begin with"
            }
            if name.kind != .term, !names.declarations(of: Name(.term, new)).isEmpty { return "a term" }
            if let path = local(new, beside: name) { return "a local variable of a message in `\(path)`" }
            if name.kind == .local, written.fields(of: Self.message(of: name)).contains(where: { $0.name == new }) {
                return "a payload field"
            }
            let isField =
                name.kind == .term && names.places.contains { $0.name.kind == .field && $0.name.text == new }
            return isField ? "a payload field" : nil
        case .toggle:
            let other = names.places(of: same).first?.place.path
            return other.map { "a word of `\($0)`" }
        default: return nil
        }
    }

    /// The file with a local variable of that name, in a message that a field or a term may stand in: it would be the other one
    /// there.
    private func local(_ new: String, beside name: Name) -> String? {
        guard name.kind != .local else { return nil }
        return names.places.first {
            $0.name.kind == .local && $0.name.text == new
                && (name.kind == .term || Self.message(of: $0.name) == name.scope)
        }?.place.path
    }

    /// The event or app text of a local variable.
    private static func message(of local: Name) -> String {
        local.scope.split(separator: "/").dropFirst().first.map(String.init) ?? ""
    }
}

extension SyntaxFile {
    /// Whether names of a text aren't looked for.
    fileprivate var hasLargeText: Bool {
        guard case .templates? = kind, bytes.count > WrittenMessage.sizeLimit else { return false }
        return WrittenMessage.all(in: root).contains { !$0.isServed }
    }

    /// Whether a name's letters are anywhere in the file, or may be behind an escape.
    fileprivate func mentions(_ text: String) -> Bool {
        bytes.firstRange(of: Array(text.utf8)) != nil || bytes.firstRange(of: Array("\\u".utf8)) != nil
    }
}

extension TenantFolder.Fault {
    /// Whether it keeps a file from being read that may be one of the tenant's.
    fileprivate var isUnread: Bool {
        switch kind {
        case .unexpected: false
        case .unreadable, .outsideFolder, .tooLarge, .tooMany: true
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

    /// That form, in words.
    fileprivate var form: String {
        switch self {
        case .event, .text: EventTypeID.shape
        case .channel: ChannelID.shape
        case .field, .parameter, .term, .local: "a letter, then letters, digits and `_`, at most 64"
        case .category, .androidChannel, .route, .toggle:
            "a letter, then letters, digits, `-`, `_` and `.`, at most 128"
        }
    }
}
