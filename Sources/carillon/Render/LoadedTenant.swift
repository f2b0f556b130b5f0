import ArgumentParser
import CarillonDiagnostics
import CarillonProfiles
import CarillonStandard

/// A tenant that was proven, so that it can be rendered.
struct LoadedTenant {
    /// As named, for printing.
    let folder: String
    let profile: TenantProfile

    init(folder: String, profile: TenantProfile) {
        self.folder = folder
        self.profile = profile
    }

    /// - Parameters:
    ///   - folder: a tenant's folder.
    ///   - channels: the operator's folder of channel files.
    ///   - places: where these lie.
    /// - Throws: an exit status, after the diagnostics were printed on standard error.
    init(folder: String, channels: String? = nil, in places: FilePlaces = .own) throws {
        do {
            var remains = ProfileLoader.Remains()
            let (profiles, report) = try ProfileLoader(registry: .standard, channels: channels).load(
                [folder],
                standIns: places.standIns(for: [folder], channels: channels),
                keeping: &remains
            )
            guard let profile = profiles.first else {
                Terminal.printError(TextRenderer(isColored: false).render(report))
                throw ExitCode(.foundErrors)
            }
            self.folder = folder
            self.profile = profile
        } catch let unreadable as UnreadablePath {
            throw unreadable.exit
        }
    }

    /// - Parameter name: a tenant's folder, or the name of one under `tenants`.
    static func named(_ name: String, channels: String? = nil) throws -> LoadedTenant {
        try LoadedTenant(folder: folder(named: name), channels: channels)
    }

    /// The folder that such a name means.
    static func folder(named name: String) throws -> String {
        let candidates = name.contains("/") ? [name] : [name, "tenants/\(name)"]
        for candidate in candidates where isTenant(candidate) { return candidate }
        throw UnreadablePath(path: name, reason: "there is no such tenant\(hint(for: name))").exit
    }

    private static func isTenant(_ path: String) -> Bool {
        let found = try? TenantFolder.find(in: path)
        return found?.count == 1 && found?.first?.split(separator: "/").last == path.split(separator: "/").last
    }

    private static func hint(for name: String) -> String {
        let known = ((try? TenantFolder.find(in: "tenants")) ?? []).compactMap { $0.split(separator: "/").last }
        guard !known.isEmpty else { return "" }
        if let guess = Suggestion.closest(to: name, among: known.map(String.init)) { return "; did you mean \(guess)?" }
        return "; `tenants` has \(known.joined(separator: ", "))"
    }
}
