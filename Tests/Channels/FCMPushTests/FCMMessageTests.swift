import CarillonModel
import CarillonPluginKit
import CarillonTesting
import FCMPush
import Testing

private func json(of message: OutgoingMessage) async throws -> JSONValue {
    let egress = google()
    _ = try await channel(over: egress).deliver([message])
    let request = try #require(egress.requests.last)
    #expect(request.url == "https://fcm.googleapis.com/v1/projects/acme-prod/messages:send")
    #expect(request.headers.contains(.init("Authorization", "Bearer ya29.a")))
    let body = try JSONValue(parsing: request.body)
    return try #require(body["message"])
}

/// The exchange product's documented structure, member for member.
@Test func `the message is the one the app's guide documents`() async throws {
    var message = OutgoingMessage.testing(
        to: "fZ:APA91b",
        title: "Deposit received",
        body: "100.00 USDC on base",
        data: JSONObject([.init("action", "DEPOSIT_RECEIVED"), .init("campaign_id", ""), .init("amount", "100.00")])
    )
    message.priority = .high
    message.imageURL = "https://img.example/usdc.png"
    message.androidChannel = "default"
    message.sound = "default"
    message.color = "#4CAF50"
    message.icon = "ic_notification"
    message.badge = 1
    let expected: JSONValue = [
        "token": "fZ:APA91b",
        "notification": [
            "title": "Deposit received", "body": "100.00 USDC on base", "image": "https://img.example/usdc.png",
        ],
        "data": ["action": "DEPOSIT_RECEIVED", "campaign_id": "", "amount": "100.00"],
        "android": [
            "priority": "high",
            "notification": [
                "channel_id": "default", "sound": "default", "color": "#4CAF50", "icon": "ic_notification",
            ],
        ],
        "apns": ["payload": ["aps": ["sound": "default", "badge": 1, "mutable-content": 1]]],
    ]
    #expect(try await json(of: message) == expected)
}

@Test func `data are texts, whatever the event's data were`() async throws {
    let data = JSONObject([
        .init("text", "a"), .init("number", 12), .init("flag", true), .init("list", [1, "b"]), .init("nothing", .null),
    ])
    let expected: JSONValue = ["text": "a", "number": "12", "flag": "true", "list": #"[1,"b"]"#]
    #expect(try await json(of: .testing(to: "t", data: data))["data"] == expected)
}

@Test func `a silent message holds nothing that would show`() async throws {
    var message = OutgoingMessage.testing(to: "t", data: JSONObject([.init("id", "1")]))
    message.isSilent = true
    message.priority = .high
    message.sound = "default"
    message.androidChannel = "news"
    message.skeleton = [
        "android": ["notification": ["channel_id": "news"]],
        "apns": ["headers": ["apns-priority": "10"], "payload": ["aps": ["alert": "!", "mutable-content": 1]]],
    ]
    let expected: JSONValue = [
        "token": "t", "data": ["id": "1"], "android": ["priority": "normal"],
        "apns": [
            "headers": ["apns-push-type": "background", "apns-priority": "5"],
            "payload": ["aps": ["content-available": 1]],
        ],
    ]
    #expect(try await json(of: message) == expected)
}

@Test func `a tenant can make it data only, with an alert for iOS`() async throws {
    var message = OutgoingMessage.testing(to: "t", data: JSONObject([.init("type", "CONFIRMATION_REQUEST")]))
    message.priority = .high
    message.skeleton = [
        "notification": .null,
        "apns": ["payload": ["aps": ["alert": ["title": "New Activity"], "mutable-content": 1]]],
    ]
    let json = try await json(of: message)
    #expect(json["notification"] == nil)
    #expect(json["apns"] == ["payload": ["aps": ["alert": ["title": "New Activity"], "mutable-content": 1]]])
}

@Test func `a skeleton can't change to whom it goes`() async throws {
    var message = OutgoingMessage.testing(to: "t")
    message.skeleton = ["token": "eve", "topic": "all", "condition": "'a' in topics", "fid": "x"]
    let json = try await json(of: message)
    #expect(json["token"] == "t")
    #expect(json["topic"] == nil && json["condition"] == nil && json["fid"] == nil)
}

@Test func `collapse key and expiry are said in each platform's way`() async throws {
    var message = OutgoingMessage.testing(to: "t")
    message.collapseKey = "door-7"
    message.expiresAt = Instant(epochMilliseconds: 1_772_024_400_500)
    let json = try await json(of: message)
    #expect(json["android"]?["collapse_key"] == "door-7")
    #expect(json["android"]?["notification"]?["tag"] == "door-7")
    #expect(json["android"]?["ttl"] == "3600s")
    #expect(json["apns"]?["headers"]?["apns-collapse-id"] == "door-7")
    #expect(json["apns"]?["headers"]?["apns-expiration"] == "1772024400")
    #expect(json["apns"]?["headers"]?["apns-priority"] == "5")
}

@Test func `an expired or far expiry stays within what FCM takes`() async throws {
    var message = OutgoingMessage.testing(to: "t")
    message.expiresAt = Instant(epochMilliseconds: 0)
    #expect(try await json(of: message)["android"]?["ttl"] == "0s")
    message.expiresAt = Instant(epochMilliseconds: 4_000_000_000_000)
    #expect(try await json(of: message)["android"]?["ttl"] == "2419200s")
}

@Test func `a collapse key too long for APNs goes there as a digest`() async throws {
    var message = OutgoingMessage.testing(to: "t")
    message.collapseKey = String(repeating: "k", count: 65)
    let json = try await json(of: message)
    #expect(json["apns"]?["headers"]?["apns-collapse-id"]?.string?.utf8.count == 32)
    #expect(json["android"]?["collapse_key"]?.string?.utf8.count == 65)
}

@Test(arguments: ["from", "message_type", "collapse_key", "aps", "google.x", "gcm.notification.y", "gcmx"])
func `data under a name that FCM keeps to itself is refused before it is sent`(name: String) async throws {
    let egress = google()
    let outcomes = try await channel(over: egress).deliver([.testing(to: "t", data: JSONObject([.init(name, "x")]))])
    #expect(outcomes.map(summary) == ["refused ReservedDataKey"])
    #expect(!egress.requests.contains { !isTokenRequest($0) })
}
