import CarillonProfiles

/// A name that a tenant's files give to something.
package struct Name: Sendable, Hashable {
    package enum Kind: Sendable, Hashable {
        case event
        /// A text that belongs to no event.
        case text
        /// Of a payload.
        case field
        case category
        case channel
        case androidChannel
        case route
        /// Of a route.
        case parameter
        case toggle
        case term
        /// Of `.local` in one message.
        case local

        /// As messages name it.
        package var wording: String {
            switch self {
            case .event: "event"
            case .text: "app text"
            case .field: "payload field"
            case .category: "category"
            case .channel: "channel"
            case .androidChannel: "Android channel"
            case .route: "route"
            case .parameter: "parameter"
            case .toggle: "preference"
            case .term: "term"
            case .local: "local variable"
            }
        }

        /// With its article.
        package var phrase: String {
            switch self {
            case .event, .text, .androidChannel: "an \(wording)"
            default: "a \(wording)"
            }
        }
    }

    package let kind: Kind
    package let text: String
    /// Within which it is the same: the event of a field, the route of a parameter, the message of a local variable; else
    /// empty.
    package let scope: String

    package init(_ kind: Kind, _ text: String, in scope: String = "") {
        self.kind = kind
        self.text = text
        self.scope = scope
    }
}

/// A place where a name is written.
package struct NamePlace: Sendable, Hashable {
    package let name: Name
    /// The name alone: without quotes, `$` or braces.
    package let place: FileRange
    package let isDeclaration: Bool
    /// The declaration with its value, as outlines show it.
    package let whole: Range<Int>?
}

/// The places of one file where something is named.
///
/// A class, so that indices share it while the file stays the same.
package final class FileNames: Sendable {
    let file: SyntaxFile
    /// What the names of payloads were taken from.
    private let events: SyntaxFile?
    /// Of a file of templates, in their order in the file.
    package let places: [NamePlace]

    /// - Parameter earlier: of an earlier version of the file.
    fileprivate init(_ file: SyntaxFile, _ tenant: TenantSnapshot, after earlier: FileNames?) {
        self.file = file
        events = tenant.files["events.json"]
        if let earlier, earlier.events === events, let places = earlier.places(movedTo: file, tenant) {
            self.places = places
        } else {
            places = NameCollector.places(of: file, tenant)
        }
    }

    /// Whether they are those of a file in a tenant with these events.
    fileprivate func isCurrent(_ file: SyntaxFile, _ events: SyntaxFile?) -> Bool {
        guard self.file === file else { return false }
        switch file.kind {
        // What a profile allows is named by events and fields.
        case .templates, .sample, .contract, .profile: return self.events === events
        default: return true
        }
    }

    /// Those of a later version of a file of templates, in which one event or app text has other words; nil where more is other.
    private func places(movedTo later: SyntaxFile, _ tenant: TenantSnapshot) -> [NamePlace]? {
        guard case .templates(let locale)? = later.kind else { return nil }
        let change = FileChange(from: file, to: later)
        guard let (old, new) = change.changedMember(of: "messages") else { return nil }
        var moved: [NamePlace] = []
        moved.reserveCapacity(places.count + 16)
        var isAdded = false
        func addNew() {
            guard !isAdded else { return }
            isAdded = true
            moved += NameCollector.places(of: new, in: later, locale, tenant)
        }
        for place in places {
            let range = place.place.range
            if range.lowerBound >= old.value.range.lowerBound {
                addNew()
                if range.lowerBound < old.value.range.upperBound { continue }
            }
            guard let place = place.moved(by: change) else { return nil }
            moved.append(place)
        }
        addNew()
        return moved
    }

    package func places(of name: Name) -> [NamePlace] { places.filter { $0.name == name } }
}

extension NamePlace {
    fileprivate func moved(by change: FileChange) -> NamePlace? {
        guard let range = change.moved(place.range) else { return nil }
        var all: Range<Int>?
        if let whole {
            guard let moved = change.moved(whole) else { return nil }
            all = moved
        }
        return NamePlace(name: name, place: FileRange(place.path, range), isDeclaration: isDeclaration, whole: all)
    }
}

/// Every place of a tenant's files where something is named.
package struct NameIndex: Sendable {
    /// In the order of the files' paths.
    private let files: [FileNames]
    /// By path.
    private let indices: [String: Int]

    /// - Parameter earlier: of an earlier snapshot; the names of files that are the same aren't looked for again.
    init(_ tenant: TenantSnapshot, after earlier: NameIndex?) {
        let events = tenant.files["events.json"]
        let files = tenant.files.values.sorted { $0.path < $1.path }.map { file in
            let known = earlier?.names(of: file.path)
            if let known, known.isCurrent(file, events) { return known }
            return FileNames(file, tenant, after: known)
        }
        self.files = files
        indices = Dictionary(files.indices.map { (files[$0].file.path, $0) }) { first, _ in first }
    }

    package var places: [NamePlace] { files.flatMap(\.places) }

    /// The name that a byte is in or at the end of.
    package func place(at offset: Int, of path: String) -> NamePlace? {
        let found = places(in: path).lazy
            .filter { $0.place.range.contains(offset) || $0.place.range.upperBound == offset }
        return found.min { $0.place.range.count < $1.place.range.count }
    }

    package func places(of name: Name) -> [NamePlace] { files.flatMap { $0.places(of: name) } }
    package func declarations(of name: Name) -> [NamePlace] { places(of: name).filter(\.isDeclaration) }
    package func places(in path: String) -> [NamePlace] { names(of: path)?.places ?? [] }

    private func names(of path: String) -> FileNames? { indices[path].map { files[$0] } }

    /// The names of a kind, in the order written, each once.
    package func declared(_ kind: Name.Kind, in scope: String = "") -> [String] {
        var seen: Set<String> = []
        return files.flatMap { file in
            file.places.filter { $0.isDeclaration && $0.name.kind == kind && $0.name.scope == scope }.map(\.name.text)
        }
        .filter { seen.insert($0).inserted }
    }
}
