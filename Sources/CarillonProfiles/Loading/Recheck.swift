import CarillonDiagnostics
import CarillonModel

/// The check of a folder of which only texts differ from one that was checked.
///
/// Rules that look at each event or app text by itself look at those whose texts differ; rules that look across all texts
/// look again; of the rest it is kept what was found, at the places where it stands now. Only messages of what has changed
/// are made again. Where the outcome might be another than that of a whole check, there is none.
struct Recheck {
    private let earlier: ProfileLoading
    private let folder: TenantFolder
    private let before: TenantContext
    private let profile: TenantProfile
    private let changes: [SourceID: ChangedTexts]
    private let ids: Set<EventTypeID>
    private let templates: [ParsedTemplates]

    /// With more of them, a whole check is as quick, which uses all cores.
    private static let mostChanged = 24

    /// - Returns: nil where a whole check is needed.
    init?(of folder: TenantFolder, after earlier: ProfileLoading) {
        guard let before = earlier.context, let profile = earlier.trace.profile, !earlier.isCancelled,
            earlier.trace.reports.count == Rules.scopes.count,
            earlier.trace.reports.allSatisfy({ !$0.isFull }),
            let paths = Self.changedPaths(from: earlier.folder, to: folder)
        else { return nil }
        var (changes, ids): ([SourceID: ChangedTexts], Set<EventTypeID>) = ([:], [])
        var templates = earlier.trace.templates
        for path in paths {
            guard let index = templates.firstIndex(where: { $0.file?.path == path }),
                let locale = templates[index].locale,
                let old = templates[index].file, let file = folder.file(path),
                templates.count(where: { $0.locale == locale }) == 1
            else { return nil }
            let parsed = ParsedFile(ParsedFile.Input(file: file, source: old.source, shape: .templates))
            guard parsed.diagnostics.isEmpty, let new = parsed.file,
                let change = ChangedTexts(from: old, earlier.sources[old.source].content, to: new, file.content)
            else { return nil }
            changes[old.source] = change
            ids.formUnion(change.ids)
            templates[index] = ParsedTemplates(parsed, fields: before.fields(of:)) { slot in
                before.textsByID[slot.id]?.first {
                    $0.locale == locale && $0.path == slot.path && change.hasSameBytes($0.node, slot.node)
                }
            }
        }
        guard ids.count <= Self.mostChanged, !earlier.trace.files.contains(where: { $0.points(into: changes.keys) })
        else { return nil }
        (self.earlier, self.folder, self.before, self.profile) = (earlier, folder, before, profile)
        (self.changes, self.ids, self.templates) = (changes, ids, templates)
    }

    /// The paths of the template files that differ; nil where anything else does.
    private static func changedPaths(from old: TenantFolder, to new: TenantFolder) -> [String]? {
        guard old.name == new.name, old.path == new.path, old.faults == new.faults, old.shared == new.shared,
            old.operators == new.operators, old.files.count == new.files.count
        else { return nil }
        var paths: [String] = []
        for (one, other) in zip(old.files, new.files) {
            guard one.path == other.path else { return nil }
            guard one.content != other.content else { continue }
            guard one.path.hasPrefix("templates/") else { return nil }
            paths.append(one.path)
        }
        return paths
    }

    // MARK: checking

    /// - Returns: nil where a whole check is needed after all.
    func run(proof: (any MessageProof)?) -> ProfileLoading? {
        guard let context = changedContext(), let reports = reports(context) else { return nil }
        var trace = earlier.trace
        trace.templates = templates
        trace.profile = TenantProfile(profile, with: context.profile.messages, revision: context.profile.revision)
        trace.reports = reports
        trace.failures = nil
        var loading = ProfileLoading(earlier, of: folder, context: context, trace: trace)
        guard let proof, loading.isProvable, let profile = trace.profile else { return loading }
        // What was never made can't be kept.
        guard let known = earlier.trace.failures else { return nil }
        let kept = known.filter { !ids.contains($0.id) }
        let found = ids.isEmpty ? [] : proof.failures(of: profile, only: ids)
        loading.take(kept + found)
        return loading
    }

