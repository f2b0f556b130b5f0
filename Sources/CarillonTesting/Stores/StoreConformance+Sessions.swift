import CarillonModel
import CarillonPipeline

extension StoreConformance {
    static let sessions: [Rule] = [
        Rule("a session is kept until it ends; started again it keeps its time") { subject in
            let session = SessionRecord(id: "s-1", user: "ada", allowsPush: true, startedAt: .at(1))
            try requireEqual(await subject.tenant.start(session), session, "started")
            var again = session
            again.allowsPush = false
            again.startedAt = .at(5)
            var expected = again
            expected.startedAt = .at(1)
            try requireEqual(await subject.tenant.start(again), expected, "started again")
            try requireEqual(await subject.tenant.session("s-1"), expected, "found")
            try requireEqual(await subject.tenant.end(session: "s-1", at: .at(6)), expected, "ended")
            try requireEqual(await subject.tenant.session("s-1"), nil, "after the end")
            try requireEqual(await subject.tenant.end(session: "s-1", at: .at(7)), nil, "ended again")
        },
        Rule("a session that ends takes its device along, and nobody else's") { subject in
            for user in ["ada", "ben"] as [UserID] {
                let id = "s-\(user)"
                _ = try await subject.tenant.start(
                    SessionRecord(id: id, user: user, allowsPush: true, startedAt: .at(0))
                )
                _ = try await subject.tenant.register(.testing("token-\(user)", of: user, deviceID: id), at: .at(0))
            }
            _ = try await subject.tenant.end(session: "s-ada", at: .at(1))
            try requireEqual(await subject.tenant.devices(of: "ada"), [], "devices of ada")
            try requireEqual(await subject.tenant.devices(of: "ben").map(\.token), ["token-ben"], "devices of ben")
        },
        Rule("a session id that another user takes over leaves the former user's device behind") { subject in
            let first = SessionRecord(id: "s-1", user: "ada", allowsPush: true, startedAt: .at(0))
            _ = try await subject.tenant.start(first)
            _ = try await subject.tenant.register(.testing("token-1", of: "ada", deviceID: "s-1"), at: .at(0))
            let second = SessionRecord(id: "s-1", user: "ben", allowsPush: true, startedAt: .at(5))
            try requireEqual(await subject.tenant.start(second), second, "started")
            try requireEqual(await subject.tenant.devices(of: "ada"), [], "devices of the former user")
        },
        Rule("erasing a user ends their sessions") { subject in
            let session = SessionRecord(id: "s-1", user: "ada", allowsPush: false, startedAt: .at(0))
            _ = try await subject.tenant.start(session)
            try requireEqual(await subject.tenant.erase("ada"), true, "erased")
            try requireEqual(await subject.tenant.session("s-1"), nil, "session")
        },
        Rule("a device is found by the app's id of it, and lists the subscriptions of everyone on it") { subject in
            let device = try await subject.tenant.register(.testing("token-1", of: nil, deviceID: "phone"), at: .at(0))
            try requireEqual(await subject.tenant.device(deviceID: "phone", owner: nil), device, "device")
            try requireEqual(await subject.tenant.device(deviceID: "phone", owner: "ada"), nil, "of another")
            let subscribers = [Subscriber(anonymousDevice: device.id), Subscriber(user: "ada", device: device.id)]
            let subscriptions = subscribers.map { Subscription(topic: "safe:1", subscriber: $0, since: .at(1)) }
            try await subject.tenant.subscribe(subscriptions)
            try requireEqual(await subject.tenant.subscriptions(ofDevice: device.id), subscriptions, "subscriptions")
            try requireEqual(await subject.tenant.subscriptions(ofDevice: "other"), [], "of another device")
        },
    ]
}
