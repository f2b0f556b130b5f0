import CarillonClient
import CarillonModel
import Foundation
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Uses the calls that were generated for the five tenants; `Programs/endpoints.py` says with which host, and reads what is printed.
@Suite(.enabled(if: ProcessInfo.processInfo.environment["CARILLON_ENDPOINTS"] != nil))
struct EndpointRunTests {
    private let host: String
    private let user: String
    private let tokens: [String]

    init() throws {
        let text = try #require(ProcessInfo.processInfo.environment["CARILLON_ENDPOINTS"])
        let given = text.split(separator: " ").map(String.init)
        try #require(given.count == 7)
        (host, user, tokens) = (given[0], given[1], Array(given.dropFirst(2)))
    }

    private func sender(_ token: String?) -> EndpointSender {
        EndpointSender(host: host, isShared: true, token: { token }, transport: Self.send)
    }

    @Sendable private static func send(_ message: EndpointMessage) async throws -> EndpointReply {
        var request = URLRequest(url: try #require(URL(string: message.url)))
        request.httpMethod = message.method.rawValue
        request.httpBody = message.body.map { Data($0) }
        for (name, value) in message.headers { request.setValue(value, forHTTPHeaderField: name) }
        let (data, response) = try await URLSession.shared.data(for: request)
        let reply = try #require(response as? HTTPURLResponse)
        let headers = reply.allHeaderFields.map { ("\($0)", "\($1)") }
        return EndpointReply(
            status: reply.statusCode,
            headers: Dictionary(headers, uniquingKeysWith: { $1 }),
            body: [UInt8](data)
        )
    }

    private func refusal<Answer, Code>(
        _ request: EndpointRequest<Answer, Code>,
        _ sender: EndpointSender
    ) async -> String {
        do {
            _ = try await sender.send(request)
            return "answered"
        } catch .refused(let refusal) {
            return "refused \(refusal.status) \(refusal.written)"
        } catch .invalid(let faults) {
            return "invalid " + faults.map { "\($0.field) \($0.code)" }.joined(separator: ", ")
        } catch {
            return "\(error)"
        }
    }

    @Test func `registering, listing, marking and unregistering, for all five`() async throws {
        try await dossier(sender(tokens[0]))
        try await escrow(sender(tokens[1]))
        try await exchange(sender(tokens[2]))
        try await remittance(sender(tokens[3]))
        try await wallet(sender(tokens[4]))
    }

    private func dossier(_ sender: EndpointSender) async throws {
        let token = "ExponentPushToken[\(user)-dossier]"
        func register(
            _ token: String
        ) -> EndpointRequest<DossierEndpoints.DevicesRegister.Answer, DossierEndpoints.ErrorCode> {
            DossierEndpoints.devicesRegister(pushToken: token, deviceType: .ios, appVersion: "1", locale: .en)
        }
        print("dossier registered \(try await sender.send(register(token)).status)")
        let page = try await sender.send(DossierEndpoints.notificationsList(limit: 10))
        print("dossier listed \(page.notifications.count) unread \(page.unreadCount)")
        let ids = page.notifications.map(\.id)
        let marked = try await sender.send(DossierEndpoints.notificationsMark(notificationIds: ids))
        print("dossier marked \(marked.updatedCount)")
        let after = try await sender.send(DossierEndpoints.notificationsList())
        print("dossier listed \(after.notifications.count) unread \(after.unreadCount)")
        print("dossier \(await refusal(register("none"), sender))")
        let (long, longer) = (String(repeating: "x", count: 65), String(repeating: "x", count: 257))
        let wrong = DossierEndpoints.devicesRegister(
            pushToken: longer,
            deviceType: .ios,
            deviceName: longer,
            appVersion: "1",
            locale: .en
        )
        print("dossier \(await refusal(wrong, sender))")
        let many = DossierEndpoints.notificationsMark(notificationIds: [long] + Array(repeating: "1", count: 100))
        print("dossier \(await refusal(many, sender))")
        let gone = try await sender.send(DossierEndpoints.devicesUnregister(pushToken: token))
        print("dossier unregistered \(gone.status)")
    }

    private func escrow(_ sender: EndpointSender) async throws {
        let token = "ExponentPushToken[\(user)-escrow]"
        let device = try await sender.send(EscrowEndpoints.devicesRegister(token: token, platform: .ios))
        print("escrow registered \(device.status)")
        let page = try await sender.send(EscrowEndpoints.notificationsList(unread: true, order: .time))
        print("escrow listed \(page.items.count) unread \(page.unreadCount)")
        let ids = page.items.map(\.id)
        print("escrow marked \(try await sender.send(EscrowEndpoints.notificationsMark(ids: ids)).updatedCount)")
        let after = try await sender.send(EscrowEndpoints.notificationsList())
        print("escrow listed \(after.items.count) unread \(after.unreadCount)")
        print("escrow \(await refusal(EscrowEndpoints.notificationsMark(ids: ids, all: true), sender))")
        print("escrow unregistered \(try await sender.send(EscrowEndpoints.devicesUnregister(token: token)).status)")
    }

    private func exchange(_ sender: EndpointSender) async throws {
        let session = "session-\(user)"
        let update = ExchangeEndpoints.sessionsUpdate(
            sessionId: session,
            allowNotifications: true,
            fcmToken: .value("\(user)-exchange")
        )
        print("exchange updated \(try await sender.send(update).allowNotifications)")
        let page = try await sender.send(ExchangeEndpoints.notificationsList())
        print("exchange listed \(page.items.count) unread \(page.unreadCount)")
        print("exchange marked \(try await sender.send(ExchangeEndpoints.notificationsMark(all: true)).updatedCount)")
        let after = try await sender.send(ExchangeEndpoints.notificationsList())
        print("exchange listed \(after.items.count) unread \(after.unreadCount)")
        let other = ExchangeEndpoints.sessionsUpdate(sessionId: "a/b ü", allowNotifications: false, fcmToken: .null)
        print("exchange \(await refusal(other, sender))")
        try await sender.send(ExchangeEndpoints.sessionsEnd(sessionId: session))
        print("exchange ended")
        let long = String(repeating: "x", count: 257)
        print("exchange \(await refusal(ExchangeEndpoints.sessionsEnd(sessionId: long), sender))")
        try await login(sender)
    }

    /// The product's own log-in, which the host passes on, and the session that it notes on the way.
    private func login(_ sender: EndpointSender) async throws {
        func login(_ password: JSONValue) -> EndpointRequest<JSONValue, ExchangeEndpoints.ErrorCode> {
            ExchangeEndpoints.sessionsLogin(
                allowNotifications: true,
                fcmToken: .value("\(user)-login"),
                others: ["email": .string(user), "password": password]
            )
        }
        let session = try #require(try await self.sender(nil).send(login("sesame"))["session_id"]?.string)
        print("exchange logged in \(session == "login-\(user)")")
        let update = ExchangeEndpoints.sessionsUpdate(sessionId: session, fcmToken: .value("\(user)-rotated"))
        print("exchange rotated \(try await sender.send(update).allowNotifications)")
        try await sender.send(ExchangeEndpoints.sessionsEnd(sessionId: session))
        print("exchange \(await refusal(update, sender))")
        print("exchange \(await refusal(login("wrong"), self.sender(nil)))")
    }

    private func remittance(_ sender: EndpointSender) async throws {
        let token = "ExpoPushToken[\(user)-remittance]"
        let device = try await sender.send(RemittanceEndpoints.devicesRegister(token: token, platform: .android))
        print("remittance registered \(device.data.status)")
        let page = try await sender.send(RemittanceEndpoints.notificationsList())
        print("remittance listed \(page.data.count) unread \(page.unreadCount)")
        let marked = try await sender.send(
            RemittanceEndpoints.notificationsMark(notificationIds: page.data.map(\.id))
        )
        print("remittance marked \(marked.data.updatedCount)")
        let after = try await sender.send(RemittanceEndpoints.notificationsList(limit: 5, offset: 0))
        print("remittance listed \(after.data.count) unread \(after.unreadCount)")
        _ = try await sender.send(RemittanceEndpoints.preferencesSet(lowPriorityPushEnabled: false))
        let settings = try await sender.send(RemittanceEndpoints.preferencesGet()).data
        print("remittance set \(settings.lowPriorityPushEnabled) \(settings.emailEnabled)")
        print("remittance \(await refusal(RemittanceEndpoints.preferencesGet(), self.sender(nil)))")
        let gone = try await sender.send(RemittanceEndpoints.devicesUnregister(token: token))
        print("remittance unregistered \(gone.status)")
    }

    private func wallet(_ sender: EndpointSender) async throws {
        let address = "0x" + String(repeating: "ab", count: 20)
        let types = WalletEndpoints.DevicesRegister.SafesNotificationTypes.allCases
        let registered = try await sender.send(
            WalletEndpoints.devicesRegister(
                cloudMessagingToken: "\(user)-wallet",
                deviceType: .ios,
                safes: [.init(chainId: "1", address: address, notificationTypes: types)]
            )
        )
        let device = registered.deviceUuid
        print("wallet registered \(device.count == 36)")
        let page = try await sender.send(WalletEndpoints.notificationsList())
        print("wallet listed \(page.items.count) unread \(page.unreadCount)")
        print("wallet \(await refusal(WalletEndpoints.notificationsList(limit: 0), sender))")
        let ids = page.items.map(\.id)
        print("wallet marked \(try await sender.send(WalletEndpoints.notificationsMark(ids: ids)).updatedCount)")
        let after = try await sender.send(WalletEndpoints.notificationsList())
        print("wallet listed \(after.items.count) unread \(after.unreadCount)")
        let heard = WalletEndpoints.subscriptionsList(chainId: "1", safeAddress: address, deviceUuid: device)
        print("wallet types \(try await sender.send(heard).count)")
        let goodbye = WalletEndpoints.devicesUnregister(deviceUuid: device, chainId: "1")
        try await sender.send(goodbye)
        print("wallet unregistered")
        print("wallet \(await refusal(goodbye, sender))")
    }
}
