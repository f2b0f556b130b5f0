/// How the fields of a request's body depend on each other, for JSON Schema.
///
/// Handlers enforce it.
public enum BodyForm: Sendable, Hashable {
    /// They are independent.
    case independent
    /// An event: its type decides on the payload, and it goes to recipients or to a topic.
    case event
    /// A notification to one user: its type decides on the payload.
    case notification
    /// An event to a topic or to everyone: its type decides on the payload.
    case campaign
    /// A session with permission to push: a token is required exactly if it may be pushed to.
    ///
    /// - isUpdate: the session exists, and may have a token already.
    case pushPermission(isUpdate: Bool)
    /// Either one field alone, or a flag that is true together with other fields.
    case alone(String, orFlag: String, with: [String])
    /// Either one field, or a flag that is true; some fields go with the flag only, others with both.
    case either(String, orFlag: String, withFlag: [String], withBoth: [String])
}
