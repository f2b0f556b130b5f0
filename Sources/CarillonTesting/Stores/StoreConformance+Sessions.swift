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
        Rule("a device of nobody's is reached under the names of those who hold it") { subject in
            var registration = DeviceRegistration.testing("token-1", of: nil, deviceID: "phone")
            registration.holder = "ada"
            let device = try await subject.tenant.register(registration, at: .at(0))
            try requireEqual(device.owner, nil, "owner")
            _ = try await subject.tenant.register(.testing("token-2", of: nil, deviceID: "phone"), at: .at(1))
            try requireEqual(await subject.tenant.devices(of: "ada").map(\.token), ["token-2"], "after another token")
            try requireEqual(await subject.tenant.devices(of: "ben"), [], "of a stranger")
            _ = try await subject.tenant.accept(.testing("1", to: ["ada", "ben"]))
            let due = try await subject.tenant.due(at: .at(1), limit: 10)
            try requireEqual(due.map { $0.devices.map(\.token) }, [["token-2"], []], "devices of what is due")
            try requireEqual(due.map(\.target), [.all, .all], "targets")
            try requireEqual(await subject.tenant.export("ada")?.devices.map(\.token), ["token-2"], "exported")
            try requireEqual(
                await subject.tenant.unregister(deviceID: "phone", owner: nil, at: .at(2))?.id,
                device.id,
                "gone"
            )
            _ = try await subject.tenant.register(.testing("token-3", of: nil, deviceID: "tablet"), at: .at(3))
            try requireEqual(await subject.tenant.devices(of: "ada"), [], "of what came after it")
        },
        Rule("who subscribes for a device of nobody's holds it until the last subscription ends") { subject in
            let device = try await subject.tenant.register(.testing("token-1", of: nil, deviceID: "phone"), at: .at(0))
            let ada = Subscriber(user: "ada", device: device.id)
            let nobody = Subscriber(anonymousDevice: device.id)
            try await subject.tenant.subscribe([
                Subscription(topic: "safe:1", subscriber: ada, since: .at(1)),
                Subscription(topic: "safe:2", subscriber: ada, since: .at(1)),
                Subscription(topic: "safe:2", subscriber: nobody, since: .at(1)),
            ])
            try requireEqual(await subject.tenant.unsubscribe(nobody, from: "safe:2"), true, "nobody's ended")
            try requireEqual(await subject.tenant.unsubscribe(ada, from: "safe:1"), true, "one ended")
            try requireEqual(await subject.tenant.devices(of: "ada"), [device], "while another is left")
            try requireEqual(await subject.tenant.unsubscribe(ada, from: "safe:2"), true, "the last ended")
            try requireEqual(await subject.tenant.devices(of: "ada"), [], "after the last")
        },
        Rule("erasing who holds devices of nobody's leaves those that others hold or hear on") { subject in
            var devices: [DeviceRecord] = []
            for (number, holders) in [["ada"], ["ada", "ben"], ["ada"]].enumerated() {
                var device: DeviceRecord?
                for holder in holders {
                    let id = "phone-\(number)"
                    var registration = DeviceRegistration.testing("token-\(number)", of: nil, deviceID: id)
                    registration.holder = UserID(unchecked: holder)
                    device = try await subject.tenant.register(registration, at: .at(Int64(number)))
                }
                devices += [device].compactMap(\.self)
            }
            try await subject.tenant.subscribe([
                Subscription(topic: "safe:1", subscriber: .init(anonymousDevice: devices[2].id), since: .at(1)),
                Subscription(topic: "safe:1", subscriber: .init(user: "ada", device: devices[0].id), since: .at(1)),
            ])
            try requireEqual(await subject.tenant.erase("ada"), true, "erased")
            try requireEqual(await subject.tenant.devices(of: "ada"), [], "devices")
            try requireEqual(await subject.tenant.devices(of: "ben"), [devices[1]], "of the other holder")
            for (number, left) in [(0, nil), (1, devices[1]), (2, devices[2])] {
                let found = try await subject.tenant.device(deviceID: "phone-\(number)", owner: nil)
                try requireEqual(found, left, "device \(number)")
            }
        },
    ]
}
