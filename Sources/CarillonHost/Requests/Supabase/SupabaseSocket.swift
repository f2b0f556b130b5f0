import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles
import Synchronization

/// A WebSocket of a Supabase client: Phoenix channels that deliver changes of a user's feed as changes of a table.
///
/// It sends what every stream sends (``FeedFollower``); which rows a channel gets is decided by its verified token, whatever
/// its filters say. Messages are answered one after the other, and only that joins and leaves channels; each channel's rows are told by
/// a task of its own, which begins behind the reply to its join.
final class SupabaseSocket: WebSocketSession, LiveSocket {
    /// Seconds without a message before the connection is cut; clients send a heartbeat every 25 to 30.
    static let quietTime = 60
    static let channelLimit = 100
    /// Joins and messages of one connection in ``window`` seconds.
    static let joinLimit = 200
    static let messageLimit = 1000
    static let window: Int64 = 10
    /// Seconds before a refused join is answered, as the real service does it: many clients join again at once.
    static let refusalTime = 5

    let tenant: TenantID
    private let served: ActiveTenant
    private let host: HostContext
    private let table: SupabaseTable
    private let serializer: PhoenixMessage.Serializer
    private let key: String
    private let state = Mutex(State())

    private struct State {
        var socket: WebSocketConnection?
        /// Channels by topic; changed only by the task that answers messages.
        var channels: [String: SupabaseChannel] = [:]
        /// One place for each user whose feed is followed here, for as long as it is.
        var places: [LiveFeeds.Reader: (place: StreamQuota.Place, count: Int)] = [:]
        /// Answers to joins that were refused, and in how many seconds they are given; ``joinLimit`` keeps them few.
        var refusals: [(answer: PhoenixMessage, seconds: Int)] = []
    }

    init(
        _ table: SupabaseTable,
        of tenant: ActiveTenant,
        at host: HostContext,
        _ serializer: PhoenixMessage.Serializer,
        key: String
    ) {
        self.table = table
        self.tenant = tenant.runtime.profile.id
        served = tenant
        self.host = host
        self.serializer = serializer
        self.key = key
    }

    // MARK: the connection

    func run(on socket: WebSocketConnection) async {
        state.withLock { $0.socket = socket }
        guard let number = host.live.sockets.add(self) else { return end(.shutdown) }
        defer { host.live.sockets.remove(number) }
        await withTaskGroup { group in
            var limiter = MessageLimiter()
            while let message = await socket.next() {
                // The only binary messages are broadcasts, which aren't supported.
                guard case .text(let text) = message else { continue }
                guard let read = PhoenixMessage(text, serializer) else {
                    socket.close(.refused("this is no message of the serializer"))
                    break
                }
                if let excess = limiter.count(read, at: host.clock.now) {
                    try? await send(excess.notice, on: socket)
                    socket.close(excess.closure)
                    break
                }
                do {
                    if let begun = try await answerApart(read, on: socket) {
                        group.addTask { await self.tell(begun.channel, begun.follower, on: socket) }
                    }
                } catch let closure as WebSocketClosure {
                    socket.close(closure)
                    break
                } catch {
                    break
                }
            }
            for channel in state.withLock(\.channels).values { channel.stop() }
            group.cancelAll()
        }
    }

    func tick(at now: Instant) {
        let (socket, due) = state.withLock { state in
            for index in state.refusals.indices { state.refusals[index].seconds -= 1 }
            let due = state.refusals.filter { $0.seconds <= 0 }.map(\.answer)
            if !due.isEmpty { state.refusals.removeAll { $0.seconds <= 0 } }
            return (state.socket, due)
        }
        guard let socket else { return }
        if !due.isEmpty {
            // Where the connection is gone meanwhile, nobody waits for them.
            Task { for answer in due { try? await self.send(answer, on: socket) } }
        }
        if socket.tick() >= Self.quietTime { socket.cut() }
    }

    func end(_ reason: StreamEnd) {
        state.withLock(\.socket)?.close(.restart(reason.rawValue))
    }

