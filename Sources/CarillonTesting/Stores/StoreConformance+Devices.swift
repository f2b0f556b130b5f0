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
            let removed = try await subject.tenant.unregister(token: "token-1", owner: "ada", at: .at(5))
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
            let again = try await subject.tenant.unregister(token: "token-1", owner: "ada", at: .at(6))
            try requireEqual(again, nil, "again")
        },
        Rule("nobody unregisters another's device") { subject in
            _ = try await subject.tenant.register(.testing("token-1", of: "ada"), at: .at(0))
            let byEve = try await subject.tenant.unregister(token: "token-1", owner: "eve", at: .at(1))
            try requireEqual(byEve, nil, "by another user")
            let anonymous = try await subject.tenant.unregister(token: "token-1", owner: nil, at: .at(1))
            try requireEqual(anonymous, nil, "by nobody")
            try requireEqual(await subject.tenant.devices(of: "ada").count, 1, "devices")
        },
        Rule("an anonymous device is registered and unregistered without an owner") { subject in
            let device = try await subject.tenant.register(.testing("token-1", of: nil), at: .at(0))
            try requireEqual(device.owner, nil, "owner")
            let removed = try await subject.tenant.unregister(token: "token-1", owner: nil, at: .at(1))
            try requireEqual(removed, device, "device")
        },
        Rule("a delivery in flight when its device is unregistered may arrive, but isn't tried again") { subject in
            let device = try await subject.tenant.register(.testing("token-1"), at: .at(0))
            let arrives = try await subject.tenant.acceptAndRoute(.testing("1"), to: device)
            let fails = try await subject.tenant.acceptAndRoute(.testing("2"), to: device)
            _ = try await subject.tenant.markAttempted(arrives + fails, at: .at(1))
            _ = try await subject.tenant.unregister(token: "token-1", owner: "ada", at: .at(2))
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
            _ = try await subject.tenant.unregister(token: "token-1", owner: "ada", at: .at(1))
            let rows = try await subject.tenant.acceptAndRoute(.testing("1"), to: device)
            try requireEqual(rows.count, 1, "rows")
            try requireEqual(await subject.tenant.markAttempted(rows, at: .at(2)), [], "marked")
            try requireEqual(await status(subject, "1"), .cancelled, "status")
        },
        Rule("what a device says of language and zone becomes known of its owner") { subject in
            var registration = DeviceRegistration.testing("token-1")
            registration.facts = UserFacts(locale: "ar", timeZone: "Asia/Riyadh")
            let device = try await subject.tenant.register(registration, at: .at(0))
            try requireEqual(device.locale, "ar", "of the device")
            let facts = try await subject.tenant.facts(of: "ada")
            try requireEqual(facts, UserFacts(locale: "ar", timeZone: "Asia/Riyadh"), "of the owner")
        },
    ]
}
