import CarillonClient
import CarillonModel
import Foundation
import Synchronization
import Testing

/// What is generated for calls of the host, in use.
struct EndpointTests {
    /// Answers as it was told, and keeps what went out.
    private final class Wire: Sendable {
        let sent = Mutex<[EndpointMessage]>([])
        let reply: EndpointReply

        init(_ status: Int, _ body: String, headers: [String: String] = [:]) {
            reply = EndpointReply(status: status, headers: headers, body: Array(body.utf8))
        }

        func sender(isShared: Bool = false, token: String? = "t") -> EndpointSender {
            EndpointSender(
                host: "https://a.example/",
                isShared: isShared,
                token: { token },
                transport: { message in
                    self.sent.withLock { $0.append(message) }
                    return self.reply
                }
            )
        }

        var message: EndpointMessage? { sent.withLock { $0.last } }

        var body: String { String(decoding: message?.body ?? [], as: UTF8.self) }
    }

    @Test func `a call goes out as the contract has it, and its answer is decoded`() async throws {
        let wire = Wire(200, #"{"token": "a", "platform": "ios", "status": "newer"}"#)
        let device = try await wire.sender().send(EscrowEndpoints.devicesRegister(token: "a", platform: .ios))
        #expect(device.platform == .ios && device.status == .unknown("newer"))
        #expect(wire.message?.url == "https://a.example/push-token-register")
        #expect(wire.body == #"{"token":"a","platform":"ios"}"#)
        #expect(
            wire.message?.headers
                == ["Accept": "application/json", "Content-Type": "application/json", "Authorization": "Bearer t"]
        )
        _ = try await wire.sender(isShared: true).send(EscrowEndpoints.devicesRegister(token: "a", platform: .web))
        #expect(wire.message?.url == "https://a.example/escrow/push-token-register")
    }

    @Test func `values are encoded, nested and left out, and null is told from nothing`() async throws {
        let wire = Wire(204, "")
        try await wire.sender().send(OddEndpoints.sessionsUpdate(class: "a/ü ?", is: true, as: .null))
        #expect(wire.message?.url == "https://a.example/base/typealias/a%2F%C3%BC%20%3F")
        #expect(wire.body == #"{"is":"true","as":null}"#)
        #expect(wire.message?.headers["Authorization"] == nil)
        try await wire.sender().send(OddEndpoints.sessionsUpdate(class: "a", is: false))
        #expect(wire.body == #"{"is":"false"}"#)
    }

