import CarillonDiagnostics
import CarillonProfiles

/// What `carillon dev` knows of the tenants it watches, and what it shows of them: without clock, disk and terminal.
struct DevState {
    /// As the user named them.
    let paths: [String]
    /// The scan after which the tenants were last checked; nil where they are to be checked in any case.
    private var checked: FolderScan?
    /// The scan after which they were last read.
    private var taken: FolderScan?
    private var latest: FolderScan?
    /// Each tenant as it was when it last had no error, by folder.
    private var sound: [String: Sound] = [:]
    /// Folders with an error that never were without one since they were first seen.
    private var neverSound: Set<String> = []
    private var shown: Shown?
    /// What a host said to the latest save, a line each.
    var host: [String] = []

    private struct Sound {
        let tenant: LoadedTenant
        let stamp: FileStamp?
        let time: ScanTime
    }

    /// What the latest check found.
    private struct Shown {
        var time: ScanTime
        var findings: Result<DiagnosticReport, UnreadablePath>
        /// Folders with an error now that had none before.
        var broken: [String] = []
        /// Nil before anything was saved.
        var difference: TenantsDifference?
    }

    init(_ paths: [String]) {
        self.paths = paths
    }

    /// Whether the tenants are to be checked after this scan: something is saved, and complete.
    ///
    /// An editor may write a file in pieces, so a scan counts once the next one is the same.
    mutating func isDue(_ scan: FolderScan) -> Bool {
        defer { latest = scan }
        return checked == nil || scan != checked && scan == latest
    }

    /// Has the next scan count, whatever it sees.
    mutating func checkAgain() { checked = nil }

    /// - Parameters:
    ///   - findings: what was found, or why nothing could be.
    ///   - scan: the one before the tenants were read.
    mutating func take(_ findings: Result<TenantsReport, UnreadablePath>, after scan: FolderScan, at time: ScanTime) {
        let (isFirst, isSaved) = (taken == nil, taken != scan)
        checked = scan
        var next = Shown(time: time, findings: findings.map(\.report), difference: shown?.difference)
        defer { shown = next }
        guard case .success(let found) = findings else { return }
        taken = scan
        let folders = found.report.subjects
        let broken = Set(folders).subtracting(found.sound.map(\.folder))
        next.broken = broken.filter { sound[$0] != nil }.sorted()
        if !isFirst, isSaved {
            let (old, new) = changed(found, scan)
            let difference = TenantsDifference(from: old, to: new)
            // While something is wrong, what changed last stays in view.
            if broken.isEmpty || !difference.isEmpty { next.difference = difference }
        }
        for tenant in found.sound {
            sound[tenant.folder] = Sound(tenant: tenant, stamp: scan.stamps[tenant.folder], time: time)
        }
        sound = sound.filter { folders.contains($0.key) }
        neverSound = neverSound.union(broken).filter { broken.contains($0) && sound[$0] == nil }
    }

    /// The tenants that a save touched, as they were and as they are; those with an error are in neither.
    private func changed(_ found: TenantsReport, _ scan: FolderScan) -> (old: [LoadedTenant], new: [LoadedTenant]) {
        let touched = found.sound.filter { tenant in
            guard let former = sound[tenant.folder] else { return !neverSound.contains(tenant.folder) }
            return former.stamp != scan.stamps[tenant.folder]
        }
        let gone = sound.keys.filter { !found.report.subjects.contains($0) }
        let old = (touched.map(\.folder) + gone).compactMap { sound[$0]?.tenant }
        return (old.sorted { $0.folder < $1.folder }, touched)
    }

    /// Whether the latest check found nothing that keeps a host from serving the tenants.
    var isSound: Bool {
        guard case .success(let report)? = shown?.findings else { return false }
        return report.count(.error) == 0
    }

    /// The tenants without an error, by folder.
    var tenants: [LoadedTenant] { sound.sorted { $0.key < $1.key }.map(\.value.tenant) }

    /// Nil before the first check.
    var screen: DevScreen? {
        guard let shown else { return nil }
        return DevScreen(
            header: header(shown),
            host: host,
            status: "\(counts(shown))  \(shown.time)",
            faults: faults(shown),
            changes: changes(shown)
        )
    }

    private func header(_ shown: Shown) -> String {
        "\(Ink.bold.paint("carillon dev"))  \(paths.joined(separator: " "))  \(shown.time)  \(counts(shown))"
    }

    private func counts(_ shown: Shown) -> String {
        switch shown.findings {
        case .success(let report): report.count(.error) > 0 ? Ink.red.paint(report.summary) : report.summary
        case .failure: Ink.red.paint("can't be read")
        }
    }

    private func faults(_ shown: Shown) -> String {
        switch shown.findings {
        case .failure(let unreadable): "\(Ink.red.paint("error")): \(unreadable)\n"
        case .success(let report):
            // The summary is in the header.
            report.diagnostics.isEmpty ? "" : TextRenderer.forPeople.findings(of: report)
        }
    }

    private func changes(_ shown: Shown) -> String {
        var text = ""
        for folder in shown.broken {
            let time = sound[folder].map { " that it had at \($0.time)" } ?? ""
            text += Ink.yellow.paint("\(folder) has errors, and keeps the words\(time)") + "\n"
        }
        if !text.isEmpty { text += "\n" }
        guard let difference = shown.difference else { return text + "Nothing has been saved yet\n" }
        return text + DifferenceFormat.text.render(difference)
    }
}
