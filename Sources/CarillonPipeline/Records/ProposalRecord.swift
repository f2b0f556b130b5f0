public import CarillonModel

/// Changed texts that somebody of a tenant's staff works on, hands in, and has looked at by others.
public struct ProposalRecord: Sendable, Hashable {
    public enum State: String, Sendable, CaseIterable {
        /// Its author still changes it.
        case draft
        /// Handed in: a reviewer has a look.
        case inReview = "in-review"
        case approved
        /// Its words were made live: a ``TextVersion`` came from it.
        case published
        case rejected
        /// Its author doesn't want it any more.
        case withdrawn
    }

    /// A UUID, in time order.
    public var id: String
    /// From 1, and higher by one with each change that is kept.
    public var version: Int
    public var state: State
    /// Who began it, as their link called them.
    public var author: String
    public var changedAt: Instant
    /// The rest, as whoever keeps it writes it: what it is about, and the changed texts.
    public var content: JSONValue

    public init(
        id: String,
        version: Int = 1,
        state: State = .draft,
        author: String,
        changedAt: Instant,
        content: JSONValue
    ) {
        self.id = id
        self.version = version
        self.state = state
        self.author = author
        self.changedAt = changedAt
        self.content = content
    }
}
