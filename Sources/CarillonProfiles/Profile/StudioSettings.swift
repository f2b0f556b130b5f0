/// How the tenant's staff work on its texts.
public struct StudioSettings: Sendable, Hashable {
    /// How long what was made of texts, and said about it, is kept: two years when silent.
    public package(set) var retention: Duration = .seconds(730 * 86_400)

    public init() {}
}
