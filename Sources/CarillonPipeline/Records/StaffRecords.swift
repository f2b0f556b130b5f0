public import CarillonModel

/// Somebody of a tenant's staff, signed in to its studio in one browser.
public struct StaffSessionRecord: Sendable, Hashable {
    /// A UUID.
    ///
    /// Knowing it lets nobody in: the cookie that has it is encrypted.
    public let id: String
    /// As the link called them.
    public var name: String
    /// What they may do, as whoever lets them in writes it.
    public var roles: String
    public var startedAt: Instant
    public var usedAt: Instant
    /// When it is over, unless it is used before.
    public var endsAt: Instant

    public init(id: String, name: String, roles: String, startedAt: Instant, usedAt: Instant, endsAt: Instant) {
        self.id = id
        self.name = name
        self.roles = roles
        self.startedAt = startedAt
        self.usedAt = usedAt
        self.endsAt = endsAt
    }
}

/// Somebody of the staff who can send tests of texts to a user whose app showed them a code; or, before, that code.
public struct TestPairing: Sendable, Hashable {
    /// A UUID, in time order.
    public let id: String
    /// Who gets the tests.
    public let user: UserID
    /// What the store knows of the code that the user's app shows; nil once it was used.
    public var code: String?
    /// Who may send them, as their link called them; nil until the code was used.
    public var staff: String?
    /// Until when the code is good, or the tests can be sent.
    public var endsAt: Instant

    public init(id: String, user: UserID, code: String? = nil, staff: String? = nil, endsAt: Instant) {
        self.id = id
        self.user = user
        self.code = code
        self.staff = staff
        self.endsAt = endsAt
    }
}

/// What somebody of the staff made of a text: never changed once it is kept.
public struct TextChangeRecord: Sendable, Hashable {
    /// A UUID, in time order.
    public let id: String
    /// Which text it is: its language, event and slot, as whoever keeps it writes that.
    public var place: String
    /// The id of the proposal that has it.
    public var proposal: String
    /// As their link called them.
    public var author: String
    public var changedAt: Instant
    /// The hash of the text that it was made to.
    public var base: String
    /// The text before; null for none.
    public var old: JSONValue
    /// The text after it; null for none.
    public var new: JSONValue

    public init(
        id: String,
        place: String,
        proposal: String,
        author: String,
        changedAt: Instant,
        base: String,
        old: JSONValue,
        new: JSONValue
    ) {
        self.id = id
        self.place = place
        self.proposal = proposal
        self.author = author
        self.changedAt = changedAt
        self.base = base
        self.old = old
        self.new = new
    }
}

/// What somebody of the staff says about a proposal.
public struct ProposalComment: Sendable, Hashable {
    /// A UUID, in time order.
    public let id: String
    public var proposal: String
    public var author: String
    public var writtenAt: Instant
    public var text: String

    public init(id: String, proposal: String, author: String, writtenAt: Instant, text: String) {
        self.id = id
        self.proposal = proposal
        self.author = author
        self.writtenAt = writtenAt
        self.text = text
    }
}

/// A link that lets somebody of a tenant's staff into its studio, until it is opened, taken back or over.
public struct StaffLink: Sendable, Hashable {
    /// A UUID, in time order.
    ///
    /// Knowing it lets nobody in: the code that has it is encrypted.
    public let id: String
    /// Whom it is for, as they are called in the studio.
    public var name: String
    /// What they may do, as whoever lets them in writes it.
    public var roles: String
    public var madeAt: Instant
    /// Until when it can be opened.
    public var endsAt: Instant

    public init(id: String, name: String, roles: String, madeAt: Instant, endsAt: Instant) {
        self.id = id
        self.name = name
        self.roles = roles
        self.madeAt = madeAt
        self.endsAt = endsAt
    }
}

/// What somebody did in a tenant's studio, or for it: never changed once it is kept, but for names that are forgotten.
public struct StaffAct: Sendable, Hashable {
    /// A UUID, in time order.
    public let id: String
    /// As its audit line calls it, such as `studio.approve`.
    public var action: String
    /// Who did it, as their link called them; nil for an operator.
    public var name: String?
    public var doneAt: Instant
    /// Whom of the staff it was done to; nil for nobody.
    public var subject: String?
    /// The rest of its audit line, by name.
    public var facts: [String: String]
    /// What no audit line has, by name: words, and values of samples.
    public var content: JSONObject

    public init(
        id: String,
        action: String,
        name: String?,
        doneAt: Instant,
        subject: String? = nil,
        facts: [String: String] = [:],
        content: JSONObject = JSONObject()
    ) {
        self.id = id
        self.action = action
        self.name = name
        self.doneAt = doneAt
        self.subject = subject
        self.facts = facts
        self.content = content
    }
}

/// Anything that a tenant's studio keeps of what was done there.
public enum StudioHistoryEntry: Sendable, Hashable {
    case change(TextChangeRecord)
    case comment(ProposalComment)
    case act(StaffAct)

    /// A UUID, in time order among all of them.
    public var id: String {
        switch self {
        case .change(let change): change.id
        case .comment(let comment): comment.id
        case .act(let act): act.id
        }
    }
}
