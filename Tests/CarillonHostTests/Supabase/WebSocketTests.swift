import CarillonModel
import CarillonPipeline
import CarillonTesting
import NIOCore
import NIOEmbedded
import NIOWebSocket
import Synchronization
import Testing

@testable import CarillonHost

/// The stream of a feed over WebSocket, and what any WebSocket does with what it gets.
@Suite(.timeLimit(.minutes(2)))
struct WebSocketTests {
    private static let path = "/v1/shop/stream"

    @Test func `the handshake is answered as RFC 6455 has it, and the stream tells what the other stream tells`()
        async throws
    {
        let host = await TestHost.start()
        try await withHTTPService(host.api) { port in
            let header = "Authorization: Bearer \(TestHost.token())"
            try await WebSocketClient.with(port: port, Self.path, headers: [header]) { client, head in
                #expect(head.hasPrefix("HTTP/1.1 101 "))
                #expect(head.lowercased().contains("sec-websocket-accept: s3pplmbitxaq9kygzzhzrbk+xoo="))
                let badge = try await client.json()
                #expect(badge["event"] == "badge" && badge["data"] == ["unreadCount": 0])
                _ = await host.post("1")
                let shown = try await client.json()
                let list = await host.send("GET", "/v1/shop/notifications", bearer: TestHost.token())
                #expect(shown["event"] == "notification" && shown["data"] == list.json["items"]?.array?.first)
                #expect(try await client.json()["data"] == ["unreadCount": 1])
                #expect(host.live.count == 1)
            }
            try await waitUntil { host.live.count == 0 && host.live.sockets.counts.isEmpty }
        }
        await host.stop()
    }

    @Test func `a browser names its token in the first message, goes on after an id and renews`() async throws {
        let host = await TestHost.start()
        try await withHTTPService(host.api) { port in
            let last = try await WebSocketClient.with(port: port, Self.path) { client, _ in
                try await client.send(["token": .string(TestHost.token())])
                return try await client.json()["id"]
            }
            _ = await host.post("1")
            // Only what is in the feed by then has been missed.
            try await waitUntil {
                let list = await host.send("GET", "/v1/shop/notifications", bearer: TestHost.token())
                return list.json["items"]?.array?.count == 1
            }
            try await WebSocketClient.with(port: port, Self.path) { client, _ in
                try await client.send(["token": .string(TestHost.token()), "lastEventId": last ?? .null])
                #expect(try await client.json()["event"] == "notification")
                #expect(try await client.json()["event"] == "badge")
                try await client.send(["token": .string(TestHost.token(claims: [("exp", 4_000_000_001)]))])
                try await client.send(["token": .string(TestHost.token("ben"))])
                #expect(try await client.json()["data"]?["code"] == "forbidden")
                #expect(try await client.next() == .close(1008))
            }
        }
        await host.stop()
    }

    @Test func `a wrong token is reported, and so is none at all`() async throws {
        let host = await TestHost.start(withWorkers: false)
        try await withHTTPService(host.api) { port in
            let header = "Authorization: Bearer nonsense"
            try await WebSocketClient.with(port: port, Self.path, headers: [header]) { _, head in
                #expect(head.hasPrefix("HTTP/1.1 401 "))
            }
            for message: JSONValue in [["token": "nonsense"], ["hello": 1], [1]] {
                try await WebSocketClient.with(port: port, Self.path) { client, _ in
                    try await client.send(message)
                    #expect(try await client.json()["event"] == "error")
                    #expect(try await client.next() == .close(1008))
                }
            }
            try await WebSocketClient.with(port: port, Self.path) { client, _ in
                try await waitUntil { !host.live.sockets.counts.isEmpty }
                for _ in 1...FeedSocket.startTime { host.live.tick(at: host.clock.now) }
                #expect(try await client.next() == .close(1008))
            }
        }
        await host.stop()
    }

    @Test(arguments: [(StreamEnd.reloaded, 1012), (.shutdown, 1012), (.erased, 1008), (.removed, 1008)])
    func `the end is reported, and by its code whether to come again`(reason: StreamEnd, code: Int) async throws {
        let host = await TestHost.start(withWorkers: false)
        try await withHTTPService(host.api) { port in
            try await WebSocketClient.with(port: port, Self.path) { client, _ in
                try await client.send(["token": .string(TestHost.token())])
                _ = try await client.json()
                host.live.end(reason, of: "shop")
                let end = try await client.json()
                #expect(end["event"] == "end" && end["data"]?["reason"] == .string(reason.rawValue))
                #expect(try await client.next() == .close(code))
            }
        }
        await host.stop()
    }

    /// First byte, content, mask; and the code that it is closed with.
    private static let hostile: [(UInt8, [UInt8], Bool, Int)] = [
        (0x81, Array("{}".utf8), false, 1002), (0xC1, Array("{}".utf8), true, 1002), (0x83, [], true, 1002),
        (0x81, [0xFF, 0xFE], true, 1007), (0x80, [1], true, 1002), (0x09, [1], true, 1002),
        (0x89, Array(repeating: 1, count: 126), true, 1002),
        (0x81, Array(repeating: 97, count: WebSocketHandler.messageLimit + 1), true, 1009),
    ]

