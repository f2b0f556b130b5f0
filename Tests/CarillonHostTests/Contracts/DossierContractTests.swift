import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles
import CarillonTesting
import Testing

@testable import CarillonHost

/// The dossiers' five endpoints, as their document has them.
@Suite(.onBothStores)
struct DossierContractTests {
    private static let service = "x-supabase-service-role"
    private static let device: JSONValue = [
        "push_token": "ExponentPushToken[jH7fKr23kP9mN8qL5vR1sT]", "device_type": "ios", "device_name": "iPhone 14 Pro",
        "app_version": "1.0.0", "locale": "ar",
    ]
    private static let message: JSONValue = [
        "user_id": "ada", "notification_type": "assignment", "priority": "high", "title_en": "New Assignment",
        "title_ar": "تكليف جديد", "body_en": "You have been assigned to <b>Germany</b>", "body_ar": "تم تعيينك",
        "deep_link": "intldossier://dossiers/660e8400-e29b-41d4-a716-446655440001",
        "data": ["assignment_role": "reviewer"],
    ]

    private static func message(_ change: (String, JSONValue)) -> JSONValue {
        var object = message.object ?? JSONObject()
        object[change.0] = change.1
        return .object(object)
    }

    @Test func `a device registers, and answers with the documented members`() async throws {
        let host = try await ProductHost.start()
        let answer = await host.call(
            "POST",
            "/functions/v1/notifications-register-device",
            user: "ada",
            host: "api.dossier.example",
            Self.device
        )
        #expect(answer.status == 200)
        #expect(answer.json["registered_at"] == .number("1772020800000"))
        let names = answer.json.object?.members.map(\.name)
        #expect(names == ["id", "user_id", "push_token", "device_type", "locale", "registered_at", "status"])
        let target = "/dossier/notifications-register-device?push_token=ExponentPushToken%5BjH7fKr23kP9mN8qL5vR1sT%5D"
        let gone = await host.call("DELETE", target, user: "ada")
        #expect(gone.json["status"] == "unregistered")
        #expect(gone.json["unregistered_at"] == .number("1772020800000"))
        await host.stop()
    }

    @Test(arguments: ["", "  ", "\u{200B}", "\u{2800}", " \u{2800}\u{1D159}"])
    func `words that say nothing are refused`(text: String) async throws {
        let host = try await ProductHost.start()
        _ = await host.call("POST", "/dossier/notifications-register-device", user: "ada", Self.device)
        for name in ["title_en", "body_ar"] {
            let message = Self.message((name, .string(text)))
            let answer = await host.call("POST", "/dossier/push-notification", service: Self.service, message)
            #expect(answer.status == 400)
            #expect(answer.json["error"]?["message"]?.string?.hasPrefix("\(name) ") == true)
        }
        #expect(host.egress.requests.isEmpty)
        await host.stop()
    }

    @Test func `a fault is reported once, by the name that the client wrote`() async throws {
        let host = try await ProductHost.start()
        _ = await host.call("POST", "/dossier/notifications-register-device", user: "ada", Self.device)
        func refusal(_ change: (String, JSONValue), key: String? = nil) async -> String? {
            let headers = key.map { [(name: "idempotency-key", value: $0)] } ?? []
            let path = "/dossier/push-notification"
            let answer = await host.call("POST", path, service: Self.service, headers: headers, Self.message(change))
            #expect(answer.status == 400)
            return answer.json["error"]?["message"]?.string
        }
        #expect(await refusal(("deep_link", "evil://x"))?.hasPrefix("deep_link ") == true)
        #expect(await refusal(("notification_type", .null)) == "notification_type must not be null")
        let long = String(repeating: "k", count: 300)
        #expect(await refusal(("priority", "high"), key: long)?.hasPrefix("Idempotency-Key ") == true)
        await host.stop()
    }

