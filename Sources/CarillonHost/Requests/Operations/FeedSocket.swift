import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles
import Synchronization

/// The stream of a user's feed over a WebSocket, for networks that hold streamed answers back.
///
/// The host sends what a stream of Server-Sent Events has, each event as one text: `{"event", "id", "data"}`. A client that sent
/// no token with its request sends `{"token", "lastEventId"}` first, and later `{"token"}` before the token ends, or nothing.
///
/// A class, because it is held for as long as its client stays.
final class FeedSocket: WebSocketSession {
    /// Seconds in which a client says who it is.
    static let startTime = 10
    /// Seconds without a sign of the client, which answers a ping every ``FeedFollower/beat``.
    static let quietTime = 45

    struct Start: Sendable {
        let token: UserToken
        let lastEventID: String?
    }

    private let start: Start?
    private let tenant: ActiveTenant
    private let host: HostContext
    private let fields: FieldReading

    /// - Parameters:
    ///   - start: the start position in the request; nil where the client sends it later.
    ///   - fields: of `notifications.stream`.
    init(_ start: Start?, of tenant: ActiveTenant, at host: HostContext, _ fields: FieldReading) {
        self.start = start
        self.tenant = tenant
        self.host = host
        self.fields = fields
    }

    func run(on socket: WebSocketConnection) async {
        let watch = SocketWatch(socket, of: tenant.runtime.profile.id)
        guard let number = host.live.sockets.add(watch) else {
            return socket.close(.restart(StreamEnd.shutdown.message))
        }
        defer { host.live.sockets.remove(number) }
        guard let (follower, events) = await followApart(socket, watch) else { return }
        socket.listen({ await self.hear($0, follower, on: socket) }, end: { follower.stop() })
        await tell(follower, events, on: socket)
        follower.stop()
    }

    /// In a task of its own: the session's keeps all memory that its calls ever took until it ends, and may go on for hours.
    private func followApart(_ socket: WebSocketConnection, _ watch: SocketWatch) async -> (FeedFollower, FeedEvents)? {
        async let beginning = follow(socket, watch)
        return await beginning
    }

    /// - Returns: nil where the client has gone, or was refused.
    private func follow(_ socket: WebSocketConnection, _ watch: SocketWatch) async -> (FeedFollower, FeedEvents)? {
        do throws(Problem) {
            guard let start = try await begin(on: socket, watch) else { return nil }
            let reader = LiveFeeds.Reader(tenant: tenant.runtime.profile.id, user: start.token.user)
            let place = try host.streamQuota.take(reader)
            let follower = FeedFollower(
                of: start.token,
                in: tenant,
                host: host,
                after: start.lastEventID.flatMap { $0.isEmpty ? nil : $0 },
                place: place
            )
            let events = FeedEvents(of: tenant, tenant.inboxItems(fields, for: start.token, at: host), at: host)
            follower.begin { socket.cut() }
            watch.follow()
            return (follower, events)
        } catch {
            await refuse(error, on: socket)
            return nil
        }
    }

    private func refuse(_ problem: Problem, on socket: WebSocketConnection) async {
        try? await socket.send(Self.text("error", id: nil, problem.json))
        socket.close(.refused(problem.code.name))
    }

    /// - Returns: nil where the client has gone, or the socket was closed.
    private func begin(on socket: WebSocketConnection, _ watch: SocketWatch) async throws(Problem) -> Start? {
        if let start { return start }
        guard let message = await socket.next() else { return nil }
        let fields = try Self.fields(of: message)
        guard let token = fields["token"]?.string else {
            throw Problem(.unauthenticated, "the first message has the user's token: {\"token\": \"…\"}")
        }
        return Start(token: try verify(token), lastEventID: fields["lastEventId"]?.string)
    }

    private func verify(_ token: String) throws(Problem) -> UserToken {
        try tenant.access.user(of: token, at: host.clock.now)
    }

    private static func fields(of message: WebSocketConnection.Message) throws(Problem) -> JSONObject {
        guard case .text(let bytes) = message, let object = (try? JSONValue(parsing: bytes))?.object else {
            throw Problem(.malformed, "a message is a JSON object")
        }
        return object
    }

    // MARK: sending

    private func tell(_ follower: FeedFollower, _ events: FeedEvents, on socket: WebSocketConnection) async {
        while let piece = await follower.next() {
            do {
                for event in events.events(of: piece) {
                    try await socket.send(Self.text(event.name.rawValue, id: event.id, event.data))
                }
            } catch {
                return
            }
            switch piece {
            case .quiet: socket.ping()
            case .end(let reason): return socket.close(reason.closure)
            case .start, .changes: break
            }
        }
    }

    private static func text(_ name: String, id: String?, _ data: JSONValue) -> [UInt8] {
        var object = JSONObject([.init("event", .string(name))])
        object["id"] = id.map { .string($0) }
        object["data"] = data
        return JSONValue.object(object).utf8
    }

    // MARK: what is heard

    private func hear(
        _ message: WebSocketConnection.Message,
        _ follower: FeedFollower,
        on socket: WebSocketConnection
    ) async {
        do throws(Problem) {
            guard let text = try Self.fields(of: message)["token"]?.string else {
                throw Problem(.malformed, "a message has a fresh token: {\"token\": \"…\"}")
            }
            let token = try verify(text)
            guard token.user == follower.reader.user else {
                throw Problem(.forbidden, "the token is another user's; open another connection for them")
            }
            follower.renew(token)
        } catch {
            await refuse(error, on: socket)
        }
    }
}

/// Closes a WebSocket whose client says nothing, or doesn't say in time who it is.
private final class SocketWatch: LiveSocket {
    private struct State {
        var isFollowing = false
        var seconds = 0
    }

    let tenant: TenantID
    private let socket: WebSocketConnection
    private let state = Mutex(State())

    init(_ socket: WebSocketConnection, of tenant: TenantID) {
        self.socket = socket
        self.tenant = tenant
    }

    /// From now on, the follower reports the end.
    func follow() { state.withLock { $0.isFollowing = true } }

    func tick(at now: Instant) {
        let isLate = state.withLock { state in
            state.seconds += 1
            return !state.isFollowing && state.seconds >= FeedSocket.startTime
        }
        let quiet = socket.tick()
        if isLate {
            socket.close(.refused("the first message with the token didn't come in time"))
        } else if quiet >= FeedSocket.quietTime {
            socket.cut()
        }
    }

    func end(_ reason: StreamEnd) {
        if !state.withLock(\.isFollowing) { socket.close(reason.closure) }
    }
}

extension StreamEnd {
    /// Whether the client is to come again shows in the code.
    var closure: WebSocketClosure {
        switch self {
        case .slowReader, .shutdown, .reloaded, .storeFailed: .restart(rawValue)
        case .tokenExpired, .removed, .erased: .refused(rawValue)
        }
    }
}