    @Test(arguments: hostile.indices)
    func `what is no good frame closes the connection with its code`(index: Int) async throws {
        let (first, content, isMasked, code) = Self.hostile[index]
        let host = await TestHost.start(withWorkers: false)
        try await withHTTPService(host.api) { port in
            try await WebSocketClient.with(port: port, Self.path) { client, _ in
                try await client.write(WebSocketClient.frame(first, content, isMasked: isMasked))
                #expect(try await client.next() == .close(code))
                // The host may have closed already.
                try? await client.write(WebSocketClient.frame(0x88, [UInt8(code >> 8), UInt8(code & 0xFF)]))
                #expect(try await client.next() == .end)
            }
        }
        await host.stop()
    }

    @Test func `pings are answered, fragments put together, and what comes with the request is read`() async throws {
        let host = await TestHost.start(withWorkers: false)
        let first: JSONValue = ["token": .string(TestHost.token())]
        let message = first.utf8
        let early = WebSocketClient.frame(0x01, Array(message.prefix(10)))
        try await withHTTPService(host.api) { port in
            try await WebSocketClient.with(port: port, Self.path, early: early) { client, _ in
                try await client.write(WebSocketClient.frame(0x89, [7, 8]))
                #expect(try await client.next() == .pong([7, 8]))
                try await client.write(WebSocketClient.frame(0x00, Array(message[10..<20])))
                try await client.write(WebSocketClient.frame(0x80, Array(message[20...])))
                #expect(try await client.json()["event"] == "badge")
                try await client.write(WebSocketClient.frame(0x88, [0x03, 0xE8]))
                #expect(try await client.next() == .close(1000))
                #expect(try await client.next() == .end)
            }
        }
        await host.stop()
    }

    @Test func `more fragments than a message has end the connection`() async throws {
        let host = await TestHost.start(withWorkers: false)
        try await withHTTPService(host.api) { port in
            try await WebSocketClient.with(port: port, Self.path) { client, _ in
                try await client.write(WebSocketClient.frame(0x01, [97]))
                for _ in 0..<WebSocketHandler.fragmentLimit + 1 {
                    try await client.write(WebSocketClient.frame(0x00, [97]))
                }
                #expect(try await client.next() == .close(1002))
            }
        }
        await host.stop()
    }

    @Test func `extensions and subprotocols that a client offers are declined`() async throws {
        let host = await TestHost.start(withWorkers: false)
        try await withHTTPService(host.api) { port in
            let offered = ["Sec-WebSocket-Extensions: permessage-deflate", "Sec-WebSocket-Protocol: phoenix"]
            try await WebSocketClient.with(port: port, Self.path, headers: offered) { client, head in
                #expect(head.hasPrefix("HTTP/1.1 101 "))
                #expect(!head.lowercased().contains("sec-websocket-extensions"))
                #expect(!head.lowercased().contains("sec-websocket-protocol"))
            }
        }
        await host.stop()
    }

    @Test func `who takes nothing of what is sent for half a minute is cut`() async throws {
        let channel = NIOAsyncTestingChannel()
        let (socket, client) = try await channel.testingEventLoop.submit {
            let handler = WebSocketHandler(holding: nil, closingTime: .seconds(1))
            let socket = WebSocketConnection(channel, NIOLoopBound(handler, eventLoop: channel.eventLoop))
            handler.connection = socket
            let client = UnreadingClient()
            try channel.pipeline.syncOperations.addHandlers([client, handler])
            return (socket, client)
        }.get()
        try await channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1))
        let sending = Task { try await socket.send(Array("a".utf8)) }
        try await waitUntil { client.isHolding }
        for _ in 1..<WebSocketConnection.timeLimit { _ = socket.tick() }
        #expect(channel.isActive)
        _ = socket.tick()
        await channel.testingEventLoop.run()
        await #expect(throws: ChannelError.self) { try await sending.value }
        #expect(!channel.isActive)
    }

    @Test func `a request that asks for a WebSocket wrongly is told how`() async throws {
        let host = await TestHost.start(withWorkers: false)
        let bearer = TestHost.token()
        let good = [
            ("upgrade", "websocket"), ("connection", "Upgrade"), ("sec-websocket-version", "13"),
            ("sec-websocket-key", "dGhlIHNhbXBsZSBub25jZQ=="),
        ]
        func status(without name: String, _ value: String?) async -> Int {
            let headers = good.filter { $0.0 != name } + (value.map { [(name, $0)] } ?? [])
            return await host.send("GET", Self.path, bearer: bearer, headers: headers.map { (name: $0.0, value: $0.1) })
                .status
        }
        #expect(await status(without: "x", nil) == 101)
        #expect(await status(without: "sec-websocket-version", "8") == 426)
        #expect(await status(without: "sec-websocket-key", "short") == 400)
        #expect(await status(without: "sec-websocket-key", nil) == 400)
        // No WebSocket is meant.
        #expect(await status(without: "upgrade", "h2c") == 200)
        await host.stop()
    }
}

/// Stands for a system whose client reads nothing: it never says that it has taken what was written.
private final class UnreadingClient: ChannelOutboundHandler, ChannelInboundHandler, Sendable {
    typealias InboundIn = Never
    typealias OutboundIn = WebSocketFrame

    private let held = Mutex<[EventLoopPromise<Void>]>([])

    var isHolding: Bool { held.withLock { !$0.isEmpty } }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if let promise { held.withLock { $0.append(promise) } }
    }

    func channelInactive(context: ChannelHandlerContext) {
        for promise in held.withLock({ $0 }) { promise.fail(ChannelError.ioOnClosedChannel) }
        context.fireChannelInactive()
    }
}
