import CarillonDiagnostics
import CarillonLanguage
import CarillonModel
import CarillonProfiles

/// Diagnostics as the protocol has them, by the absolute path of the file that they are shown in.
struct DiagnosticMessages {
    let abilities: ClientAbilities
    let uri: (String) -> String
    private(set) var byPath: [String: [JSONValue]] = [:]
    private var lines: [String: TextLines] = [:]

    init(_ abilities: ClientAbilities, uri: @escaping (String) -> String) {
        self.abilities = abilities
        self.uri = uri
    }

    mutating func add(_ tenant: TenantSnapshot) {
        let report = DiagnosticReport(sources: tenant.sources, diagnostics: tenant.diagnostics, subjects: [])
        for diagnostic in report.diagnostics { add(diagnostic, in: tenant.sources, profile: tenant.folder.path) }
    }

    mutating func add(_ conflicts: (diagnostics: [Diagnostic], sources: SourceSet)) {
        let report = DiagnosticReport(sources: conflicts.sources, diagnostics: conflicts.diagnostics, subjects: [])
        for diagnostic in report.diagnostics { add(diagnostic, in: conflicts.sources, profile: nil) }
    }

    /// What is wrong with a folder, or with a file that isn't there, is shown at the beginning of its profile.
    private mutating func add(_ diagnostic: Diagnostic, in sources: SourceSet, profile folder: String?) {
        let source = sources[diagnostic.primary.span.source]
        let isEmpty = source.content.isEmpty && diagnostic.primary.span.range.isEmpty
        let path = isEmpty ? folder.map { "\($0)/profile.json" } ?? source.path : source.path
        let place = isEmpty ? Self.start : range(diagnostic.primary.span, in: sources)
        let related = diagnostic.related.map { label -> JSONValue in
            [
                "location": [
                    "uri": .string(uri(sources[label.span.source].path)), "range": range(label.span, in: sources),
                ],
                "message": .string(label.text.isEmpty ? "see here" : label.text),
            ]
        }
        let isUnused = diagnostic.code.slug.hasPrefix("unused-")
        byPath[path, default: []].append(
            .members([
                "range": place,
                "severity": diagnostic.severity == .error ? 1 : 2,
                "code": .string(diagnostic.code.number),
                "source": "carillon",
                "message": .string(Self.wording(of: diagnostic)),
                "tags": isUnused && abilities.showsDiagnosticTags ? [1] : nil,
                "relatedInformation": related.isEmpty || !abilities.showsRelatedInformation ? nil : .array(related),
            ])
        )
    }

    private static let start: JSONValue = [
        "start": ["line": 0, "character": 0], "end": ["line": 0, "character": 0],
    ]

    /// The fault, then what is written below it on a terminal.
    private static func wording(of diagnostic: Diagnostic) -> String {
        var lines = [diagnostic.message]
        if !diagnostic.primary.text.isEmpty { lines.append(diagnostic.primary.text) }
        lines += diagnostic.notes
        if let help = diagnostic.help { lines.append("help: \(help)") }
        return lines.joined(separator: "\n")
    }

    private mutating func range(_ span: Span, in sources: SourceSet) -> JSONValue {
        let source = sources[span.source]
        let known: TextLines
        if let found = lines[source.path], found.bytes.count == source.content.count {
            known = found
        } else {
            known = TextLines(source.content)
            lines[source.path] = known
        }
        return known.json(span.range, abilities.encoding)
    }
}

/// What the client was told.
struct PublishedDiagnostics {
    private var known: [String: [JSONValue]] = [:]
    /// Documents whose diagnostics the client is told even where they are the same: their version is another.
    private var touched: Set<String> = []

    mutating func touch(_ uri: String) { touched.insert(uri) }

    /// The notifications for what has changed since.
    mutating func update(
        _ found: [String: [JSONValue]],
        _ documents: [String: OpenDocument],
        pulled: Bool
    ) -> (notifications: [JSONValue], isChanged: Bool) {
        var notifications: [JSONValue] = []
        var isChanged = false
        for uri in Set(found.keys).union(known.keys).union(touched).sorted() {
            let items = found[uri] ?? []
            let isOther = items != known[uri] ?? []
            isChanged = isChanged || isOther
            guard isOther || touched.contains(uri) else { continue }
            known[uri] = items.isEmpty ? nil : items
            // A client that asks for the diagnostics of what is open would show them twice.
            let isPulled = pulled && documents[uri] != nil
            notifications.append(
                .notification(
                    "textDocument/publishDiagnostics",
                    .members([
                        "uri": .string(uri), "version": documents[uri].map { JSONValue($0.version) },
                        "diagnostics": .array(isPulled ? [] : items),
                    ])
                )
            )
        }
        touched = []
        return (notifications, isChanged)
    }
}

extension LanguageServer {
    /// Looks at all tenants again, and tells the client what has changed.
    mutating func settle() {
        guard isUnsettled else { return }
        isUnsettled = false
        guard case .running = phase else { return }
        workspace.lookAtDisk()
        let (notifications, isChanged) = published.update(
            diagnostics(),
            workspace.documents,
            pulled: abilities.pullsDiagnostics
        )
        outgoing += notifications
        if isChanged, abilities.pullsDiagnostics, abilities.refreshesDiagnostics {
            request("workspace/diagnostic/refresh")
        }
    }

    /// By URI.
    private mutating func diagnostics() -> [String: [JSONValue]] {
        var messages = DiagnosticMessages(abilities) { [workspace] in workspace.uri($0) }
        for tenant in workspace.all { messages.add(tenant.snapshot) }
        for conflict in workspace.conflicts() { messages.add(conflict) }
        return Dictionary(messages.byPath.map { (workspace.uri($0), $1) }) { $0 + $1 }
    }

    /// `textDocument/diagnostic`: the same, asked for.
    mutating func pullDiagnostics(_ parameters: JSONValue) throws(ResponseError) -> JSONValue {
        guard let uri = parameters.at("textDocument", "uri")?.string else { throw .invalidParameters("no document") }
        let items: JSONValue = .array(diagnostics()[uri] ?? [])
        let result = String(FowlerNollVo.hash64(items.utf8), radix: 16)
        if parameters["previousResultId"]?.string == result {
            return ["kind": "unchanged", "resultId": .string(result)]
        }
        return ["kind": "full", "resultId": .string(result), "items": items]
    }
}
