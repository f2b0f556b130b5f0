public import CarillonModel

extension EventType {
    /// What `{event.…}` stands for.
    public var placeholders: JSONObject {
        JSONObject(
            [.init("type", .string(id.rawValue))]
                + (alias.map { [.init("alias", .string($0))] } ?? [])
                + (category.map { [.init("category", .string($0))] } ?? [])
        )
    }
}
