import CarillonModel
import CarillonPluginKit
import CarillonTesting
import ExpoPush
import Testing

private func json(of message: OutgoingMessage) async throws -> JSONValue {
    let egress = ScriptedEgress { acceptAll($0) }
    _ = try await ExpoChannel(settings: ChannelSettings(), host: .testing(egress: egress)).deliver([message])
    let request = try #require(egress.requests.first)
    return try #require(sentMessages(request).first)
}

/// The dossier product's documented payload, member for member.
@Test func `the message is the one the app's contract documents`() async throws {
    var message = OutgoingMessage.testing(
        to: "ExponentPushToken[jH7fKr23kP9mN8qL5vR1sT]",
        title: "تكليف جديد",
        body: "تم تعيينك في ملف ألمانيا كمحلل قطري",
        data: JSONObject([
            .init("deep_link", "intldossier://dossiers/660e8400"), .init("notification_type", "assignment"),
        ])
    )
    message.sound = "default"
    message.badge = 1
    message.priority = .high
    message.androidChannel = "intldossier-assignments"
    let expected: JSONValue = [
        "to": "ExponentPushToken[jH7fKr23kP9mN8qL5vR1sT]", "title": "تكليف جديد",
        "body": "تم تعيينك في ملف ألمانيا كمحلل قطري", "sound": "default", "badge": 1,
        "channelId": "intldossier-assignments",
        "data": ["deep_link": "intldossier://dossiers/660e8400", "notification_type": "assignment"], "priority": "high",
    ]
    #expect(try await json(of: message) == expected)
}

@Test(arguments: [String(repeating: "🎉", count: 4000), String(repeating: "تم \"تعيينك\"\n", count: 900)])
func `a message cut to the limit is within it as it is sent, recipient and all`(body: String) async throws {
    var message = OutgoingMessage.testing(to: "ExponentPushToken[jH7fKr23kP9mN8qL5vR1sT]", body: body)
    message.collapseKey = "assignment-7"
    let short = try #require(ExpoChannel.kind.truncated(message, toSize: 4096))
    let size = try await json(of: short).utf8.count
    #expect((4050...4096).contains(size))
}

@Test func `a silent message holds nothing that would show`() async throws {
    var message = OutgoingMessage.testing(to: "ExponentPushToken[a]", data: JSONObject([.init("id", "n1")]))
    message.isSilent = true
    message.priority = .high
    message.sound = "default"
    message.androidChannel = "news"
    message.icon = "briefcase"
    message.skeleton = ["channelId": "news", "title": "!", "mutableContent": true]
    let expected: JSONValue = [
        "to": "ExponentPushToken[a]", "contentAvailable": true, "data": ["id": "n1"], "priority": "normal",
    ]
    #expect(try await json(of: message) == expected)
}

@Test func `collapse key, expiry, category and picture have Expo's names`() async throws {
    var message = OutgoingMessage.testing(to: "ExponentPushToken[a]")
    message.collapseKey = "assignment-7"
    message.expiresAt = Instant(epochMilliseconds: 1_772_020_800_999)
    message.category = "ASSIGNMENT"
    message.imageURL = "https://img.example/a.png"
    message.slots["subtitle"] = "Berlin"
    let json = try await json(of: message)
    #expect(json["collapseId"] == "assignment-7")
    #expect(json["expiration"] == 1_772_020_800)
    #expect(json["categoryId"] == "ASSIGNMENT")
    #expect(json["richContent"] == ["image": "https://img.example/a.png"])
    #expect(json["mutableContent"] == true)
    #expect(json["subtitle"] == "Berlin")
}

/// What Expo calls `collapseId` goes to APNs as `apns-collapse-id`, which has at most 64 bytes.
@Test func `a collapse key too long for APNs is a digest of itself`() async throws {
    var message = OutgoingMessage.testing(to: "ExponentPushToken[a]")
    message.collapseKey = String(repeating: "k", count: 64)
    #expect(try await json(of: message)["collapseId"]?.string == message.collapseKey)
    message.collapseKey = "c-" + String(repeating: "b", count: 128)
    let digest = try #require(try await json(of: message)["collapseId"]?.string)
    #expect(digest.utf8.count == 32)
    #expect(try await json(of: message)["tag"]?.string == message.collapseKey)
    message.collapseKey?.append("c")
    #expect(try await json(of: message)["collapseId"]?.string != digest)
}

@Test func `the tenant's skeleton is merged over the message but can't change the recipient`() async throws {
    var message = OutgoingMessage.testing(to: "ExponentPushToken[a]")
    message.sound = "default"
    message.skeleton = ["mutableContent": true, "sound": .null, "to": "ExponentPushToken[eve]"]
    let json = try await json(of: message)
    #expect(json["mutableContent"] == true)
    #expect(json["sound"] == nil)
    #expect(json["to"] == "ExponentPushToken[a]")
}

@Test func `a long batch is compressed, a short one isn't`() async throws {
    let egress = ScriptedEgress { acceptAll($0) }
    let channel = try ExpoChannel(settings: ChannelSettings(), host: .testing(egress: egress))
    _ = await channel.deliver([.testing(to: "ExponentPushToken[a]")])
    _ = await channel.deliver((1...20).map { .testing(to: "ExponentPushToken[a]", delivery: $0) })
    #expect(egress.requests.map(\.compression) == [.none, .gzip])
    #expect(egress.requests.allSatisfy { ($0.body.count > 1024) == ($0.compression == .gzip) })
}

@Test func `the access token travels as a bearer token, and only when there is one`() async throws {
    let egress = ScriptedEgress { acceptAll($0) }
    let plain = try ExpoChannel(settings: ChannelSettings(), host: .testing(egress: egress))
    let settings = ChannelSettings(secrets: ["accessToken": Secret("t0ken")])
    let secured = try ExpoChannel(settings: settings, host: .testing(egress: egress))
    for channel in [plain, secured] { _ = await channel.deliver([.testing(to: "ExponentPushToken[a]")]) }
    let headers = egress.requests.map { $0.headers.first { $0.name == "Authorization" }?.value }
    #expect(headers == [nil, "Bearer t0ken"])
}

@Test func `an access token that would break out of its header is no access token`() {
    #expect(throws: SettingProblem.self) {
        try ExpoChannel(settings: ChannelSettings(secrets: ["accessToken": Secret("a\r\nX: y")]), host: .testing())
    }
}

@Test(arguments: ["ExponentPushToken[]", "ExponentPushToken[a b]", "expoPushToken[a]", "ExponentPushToken[a", "a]", ""])
func `a malformed token is refused before it spoils the request of others`(token: String) async throws {
    let egress = ScriptedEgress { acceptAll($0) }
    let channel = try ExpoChannel(settings: ChannelSettings(), host: .testing(egress: egress))
    let outcomes = await channel.deliver([.testing(to: token), .testing(to: "ExpoPushToken[b_-9]")])
    #expect(outcomes[0].reason?.code == "MalformedToken")
    #expect(outcomes[1] == .accepted(ReceiptID("receipt-of-ExpoPushToken[b_-9]")))
    #expect(egress.requests.flatMap(sentMessages).count == 1)
}