    @Test func `all seven faults of a send are reported at once`() async throws {
        let host = try await ProductHost.start()
        var message = try #require(Self.message.object)
        let names = ["user_id", "notification_type", "priority", "title_en", "title_ar", "body_en", "body_ar"]
        for name in names { message[name] = nil }
        let answer = await host.call("POST", "/dossier/push-notification", service: Self.service, .object(message))
        #expect(answer.status == 400)
        let expected = names.map { "\($0) is required" }.joined(separator: "; ")
        #expect(answer.json["error"]?["message"]?.string == expected)
        await host.stop()
    }

    @Test func `nobody brings a link past the check in the data`() async throws {
        let host = try await ProductHost.start()
        _ = await host.call("POST", "/dossier/notifications-register-device", user: "ada", Self.device)
        let data: JSONValue = ["deep_link": "intldossier://profile?x=1", "assignment_role": "reviewer"]
        var message = try #require(Self.message(("data", data)).object)
        message["deep_link"] = nil
        let body = JSONValue.object(message)
        #expect(await host.call("POST", "/dossier/push-notification", service: Self.service, body).status == 200)
        let pushed = try #require((try? JSONValue(parsing: host.egress.requests[0].body))?.array?.first)
        #expect(pushed["data"]?["deep_link"] == nil)
        #expect(pushed["data"]?["assignment_role"] == "reviewer")
        await host.stop()
    }

    @Test func `the total is all of the user's, whatever the list is asked for`() async throws {
        let host = try await ProductHost.start()
        _ = await host.call("POST", "/dossier/notifications-register-device", user: "ada", Self.device)
        let access = "/v1/dossier/subscriptions/dossier:660e8400-e29b-41d4-a716-446655440001?userId=ada"
        #expect(await host.call("PUT", access, service: Self.service).status == 200)
        for kind: JSONValue in ["assignment", "system", "system"] {
            let body = Self.message(("notification_type", kind))
            #expect(await host.call("POST", "/dossier/push-notification", service: Self.service, body).status == 200)
        }
        // The answer waits for the pushes only.
        try await waitUntil {
            await host.call("GET", "/dossier/push-notification", user: "ada").json["total_count"] == .number("3")
        }
        let list = await host.call("GET", "/dossier/push-notification?type=assignment&unread_only=true", user: "ada")
        #expect(list.json["notifications"]?.array?.count == 1)
        #expect(list.json["total_count"] == .number("3") && list.json["unread_count"] == .number("3"))
        await host.stop()
    }

