package import CarillonDiagnostics
import CarillonPluginKit

/// A tenant's folder while it is being written: what an editor needs beside the diagnostics.
package struct TenantInspection: Sendable {
    /// The profile as far as it can be read; nil where `profile.json` can't.
    package let profile: TenantProfile?
    /// Whether the host would run it.
    package let isSound: Bool
    package let diagnostics: [Diagnostic]
    package let sources: SourceSet
    /// The values of files with whose syntax and shape nothing is wrong, by their paths: a check of a folder that has the same files need
    /// not read them again.
    package let intact: [String: JSONNode]

    init(_ profile: TenantProfile?, _ loading: ProfileLoading) {
        self.profile = profile ?? loading.context?.profile
        isSound = profile != nil
        diagnostics = loading.diagnostics
        sources = loading.sources
        intact = loading.intact
    }
}

extension ProfileLoader {
    /// Reads and validates a folder, and returns what could be read of one with errors, too.
    package func inspect(_ folder: TenantFolder) -> TenantInspection {
        var sources = SourceSet()
        let (profile, loading) = run(folder, into: &sources)
        return TenantInspection(profile, loading)
    }

    /// The same, unless it is cancelled before it is through.
    ///
    /// - Parameter intact: of an earlier inspection, of files that have the same bytes now.
    package func inspect(
        _ folder: TenantFolder,
        unless cancellation: Cancellation,
        intact: [String: JSONNode] = [:]
    ) -> TenantInspection? {
        run(folder, unless: cancellation, intact: intact).map { TenantInspection($0.profile, $0.loading) }
    }

    /// A file by itself, and what is wrong with its syntax and its shape, which is reported before anything else.
    ///
    /// - Returns: no faults of the file of a channel, which isn't read alone.
    package static func read(
        _ file: TenantFolder.File,
        as source: SourceID
    ) -> (root: JSONNode?, faults: [Diagnostic]) {
        guard !file.path.hasPrefix("channels/") else { return (JSONReader.read(file.content, source: source).root, []) }
        let shape = Shape.file(file.path) ?? .anyObject
        let parsed = ParsedFile(ParsedFile.Input(file: file, source: source, shape: shape))
        return (parsed.file?.root, parsed.diagnostics)
    }

    /// What is wrong between the tenants of one host: hosts and keys that two of them claim.
    ///
    /// - Parameter folders: their folders, in the order in which they are validated.
    package func conflicts(among folders: [TenantFolder]) -> (diagnostics: [Diagnostic], sources: SourceSet) {
        var sources = SourceSet()
        guard folders.count > 1 else { return ([], sources) }
        let contexts = folders.compactMap { folder -> TenantContext? in
            var profiles = folder
            profiles.files = folder.files.filter { $0.path == "profile.json" }
            var loading = ProfileLoading(folder: profiles, registry: registry, sources: sources)
            sources = loading.sources
            _ = loading.run()
            return loading.context
        }
        return (HostClaims.check(contexts).map(\.diagnostic) + SupabaseKeys.check(contexts), sources)
    }
}

/// What `events.json` declares, as far as it can be read.
package enum WrittenEvents {
    package static func events(in root: JSONNode) -> [EventType] { EventsReading(root: root).events() }
    package static func texts(in root: JSONNode) -> [AppText] { EventsReading(root: root).texts() }
}