    @Test(arguments: ["", ".", ".."])
    func `no value makes a path another one`(value: String) async {
        let wire = Wire(204, "")
        await #expect {
            try await wire.sender().send(WalletEndpoints.devicesUnregister(deviceUuid: value, chainId: "1"))
        } throws: { error in
            if case .unsendable? = error as? EndpointFailure<WalletEndpoints.ErrorCode> { true } else { false }
        }
        #expect(wire.message == nil)
    }

    private func refusal<Answer, Code>(
        of request: EndpointRequest<Answer, Code>,
        by sender: EndpointSender
    ) async throws -> EndpointRefusal<Code> {
        let failure = await #expect(throws: EndpointFailure<Code>.self) { _ = try await sender.send(request) }
        guard case .refused(let refusal) = try #require(failure) else { throw NotRefused() }
        return refusal
    }

    private struct NotRefused: Error {}

    @Test func `an error has its code, also where the body has none`() async throws {
        let refused = Wire(
            429,
            #"{"error": {"code": "rate_limit_exceeded", "message": "m", "retry_after": 7}}"#,
            headers: ["retry-after": "9"]
        )
        let mark = DossierEndpoints.notificationsMark(notificationIds: ["a"])
        let refusal = try await self.refusal(of: mark, by: refused.sender())
        #expect(refusal.code == .rateLimitExceeded && refusal.retryAfter == 7 && refusal.message == "m")
        for (status, message, code) in [
            (403, "Forbidden resource", WalletEndpoints.ErrorCode.forbidden), (403, "too many", .limitReached),
            (404, "No Device Found!", .notFound), (418, "", .unknown("")),
        ] {
            let wire = Wire(status, #"{"message": "\#(message)", "statusCode": \#(status)}"#)
            let request = WalletEndpoints.devicesRegister(cloudMessagingToken: "a", deviceType: .ios, safes: [])
            let refusal = try await self.refusal(of: request, by: wire.sender(token: nil))
            #expect(refusal.code == code && refusal.status == status)
            #expect(wire.message?.headers["Authorization"] == nil)
        }
    }

    @Test(arguments: [
        (#"{"data": {"updatedCount": 1, "notificationIds": ["a", 2]}}"#, "/data/notificationIds/1"),
        (#"{"data": {"notificationIds": []}}"#, "/data/updatedCount"), ("no JSON", ""),
        (#"{"data": []}"#, "/data/updatedCount"),
    ])
    func `an answer that isn't what the call promises is named by its place`(body: String, pointer: String) async {
        let wire = Wire(200, body)
        await #expect {
            try await wire.sender().send(RemittanceEndpoints.notificationsMark(notificationIds: ["a"]))
        } throws: { error in
            guard case .unreadable(200, let place)? = error as? EndpointFailure<RemittanceEndpoints.ErrorCode>
            else { return false }
            return place == pointer
        }
    }

    @Test func `what is longer than the host takes is named with its limit, and nothing goes out`() async {
        let wire = Wire(200, "{}")
        let request = DossierEndpoints.devicesRegister(
            pushToken: String(repeating: "👩‍🚀", count: 100),
            deviceType: .ios,
            deviceName: String(repeating: "é", count: 129),
            appVersion: "1",
            locale: .en
        )
        let faults = [
            "body.push_token may have 256 characters at most (too-long)",
            "body.device_name may have 128 characters at most (too-long)",
        ]
        #expect(request.faults.map(\.description) == faults)
        await #expect {
            try await wire.sender().send(request)
        } throws: { error in
            guard case .invalid(let found)? = error as? EndpointFailure<DossierEndpoints.ErrorCode>
            else { return false }
            return found == request.faults
        }
        #expect(wire.message == nil)
    }

    @Test func `a limit itself is not beyond it, and lengths are Unicode scalars`() {
        func faults(_ limit: EndpointLimit, _ value: JSONValue?) -> [String] {
            let request = EndpointRequest<Int, Code>(
                "t",
                .get,
                ["v"],
                prefix: "",
                access: .none,
                query: [EndpointParameter("v", value: value, limit: limit)],
                errors: EndpointErrors(code: nil, message: nil, retryAfter: nil),
                answer: { _ in 0 }
            )
            return request.faults.map { "\($0.field) \($0.code)" }
        }
        // Two scalars each.
        #expect(faults(.text(most: 4), "e\u{301}e\u{301}").isEmpty)
        #expect(faults(.text(most: 3), "e\u{301}e\u{301}") == ["query.v too-long"])
        #expect(faults(.text(most: 0), nil).isEmpty && faults(.text(most: 0), .null).isEmpty)
        #expect(faults(.number(least: 1, most: 3), 1).isEmpty && faults(.number(least: 1, most: 3), "3").isEmpty)
        #expect(faults(.number(least: 1), 0) == ["query.v out-of-range"])
        #expect(faults(.number(most: 3), .number("3.5")) == ["query.v out-of-range"])
        #expect(faults(.number(most: 3), .number("1e400")) == ["query.v out-of-range"])
        #expect(faults(.list(least: 1, most: 2), ["a", "b"]).isEmpty)
        #expect(faults(.list(least: 1), []) == ["query.v too-few"])
        let list = EndpointLimit.list(most: 1, each: .text(most: 1))
        #expect(faults(list, ["a", "bc"]) == ["query.v too-many", "query.v.1 too-long"])
        let nested = EndpointLimit.list(each: .object(["a": .text(most: 1)]))
        #expect(faults(nested, [["a": "b", "c": "long"], ["a": "bc"]]) == ["query.v.1.a too-long"])
        // What it isn't made for is the host's to say.
        #expect(faults(.text(most: 1), 12).isEmpty && faults(.list(most: 0), "ab").isEmpty)
    }

    private struct Code: EndpointCode {
        init(_: String) {}
    }

    /// Whoever logs in is let in, whatever is wrong with what they want to be told.
    @Test func `a log-in that is passed on is held to no limit`() {
        let long = String(repeating: "x", count: 5000)
        #expect(ExchangeEndpoints.sessionsLogin(allowNotifications: true, fcmToken: .value(long)).faults.isEmpty)
        #expect(!ExchangeEndpoints.sessionsUpdate(sessionId: "1", fcmToken: .value(long)).faults.isEmpty)
    }

    @Test func `a request prints no value`() {
        let request = EscrowEndpoints.devicesUnregister(token: "sesame")
        var dumped = ""
        dump(request, to: &dumped)
        #expect(!"\(request) \(String(reflecting: request)) \(dumped)".contains("sesame"))
    }
}