    @Test func `a send answers with what Expo said, and is in the list in both languages`() async throws {
        let host = try await ProductHost.start()
        _ = await host.call("POST", "/dossier/notifications-register-device", user: "ada", Self.device)
        let sent = await host.call("POST", "/dossier/push-notification", service: Self.service, Self.message)
        #expect(sent.status == 200)
        #expect(sent.json["status"] == "sent")
        #expect(sent.json["expo_receipt_id"] == "ticket-0")
        #expect(sent.json["sent_at"] == .number("1772020800000"))
        #expect(sent.json["push_token"] == "ExponentPushToken[jH7fKr23kP9mN8qL5vR1sT]")
        let pushed = try #require((try? JSONValue(parsing: host.egress.requests[0].body))?.array?.first)
        #expect(pushed["title"] == "تكليف جديد")
        #expect(pushed["badge"] == .number("1"))
        #expect(pushed["channelId"] == "intldossier-assignments")
        #expect(pushed["priority"] == "high")
        #expect(pushed["sound"] == "default")
        #expect(pushed["data"]?["notification_type"] == "assignment")
        #expect(pushed["data"]?["assignment_role"] == "reviewer")
        await host.settled.wait(for: 2)
        let list = await host.call("GET", "/dossier/push-notification?limit=500&type=assignment,calendar", user: "ada")
        let item = try #require(list.json["notifications"]?.array?.first)
        #expect(item["title_en"] == "New Assignment")
        #expect(item["title_ar"] == "تكليف جديد")
        #expect(item["body_en"] == "You have been assigned to Germany")
        #expect(item["deep_link"] == "intldossier://dossiers/660e8400-e29b-41d4-a716-446655440001")
        #expect(item["is_read"] == .boolean(false))
        #expect(item["read_at"] == nil)
        #expect(list.json["limit"] == .number("100"))
        #expect(list.json["total_count"] == .number("1"))
        let id = try #require(item["id"])
        let marked = await host.call(
            "PATCH",
            "/dossier/push-notification",
            user: "ada",
            ["notification_ids": .array([id])]
        )
        #expect(
            marked.json == ["updated_count": 1, "notification_ids": .array([id]), "read_at": .number("1772020800000")]
        )
        let foreign = await host.call(
            "PATCH",
            "/dossier/push-notification",
            user: "eve",
            ["notification_ids": .array([id])]
        )
        #expect(foreign.json["updated_count"] == .number("0"))
        await host.stop()
    }

    @Test func `with an idempotency key a repeat answers the same, and another message is a conflict`() async throws {
        let host = try await ProductHost.start()
        _ = await host.call("POST", "/dossier/notifications-register-device", user: "ada", Self.device)
        let key = [(name: "idempotency-key", value: "once")]
        let first = await host.call(
            "POST",
            "/dossier/push-notification",
            service: Self.service,
            headers: key,
            Self.message
        )
        let again = await host.call(
            "POST",
            "/dossier/push-notification",
            service: Self.service,
            headers: [(name: "idempotency-key", value: "\"once\"")],
            Self.message
        )
        #expect(first.status == 200)
        #expect(again.json == first.json)
        #expect(host.egress.requests.count == 1)
        let other = Self.message(("body_en", "Another"))
        let conflict = await host.call("POST", "/dossier/push-notification", service: Self.service, headers: key, other)
        #expect(conflict.status == 409)
        await host.stop()
    }

    @Test func `a repeat tells what was sent, whatever has become of the devices since`() async throws {
        let host = try await ProductHost.start()
        _ = await host.call("POST", "/dossier/notifications-register-device", user: "ada", Self.device)
        let key = [(name: "idempotency-key", value: "once")]
        let path = "/dossier/push-notification"
        let first = await host.call("POST", path, service: Self.service, headers: key, Self.message)
        #expect(first.status == 200 && first.json["push_token"] == Self.device["push_token"])
        let token = "ExponentPushToken%5BjH7fKr23kP9mN8qL5vR1sT%5D"
        let removed = await host.call(
            "DELETE",
            "/dossier/notifications-register-device?push_token=\(token)",
            user: "ada"
        )
        #expect(removed.status == 200)
        let without = await host.call("POST", path, service: Self.service, headers: key, Self.message)
        #expect(without.status == 200 && without.json == first.json)
        var other = Self.device.object ?? JSONObject()
        other["push_token"] = "ExponentPushToken[other]"
        _ = await host.call("POST", "/dossier/notifications-register-device", user: "ada", .object(other))
        let withOther = await host.call("POST", path, service: Self.service, headers: key, Self.message)
        #expect(withOther.json == first.json)
        await host.stop()
    }

    @Test func `a device that turned out to be gone is told again as such`() async throws {
        let host = try await ProductHost.start { _ in
            .answer(200, #"{"data":[{"status":"error","message":"x","details":{"error":"DeviceNotRegistered"}}]}"#)
        }
        _ = await host.call("POST", "/dossier/notifications-register-device", user: "ada", Self.device)
        let key = [(name: "idempotency-key", value: "once")]
        for _ in 1...2 {
            let path = "/dossier/push-notification"
            let answer = await host.call("POST", path, service: Self.service, headers: key, Self.message)
            #expect(answer.status == 422 && answer.code == "invalid_token")
        }
        await host.stop()
    }

    @Test func `a send with an idempotency key counts for the recipient's limit, and a repeat doesn't`() async throws {
        let host = try await ProductHost.start(change: {
            $0.policies.recipientRateLimit = RateLimit(count: 2, per: .seconds(60))
        })
        _ = await host.call("POST", "/dossier/notifications-register-device", user: "ada", Self.device)
        for (key, status) in [("1", 200), ("1", 200), ("2", 200), ("3", 429), ("1", 200)] {
            let headers = [(name: "idempotency-key", value: key)]
            let path = "/dossier/push-notification"
            let answer = await host.call("POST", path, service: Self.service, headers: headers, Self.message)
            #expect(answer.status == status, "\(key)")
        }
        await host.stop()
    }

    @Test func `a scheduled send answers at once with the planned time`() async throws {
        let host = try await ProductHost.start()
        _ = await host.call("POST", "/dossier/notifications-register-device", user: "ada", Self.device)
        let later = Self.message(("scheduled_at", .number("1772024400000")))
        let answer = await host.call("POST", "/dossier/push-notification", service: Self.service, later)
        #expect(answer.json["status"] == "scheduled")
        #expect(answer.json["sent_at"] == .number("1772024400000"))
        #expect(answer.json["expo_receipt_id"] == nil)
        #expect(host.egress.requests.isEmpty)
        await host.stop()
    }

    @Test func `a send in quiet hours answers at once with the time they end`() async throws {
        let host = try await ProductHost.start(change: { profile in
            guard let from = TimeOfDay("10:00"), let to = TimeOfDay("13:30") else { return }
            profile.policies.quietHours = QuietHours(from: from, to: to, timeZone: "UTC")
        })
        _ = await host.call("POST", "/dossier/notifications-register-device", user: "ada", Self.device)
        let message = Self.message(("priority", "normal"))
        let answer = await host.call("POST", "/dossier/push-notification", service: Self.service, message)
        #expect(answer.status == 200 && answer.json["status"] == "scheduled")
        // The clock stands at noon.
        #expect(answer.json["sent_at"] == .number("1772026200000"))
        #expect(host.egress.requests.isEmpty)
        await host.stop()
    }

    /// What Expo says of the message, and what the sender hears.
    @Test(arguments: [
        ("DeviceNotRegistered", 422, "invalid_token"), ("MessageRateExceeded", 200, "scheduled"),
        ("DeveloperError", 200, "failed"), ("InvalidCredentials", 200, "failed"),
    ])
    func `what Expo says of a message is reported`(error: String, status: Int, word: String) async throws {
        let host = try await ProductHost.start { _ in
            .answer(200, "{\"data\":[{\"status\":\"error\",\"message\":\"x\",\"details\":{\"error\":\"\(error)\"}}]}")
        }
        _ = await host.call("POST", "/dossier/notifications-register-device", user: "ada", Self.device)
        let answer = await host.call("POST", "/dossier/push-notification", service: Self.service, Self.message)
        #expect(answer.status == status)
        #expect((answer.code ?? answer.json["status"]?.string) == word)
        #expect((answer.json["error"]?.string?.hasPrefix(error) ?? false) == (word == "failed"))
        await host.stop()
    }

    @Test(
        arguments: [
            (500, "{}"), (503, "{}"), (429, "{}"), (401, "{}"), (400, "{}"),
            (400, "{\"errors\":[{\"code\":\"VALIDATION_ERROR\",\"message\":\"x\"}]}"),
        ]
    )
    func `an Expo that refuses the whole request is a 500, and nothing is sent later`(
        status: Int,
        body: String
    ) async throws {
        let host = try await ProductHost.start { _ in .answer(status, body) }
        _ = await host.call("POST", "/dossier/notifications-register-device", user: "ada", Self.device)
        let key = [(name: "idempotency-key", value: "once")]
        let path = "/dossier/push-notification"
        let answer = await host.call("POST", path, service: Self.service, headers: key, Self.message)
        #expect(answer.status == 500)
        #expect(answer.code == "internal_error")
        let again = await host.call("POST", path, service: Self.service, headers: key, Self.message)
        #expect(again.status == 500 && again.json == answer.json)
        let store = try #require(host.directory.tenant("dossier")).runtime.store
        #expect(try await store.nextDue() == nil)
        await host.stop()
    }

    @Test func `while Expo doesn't take the credentials, the sender hears when to try again`() async throws {
        let host = try await ProductHost.start { _ in .answer(401, "{}") }
        _ = await host.call("POST", "/dossier/notifications-register-device", user: "ada", Self.device)
        for wait in ["1", "5", "5"] {
            let answer = await host.call("POST", "/dossier/push-notification", service: Self.service, Self.message)
            #expect(answer.status == 500 && answer.code == "internal_error")
            #expect(answer.json["error"]?["retry_after"] == .number(wait) && answer.headers["retry-after"] == wait)
        }
        #expect(host.egress.requests.count == 2)
        await host.stop()
    }

    @Test(arguments: [
        ("0", 422, "0"), ("-1", 422, "0"), ("1", 200, "1"), ("101", 200, "100"),
        ("99999999999999999999", 200, "100"), ("%2B99999999999999999999", 200, "100"),
        ("-99999999999999999999", 422, "0"),
    ])
    func `a limit above a hundred is a hundred, and one below 1 is refused`(
        limit: String,
        status: Int,
        taken: String
    ) async throws {
        let host = try await ProductHost.start()
        let answer = await host.call("GET", "/dossier/push-notification?limit=\(limit)", user: "ada")
        #expect(answer.status == status)
        if status == 200 {
            #expect(answer.json["limit"] == .number(taken))
        } else {
            #expect(answer.code == "validation_error")
            #expect(answer.json["error"]?["message"] == "limit must be at least 1")
        }
        await host.stop()
    }

    @Test func `a device without a name may say so with an empty one`() async throws {
        let host = try await ProductHost.start()
        var device = Self.device.object ?? JSONObject()
        device["device_name"] = ""
        let answer = await host.call("POST", "/dossier/notifications-register-device", user: "ada", .object(device))
        #expect(answer.status == 200)
        let store = try #require(host.directory.tenant("dossier")).runtime.store
        #expect(try await store.devices(of: "ada").map(\.name) == [nil])
        device["app_version"] = ""
        let wrong = await host.call("POST", "/dossier/notifications-register-device", user: "ada", .object(device))
        #expect(wrong.status == 422 && wrong.code == "validation_error")
        await host.stop()
    }

    @Test(arguments: ["api.dossier.example.", "API.Dossier.example.:8080", "api.dossier.example"])
    func `the product's host is the same with the root's dot at its end`(name: String) async throws {
        let host = try await ProductHost.start()
        let list = await host.call("GET", "/functions/v1/push-notification", user: "ada", host: name)
        #expect(list.status == 200)
        for other in ["api.dossier.example..", ".", "dossier.example."] {
            let answer = await host.call("GET", "/functions/v1/push-notification", user: "ada", host: other)
            #expect(answer.status == 404, "\(other)")
        }
        await host.stop()
    }

    @Test(
        arguments: [
            (("notification_type", "gossip"), 400, "invalid_request"), (("priority", nil), 400, "invalid_request"),
            (("deep_link", "https://evil.example/dossiers/1"), 400, "invalid_request"),
            (("deep_link", "intldossier://dossiers/../profile"), 400, "invalid_request"),
            (("deep_link", "intldossier://dossiers/a?token=x"), 400, "invalid_request"),
            (("deep_link", "intldossier://profile?x=1"), 400, "invalid_request"),
            (("deep_link", "intldossier://dossiers/a/"), 400, "invalid_request"),
            (("deep_link", "INTLDOSSIER://dossiers/a"), 400, "invalid_request"),
            (("deep_link", "intldossier://profile#a"), 400, "invalid_request"),
            (("badge_increment", "2"), 400, "invalid_request"), (("scheduled_at", "soon"), 400, "invalid_request"),
            (("image_url", "javascript:alert(1)"), 400, "invalid_request"),
            (("user_id", "nobody"), 404, "user_not_found"),
            (("data", ["a"]), 400, "invalid_request"), (("sound", "loud"), 400, "invalid_request"),
            (("data", ["dossier_id": 7]), 400, "invalid_request"),
            (("data", ["url": "javascript:alert(1)"]), 400, "invalid_request"),
            (("scheduled_at", 1_772_024_400), 400, "invalid_request"), (("scheduled_at", 0), 400, "invalid_request"),
            (("scheduled_at", .number("4954953600000")), 400, "invalid_request"),
            (("title_en", JSONValue.null), 400, "invalid_request"),
            (("priority", JSONValue.null), 400, "invalid_request"),
        ] as [((String, JSONValue?), Int, String)]
    )
    func `a wrong send gets the documented error`(change: (String, JSONValue?), status: Int, code: String) async throws
    {
        let host = try await ProductHost.start()
        _ = await host.call("POST", "/dossier/notifications-register-device", user: "ada", Self.device)
        var object = Self.message.object ?? JSONObject()
        object[change.0] = change.1
        let answer = await host.call("POST", "/dossier/push-notification", service: Self.service, .object(object))
        #expect(answer.status == status)
        #expect(answer.code == code)
        #expect(host.egress.requests.isEmpty)
        await host.stop()
    }

    @Test func `each device gets the language it registered with, until the user's is said anew`() async throws {
        let host = try await ProductHost.start()
        for (token, locale) in [("one", "ar"), ("two", "en")] {
            var device = Self.device.object ?? JSONObject()
            device["push_token"] = .string("ExponentPushToken[\(token)]")
            device["locale"] = .string(locale)
            let target = "/dossier/notifications-register-device"
            #expect(await host.call("POST", target, user: "ada", .object(device)).status == 200)
        }
        func titles() async throws -> [String?] {
            let before = host.egress.requests.count
            let sent = await host.call("POST", "/dossier/push-notification", service: Self.service, Self.message)
            #expect(sent.json["status"] == "sent")
            let messages = try host.egress.requests.dropFirst(before).flatMap { request in
                try JSONValue(parsing: request.body).array ?? []
            }
            return messages.sorted { ($0["to"]?.string ?? "") < ($1["to"]?.string ?? "") }.map { $0["title"]?.string }
        }
        #expect(try await titles() == ["تكليف جديد", "New Assignment"])
        _ = await host.call("PUT", "/v1/dossier/users/ada", service: Self.service, ["locale": "ar"])
        #expect(try await titles() == ["تكليف جديد", "تكليف جديد"])
        await host.stop()
    }

    @Test func `the token in an answer is that of the device whose receipt it shows`() async throws {
        let host = try await ProductHost.start { request in
            let messages = (try? JSONValue(parsing: request.body))?.array ?? []
            let tickets = messages.map { message -> JSONValue in
                message["to"] == "ExponentPushToken[two]"
                    ? ["status": "error", "details": ["error": "DeveloperError"]] : ["status": "ok", "id": "of-one"]
            }
            return .answer(200, JSONValue.object(JSONObject([.init("data", .array(tickets))])).text)
        }
        for token in ["one", "two"] {
            var device = Self.device.object ?? JSONObject()
            device["push_token"] = .string("ExponentPushToken[\(token)]")
            let target = "/dossier/notifications-register-device"
            #expect(await host.call("POST", target, user: "ada", .object(device)).status == 200)
        }
        let sent = await host.call("POST", "/dossier/push-notification", service: Self.service, Self.message)
        #expect(sent.json["push_token"] == "ExponentPushToken[one]" && sent.json["expo_receipt_id"] == "of-one")
        await host.stop()
    }

    @Test func `a null in place of what is optional is as good as leaving it out`() async throws {
        let host = try await ProductHost.start()
        var device = Self.device.object ?? JSONObject()
        device["device_name"] = .null
        let answer = await host.call("POST", "/dossier/notifications-register-device", user: "ada", .object(device))
        #expect(answer.status == 200)
        let store = try #require(host.directory.tenant("dossier")).runtime.store
        #expect(try await store.devices(of: "ada").map(\.name) == [nil])
        var message = try #require(Self.message.object)
        for name in ["deep_link", "image_url", "data", "badge_increment", "scheduled_at"] { message[name] = .null }
        let path = "/dossier/push-notification"
        let sent = await host.call("POST", path, service: Self.service, .object(message))
        #expect(sent.status == 200 && sent.json["status"] == "sent")
        // Of a sound, null says something.
        message["sound"] = .null
        #expect(await host.call("POST", path, service: Self.service, .object(message)).json["status"] == "sent")
        let pushed = try Self.pushed(host)
        #expect(pushed.map { $0["badge"] } == [1, 2])
        #expect(pushed.map { $0["sound"] } == ["default", nil])
        #expect(pushed.allSatisfy { $0["data"]?["deep_link"] == nil && $0["richContent"] == nil })
        device["app_version"] = .null
        let missing = await host.call("POST", "/dossier/notifications-register-device", user: "ada", .object(device))
        #expect(missing.status == 422 && missing.code == "validation_error")
        await host.stop()
    }

    private static func pushed(_ host: ProductHost) throws -> [JSONValue] {
        try host.egress.requests.flatMap { try JSONValue(parsing: $0.body).array ?? [] }
    }

    /// Who may see a dossier is the backend's to say.
    @Test(arguments: [(200, 4001), (201, 10), (5000, 5000), (16384, 16384)])
    func `long words are taken, kept whole in the list, and shortened for the phone`(title: Int, body: Int) async throws
    {
        let host = try await ProductHost.start()
        _ = await host.call("POST", "/dossier/notifications-register-device", user: "ada", Self.device)
        var message = try #require(Self.message.object)
        for locale in ["en", "ar"] {
            message["title_\(locale)"] = .string(String(repeating: "t", count: title))
            message["body_\(locale)"] = .string(String(repeating: "ب", count: body))
        }
        let path = "/dossier/push-notification"
        let sent = await host.call("POST", path, service: Self.service, .object(message))
        #expect(sent.status == 200 && sent.json["status"] == "sent")
        let pushed = try #require(try Self.pushed(host).first)
        #expect(pushed.utf8.count <= 4096)
        let shown = try #require(pushed["title"]?.string)
        #expect(shown.count == (title == 201 ? 201 : 200) && shown.hasSuffix("…") == (title > 201))
        #expect((pushed["body"]?.string ?? "").hasSuffix("…") == (body > 10))
        await host.settled.wait(for: 2)
        let item = await host.call("GET", path, user: "ada").json["notifications"]?.array?.first
        #expect(item?["title_en"]?.string?.count == title && item?["body_ar"]?.string?.count == body)
        message["title_en"] = .string(String(repeating: "t", count: 16385))
        #expect(await host.call("POST", path, service: Self.service, .object(message)).status == 400)
        await host.stop()
    }

    @Test func `what comes beside the words is as clean as they are, and leads nowhere else`() async throws {
        let host = try await ProductHost.start()
        _ = await host.call("POST", "/dossier/notifications-register-device", user: "ada", Self.device)
        let path = "/dossier/push-notification"
        let data: JSONValue = [
            "note": "<img src=x onerror=alert(1)>Hello <iPhone>", "list": ["<b>a</b>", ["x": "b<script>1</script>"]],
            "url": "https://example.com/a?b=c", "link": "intldossier://dossiers/660e8400-e29b-41d4-a716-446655440001",
            "time": "at: 12:30", "count": 3,
        ]
        let sent = await host.call("POST", path, service: Self.service, Self.message(("data", data)))
        #expect(sent.status == 200)
        let pushed = try #require(try Self.pushed(host).first?["data"])
        #expect(pushed["note"] == "Hello <iPhone>" && pushed["list"] == ["a", ["x": "b"]])
        for name in ["url", "link", "time", "count"] { #expect(pushed[name] == data[name]) }
        for link: JSONValue in [
            "javascript:alert(1)", " java\nscript:alert(1)", "http://example.com", "evil://x", "intent:x",
            "javascript&colon;alert(1)", "//evil.example", "intldossier://evil", "tel:112", "java<b></b>script:x",
        ] {
            for name in ["url", "thumb"] {
                let body = Self.message(("data", .object(JSONObject([.init(name, link)]))))
                let answer = await host.call("POST", path, service: Self.service, body)
                #expect(answer.status == 400 && answer.code == "invalid_request", "\(link)")
                let message = answer.json["error"]?["message"]?.string ?? ""
                #expect(message.hasPrefix("data.\(name) "), "\(message)")
            }
        }
        let inside = Self.message(("data", ["a": [["my_link": "mailto:x@example.com"]]]))
        #expect(await host.call("POST", path, service: Self.service, inside).status == 400)
        let named = Self.message(("data", ["<b>a</b>": 1]))
        #expect(await host.call("POST", path, service: Self.service, named).status == 400)
        await host.stop()
    }

    @Test func `a push with buttons carries the id by which its notification is marked`() async throws {
        let host = try await ProductHost.start()
        _ = await host.call("POST", "/dossier/notifications-register-device", user: "ada", Self.device)
        let path = "/dossier/push-notification"
        let body = Self.message(("data", ["notification_id": "of-another"]))
        let sent = await host.call("POST", path, service: Self.service, body)
        await host.settled.wait(for: 2)
        let message = await Self.event("message.received", host)
        #expect(message == 202)
        await host.settled.wait(for: 4)
        let pushed = try Self.pushed(host)
        #expect(pushed.count == 2 && pushed.allSatisfy { $0["categoryId"] == "intldossier" })
        #expect(pushed[0]["data"]?["notification_id"] == sent.json["notification_id"])
        let ids = pushed.compactMap { $0["data"]?["notification_id"] }
        let marked = await host.call("PATCH", path, user: "ada", ["notification_ids": .array(ids)])
        #expect(marked.json["updated_count"] == 2)
        await host.stop()
    }

    private static func event(_ type: String, _ host: ProductHost) async -> Int {
        let event: JSONValue = [
            "id": "1", "source": "tests", "type": .string(type), "recipients": ["ada"],
            "data": (try? ProductSamples.payload("dossier", type)) ?? .null,
        ]
        return await host.call("POST", "/v1/dossier/events", service: service, event).status
    }

    @Test func `a time in seconds is refused with a hint at milliseconds`() async throws {
        let host = try await ProductHost.start()
        _ = await host.call("POST", "/dossier/notifications-register-device", user: "ada", Self.device)
        let body = Self.message(("scheduled_at", 1_772_024_400))
        let answer = await host.call("POST", "/dossier/push-notification", service: Self.service, body)
        let message = answer.json["error"]?["message"]?.string ?? ""
        #expect(answer.status == 400 && message.hasPrefix("scheduled_at ") && message.contains("milliseconds"))
        await host.stop()
    }

    @Test func `every Android channel from default importance up has the sound that the document implies`() async throws
    {
        let host = try await ProductHost.start()
        let profile = await host.call("GET", "/v1/dossier/client-profile").json
        let sounds = (profile["androidChannels"]?.array ?? []).map { [$0["id"], $0["sound"]] }
        let names = ["assignments", "calendar", "signals", "messages"]
        #expect(sounds == names.map { [.string("intldossier-\($0)"), "default"] } + [["intldossier-system", nil]])
        await host.stop()
    }

    @Test func `only the service role sends`() async throws {
        let host = try await ProductHost.start()
        #expect(await host.call("POST", "/dossier/push-notification", Self.message).status == 403)
        let byUser = await host.call("POST", "/dossier/push-notification", user: "ada", Self.message)
        #expect(byUser.status == 403)
        #expect(byUser.code == "forbidden")
        await host.stop()
    }

    @Test(.onEmbeddedStore) func `the eleventh registration in a minute waits, and then goes through`() async throws {
        let host = try await ProductHost.start()
        for _ in 0..<10 {
            let answer = await host.call("POST", "/dossier/notifications-register-device", user: "ada", Self.device)
            #expect(answer.status == 200)
        }
        let refused = await host.call("POST", "/dossier/notifications-register-device", user: "ada", Self.device)
        #expect(refused.status == 429)
        #expect(refused.json["error"]?["retry_after"] == .number("60"))
        #expect(refused.json["error"]?["message"] == "Too many requests. Retry after 60 seconds.")
        #expect(refused.headers["retry-after"] == "60")
        #expect(
            await host.call("POST", "/dossier/notifications-register-device", user: "ben", Self.device).status == 200
        )
        host.clock.advance(by: .seconds(60))
        #expect(
            await host.call("POST", "/dossier/notifications-register-device", user: "ada", Self.device).status == 200
        )
        await host.stop()
    }
}
