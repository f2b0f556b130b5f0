import CarillonLanguage
import CarillonModel
import CarillonPipeline
import CarillonProfiles
import CarillonStandard
import CarillonStudio
import Testing

/// What the studio's previews show is what `carillon render --format json` prints.
struct StudioPreviewTests {
    @Test(arguments: ["dossier", "escrow", "exchange", "remittance", "wallet"])
    func `all samples in all languages on all channels are the same`(tenant: String) throws {
        let folder = "\(tenantsFolder)/\(tenant)"
        let loader = ProfileLoader(registry: .standard, proof: RenderingProof(registry: .standard))
        let draft = StudioDraft(of: try loader.folder(at: folder), registry: .standard, loader: loader)
        let profile = try #require(draft.base.profile)
        let collected = CollectedMessage.all(of: profile, registry: .standard).map(\.text.id)
        var compared = 0
        for id in profile.events.map(\.id) + collected {
            let samples = try #require(draft.preview(of: id)).json["samples"]?.array ?? []
            #expect(!samples.isEmpty, "\(id)")
            for shown in samples {
                let sample = shown["sample"]?.string.map { ["--sample", $0] } ?? []
                let process = try CarillonProcess(["render", folder, id.rawValue, "--format", "json"] + sample)
                let printed = try JSONValue(parsing: Array(try process.end().utf8))
                let own = try #require(shown["renderings"]?.object)
                let theirs = try #require(printed["renderings"]?.object)
                #expect(Set(own.members.map(\.name)) == Set(profile.locales.supported.map(\.rawValue)))
                #expect(own.members.map(\.name) == theirs.members.map(\.name), "\(id)")
                for language in theirs.members {
                    let channels = try #require(own[language.name]?.object)
                    let names = language.value.object?.members.map(\.name) ?? []
                    #expect(channels.members.map(\.name) == names, "\(id) \(language.name)")
                    for channel in language.value.object?.members ?? [] {
                        let preview = try #require(channels[channel.name]?.object)
                        compare(preview, to: channel.value, "\(id) \(language.name) \(channel.name)")
                        compared += 1
                    }
                }
            }
        }
        #expect(compared > 10)
    }

    /// What a provider has no place for isn't printed, and of a link only the part that it gets.
    ///
    /// Whether a message goes out at all is asked of the channel with an address. A feed has the event's category, and a phone the one that its app knows.
    private func compare(_ preview: JSONObject, to printed: JSONValue, _ place: String) {
        let members = (printed.object?.members ?? []).filter { $0.name != "refused" && $0.name != "category" }
        #expect(!members.isEmpty, "\(place)")
        for member in members {
            guard member.name == "slots" || member.name == "link" else {
                #expect(preview[member.name] == member.value, "\(place) \(member.name)")
                continue
            }
            for part in member.value.object?.members ?? [] {
                #expect(preview[member.name]?[part.name] == part.value, "\(place) \(member.name) \(part.name)")
            }
        }
    }
}
