public import CarillonModel

/// How a tenant's staff change its words in the studio.
public struct StudioSettings: Sendable, Hashable {
    /// Where the words of an approved proposal go.
    public enum Publishing: String, Sendable, Hashable, CaseIterable {
        /// Into a patch of the tenant's files, and live with those.
        case proposal
        /// Live at once, laid over the files.
        case live
    }

    /// Who approves what was handed in.
    public enum Reviews: String, Sendable, Hashable, CaseIterable {
        /// Reviewers other than its author.
        case others
        /// Any reviewer, the author too.
        case anyone
    }

    public package(set) var publishing: Publishing = .proposal
    public package(set) var reviews: Reviews = .others
    /// How long what was made of texts, and said about it, is kept: two years when silent.
    public package(set) var retention: Duration = .seconds(730 * 86_400)

    /// Whom staff can send a text to, to see it on a phone.
    public package(set) var testRecipients: [UserID] = []

    public init() {}
}
