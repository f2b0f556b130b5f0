/// Texts for people in `profile.json`: what channels of Android, categories and actions are called.
struct ProfileWords {
    let place: [JSONStep]
    /// One text for all languages, or an object by language.
    let node: JSONNode

    static func all(in root: JSONNode) -> [ProfileWords] {
        var all: [ProfileWords] = []
        for group in ["androidChannels", "categories"] {
            for member in root[group]?.members ?? [] {
                let place: [JSONStep] = [.name(group), .name(member.name)]
                for key in ["name", "description"] {
                    guard let node = member.value[key] else { continue }
                    all.append(ProfileWords(place: place + [.name(key)], node: node))
                }
                for (index, action) in (member.value["actions"]?.elements ?? []).enumerated() {
                    guard let node = action["title"] else { continue }
                    let step = place + [.name("actions"), .index(index), .name("title")]
                    all.append(ProfileWords(place: step, node: node))
                }
            }
        }
        return all
    }
}
