import Synchronization

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
    package let places: [NamePlace]
    private let made = Mutex<[Name: [Int]]?>(nil)

    fileprivate init(_ file: SyntaxFile, _ tenant: TenantSnapshot) {
        self.file = file
        events = tenant.files["events.json"]
        places = NameCollector.places(of: file, tenant)
    }

    /// Whether they are those of a file in a tenant.
    fileprivate func isCurrent(_ file: SyntaxFile, _ tenant: TenantSnapshot) -> Bool {
        guard self.file === file else { return false }
        switch file.kind {
        case .templates, .sample, .contract: return events === tenant.files["events.json"]
        default: return true
        }
    }

    package func places(of name: Name) -> [NamePlace] {
        let known = made.withLock { byName in
            if let byName { return byName }
            let grouped = Dictionary(grouping: places.indices) { [places] in places[$0].name }
            byName = grouped
            return grouped
        }
        return (known[name] ?? []).map { places[$0] }
    }
}

/// Every place of a tenant's files where something is named.
package struct NameIndex: Sendable {
    /// In the order of the files' paths.
    private let files: [FileNames]
    private let byPath: [String: FileNames]

    /// - Parameter earlier: of an earlier snapshot; the names of files that are the same aren't looked for again.
    init(_ tenant: TenantSnapshot, after earlier: NameIndex?) {
        files = tenant.files.values.sorted { $0.path < $1.path }.map { file in
            if let known = earlier?.byPath[file.path], known.isCurrent(file, tenant) { return known }
            return FileNames(file, tenant)
        }
        byPath = Dictionary(files.map { ($0.file.path, $0) }) { first, _ in first }
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
    package func places(in path: String) -> [NamePlace] { byPath[path]?.places ?? [] }

    /// The names of a kind, in the order written, each once.
    package func declared(_ kind: Name.Kind, in scope: String = "") -> [String] {
        var seen: Set<String> = []
        return files.flatMap { file in
            file.places.filter { $0.isDeclaration && $0.name.kind == kind && $0.name.scope == scope }.map(\.name.text)
        }
        .filter { seen.insert($0).inserted }
    }
}
