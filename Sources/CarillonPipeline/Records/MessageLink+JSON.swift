public import CarillonModel
public import CarillonPluginKit

extension MessageLink {
    /// The ways that exist, as JSON members.
    public var jsonMembers: [JSONObject.Member] {
        [("app", app), ("web", web), ("screen", screen)].compactMap { name, link in
            link.map { JSONObject.Member(name, .string($0)) }
        }
    }
}
