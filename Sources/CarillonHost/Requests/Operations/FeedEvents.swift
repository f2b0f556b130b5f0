import CarillonModel
import CarillonPipeline
import CarillonProfiles

/// Converts what a ``FeedFollower`` reports to events of the host's own protocol, for both Server-Sent Events and
/// WebSocket.
///
/// A class, because it is held for as long as its client stays.
final class FeedEvents: Sendable {
    private let tenant: ActiveTenant
    private let inbox: InboxItems?
    private let host: HostContext

    /// - Parameter inbox: what the inbox gets for each item; nil for all other clients.
    init(of tenant: ActiveTenant, _ inbox: InboxItems?, at host: HostContext) {
        self.tenant = tenant
        self.inbox = inbox
        self.host = host
    }

    /// None for a piece that only shows that the host is there.
    func events(of piece: FeedFollower.Piece) -> [ServerSentEvent] {
        switch piece {
        case .start(let id, let unreadCount, let isReset):
            return (isReset ? [reset(at: id)] : []) + [badge(unreadCount, at: id)]
        case .changes(let changes, at: let id, let unreadCount, isFirst: _):
            let items = FeedItems(tenant.feedItemStyles, inbox, at: host)
            return changes.map { event(for: $0, items) } + (unreadCount.map { [badge($0, at: id)] } ?? [])
        case .quiet: return []
        case .end(let reason): return [reason.event]
        }
    }

    private func event(for change: FeedFollower.Change, _ items: FeedItems) -> ServerSentEvent {
        switch change.kind {
        case .shown(let item):
            return ServerSentEvent(name: .notification, id: change.id, data: .object(items.json(of: item)))
        case .marked(let ids, let readAt):
            var data = JSONObject([
                .init("ids", .array(ids.map { .string($0) })), .init("isRead", .boolean(readAt != nil)),
            ])
            data["readAt"] = readAt.map { .string($0.rfc3339) }
            return ServerSentEvent(name: .read, id: change.id, data: .object(data))
        }
    }

    /// The count stands for all changes before it.
    private func badge(_ count: Int, at id: String) -> ServerSentEvent {
        ServerSentEvent(name: .badge, id: id, data: ["unreadCount": JSONValue(count)])
    }

    private func reset(at id: String) -> ServerSentEvent {
        ServerSentEvent(
            name: .reset,
            id: id,
            data: ["message": "what came since that id can't be told any more; fetch the feed"]
        )
    }
}
