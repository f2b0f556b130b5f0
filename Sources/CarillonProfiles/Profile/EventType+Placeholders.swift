public import CarillonModel

extension EventType {
    /// The values of `{event.…}`.
    public var placeholders: JSONObject {
        JSONObject(
            [.init("type", .string(id.rawValue))]
                + (alias.map { [.init("alias", .string($0))] } ?? [])
                + (category.map { [.init("category", .string($0))] } ?? [])
        )
    }
}
