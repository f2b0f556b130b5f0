/// Which devices a notification is meant for.
public enum DeviceTarget: Sendable, Hashable {
    /// All of the recipient's, as they are when it goes out.
    case all
    /// Those alone that have these ids, of which there is one at least.
    case only([String])
    /// None: the devices that its recipient subscribed receive the event through others' subscriptions.
    case others

    /// - Parameter ids: of ``DeviceRecord``s, as stores and traces keep them; nil is all, an empty list is none.
    public init(ids: [String]?) {
        switch ids {
        case nil: self = .all
        case []?: self = .others
        case let ids?: self = .only(ids)
        }
    }

    /// As ``init(ids:)`` takes them.
    public var ids: [String]? {
        switch self {
        case .all: nil
        case .only(let ids): ids
        case .others: []
        }
    }
}
