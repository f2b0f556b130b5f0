/// Texts for people in `profile.json`: the names of Android channels, categories and actions.
struct ProfileTexts {
    let place: [JSONStep]
    /// One text for all languages, or an object with a text for each.
    let node: JSONNode

    static func all(in root: JSONNode) -> [ProfileTexts] {
        var all: [ProfileTexts] = []
        for group in ["androidChannels", "categories"] {
            for member in root[group]?.members ?? [] {
                let place: [JSONStep] = [.name(group), .name(member.name)]
                for key in ["name", "description"] {
                    guard let node = member.value[key] else { continue }
                    all.append(ProfileTexts(place: place + [.name(key)], node: node))
                }
                for (index, action) in (member.value["actions"]?.elements ?? []).enumerated() {
                    guard let node = action["title"] else { continue }
                    let step = place + [.name("actions"), .index(index), .name("title")]
                    all.append(ProfileTexts(place: step, node: node))
                }
            }
        }
        return all
    }
}
