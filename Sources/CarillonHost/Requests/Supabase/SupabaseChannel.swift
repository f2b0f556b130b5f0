import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles
import Synchronization

/// A channel that a client has joined: which changes it wants, and whose rows it gets.
///
/// A lock, because rows are sent by a task of their own while the client's messages are read.
final class SupabaseChannel: Sendable {
    let topic: String
    let joinReference: JSONValue
    let bindings: [SupabaseBinding]
    let hearsItself: Bool
    let acknowledges: Bool

    private struct State {
        var follower: FeedFollower?
        var token: String?
        var isOver = false
    }

    private let state: Mutex<State>

    init(
        _ join: PhoenixMessage,
        _ bindings: [SupabaseBinding],
        token: String?,
        hearsItself: Bool,
        acknowledges: Bool
    ) {
        topic = join.topic
        // Older clients give the join no reference of its own: what they say of it is that of the message.
        joinReference = join.joinReference == .null ? join.reference : join.joinReference
        self.bindings = bindings
        self.hearsItself = hearsItself
        self.acknowledges = acknowledges
        state = Mutex(State(token: token))
    }

    /// What the channel is called by clients, without `realtime:`.
    var name: String { String(topic.dropFirst(Self.prefix.count)) }

    static let prefix = "realtime:"

    /// It was left, or closed by us.
    var isOver: Bool { state.withLock(\.isOver) }

    var token: String? { state.withLock(\.token) }

    var reader: LiveFeeds.Reader? { state.withLock { $0.follower?.reader } }

    func renew(_ token: UserToken, _ text: String) {
        state.withLock { state in
            state.token = text
            state.follower?.renew(token)
        }
    }

    /// Follows another feed, or none, from now on.
    func follow(_ follower: FeedFollower?, token: String?) {
        let former = state.withLock { state -> FeedFollower? in
            defer { (state.follower, state.token) = (follower, token) }
            return state.follower
        }
        former?.stop()
    }

    /// - Returns: whether it wasn't over before.
    @discardableResult
    func stop() -> Bool {
        let (follower, wasOver) = state.withLock { state in
            defer { state.isOver = true }
            return (state.follower.take(), state.isOver)
        }
        follower?.stop()
        return !wasOver
    }

    /// Whether this follower's rows are still those of the channel.
    func isFollowing(_ follower: FeedFollower) -> Bool {
        state.withLock { !$0.isOver && $0.follower === follower }
    }

    // MARK: messages

    func push(_ event: String, _ payload: JSONObject) -> PhoenixMessage {
        PhoenixMessage(event, on: topic, payload, joinReference: joinReference)
    }

    /// `extension` is `postgres_changes` for subscriptions, and `system` for the rest.
    func system(
        _ status: PhoenixMessage.ReplyStatus,
        _ message: String,
        of part: String = "postgres_changes"
    ) -> PhoenixMessage {
        push(
            "system",
            JSONObject([
                .init("channel", .string(name)), .init("extension", .string(part)), .init("message", .string(message)),
                .init("status", .string(status.rawValue)),
            ])
        )
    }

    /// Of the client's own join: in 2.0.0 its reference stands twice.
    var closed: PhoenixMessage {
        PhoenixMessage("phx_close", on: topic, JSONObject(), joinReference: joinReference, reference: joinReference)
    }

    /// A row's change, for those bindings that want it; nil where none does.
    func change(
        _ change: SupabaseBinding.Change,
        _ row: JSONObject,
        in table: SupabaseTable,
        at time: Instant
    ) -> PhoenixMessage? {
        let wanting = bindings.filter { $0.takes(change, row) }
        guard !wanting.isEmpty else { return nil }
        var seen: Set<Int> = []
        let ids = wanting.map(\.id).filter { seen.insert($0).inserted }
        // Where all of them want some columns only, the row has those and its key.
        let names = wanting.reduce(Set<String>()) { (names: Set<String>?, binding) in
            binding.columns.flatMap { names?.union($0) }
        }
        let record = names.map { wanted in
            JSONObject(row.members.filter { wanted.contains($0.name) || $0.name == table.key?.name })
        }
        var data = JSONObject([
            .init("schema", .string(table.schema)), .init("table", .string(table.name)),
            .init("type", .string(change.rawValue)), .init("commit_timestamp", .string(time.commitTimestamp)),
            .init("columns", table.columnList), .init("record", .object(record ?? row)),
        ])
        if change == .update, let key = table.key {
            data["old_record"] = .object(JSONObject([.init(key.name, row[key.name] ?? .null)]))
        }
        data["errors"] = .null
        let payload = JSONObject([.init("ids", .array(ids.map { JSONValue($0) })), .init("data", .object(data))])
        return PhoenixMessage("postgres_changes", on: topic, payload)
    }
}

extension Instant {
    /// UTC with milliseconds, always three digits.
    fileprivate var commitTimestamp: String {
        let text = rfc3339
        return text.contains(".") ? text : text.dropLast() + ".000Z"
    }
}
