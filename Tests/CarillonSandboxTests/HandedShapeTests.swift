import CarillonClient
import CarillonModel
import CarillonSandbox
import Testing

/// What `as=` adds to the messages that the sandbox took: what the phone's system hands to the app.
struct HandedShapeTests {
    private let sandbox: Sandbox

    init() {
        let clock = SteppedClock()
        sandbox = Sandbox { clock.now }
    }

    private func listed(_ query: String) async throws -> [JSONValue] {
        try #require(await sandbox.get("/sandbox/messages", query: query)["messages"]?.array)
    }

    private func handed(_ shape: PushShape) async throws -> JSONValue {
        try #require(try await listed("as=\(shape.rawValue)").last?["handed"])
    }

    /// Signed by nobody: of a key that the sandbox doesn't know, only the shape counts.
    private func token(_ header: JSONValue, _ claims: JSONValue, bytes: Int) throws -> String {
        try makeToken(header, claims) { _ in [UInt8](repeating: 1, count: bytes) }
    }

    private func sendByFCM(_ message: JSONValue) async throws -> Int {
        let claims: JSONValue = [
            "iss": "push@acme.iam.gserviceaccount.com", "scope": "https://www.googleapis.com/auth/firebase.messaging",
            "aud": "https://oauth2.googleapis.com/token", "iat": 1_772_020_800, "exp": 1_772_024_400,
        ]
        let assertion = try token(["alg": "RS256", "typ": "JWT"], claims, bytes: 256)
        let granted = await sandbox.post(
            "/token",
            "grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Ajwt-bearer&assertion=\(assertion)",
            type: "application/x-www-form-urlencoded"
        )
        let bearer = try #require(granted.json["access_token"]?.string)
        let body: JSONValue = ["message": message]
        let headers = [SandboxRequest.Header("Authorization", "Bearer \(bearer)")]
        return await sandbox.post("/v1/projects/acme/messages:send", body.text, headers: headers).status
    }

    private func sendByAPNs(_ payload: JSONValue, to device: String = "00fc13adff785122") async throws -> Int {
        let header: JSONValue = ["alg": "ES256", "kid": "ABC123DEFG"]
        let bearer = try token(header, ["iss": "DEF123GHIJ", "iat": 1_772_020_800], bytes: 64)
        let request = SandboxRequest(
            method: "POST",
            path: "/3/device/\(device)",
            headers: [.init("apns-topic", "com.acme.app"), .init("authorization", "bearer \(bearer)")],
            body: payload.utf8,
            version: .http2,
            connection: 1
        )
        return await sandbox.respond(to: request).status
    }

    private func sendByExpo(_ message: JSONValue) async -> JSONValue? {
        await sandbox.post("/--/api/v2/push/send", message.text).json["data"]?["status"]
    }

    @Test func `APNs hands over what was sent, the app's own members beside aps`() async throws {
        let payload: JSONValue = [
            "aps": [
                "alert": ["title": "Sent", "body": "On its way"], "badge": 3, "thread-id": "orders",
                "category": "order",
            ],
            "order": "A-1", "lines": 2,
        ]
        #expect(try await sendByAPNs(payload) == 200)
        let handed = try await handed(.apns)
        #expect(handed == payload)
        let push = ReceivedPush(handed, shape: .apns)
        #expect(push.title == "Sent" && push.body == "On its way" && push.badge == 3)
        #expect(push.thread == "orders" && push.category == "order" && push.data == ["order": "A-1", "lines": "2"])
    }

    /// With words, a channel, a picture, and what Apple alone is told.
    private static let message: JSONValue = [
        "token": "t:1", "notification": ["title": "Sent", "body": "On its way"],
        "data": ["order": "A-1", "action": "SENT"],
        "android": [
            "collapse_key": "orders",
            "notification": ["channel_id": "parcels", "image": "https://img.example/a.png"],
        ],
        "apns": [
            "payload": ["aps": ["badge": 1, "mutable-content": 1, "category": "order"]],
            "fcm_options": ["image": "https://img.example/b.png"],
        ],
    ]

    @Test func `FCM hands Apple's apps flat data, words and picture in aps and fcm_options`() async throws {
        #expect(try await sendByFCM(Self.message) == 200)
        let handed = try await handed(.fcmApple)
        let alert: JSONValue = ["title": "Sent", "body": "On its way"]
        #expect(handed["aps"]?["alert"] == alert)
        #expect(handed["aps"]?["badge"] == 1 && handed["aps"]?["mutable-content"] == 1)
        #expect(handed["gcm.message_id"]?.string != nil && handed["data"] == nil && handed["notification"] == nil)
        let push = ReceivedPush(handed, shape: .fcmApple)
        #expect(push.title == "Sent" && push.body == "On its way" && push.badge == 1 && push.category == "order")
        #expect(push.picture == "https://img.example/b.png" && push.data == ["order": "A-1", "action": "SENT"])
        // Words that Apple is told in their own form go before those for everybody.
        var own = try #require(Self.message.object)
        own["apns"] = ["payload": ["aps": ["alert": ["title": "Look", "body": "Here"]], "order": "A-2"]]
        #expect(try await sendByFCM(.object(own)) == 200)
        let other = ReceivedPush(try await self.handed(.fcmApple), shape: .fcmApple)
        #expect(other.title == "Look" && other.body == "Here" && other.badge == nil && other.data["order"] == "A-2")
    }