    private func changedContext() -> TenantContext? {
        var messages = before.profile.messages
        var files = before.templateFiles
        for templates in templates {
            guard let file = templates.file, let locale = templates.locale, changes[file.source] != nil else {
                continue
            }
            messages.replace(templates.messages, locale: locale)
            files[locale] = file
        }
        let context = before.replacing(
            profile: TenantProfile(before.profile, with: messages, revision: ProfileRevision(of: folder)),
            templateFiles: files,
            texts: templates.flatMap { $0.locale == nil ? [] : $0.texts },
            sources: sources
        )
        let names = changes.values.contains { change in
            change.old.root["messages"]?.members.map(\.name) != change.new.root["messages"]?.members.map(\.name)
        }
        let isPlaced = ids.allSatisfy { id in
            (before.textsByID[id] ?? []).map(\.slotPlace) == (context.textsByID[id] ?? []).map(\.slotPlace)
        }
        if names || !isPlaced {
            // What seems to be under another name changes what is said of others.
            guard MisplacedTexts(context) == before.misspelt else { return nil }
        }
        return context
    }

    /// The files under the numbers that they have.
    private var sources: SourceSet {
        var sources = SourceSet()
        var changed: [String: [UInt8]] = [:]
        for change in changes.values { changed[change.new.path] = folder.file(change.new.path)?.content }
        for file in earlier.sources.files {
            let content = file.home.flatMap { $0.tenant == folder.name ? changed[$0.path] : nil }
            _ = sources.add(content.map { SourceFile(path: file.path, content: $0, home: file.home) } ?? file)
        }
        return sources
    }

    // MARK: rules

    private func reports(_ context: TenantContext) -> [RuleReport]? {
        let focused = context.focused(on: ids)
        let owners = Owners(before)
        let ownersNow = Owners(context)
        let reports = Rules.reports { number, check in
            let known = earlier.trace.reports[number]
            switch Rules.scopes[number] {
            case .tenant: return check(context)
            case .settings: return kept(known) { _ in true }
            case .texts:
                guard !ids.isEmpty else { return kept(known) { _ in true } }
                let others = kept(known) { finding in
                    (finding.subject ?? owners.owner(of: finding.diagnostic)).map { !ids.contains($0) } ?? true
                }
                guard var report = others else { return nil }
                for finding in check(focused).findings {
                    let owner = finding.subject ?? ownersNow.owner(of: finding.diagnostic)
                    guard let owner, ids.contains(owner) else { continue }
                    report.add(finding.diagnostic, about: finding.subject)
                }
                return report.isFull ? nil : report
            }
        }
        guard let reports, hasSameErrors(reports) else { return nil }
        return reports
    }

    private typealias Finding = (diagnostic: Diagnostic, subject: EventTypeID?)

    private func kept(_ report: RuleReport, where isKept: (Finding) -> Bool) -> RuleReport? {
        var result = RuleReport()
        for finding in report.findings where isKept(finding) {
            guard let moved = finding.diagnostic.moved(by: changes) else { return nil }
            result.add(moved, about: finding.subject)
        }
        return result
    }

    /// Late rules are silent where others found an error: what is kept of them is right only where those across all texts
    /// still find the same.
    private func hasSameErrors(_ reports: [RuleReport]) -> Bool {
        for number in 0..<Rules.independentCount where Rules.scopes[number] == .tenant {
            let known = earlier.trace.reports[number].diagnostics.filter { $0.severity == .error }
            let now = reports[number].diagnostics.filter { $0.severity == .error }
            guard known.count == now.count else { return false }
            guard Set(known.compactMap { $0.moved(by: changes) }) == Set(now) else { return false }
        }
        return true
    }
}

/// Whose member a diagnostic stands at.
private struct Owners {
    private let groups: [SourceID: [(name: String, node: JSONNode)]]

    init(_ tenant: TenantContext) {
        var groups: [SourceID: [(String, JSONNode)]] = [:]
        for file in tenant.templateFiles.values {
            groups[file.source] = file.root["messages"].map { [("messages", $0)] }
        }
        if let file = tenant.eventsFile {
            groups[file.source] = ["events", "texts"].compactMap { name in file.root[name].map { (name, $0) } }
        }
        self.groups = groups
    }

    /// Nil for what stands at no event and at no app text.
    func owner(of diagnostic: Diagnostic) -> EventTypeID? {
        let span = diagnostic.primary.span
        for group in groups[span.source] ?? [] where group.node.range.contains(span.range.lowerBound) {
            let member = group.node.members.first { member in
                member.nameRange.lowerBound <= span.range.lowerBound
                    && span.range.lowerBound < max(member.nameRange.upperBound, member.value.range.upperBound)
            }
            return member.flatMap { EventTypeID($0.name) }
        }
        return nil
    }
}

extension WrittenText {
    /// Which text it is.
    fileprivate var slotPlace: [String] { [locale.rawValue, path] }
}
