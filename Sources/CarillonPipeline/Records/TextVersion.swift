public import CarillonModel

/// Words of a tenant's texts that its staff made live, beside those of its files.
///
/// Versions are never changed: the newest is what is live, and going back to an earlier one makes another.
public struct TextVersion: Sendable, Hashable {
    /// From 1 on, without a gap.
    public var number: Int
    /// Who made it, as their link called them.
    public var author: String
    public var publishedAt: Instant
    /// Of the profile that its words made with the files at the host that published it.
    public var revision: String
    /// Where its words came from.
    public var origin: Origin
    /// What it is about, or why, in a line.
    public var note: String
    /// How many texts it has.
    public var count: Int

    public enum Origin: Sendable, Hashable {
        /// The proposal with this id.
        case proposal(String)
        /// All, or one, of the texts of this version; 0 stands for the files alone.
        case version(Int)
    }

    public init(
        number: Int,
        author: String,
        publishedAt: Instant,
        revision: String,
        origin: Origin,
        note: String,
        count: Int
    ) {
        self.number = number
        self.author = author
        self.publishedAt = publishedAt
        self.revision = revision
        self.origin = origin
        self.note = note
        self.count = count
    }
}
