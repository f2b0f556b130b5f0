package import CarillonModel
package import CarillonPluginKit
package import CarillonProfiles

/// `golden/<event>.json` or `golden/<event>.<name>.json`: a sample's rendition when it was last approved;
/// `golden/<text>.json` that of what goes out for a window with several notifications.
package struct GoldenFile: Sendable {
    /// Inside the `golden` folder.
    package let name: String
    package let expected: JSONValue
    /// What could not be rendered at all, or is larger than its provider takes; never approved.
    package let failures: [String]

    private init(of id: EventTypeID, sample: String? = nil, _ renditions: [Rendition]) {
        name = ([id.rawValue] + (sample.map { [$0] } ?? []) + ["json"]).joined(separator: ".")
        var document: JSONObject = JSONObject([.init("event", .string(id.rawValue))])
        document["sample"] = sample.map { .string($0) }
        document["renderings"] = renditions.json(\.json)
        expected = .object(document)
        failures = renditions.compactMap { rendition in
            let place = "\(rendition.locale) · \(rendition.channel.id): "
            if let failure = rendition.failure { return place + failure.description }
            guard rendition.isTooLarge, let size = rendition.size, let limit = rendition.sizeLimit else { return nil }
            return place + "\(size) bytes, at most \(limit) are allowed"
        }
    }

    package var text: String { expected.prettyText + "\n" }

    /// A larger one is none, in bytes.
    package static let sizeLimit = 8 << 20

    /// Those that a tenant's folder has, by their names in `golden`; none where there is no such folder.
    package static func names(in folder: String) throws(UnreadablePath) -> [String] {
        guard try FileSystem.names(in: folder).contains("golden") else { return [] }
        return try FileSystem.names(in: "\(folder)/golden").filter { $0.hasSuffix(".json") }
    }

    /// The same with their content.
    package static func files(in folder: String) throws(UnreadablePath) -> [TenantFolder.File] {
        var files: [TenantFolder.File] = []
        for name in try names(in: folder) {
            let content = try FileSystem.content(of: "\(folder)/golden/\(name)", limit: sizeLimit)
            files.append(TenantFolder.File(name, content))
        }
        return files
    }

    /// One per sample of a known event, and per text for what is collected, sorted by name.
    package static func all(of profile: TenantProfile, registry: ChannelRegistry) -> [GoldenFile] {
        let renderer = SampleRenderer(profile, registry: registry)
        let samples = files(of: profile.samples, renderer)
        let collected = CollectedMessage.all(of: profile, registry: registry).map {
            GoldenFile(of: $0.text.id, renderer.renditions(of: $0))
        }
        return (samples + collected).sorted { $0.name < $1.name }
    }

    /// One per sample of an event, sorted by name.
    package static func all(
        of event: EventTypeID,
        in profile: TenantProfile,
        registry: ChannelRegistry
    ) -> [GoldenFile] {
        files(of: profile.samples.filter { $0.event == event }, SampleRenderer(profile, registry: registry))
            .sorted { $0.name < $1.name }
    }

    private static func files(of samples: [Sample], _ renderer: SampleRenderer) -> [GoldenFile] {
        samples.compactMap { sample in
            renderer.profile.event(sample.event).map { event in
                let renditions = renderer.renditions(of: event, payload: sample.payload)
                return GoldenFile(of: event.id, sample: sample.name, renditions)
            }
        }
    }
}
