import CarillonModel
import CarillonPipeline
import CarillonProfiles
import CarillonStandard

/// What lies between two versions of tenant folders.
struct TenantsDifference {
    private(set) var changes: [ProfileChange] = []
    private(set) var texts: [ChangedText] = []
    /// What is live beside the files, where it was asked for.
    private(set) var live: [LiveTexts]?

    /// A rendered text that differs: of which sample, in which language, for which channel, in which slot.
    struct ChangedText {
        let tenant: String
        /// `order.shipped`, or `order.shipped.late` of a further sample.
        let sample: String
        let locale: String
        let channel: String
        let slot: String
        /// Nil: there was none.
        let old: String?
        let new: String?
    }

    /// Tenants are matched by their names.
    init(from old: [LoadedTenant], to new: [LoadedTenant]) {
        for tenant in new {
            if let before = old.first(where: { $0.profile.id == tenant.profile.id }) {
                changes += ProfileChange.all(from: before.profile, to: tenant.profile)
                texts += Self.texts(from: before.profile, to: tenant.profile)
            } else {
                changes.append(.compatible(tenant.profile.id.rawValue, "the tenant is new"))
            }
        }
        for tenant in old where !new.contains(where: { $0.profile.id == tenant.profile.id }) {
            changes.append(.breaking(tenant.profile.id.rawValue, "the tenant is gone"))
        }
    }

    /// What readers get by words that are live beside the files: these change nothing but texts.
    init(of tenants: [LoadedTenant], live: [LiveTexts]) {
        self.live = live
        for texts in live {
            let files = tenants.first { $0.profile.id == texts.tenant }
            guard let files, let profile = texts.profile, !texts.shown.isEmpty else { continue }
            self.texts += Self.texts(from: files.profile, to: profile)
        }
    }

    var isBreaking: Bool { changes.contains(where: \.isBreaking) }
    var isEmpty: Bool { changes.isEmpty && texts.isEmpty }

    private static func texts(from old: TenantProfile, to new: TenantProfile) -> [ChangedText] {
        let (before, after) = (slots(of: old), slots(of: new))
        return TextDifference.all(from: before, to: after).compactMap { difference in
            guard difference.path.count == 4 else { return nil }
            return ChangedText(
                tenant: new.id.rawValue,
                sample: difference.path[0],
                locale: difference.path[1],
                channel: difference.path[2],
                slot: difference.path[3],
                old: difference.old,
                new: difference.new
            )
        }
    }

    /// Sample → language → channel → slot → text.
    private static func slots(of profile: TenantProfile) -> JSONValue {
        let renderer = SampleRenderer(profile, registry: .standard)
        let members = profile.samples.compactMap { sample -> JSONObject.Member? in
            guard let event = profile.event(sample.event) else { return nil }
            let renditions = renderer.renditions(of: event, payload: sample.payload)
            return .init(sample.stem, renditions.json { $0.json["slots"] ?? $0.json })
        }
        return .object(JSONObject(members))
    }
}
