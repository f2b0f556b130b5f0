import CarillonModel
import CarillonPipeline
import CarillonProfiles

/// One client's stream: what changes in a user's feed, as Server-Sent Events.
final class FeedStream: LiveBody {
    private let follower: FeedFollower
    private let events: FeedEvents

    init(_ follower: FeedFollower, _ events: FeedEvents) {
        self.follower = follower
        self.events = events
    }

    func begin(disconnect: @escaping @Sendable () -> Void) { follower.begin(disconnect: disconnect) }

    func stop() { follower.stop() }

    func next() async -> [UInt8]? {
        guard let piece = await follower.next() else { return nil }
        let bytes = events.events(of: piece).flatMap(\.bytes)
        switch piece {
        case .start, .changes(_, at: _, unreadCount: _, isFirst: true):
            return ServerSentEvent.retry(afterMilliseconds: follower.retryTime) + bytes
        case .changes, .end: return bytes
        case .quiet: return ServerSentEvent.comment
        }
    }
}