    @Test func `FCM hands Android's apps data and notification apart, and data alone where there are no words`()
        async throws
    {
        #expect(try await sendByFCM(Self.message) == 200)
        let handed = try await handed(.fcmAndroid)
        #expect(handed["data"] == ["order": "A-1", "action": "SENT"] && handed["collapseKey"] == "orders")
        #expect(handed["aps"] == nil && handed["apns"] == nil)
        let push = ReceivedPush(handed, shape: .fcmAndroid)
        #expect(push.title == "Sent" && push.body == "On its way" && push.androidChannel == "parcels")
        #expect(push.picture == "https://img.example/a.png" && push.data == ["order": "A-1", "action": "SENT"])
        #expect(
            try await sendByFCM(["token": "t:1", "data": ["order": "A-2"], "android": ["priority": "high"]]) == 200
        )
        let silent = try await self.handed(.fcmAndroid)
        #expect(silent["notification"] == nil)
        #expect(ReceivedPush(silent, shape: .fcmAndroid).data == ["order": "A-2"])
    }

    @Test func `Expo hands over the same push in three ways`() async throws {
        let sent: JSONValue = [
            "to": "ExponentPushToken[a]", "title": "Sent", "body": "On its way", "badge": 2, "categoryId": "order",
            "channelId": "parcels", "sound": "default", "mutableContent": true, "data": ["order": "A-1", "lines": 2],
        ]
        #expect(await sendByExpo(sent) == "ok")
        for shape in [PushShape.expoApple, .expoAndroid, .expoScript] {
            let push = ReceivedPush(try await handed(shape), shape: shape)
            #expect(push.title == "Sent" && push.body == "On its way" && push.badge == 2, "\(shape)")
            #expect(push.category == "order" && push.data == ["order": "A-1", "lines": "2"], "\(shape)")
        }
        let apple = try await handed(.expoApple)
        #expect(apple["body"] == ["order": "A-1", "lines": 2] && apple["aps"]?["mutable-content"] == 1)
        // Firebase carries texts alone.
        let android = try #require(try await handed(.expoAndroid)["data"])
        #expect(android["body"] == #"{"order":"A-1","lines":2}"# && android["message"] == "On its way")
        #expect(android["badge"] == "2" && android["channelId"] == "parcels")
        #expect(try #require(android.object).members.allSatisfy { $0.value.string != nil })
        let script = try await handed(.expoScript)
        #expect(script["request"]?["content"]?["data"] == ["order": "A-1", "lines": 2])
        #expect(script["request"]?["trigger"]?["type"] == "push")
    }

    @Test func `nothing is handed over of what was refused, nor in another provider's shape`() async throws {
        await sandbox.script(
            #"{"provider": "expo", "token": "ExponentPushToken[gone]", "error": "DeviceNotRegistered"}"#
        )
        #expect(await sendByExpo(["to": "ExponentPushToken[gone]", "title": "T"]) == "error")
        #expect(await sendByExpo(["to": "ExponentPushToken[here]", "title": "T"]) == "ok")
        #expect(try await sendByAPNs(["aps": ["alert": "T"]]) == 200)
        let expo = try await listed("as=expo-script")
        #expect(expo.map { $0["outcome"] } == ["DeviceNotRegistered", "ok"])
        #expect(expo.map { $0["handed"] == nil } == [true, false])
        // Without it nothing is added, and with another provider nothing fits.
        #expect(try await listed("").allSatisfy { $0["handed"] == nil })
        #expect(try await listed("").count == 3)
        let apns = try await listed("provider=apns&as=expo-script")
        #expect(apns.count == 1 && apns.first?["handed"] == nil)
        #expect(try await listed("as=apns&limit=1").count == 1)
        #expect(try await listed("as=expo-apple&token=ExponentPushToken%5Bhere%5D").map { $0["outcome"] } == ["ok"])
        for other in ["web-push", "fcm-android"] { #expect(try await listed("as=\(other)").isEmpty) }
    }

    @Test(arguments: ["", "APNS", "expo", "fcm", "ios", "apns%20", "fcm_apple", "apns,expo-script"])
    func `a shape that there isn't is refused, with those that there are`(name: String) async throws {
        #expect(try await sendByAPNs(["aps": ["alert": "T"]]) == 200)
        let request = SandboxRequest(method: "GET", path: "/sandbox/messages", query: "as=\(name)")
        let answer = await sandbox.respond(to: request)
        #expect(answer.status == 400 && answer.json["messages"] == nil)
        let message = try #require(answer.json["error"]?.string)
        for shape in PushShape.allCases { #expect(message.contains(shape.rawValue)) }
    }

    @Test func `the shapes are those that the client kit reads`() async throws {
        for shape in PushShape.allCases {
            let request = SandboxRequest(method: "GET", path: "/sandbox/messages", query: "as=\(shape.rawValue)")
            #expect(await sandbox.respond(to: request).status == 200, "\(shape)")
        }
        let request = SandboxRequest(method: "GET", path: "/sandbox/messages", query: "as=none")
        let message = await sandbox.respond(to: request).json["error"]
        let names = PushShape.allCases.map(\.rawValue).sorted()
        let said = try #require(message?.string).replacing("as is one of ", with: "").split(separator: ", ").sorted()
        #expect(said.map(String.init) == names)
    }
}
