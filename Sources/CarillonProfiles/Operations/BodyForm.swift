/// What the members of a request's body say of each other, for JSON Schema; handlers hold requests to it.
public enum BodyForm: Sendable, Hashable {
    /// Nothing.
    case independent
    /// An event: which payload it has, its type says; it goes to recipients or to a topic.
    case event
    /// A notification to one user: which payload it has, its type says.
    case notification
    /// An event to a topic or to everyone: which payload it has, its type says.
    case campaign
    /// Whether a log-in may be pushed to: a token is needed exactly when it may.
    ///
    /// - isUpdate: the log-in is there, and may have its token.
    case pushPermission(isUpdate: Bool)
    /// Either one field alone, or a flag that is true, with fields beside it.
    case alone(String, orFlag: String, with: [String])
    /// Either one field, or a flag that is true; some fields go with the flag only, and others with either.
    case either(String, orFlag: String, withFlag: [String], withBoth: [String])
}
