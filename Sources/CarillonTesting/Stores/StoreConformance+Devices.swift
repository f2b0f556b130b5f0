import CarillonModel
import CarillonPipeline
import CarillonPluginKit

extension StoreConformance {
    static let devices: [Rule] = [
        Rule("a device is kept as registered, oldest first among its owner's") { subject in
            var registration = DeviceRegistration.testing("token-1", deviceID: "phone")
            registration.name = "Ada's phone"
            registration.appVersion = "1.2.3"
            let first = try await subject.tenant.register(registration, at: .at(1))
            let second = try await subject.tenant.register(.testing("token-2"), at: .at(2))
            _ = try await subject.tenant.register(.testing("token-3", of: "ben"), at: .at(3))
            try requireEqual(first, DeviceRecord(registration, id: first.id, at: .at(1)), "device")
            try requireEqual(await subject.tenant.devices(of: "ada"), [first, second], "devices")
            try require(first.id != second.id, "two devices have one id")
        },
        Rule("registering again updates, and keeps the id, the first time and what isn't said") { subject in
            var registration = DeviceRegistration.testing("token-1")
            registration.name = "phone"
            let first = try await subject.tenant.register(registration, at: .at(1))
            registration.name = nil
            registration.appVersion = "2.0.0"
            let again = try await subject.tenant.register(registration, at: .at(9))
            try requireEqual(again.id, first.id, "id")
            try requireEqual(again.registeredAt, .at(1), "registered at")
            try requireEqual(again.updatedAt, .at(9), "updated at")
            try requireEqual(again.name, "phone", "name")
            try requireEqual(again.appVersion, "2.0.0", "version")
            try requireEqual(await subject.tenant.devices(of: "ada"), [again], "devices")
        },
        Rule("a token that another user registers moves to them, and what waited for the former owner ends") {
            subject in
            let device = try await subject.tenant.register(.testing("token-1", of: "ada"), at: .at(0))
            let rows = try await subject.tenant.acceptAndRoute(.testing("1"), to: device)
            let moved = try await subject.tenant.register(.testing("token-1", of: "ben"), at: .at(5))
            try requireEqual(moved.owner, "ben", "owner")
            try requireEqual(moved.registeredAt, .at(5), "registered at")
            try require(moved.id != device.id, "the new owner has the former one's device id")
            try requireEqual(await subject.tenant.devices(of: "ada"), [], "devices of the former")
            try requireEqual(await subject.tenant.devices(of: "ben"), [moved], "devices of the new one")
            try requireEqual(await subject.tenant.markAttempted(rows, at: .at(6)), [], "marked")
            let end = try await delivery(subject, "1")
            try requireEqual(end?.status, .cancelled, "status")
            try requireEqual(end?.attempts.map(\.code), ["device-moved"], "reason")
        },
        Rule("the same token for another plugin is another address, with its own owner and its own end") { subject in
            let tenant = subject.tenant
            var elsewhere = DeviceRegistration.testing("token-1", of: "ben")
            elsewhere.plugin = "chat"
            let first = try await tenant.register(.testing("token-1"), at: .at(0))
            let other = try await tenant.register(elsewhere, at: .at(1))
            try requireEqual(await tenant.devices(of: "ada"), [first], "who had it first")
            try requireEqual(await tenant.devices(of: "ben"), [other], "who has it for another plugin")
            elsewhere.owner = "ada"
            let moved = try await tenant.register(elsewhere, at: .at(2))
            try requireEqual(await tenant.devices(of: "ben"), [], "whose it was")
            try requireEqual(await tenant.devices(of: "ada"), [first, moved], "both")
            // Dead for one of them.
            let rows = try await tenant.acceptAndRoute(.testing("1"), to: first)
            let dead = Settlement.Forgetting(token: "token-1", plugin: "expo", since: .at(3))
            try await tenant.settle([Settlement(row: rows[0], result: .failed(.slowDown), at: .at(3), forget: dead)])
            try requireEqual(await tenant.devices(of: "ada"), [moved], "after the first is gone")
            let back = try await tenant.register(.testing("token-1"), at: .at(4))
            let gone = try await tenant.unregister(token: "token-1", plugin: "chat", owner: "ada", at: .at(5))
            try requireEqual(gone, moved, "unregistered for one plugin")
            try requireEqual(await tenant.devices(of: "ada"), [back], "what is left")
            _ = try await tenant.register(elsewhere, at: .at(6))
            _ = try await tenant.unregister(token: "token-1", plugin: nil, owner: "ada", at: .at(7))
            try requireEqual(await tenant.devices(of: "ada"), [], "unregistered for all")
        },
        Rule("a device that names its id goes over to another plugin with the same token") { subject in
            let device = try await subject.tenant.register(.testing("token-1", deviceID: "phone"), at: .at(0))
            var elsewhere = DeviceRegistration.testing("token-1", deviceID: "phone")
            elsewhere.plugin = "chat"
            let moved = try await subject.tenant.register(elsewhere, at: .at(1))
            try requireEqual(moved.id, device.id, "id")
            try requireEqual(await subject.tenant.devices(of: "ada").map(\.plugin), ["chat"], "plugins")
        },
        Rule("subscriptions of nobody's devices that share a token, but not its plugin, are no other's") { subject in
            let tenant = subject.tenant
            var elsewhere = DeviceRegistration.testing("token-1", of: nil, deviceID: "two")
            elsewhere.plugin = "chat"
            let one = try await tenant.register(.testing("token-1", of: nil, deviceID: "one"), at: .at(0))
            let two = try await tenant.register(elsewhere, at: .at(1))
            for device in [one, two] {
                let subscriber = Subscriber(anonymousDevice: device.id)
                _ = try await tenant.subscribe(
                    [Subscription(topic: "news", subscriber: subscriber, since: .at(2))],
                    upTo: .max
                )
            }
            let found = try await tenant.subscriptions(to: "news", of: [], on: [one.id])
            try requireEqual(found.map(\.subscription.subscriber.device), [one.id], "devices")
            try requireEqual(found.map(\.plugin), ["expo"], "plugins")
            let page = try await tenant.subscribers(of: "news", after: 0, limit: 9)
            try requireEqual(page.map(\.plugin), ["expo", "chat"], "both")
        },
        Rule("a device with a new token takes along what waits for it") { subject in
            let device = try await subject.tenant.register(.testing("token-1", deviceID: "phone"), at: .at(0))
            let rows = try await subject.tenant.acceptAndRoute(.testing("1"), to: device)
            let retry = Settlement.Result.retry(.slowDown, at: .at(9))
            try await subject.tenant.settle([Settlement(row: rows[0], result: retry, at: .at(1))])
            let renewed = try await subject.tenant.register(.testing("token-2", deviceID: "phone"), at: .at(5))
            try requireEqual(renewed.id, device.id, "id")
            try requireEqual(await subject.tenant.devices(of: "ada").map(\.token), ["token-2"], "devices")
            let leased = try await subject.tenant.leaseDeliveries(at: .at(9), limit: 1)
            try requireEqual(leased.map(\.plan.address), ["token-2"], "address")
        },
        Rule("one device more than a user may have takes the place of the one registered least recently") { subject in
            let limits = DeviceLimits(perUser: 3, ofNobody: .max, staleBefore: .at(0))
            let first = try await subject.tenant.register(.testing("token-1"), at: .at(1))
            let rows = try await subject.tenant.acceptAndRoute(.testing("1"), to: first)
            _ = try await subject.tenant.register(.testing("token-2"), at: .at(2))
            _ = try await subject.tenant.register(.testing("token-3"), at: .at(3))
            _ = try await subject.tenant.register(.testing("token-0", of: "ben"), at: .at(0))
            let again = try await subject.tenant.register(.testing("token-2"), within: limits, at: .at(4))
            guard case .device(_, displaced: 0) = again else { throw StoreViolation(description: "\(again)") }
            let fourth = try await subject.tenant.register(.testing("token-4"), within: limits, at: .at(5))
            guard case .device(let device, displaced: 1) = fourth else {
                throw StoreViolation(description: "\(fourth)")
            }
            try requireEqual(device.token, "token-4", "device")
            let left = try await subject.tenant.devices(of: "ada").map(\.token)
            try requireEqual(left, ["token-2", "token-3", "token-4"], "devices")
            try requireEqual(await subject.tenant.devices(of: "ben").count, 1, "devices of another")
            try requireEqual(await subject.tenant.markAttempted(rows, at: .at(6)), [], "marked")
            let end = try await delivery(subject, "1")
            try requireEqual(end?.attempts.map(\.code), ["device-displaced"], "reason")
            _ = try await subject.tenant.register(.testing("token-5"), within: limits, at: .at(7))
            let last = try await subject.tenant.devices(of: "ada").map(\.token)
            try requireEqual(last, ["token-2", "token-4", "token-5"], "devices at last")
        },
        Rule("devices beyond a limit that was lowered go with the next one") { subject in
            for number in 0..<5 {
                _ = try await subject.tenant.register(.testing("token-\(number)"), at: .at(Int64(number)))
            }
            let limits = DeviceLimits(perUser: 2, ofNobody: .max, staleBefore: .at(0))
            let sixth = try await subject.tenant.register(.testing("token-5"), within: limits, at: .at(9))
            guard case .device(_, displaced: 4) = sixth else { throw StoreViolation(description: "\(sixth)") }
            try requireEqual(await subject.tenant.devices(of: "ada").map(\.token), ["token-4", "token-5"], "devices")
        },
        Rule("one of nobody's devices that no message has reached gives way, the one registered least recently") {
            subject in
            _ = try await subject.tenant.register(.testing("token-4", of: "ada"), at: .at(0))
            for number in 0..<3 { _ = try await registerOfNobody(number, by: Int64(number), subject) }
            guard case .device(_, displaced: 0) = try await registerOfNobody(0, by: 4, subject) else {
                throw StoreViolation(description: "a device that is known took another's place")
            }
            try await reach("phone-1", subject)
            guard case .device(_, displaced: 1) = try await registerOfNobody(5, by: 5, subject) else {
                throw StoreViolation(description: "no device gave way")
            }
            try requireEqual(await devicesOfNobody(subject), [0, 1, 5], "devices")
            try requireEqual(await subject.tenant.devices(of: "ada").count, 1, "devices of a user")
        },
        Rule("where messages reached all of nobody's devices, there are no more than may be, unless one is stale") {
            subject in
            _ = try await subject.tenant.register(.testing("token-4", of: "ada"), at: .at(0))
            for number in 0..<3 { _ = try await registerOfNobody(number, by: Int64(number), subject) }
            for number in 0..<3 { try await reach("phone-\(number)", subject) }
            try requireEqual(await registerOfNobody(4, by: 5, subject), .full, "one more")
            try requireEqual(
                await subject.tenant.devices(of: "ada").count,
                1,
                "the device with the refused one's token"
            )
            guard case .device(_, displaced: 0) = try await registerOfNobody(0, by: 6, subject) else {
                throw StoreViolation(description: "a device that is known was refused")
            }
            guard case .device(_, displaced: 1) = try await registerOfNobody(5, by: 9, staleBefore: 2, subject) else {
                throw StoreViolation(description: "no stale device gave way")
            }
            try requireEqual(await devicesOfNobody(subject), [0, 2, 5], "devices")
            _ = try await subject.tenant.unregister(deviceID: "phone-0", owner: nil, at: .at(10))
            guard case .device(_, displaced: 0) = try await registerOfNobody(4, by: 11, subject) else {
                throw StoreViolation(description: "the place of one that went is lost")
            }
            try requireEqual(await devicesOfNobody(subject), [2, 4, 5], "devices at last")
        },
        Rule("the same device id under another user is another device") { subject in
            _ = try await subject.tenant.register(.testing("token-1", of: "ada", deviceID: "phone"), at: .at(0))
            _ = try await subject.tenant.register(.testing("token-2", of: "ben", deviceID: "phone"), at: .at(1))
            try requireEqual(await subject.tenant.devices(of: "ada").map(\.token), ["token-1"], "devices of ada")
        },
        Rule("unregistering takes a device away at once, also from what is queued") { subject in
            let device = try await subject.tenant.register(.testing("token-1"), at: .at(0))
            let leased = try await subject.tenant.acceptAndRoute(.testing("1"), to: device)
            let waiting = try await subject.tenant.acceptAndRoute(.testing("2"), to: device)
            let retry = Settlement.Result.retry(.slowDown, at: .at(9))
            try await subject.tenant.settle([Settlement(row: waiting[0], result: retry, at: .at(1))])
            let removed = try await subject.tenant.unregister(token: "token-1", plugin: nil, owner: "ada", at: .at(5))
            try requireEqual(removed, device, "device")
            try requireEqual(await subject.tenant.devices(of: "ada"), [], "devices")
            try requireEqual(await subject.tenant.markAttempted(leased, at: .at(6)), [], "marked")
            try requireEqual(await subject.tenant.leaseDeliveries(at: .at(9), limit: 10), [], "leased")
            try requireEqual(await subject.tenant.nextDue(), nil, "next due")
            for id in ["1", "2"] {
                let end = try await delivery(subject, id)
                try requireEqual(end?.status, .cancelled, "status")
                try requireEqual(end?.attempts.last?.code, "device-unregistered", "reason")
                try requireEqual(end?.settledAt, .at(5), "settled at")
            }
            let again = try await subject.tenant.unregister(token: "token-1", plugin: nil, owner: "ada", at: .at(6))
            try requireEqual(again, nil, "again")
        },
        Rule("nobody unregisters another's device") { subject in
            _ = try await subject.tenant.register(.testing("token-1", of: "ada"), at: .at(0))
            let byEve = try await subject.tenant.unregister(token: "token-1", plugin: nil, owner: "eve", at: .at(1))
            try requireEqual(byEve, nil, "by another user")
            let anonymous = try await subject.tenant.unregister(token: "token-1", plugin: nil, owner: nil, at: .at(1))
            try requireEqual(anonymous, nil, "by nobody")
            try requireEqual(await subject.tenant.devices(of: "ada").count, 1, "devices")
        },
        Rule("an anonymous device is registered and unregistered without an owner") { subject in
            let device = try await subject.tenant.register(.testing("token-1", of: nil), at: .at(0))
            try requireEqual(device.owner, nil, "owner")
            let removed = try await subject.tenant.unregister(token: "token-1", plugin: nil, owner: nil, at: .at(1))
            try requireEqual(removed, device, "device")
        },
        Rule("a delivery in flight when its device is unregistered may arrive, but isn't tried again") { subject in
            let device = try await subject.tenant.register(.testing("token-1"), at: .at(0))
            let arrives = try await subject.tenant.acceptAndRoute(.testing("1"), to: device)
            let fails = try await subject.tenant.acceptAndRoute(.testing("2"), to: device)
            _ = try await subject.tenant.markAttempted(arrives + fails, at: .at(1))
            _ = try await subject.tenant.unregister(token: "token-1", plugin: nil, owner: "ada", at: .at(2))
            try await subject.tenant.settle([
                Settlement(row: arrives[0], result: .delivered(nil), at: .at(3)),
                Settlement(row: fails[0], result: .retry(.slowDown, at: .at(9)), at: .at(3)),
            ])
            try requireEqual(await status(subject, "1"), .delivered, "the one that arrived")
            try requireEqual(await status(subject, "2"), .cancelled, "the one to be tried again")
            try requireEqual(await subject.tenant.nextDue(), nil, "next due")
        },
        Rule("a delivery routed to a device that was just unregistered doesn't go out") { subject in
            let device = try await subject.tenant.register(.testing("token-1"), at: .at(0))
            _ = try await subject.tenant.unregister(token: "token-1", plugin: nil, owner: "ada", at: .at(1))
            let rows = try await subject.tenant.acceptAndRoute(.testing("1"), to: device)
            try requireEqual(rows.count, 1, "rows")
            try requireEqual(await subject.tenant.markAttempted(rows, at: .at(2)), [], "marked")
            try requireEqual(await status(subject, "1"), .cancelled, "status")
        },
        Rule("devices of nobody's that bring the same token stay apart, and are forgotten together") { subject in
            let first = try await subject.tenant.register(.testing("token-1", of: nil, deviceID: "one"), at: .at(0))
            let subscriber = Subscriber(user: "ada", device: first.id)
            try await subject.tenant.subscribe([Subscription(topic: "safe:1", subscriber: subscriber, since: .at(0))])
            let second = try await subject.tenant.register(.testing("token-2", of: nil, deviceID: "two"), at: .at(1))
            let joined = try await subject.tenant.register(.testing("token-1", of: nil, deviceID: "two"), at: .at(2))
            try requireEqual(joined.id, second.id, "id of the one that took the token")
            let again = try await subject.tenant.register(.testing("token-1", of: nil, deviceID: "one"), at: .at(3))
            try requireEqual(again.id, first.id, "id of the one that had it")
            try requireEqual(await subject.tenant.subscriptions(ofDevice: first.id).count, 1, "subscriptions")
            let rows = try await subject.tenant.acceptAndRoute(.testing("1"), to: again)
            let dead = Settlement.Forgetting(token: "token-1", plugin: "expo", since: .at(9))
            try await subject.tenant.settle([
                Settlement(row: rows[0], result: .failed(.slowDown), at: .at(9), forget: dead)
            ])
            for id in ["one", "two"] {
                try requireEqual(await subject.tenant.device(deviceID: id, owner: nil), nil, "device \(id)")
            }
            try requireEqual(await subject.tenant.subscriptions(ofDevice: first.id), [], "subscriptions in the end")
        },
        Rule("a user's device takes a token from every device of nobody's") { subject in
            for id in ["one", "two"] {
                _ = try await subject.tenant.register(.testing("token-1", of: nil, deviceID: id), at: .at(0))
            }
            let device = try await subject.tenant.register(.testing("token-1", of: "ada"), at: .at(1))
            try requireEqual(await subject.tenant.devices(of: "ada"), [device], "devices of the user")
            for id in ["one", "two"] {
                try requireEqual(await subject.tenant.device(deviceID: id, owner: nil), nil, "device \(id)")
            }
        },
        Rule("nobody's devices with one token are unregistered together by it") { subject in
            _ = try await subject.tenant.register(.testing("token-1", of: nil, deviceID: "one"), at: .at(0))
            let last = try await subject.tenant.register(.testing("token-1", of: nil, deviceID: "two"), at: .at(1))
            let gone = try await subject.tenant.unregister(token: "token-1", plugin: nil, owner: nil, at: .at(2))
            try requireEqual(gone, last, "device")
            try requireEqual(await subject.tenant.device(deviceID: "one", owner: nil), nil, "the other one")
        },
        Rule("a user's language that is said later is that of their devices, until one of them says another") {
            subject in
            var registration = DeviceRegistration.testing("token-1")
            registration.facts = UserAttributes(locale: "ar")
            _ = try await subject.tenant.register(registration, at: .at(0))
            _ = try await subject.tenant.register(.testing("token-2"), at: .at(1))
            try await subject.tenant.put(UserAttributes(timeZone: "Asia/Riyadh"), of: "ada", at: .at(2))
            try requireEqual(await subject.tenant.devices(of: "ada").map(\.locale), ["ar", nil], "after a time zone")
            try await subject.tenant.put(UserAttributes(locale: "en"), of: "ada", at: .at(3))
            try requireEqual(await subject.tenant.devices(of: "ada").map(\.locale), [nil, nil], "after a language")
            _ = try await subject.tenant.register(registration, at: .at(4))
            try requireEqual(await subject.tenant.devices(of: "ada").map(\.locale), ["ar", nil], "said again")
        },
        Rule("what a device says of language and zone becomes known of its owner") { subject in
            var registration = DeviceRegistration.testing("token-1")
            registration.facts = UserAttributes(locale: "ar", timeZone: "Asia/Riyadh")
            let device = try await subject.tenant.register(registration, at: .at(0))
            try requireEqual(device.locale, "ar", "of the device")
            let facts = try await subject.tenant.facts(of: "ada")
            try requireEqual(facts, UserAttributes(locale: "ar", timeZone: "Asia/Riyadh"), "of the owner")
        },
    ]
}

extension StoreConformance {
    private static func registerOfNobody(
        _ number: Int,
        by time: Int64,
        staleBefore: Int64 = 0,
        _ subject: StoreUnderTest
    ) async throws -> Registered {
        try await subject.tenant.register(
            .testing("token-\(number)", of: nil, deviceID: "phone-\(number)"),
            within: DeviceLimits(perUser: .max, ofNobody: 3, staleBefore: .at(staleBefore)),
            at: .at(time)
        )
    }

    /// The numbers of those there are.
    private static func devicesOfNobody(_ subject: StoreUnderTest) async throws -> [Int] {
        var found: [Int] = []
        for number in 0..<6 {
            let device = try await subject.tenant.device(deviceID: "phone-\(number)", owner: nil)
            if device != nil { found.append(number) }
        }
        return found
    }

    /// Has a message delivered to the device.
    private static func reach(_ deviceID: String, _ subject: StoreUnderTest) async throws {
        let device = try await subject.tenant.device(deviceID: deviceID, owner: nil)
        let rows = try await subject.tenant.acceptAndRoute(.testing("to-\(deviceID)"), to: device)
        try await subject.tenant.settle(rows.map { Settlement(row: $0, result: .delivered(nil), at: .at(4)) })
    }
}
