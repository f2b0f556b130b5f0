import CarillonModel
import CarillonPipeline

extension StoreConformance {
    static let importing: [Rule] = [
        Rule("an import does in order what the operations for one do, and again does nothing") { subject in
            let phone = DeviceRegistration.testing("token-1", deviceID: "phone")
            let subscription = ImportedSubscription(topic: "news", user: "ada", deviceID: "phone", role: "owner")
            let items: [ImportItem] = [
                .user("ada", UserAttributes(email: "ada@example.com")), .user("ada", UserAttributes(locale: "nb")),
                .subscription(subscription), .device(phone), .subscription(subscription),
                .preferences("ada", ["push": false]), .preferences("ada", ["mail": true]),
            ]
            let outcomes = try await subject.tenant.take(items, at: .at(0))
            try requireEqual(
                outcomes,
                [.accepted, .accepted, .unknownDevice, .accepted, .accepted, .accepted, .accepted],
                "outcomes"
            )
            try requireEqual(
                await subject.tenant.facts(of: "ada"),
                UserAttributes(email: "ada@example.com", locale: "nb"),
                "facts"
            )
            let device = try await requireValue(subject.tenant.devices(of: "ada").first, "no device")
            let found = try await subject.tenant.subscriptions(of: Subscriber(user: "ada", device: device.id))
            try requireEqual(found, [subscription.subscription(on: device.id, since: .at(0))], "subscription")
            try requireEqual(
                await subject.tenant.preferences(of: "ada"),
                ["push": false, "mail": true],
                "preferences"
            )
            let again = try await subject.tenant.take(Array(items.dropFirst(3)), at: .at(9))
            try requireEqual(Set(again), [.unchanged], "again")
            try requireEqual(await subject.tenant.devices(of: "ada"), [device], "device")
        },
        Rule("an import notices every change") { subject in
            let phone = DeviceRegistration.testing("token-1", of: nil, deviceID: "phone")
            let subscription = ImportedSubscription(topic: "news", user: nil, deviceID: "phone", isUsersDevice: false)
            _ = try await subject.tenant.take(
                [.user("ada", UserAttributes(locale: "nb")), .device(phone), .subscription(subscription)],
                at: .at(0)
            )
            var (renamed, moved, changed) = (phone, phone, subscription)
            renamed.name = "Old phone"
            moved.owner = "ada"
            changed.types = ["transfer.failed"]
            var ended = subscription
            ended.isEnded = true
            let ends = try await subject.tenant.take([.subscription(ended), .subscription(ended)], at: .at(1))
            try requireEqual(ends, [.accepted, .unchanged], "the end of a subscription")
            try requireEqual(await subject.tenant.audienceCount(of: "news", withDevicesOfNobody: true), 0, "left")
            let items: [ImportItem] = [
                .user("ada", UserAttributes(locale: "en")), .device(renamed), .subscription(changed), .device(moved),
                .preferences("ben", ["push": true]), .preferences("ben", ["push": false]),
            ]
            let outcomes = try await subject.tenant.take(items, at: .at(1))
            try requireEqual(Set(outcomes), [.accepted], "outcomes")
            try requireEqual(await subject.tenant.devices(of: "ada").map(\.token), ["token-1"], "of the new owner")
        },
    ]
}