    private func send(_ message: PhoenixMessage, on socket: WebSocketConnection) async throws {
        try await socket.send(message.text(serializer))
    }

    // MARK: messages

    /// A channel whose rows are sent from now on.
    private struct Begun {
        let channel: SupabaseChannel
        let follower: FeedFollower
    }

    /// In a task of its own: the session's keeps all memory that its calls ever took until it ends, and may go on for hours.
    private func answerApart(_ message: PhoenixMessage, on socket: WebSocketConnection) async throws -> Begun? {
        async let begun = answer(message, on: socket)
        return try await begun
    }

    /// - Returns: nil unless rows begin.
    private func answer(_ message: PhoenixMessage, on socket: WebSocketConnection) async throws -> Begun? {
        if message.topic == "phoenix" {
            if message.event == "heartbeat" { try await send(message.reply(.ok), on: socket) }
            return nil
        }
        if message.event == "phx_join" { return try await join(message, on: socket) }
        guard let channel = channel(at: message.topic), !channel.isOver else {
            put(nil, at: message.topic)
            let isLeaving = message.event == "phx_leave"
            let answer = isLeaving ? message.reply(.ok) : message.reply(.error, ["reason": "unmatched topic"])
            try await send(answer, on: socket)
            return nil
        }
        switch message.event {
        case "phx_leave":
            try await send(message.reply(.ok), on: socket)
            guard message.joinReference == .null || message.joinReference == channel.joinReference else { return nil }
            put(nil, at: message.topic)
            channel.stop()
            try await send(channel.closed, on: socket)
        case "access_token":
            return try await change(channel, to: message.payload["access_token"], on: socket)
        case "broadcast":
            if channel.hearsItself { try await send(channel.push("broadcast", message.payload), on: socket) }
            if channel.acknowledges { try await send(message.reply(.ok), on: socket) }
        case "presence": try await send(message.reply(.ok), on: socket)
        default: break
        }
        return nil
    }

    private func channel(at topic: String) -> SupabaseChannel? { state.withLock { $0.channels[topic] } }

    private func put(_ channel: SupabaseChannel?, at topic: String) { state.withLock { $0.channels[topic] = channel } }

    private func join(_ message: PhoenixMessage, on socket: WebSocketConnection) async throws -> Begun? {
        func refuse(_ reason: String) -> Begun? {
            let answer = message.reply(.error, ["reason": .string(reason)])
            state.withLock { $0.refusals.append((answer, Self.refusalTime)) }
            return nil
        }
        guard message.topic.hasPrefix(SupabaseChannel.prefix) else {
            try await send(message.reply(.error, ["reason": "unmatched topic"]), on: socket)
            return nil
        }
        guard message.topic.utf8.count > SupabaseChannel.prefix.utf8.count else {
            return refuse("TopicNameRequired: You must provide a topic name")
        }
        guard state.withLock({ $0.channels[message.topic] != nil || $0.channels.count < Self.channelLimit }) else {
            return refuse("ChannelRateLimitReached: Too many channels")
        }
        let config = message.payload["config"]
        let named = (message.payload["user_token"] ?? message.payload["access_token"])?.string
        let token: SupabaseToken
        do throws(SupabaseToken.Fault) {
            token = try SupabaseToken(named, key: key, of: served, at: host.clock.now)
        } catch {
            return refuse("\(error.code): \(error.message)")
        }
        if config?["private"]?.isTrue == true, case .anonymous = token {
            let topic = message.topic.dropFirst(SupabaseChannel.prefix.count)
            return refuse(
                "Unauthorized: You do not have permissions to read from this Channel topic: \(topic)"
            )
        }
        let list = config?["postgres_changes"]?.array ?? []
        guard list.count <= SupabaseBindingReader.limit else {
            return refuse("ChannelRateLimitReached: Too many postgres_changes in one channel")
        }
        let read = SupabaseBindingReader(table: table).read(list)
        let channel = SupabaseChannel(
            message,
            read.fault == nil ? read.bindings : [],
            token: named,
            hearsItself: config?["broadcast"]?["self"]?.isTrue == true,
            acknowledges: config?["broadcast"]?["ack"]?.isTrue == true
        )
        // A channel of the same name takes the place of the one before, without a word: some clients take any close for theirs.
        self.channel(at: message.topic)?.stop()
        put(channel, at: message.topic)
        let follower: FeedFollower?
        do {
            follower = try await follow(token, named, for: channel)
        } catch is Problem {
            put(nil, at: message.topic)
            return refuse("ConnectionRateLimitReached: Too many connected users")
        }
        try await send(message.reply(.ok, JSONObject([.init("postgres_changes", .array(read.echo))])), on: socket)
        if config?["presence"]?["enabled"]?.isTrue == true {
            try await send(channel.push("presence_state", JSONObject()), on: socket)
        }
        if let fault = read.fault {
            try await send(channel.system(.error, fault.message), on: socket)
        } else if !list.isEmpty {
            try await send(channel.system(.ok, Self.subscribed), on: socket)
        }
        return follower.map { Begun(channel: channel, follower: $0) }
    }

