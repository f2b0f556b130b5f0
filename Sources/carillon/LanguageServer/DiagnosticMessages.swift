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

    /// - Parameters:
    ///   - folder: the tenant's; nil for what is wrong between tenants.
    ///   - baseline: warnings in it are shown as hints.
    mutating func add(_ known: KnownDiagnostics, of folder: TenantFolder?, baseline: Baseline?) {
        var report = DiagnosticReport(sources: known.sources, diagnostics: known.diagnostics, subjects: [])
        if let baseline {
            let identified = StablePlaces.identified(report.diagnostics, in: known.sources)
            report = baseline.hiding(
                from: DiagnosticReport(sources: known.sources, diagnostics: identified, subjects: [])
            )
        }
        for diagnostic in report.diagnostics {
            add(diagnostic, in: known.sources, of: folder, isExpected: false)
        }
        for suppressed in report.suppressed {
            add(suppressed.diagnostic, in: known.sources, of: folder, isExpected: true)
        }
    }

    /// - Parameter isExpected: whether it is in the baseline.
    private mutating func add(
        _ diagnostic: Diagnostic,
        in sources: SourceSet,
        of folder: TenantFolder?,
        isExpected: Bool
    ) {
        let source = sources[diagnostic.primary.span.source]
        let isEmpty = source.content.isEmpty && diagnostic.primary.span.range.isEmpty
        let elsewhere = isEmpty ? folder.flatMap { Self.missing(source, in: $0) } : nil
        let path = elsewhere == nil ? source.path : folder.map { "\($0.path)/profile.json" } ?? source.path
        let place = isEmpty ? Self.start : range(diagnostic.primary.span, in: sources)
        var wording = Self.wording(of: diagnostic) + (isExpected ? "\nIt is in the baseline." : "")
        // What is missing is named already.
        if let elsewhere, !elsewhere.isEmpty, diagnostic.code != .missingFile { wording += "\nThis is `\(elsewhere)`." }
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
                "severity": diagnostic.severity == .error ? 1 : isExpected ? 4 : 2,
                "code": .string(diagnostic.code.number),
                "codeDescription": abilities.showsCodeDescriptions ? Self.page(of: diagnostic.code) : nil,
                "source": "carillon",
                "message": .string(wording),
                "tags": isUnused && abilities.showsDiagnosticTags ? [1] : nil,
                "relatedInformation": related.isEmpty || !abilities.showsRelatedInformation ? nil : .array(related),
            ])
        )
    }

    /// The path of what an editor can't show: of a folder, or of a file that isn't there or isn't the tenant's.
    ///
    /// What is wrong with it is shown at the beginning of the profile.
    ///
    /// - Returns: nil for a file that is there, if only empty or too large to be read.
    private static func missing(_ source: SourceFile, in folder: TenantFolder) -> String? {
        guard source.path.hasPrefix(folder.path + "/") else { return source.path == folder.path ? "" : nil }
        let path = String(source.path.dropFirst(folder.path.count + 1))
        let isThere = folder.faults.contains { fault in
            guard fault.path == path, path.hasSuffix(".json") else { return false }
            switch fault.kind {
            case .tooLarge, .unreadable, .outsideFolder: return true
            case .unexpected, .tooMany: return false
            }
        }
        return isThere || folder.file(path) != nil ? nil : path
    }

    /// The page of a code, where `CARILLON_PAGES` says where the pages are.
    private static func page(of code: DiagnosticCode) -> JSONValue? {
        Terminal.publishedPages.map { ["href": .string("\($0)/\(code.number).md")] }
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

/// A tenant's diagnostics as they are sent, by path, so that they aren't made again while nothing changes.
struct ShownDiagnostics {
    private let snapshot: TenantSnapshot
    private let wasChecked: Bool
    private let baseline: Baseline?
    let byPath: [String: [JSONValue]]

    init(_ snapshot: TenantSnapshot, _ baseline: Baseline?, _ byPath: [String: [JSONValue]]) {
        self.snapshot = snapshot
        wasChecked = snapshot.isChecked
        self.baseline = baseline
        self.byPath = byPath
    }

    func isOf(_ other: TenantSnapshot, _ baseline: Baseline?) -> Bool {
        snapshot === other && wasChecked == other.isChecked && self.baseline == baseline
    }
}

/// What the client was told.
struct PublishedDiagnostics {
    private var known: [String: [JSONValue]] = [:]
    /// Documents whose diagnostics the client is told even where they are the same: their version is another.
    private var touched: Set<String> = []

    mutating func touch(_ uri: String) { touched.insert(uri) }

    /// The notifications for what has changed since.
    ///
    /// - Parameter waiting: documents of which more will be known soon.
    mutating func update(
        _ found: [String: [JSONValue]],
        _ documents: [String: OpenDocument],
        waiting: Set<String>,
        pulled: Bool
    ) -> (notifications: [JSONValue], isChanged: Bool) {
        var notifications: [JSONValue] = []
        var isChanged = false
        for uri in Set(found.keys).union(known.keys).union(touched).sorted() {
            let items = found[uri] ?? []
            let isOther = items != known[uri] ?? []
            if waiting.contains(uri) { continue }
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
        touched.formIntersection(waiting)
        return (notifications, isChanged)
    }
}

extension LanguageServer {
    /// What is to be checked, and hasn't been since it changed.
    mutating func settle() -> [(folder: String, snapshot: TenantSnapshot)] {
        guard isUnsettled else { return [] }
        isUnsettled = false
        guard case .running = phase else { return [] }
        workspace.glanceAtDisk()
        publish()
        return workspace.unchecked
    }

    /// Tells the client what has changed in what is known.
    private mutating func publish() {
        let (found, waiting) = diagnostics()
        let (notifications, isChanged) = published.update(
            found,
            workspace.documents,
            waiting: waiting,
            pulled: abilities.pullsDiagnostics
        )
        outgoing += notifications
        if isChanged, abilities.pullsDiagnostics, abilities.refreshesDiagnostics {
            request("workspace/diagnostic/refresh")
        }
    }

    /// By URI, and the documents whose tenants are being checked: until then what was found before stays.
    private mutating func diagnostics() -> (found: [String: [JSONValue]], waiting: Set<String>) {
        var found: [String: [JSONValue]] = [:]
        var waiting: [String] = []
        func add(_ items: [String: [JSONValue]]) {
            for (path, items) in items { found[workspace.uri(path), default: []] += items }
        }
        let all = workspace.all
        for tenant in all {
            if let known = tenant.snapshot.knownDiagnostics {
                let baseline = workspace.baseline(beside: tenant.folder)
                if shown[tenant.folder]?.isOf(tenant.snapshot, baseline) != true {
                    var messages = DiagnosticMessages(abilities) { [workspace] in workspace.uri($0) }
                    messages.add(known, of: tenant.snapshot.folder, baseline: baseline)
                    shown[tenant.folder] = ShownDiagnostics(tenant.snapshot, baseline, messages.byPath)
                }
            } else {
                waiting.append(tenant.folder)
            }
            add(shown[tenant.folder]?.byPath ?? [:])
        }
        let folders = Set(all.map(\.folder))
        for folder in shown.keys where !folders.contains(folder) { shown[folder] = nil }
        var messages = DiagnosticMessages(abilities) { [workspace] in workspace.uri($0) }
        for conflict in workspace.conflicts() {
            let known = KnownDiagnostics(diagnostics: conflict.diagnostics, sources: conflict.sources)
            messages.add(known, of: nil, baseline: nil)
        }
        add(messages.byPath)
        let documents = workspace.documents.values.filter { document in
            waiting.contains { document.path.hasPrefix($0 + "/") }
        }
        return (found, Set(documents.map(\.uri)))
    }

    /// `textDocument/diagnostic`: the same, asked for.
    ///
    /// A client that can be told to ask again isn't kept waiting for the check of a large tenant.
    mutating func pullDiagnostics(_ parameters: JSONValue) throws(ResponseError) -> JSONValue {
        guard let uri = parameters.at("textDocument", "uri")?.string else { throw .invalidParameters("no document") }
        if let tenant = workspace.snapshot(of: uri)?.tenant, !tenant.isLarge || !abilities.refreshesDiagnostics {
            _ = tenant.diagnostics
        }
        let items: JSONValue = .array(diagnostics().found[uri] ?? [])
        let result = String(FowlerNollVo.hash64(items.utf8), radix: 16)
        if parameters["previousResultId"]?.string == result {
            return ["kind": "unchanged", "resultId": .string(result)]
        }
        return ["kind": "full", "resultId": .string(result), "items": items]
    }
}
