public import CarillonDiagnostics
import CarillonModel
import CarillonProfiles

/// Diagnostics of a tenant, with the files that they point into.
public struct KnownDiagnostics: Sendable {
    public let diagnostics: [Diagnostic]
    public let sources: SourceSet

    public init(diagnostics: [Diagnostic], sources: SourceSet) {
        self.diagnostics = diagnostics
        self.sources = sources
    }
}

extension TenantSnapshot {
    /// What is known without a check: nil where only a check can say.
    ///
    /// Of a large tenant that was checked before, it is what was found then, moved along with what was written since, and for
    /// the events and texts that were written in what is wrong with them alone. The check that follows says what is right.
    public var knownDiagnostics: KnownDiagnostics? {
        if isChecked { return KnownDiagnostics(diagnostics: diagnostics, sources: sources) }
        guard isLarge, let checked = lastChecked else { return nil }
        var known = Provisional(self)
        for path in files.keys.sorted() {
            guard let file = files[path] else { continue }
            // What takes long to read is left to the check.
            if checked.files[path] !== file, !file.isServed { return nil }
            if let old = checked.files[path], old !== file { known.add(change: FileChange(from: old, to: file)) }
            if checked.files[path] == nil { known.add(file.faults, of: path) }
        }
        known.add(earlier: checked)
        return KnownDiagnostics(diagnostics: known.diagnostics, sources: known.sources)
    }
}

extension TenantSnapshot {
    /// What an answer goes by: it waits for no check of a large tenant.
    var diagnosticsAtHand: KnownDiagnostics {
        if let known = knownDiagnostics { return known }
        guard !isLarge else { return KnownDiagnostics(diagnostics: [], sources: SourceSet()) }
        return KnownDiagnostics(diagnostics: diagnostics, sources: sources)
    }
}

/// Diagnostics that are put together before a check.
private struct Provisional {
    private let tenant: TenantSnapshot
    private(set) var diagnostics: [Diagnostic] = []
    private(set) var sources = SourceSet()
    private var ids: [String: SourceID] = [:]
    private var changes: [String: FileChange] = [:]
    /// Bytes of new files whose diagnostics are found anew.
    private var renewed: [String: [Range<Int>]] = [:]

    /// A change that reaches into more is a paste: the check says what is wrong with it.
    private static let partLimit = 4

    init(_ tenant: TenantSnapshot) {
        self.tenant = tenant
    }

    private mutating func source(_ path: String) -> SourceID? {
        if let id = ids[path] { return id }
        guard let file = tenant.files[path] else { return nil }
        let home = SourceFile.Home(tenant: tenant.folder.name, path: path)
        let id = sources.add(SourceFile(path: "\(tenant.folder.path)/\(path)", content: file.bytes, home: home))
        ids[path] = id
        return id
    }

    /// Adds what is wrong with a file by itself.
    mutating func add(_ faults: [Diagnostic], of path: String) {
        guard let source = source(path) else { return }
        diagnostics += faults.compactMap { $0.placed { Span(source, $0.range) } }
    }

    mutating func add(change: FileChange) {
        let path = change.new.path
        changes[path] = change
        add(change.new.faults, of: path)
        let members = change.members
        guard members.count <= Self.partLimit else { return }
        for member in members {
            renewed[path, default: []].append(member.range)
            let part = tenant.part(of: member.name)
            let faults = change.new.faults
            for diagnostic in part.snapshot.diagnostics {
                guard part.snapshot.path(of: diagnostic.primary.span.source) == path,
                    let placed = placed(diagnostic, from: part),
                    placed.primary.span.range.lowerBound >= member.range.lowerBound,
                    placed.primary.span.range.upperBound <= member.range.upperBound,
                    // Those of the file itself are there already.
                    !faults.contains(where: {
                        $0.code == diagnostic.code && $0.primary.span.range == placed.primary.span.range
                    })
                else { continue }
                diagnostics.append(placed)
            }
        }
    }

    private mutating func placed(_ diagnostic: Diagnostic, from part: TenantPart) -> Diagnostic? {
        diagnostic.placed { span in
            guard let path = part.snapshot.path(of: span.source), let source = source(path) else { return nil }
            return Span(source, part.range(span.range, in: path))
        }
    }

    /// Adds what an earlier check found elsewhere, where it is now.
    mutating func add(earlier checked: TenantSnapshot) {
        for diagnostic in checked.diagnostics {
            let home = checked.path(of: diagnostic.primary.span.source)
            if let home, let old = changes[home]?.old,
                old.faults.contains(where: {
                    $0.code == diagnostic.code && $0.primary.span.range == diagnostic.primary.span.range
                })
            {
                continue
            }
            guard let placed = moved(diagnostic, from: checked) else { continue }
            let isRenewed = home.map { renewed[$0] ?? [] }?.contains { range in
                range.lowerBound <= placed.primary.span.range.lowerBound
                    && placed.primary.span.range.upperBound <= range.upperBound
            }
            if isRenewed != true { diagnostics.append(placed) }
        }
    }

    private mutating func moved(_ diagnostic: Diagnostic, from checked: TenantSnapshot) -> Diagnostic? {
        diagnostic.placed { span in
            guard let path = checked.path(of: span.source) else {
                // Of a file that several tenants share, or of one that isn't there.
                let file = checked.sources[span.source]
                let id = ids[file.path] ?? sources.add(file)
                ids[file.path] = id
                return Span(id, span.range)
            }
            guard let source = source(path) else { return nil }
            guard let change = changes[path] else { return Span(source, span.range) }
            return change.moved(span.range).map { Span(source, $0) }
        }
    }
}

extension Diagnostic {
    /// The same at other places; nil where its own has none.
    ///
    /// What else it points to is left out where that has none.
    fileprivate func placed(_ place: (Span) -> Span?) -> Diagnostic? {
        guard let span = place(primary.span) else { return nil }
        var copy = self
        copy.primary.span = span
        copy.related = related.compactMap { label in place(label.span).map { Label($0, label.text) } }
        copy.fixes = fixes.compactMap { fix in
            place(fix.span).map { Fix(fix.title, replace: $0, with: fix.replacement) }
        }
        return copy
    }
}