    private static let subscribed = "Subscribed to PostgreSQL"

    /// Follows the feed of the token's user from now on: rows that arrive while the join is answered are sent after the
    /// answer.
    ///
    /// - Returns: nil where the token is nobody's, or the channel wants no rows.
    /// - Throws: `Problem` where there are as many streams as there may be, `WebSocketClosure` where the store can't be read or the host
    ///   stops.
    private func follow(
        _ token: SupabaseToken,
        _ text: String?,
        for channel: SupabaseChannel
    ) async throws -> FeedFollower? {
        guard case .user(let token) = token, !channel.bindings.isEmpty else {
            channel.follow(nil, token: text)
            return nil
        }
        let reader = LiveFeeds.Reader(tenant: tenant, user: token.user)
        try takePlace(for: reader)
        let follower = FeedFollower(of: token, in: served, host: host, after: nil, place: nil)
        follower.begin { [weak self] in self?.state.withLock(\.socket)?.cut() }
        guard case .start? = await follower.next() else {
            follower.stop()
            release(reader)
            throw WebSocketClosure.restart(StreamEnd.storeFailed.rawValue)
        }
        channel.follow(follower, token: text)
        return follower
    }

    /// A fresh token, or another user's: rows begin, go on, or end.
    private func change(
        _ channel: SupabaseChannel,
        to value: JSONValue?,
        on socket: WebSocketConnection
    ) async throws -> Begun? {
        // None, the same, and a key that is no token change nothing.
        guard let text = value?.string, text != channel.token, text != key, !text.hasPrefix("sb_") else { return nil }
        var follower: FeedFollower?
        do {
            let token = try SupabaseToken(text, key: key, of: served, at: host.clock.now)
            if case .user(let user) = token, channel.reader?.user == user.user {
                channel.renew(user, text)
            } else {
                follower = try await follow(token, text, for: channel)
            }
            if !channel.bindings.isEmpty { try await send(channel.system(.ok, Self.subscribed), on: socket) }
        } catch let fault as SupabaseToken.Fault {
            try await close(channel, fault.message, on: socket)
        } catch is Problem {
            try await close(channel, "Too many connected users", on: socket)
        }
        return follower.map { Begun(channel: channel, follower: $0) }
    }

    private func close(_ channel: SupabaseChannel, _ message: String, on socket: WebSocketConnection) async throws {
        guard channel.stop() else { return }
        try await send(channel.system(.error, message, of: "system"), on: socket)
        try await send(channel.closed, on: socket)
    }

    // MARK: rows

    private func tell(_ channel: SupabaseChannel, _ follower: FeedFollower, on socket: WebSocketConnection) async {
        defer {
            follower.stop()
            release(follower.reader)
        }
        do {
            while let piece = await follower.next() {
                switch piece {
                case .start, .quiet: break
                case .changes(let changes, at: _, unreadCount: _, isFirst: _):
                    for message in try await messages(of: changes, follower.reader.user, channel) {
                        guard channel.isFollowing(follower) else { return }
                        try await send(message, on: socket)
                    }
                case .end(let reason): return try await end(channel, follower, reason, on: socket)
                }
            }
        } catch {
            // Whether the store failed or the client is gone, the connection is worth nothing any more.
            socket.close(.restart(StreamEnd.storeFailed.rawValue))
        }
    }

