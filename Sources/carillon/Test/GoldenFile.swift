import CarillonModel
import CarillonPipeline
import CarillonProfiles

/// `golden/<event>.json` or `golden/<event>.<name>.json`: what a sample looked like when somebody last approved it.
struct GoldenFile {
    /// Inside the `golden` folder.
    let name: String
    let expected: JSONValue
    /// What could not be rendered at all, or is larger than its provider takes; never approved.
    let failures: [String]

    init(of sample: Sample, _ event: EventType, by renderer: SampleRenderer) {
        name = ([sample.event.rawValue] + (sample.name.map { [$0] } ?? []) + ["json"]).joined(separator: ".")
        let renditions = renderer.renditions(of: event, payload: sample.payload)
        var document: JSONObject = JSONObject([.init("event", .string(event.id.rawValue))])
        document["sample"] = sample.name.map { .string($0) }
        document["renderings"] = renditions.json(\.json)
        expected = .object(document)
        failures = renditions.compactMap { rendition in
            let place = "\(rendition.locale) · \(rendition.channel.id): "
            if let failure = rendition.failure { return place + failure.description }
            guard rendition.isTooLarge, let size = rendition.size, let limit = rendition.sizeLimit else { return nil }
            return place + "\(size) bytes, at most \(limit) are allowed"
        }
    }

    var text: String { expected.prettyText + "\n" }

    /// One per sample of a known event, sorted by name.
    static func all(of profile: TenantProfile) -> [GoldenFile] {
        let renderer = SampleRenderer(profile)
        return profile.samples.compactMap { sample in
            profile.event(sample.event).map { GoldenFile(of: sample, $0, by: renderer) }
        }.sorted { $0.name < $1.name }
    }
}
