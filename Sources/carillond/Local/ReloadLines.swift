import CarillonHost
import CarillonProfiles

/// What is said of tenants whose folders are saved while a local host runs.
struct ReloadLines {
    /// Folders that couldn't be used when they were last loaded.
    private var faulty: Set<String>

    init(after loaded: LoadedProfiles) {
        faulty = loaded.isUnreadable ? [] : Set(loaded.failures.keys)
    }

    /// One line, or a line below what `carillon validate` prints of the folder.
    mutating func text(of reload: TenantReload) -> String {
        guard let profile = reload.served else {
            faulty.insert(reload.tenant)
            return Self.summary(of: reload)
        }
        let news = faulty.remove(reload.tenant) == nil ? "taken up as saved" : "mended"
        // The same short form that `carillond tenants` prints.
        return "\(profile.id): \(news), version \(profile.revision.description.prefix(8))"
    }

    /// Why a tenant isn't served, or isn't served as it was saved.
    private static func summary(of reload: TenantReload) -> String {
        guard let report = reload.report else { return "\(reload.tenant): \(reload.change.rawValue)" }
        let isServed = reload.profile != nil
        let state = isServed ? "what ran before goes on" : "isn't served"
        return reload.isOfFolder
            ? "\(report)\n\(reload.tenant): \(state) until that is mended"
            : "\(reload.tenant)\(isServed ? ": " : " ")\(state): \(SingleLineText.joined(report, by: "; "))"
    }
}

extension TenantReload {
    /// The profile that runs as it was saved; nil where what was saved isn't served.
    var served: TenantProfile? { change == .rejected ? nil : profile }
}