    private func end(
        _ channel: SupabaseChannel,
        _ follower: FeedFollower,
        _ reason: StreamEnd,
        on socket: WebSocketConnection
    ) async throws {
        guard channel.isFollowing(follower) else { return }
        switch reason {
        case .tokenExpired: try await close(channel, "Token has expired 0 seconds ago", on: socket)
        case .erased: try await close(channel, "The user was erased", on: socket)
        case .slowReader, .shutdown, .reloaded, .removed, .storeFailed: socket.close(.restart(reason.rawValue))
        }
    }

    private func messages(
        of changes: [FeedFollower.Change],
        _ reader: UserID,
        _ channel: SupabaseChannel
    ) async throws -> [PhoenixMessage] {
        let rows = SupabaseRows(table, of: served.runtime.profile, at: host)
        var messages: [PhoenixMessage] = []
        func tell(_ change: SupabaseBinding.Change, _ item: FeedItem, at time: Instant) {
            if let message = channel.change(change, rows.row(of: item), in: table, at: time) {
                messages.append(message)
            }
        }
        for change in changes {
            switch change.kind {
            case .shown(let item):
                tell(.insert, item, at: item.createdAt)
            case .marked(let ids, let readAt):
                // Each with its state of that moment; later changes are sent in their turn.
                for var item in try await served.runtime.store.items(ids, of: reader) {
                    item.readAt = readAt
                    tell(.update, item, at: readAt ?? host.clock.now)
                }
            }
        }
        return messages
    }

    // MARK: places

    /// One for all channels of this connection that follow the same user.
    ///
    /// - Throws: where there are as many streams as there may be.
    private func takePlace(for reader: LiveFeeds.Reader) throws(Problem) {
        let isHeld = state.withLock { state in
            state.places[reader]?.count += 1
            return state.places[reader] != nil
        }
        if isHeld { return }
        let place = try host.streamQuota.take(reader)
        state.withLock { state in state.places[reader] = (place, (state.places[reader]?.count ?? 0) + 1) }
    }

    private func release(_ reader: LiveFeeds.Reader) {
        // Given back outside the lock.
        let place = state.withLock { state -> StreamQuota.Place? in
            guard let held = state.places[reader] else { return nil }
            guard held.count <= 1 else {
                state.places[reader]?.count -= 1
                return nil
            }
            return state.places.removeValue(forKey: reader)?.place
        }
        withExtendedLifetime(place) {}
    }
}

/// How much one connection asks for.
private struct MessageLimiter {
    private var start: Instant?
    private var messages = 0
    private var joins = 0

    /// What a client that exceeds a limit gets, and the reason for closing its connection.
    struct Excess {
        let notice: PhoenixMessage
        let closure: WebSocketClosure
    }

    /// - Returns: nil while there aren't too many.
    mutating func count(_ message: PhoenixMessage, at now: Instant) -> Excess? {
        if start.map({ now >= $0.advanced(by: .seconds(SupabaseSocket.window)) }) ?? true {
            (start, messages, joins) = (now, 0, 0)
        }
        messages += 1
        if message.event == "phx_join" { joins += 1 }
        if joins > SupabaseSocket.joinLimit {
            return Excess(
                notice: message.reply(
                    .error,
                    ["reason": "ClientJoinRateLimitReached: Too many joins per second"]
                ),
                closure: .refused("too many joins per second")
            )
        }
        guard messages > SupabaseSocket.messageLimit else { return nil }
        let payload: JSONObject = [
            "channel": .string(message.topic), "extension": "system", "message": "Too many messages per second",
            "status": "error",
        ]
        return Excess(
            notice: PhoenixMessage("system", on: message.topic, payload, joinReference: message.joinReference),
            closure: .refused("too many messages per second")
        )
    }
}

extension JSONValue {
    /// Clients write booleans as texts, too.
    fileprivate var isTrue: Bool { boolean ?? (string == "true") }
}
