import CarillonModel
import CarillonProfiles

/// What feed items show of their categories, made ready once when a profile is loaded.
struct CategoryStyles: Sendable {
    /// Members of an item: `icon`, `color`, `background`.
    private let styles: [String: [JSONObject.Member]]

    init(_ profile: TenantProfile) {
        styles = Dictionary(
            profile.categories.map { category in
                let (color, background) = (category.color?.description, category.background?.description)
                let members = [("icon", category.icon), ("color", color), ("background", background)]
                return (category.id, members.compactMap { name, text in text.map { .init(name, .string($0)) } })
            },
            uniquingKeysWith: { first, _ in first }
        )
    }

    subscript(category: String) -> [JSONObject.Member] { styles[category] ?? [] }
}
