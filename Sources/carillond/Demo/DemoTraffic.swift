import CarillonHost
import CarillonModel
import CarillonProfiles

/// The sample traffic: every tenant's people register, its event is posted, and what became of it is looked up, all over
/// the API that anybody would use.
struct DemoTraffic: Sendable {
    let world: DemoWorld
    let client: DemoClient
    let sandbox: String

    init(world: DemoWorld, host: String, sandbox: String) {
        self.world = world
        self.client = DemoClient(host: host)
        self.sandbox = sandbox
    }

    /// How long a delivery on loopback may take before it counts as missing.
    private static let patience: Duration = .seconds(15)

    func run() async throws -> DemoReport {
        var rows: [DemoReport.Row] = []
        for profile in world.profiles.tenants {
            guard let sample = world.sample(of: profile) else { continue }
            do {
                rows += try await show(sample, of: profile)
            } catch {
                rows.append(.failed(profile.id, sample.event, "\(error)"))
            }
        }
        return DemoReport(rows: rows)
    }

    private func show(_ sample: Sample, of profile: TenantProfile) async throws -> [DemoReport.Row] {
        let people = world.people(of: profile)
        let keys = world.keys(of: profile)
        for person in people {
            if let token = person.token { try await register(token, of: person, profile, keys) }
        }
        let answer = try await client.post(
            "/v1/\(profile.id)/events",
            event(sample, for: people, of: profile),
            bearer: keys.service.reveal()
        )
        guard let id = answer["events"]?.array?.first?["id"]?.string else {
            throw DemoFailure("no event id in the answer")
        }
        let trace = try await settled("/v1/\(profile.id)/events/\(id)", bearer: keys.service.reveal())
        var rows: [DemoReport.Row] = []
        for person in people {
            let feed = try await client.get(
                "/v1/\(profile.id)/notifications",
                bearer: userToken(of: person, key: keys.users)
            )
            let received = try await client.get(sandbox: sandbox, token: person.token ?? "")
            let mails = try await client.get(sandbox: sandbox, token: person.email ?? "")
            rows += DemoReport.rows(
                of: trace,
                tenant: profile,
                event: sample.event,
                person: person,
                feed: feed["items"]?.array ?? [],
                received: received["messages"]?.array ?? [],
                mails: mails["messages"]?.array ?? []
            )
        }
        return rows
    }

    /// As the tenant's apps do it: the user's own device, one that follows a topic, or one of a log-in that a service tells
    /// of.
    private func register(
        _ token: String,
        of person: DemoWorld.Person,
        _ profile: TenantProfile,
        _ keys: DemoWorld.Keys
    ) async throws {
        var device = JSONObject([.init("token", .string(token)), .init("locale", .string(person.locale.rawValue))])
        switch profile.devices.owner {
        case .session:
            device["userId"] = .string(person.id.rawValue)
            device["sessionId"] = .string("demo-session-of-\(person.id.rawValue)")
            device["pushAllowed"] = true
            let path = "/v1/\(profile.id)/sessions"
            _ = try await client.post(path, .object(device), bearer: keys.service.reveal())
            return
        case .subscription: device["subscriptions"] = [["topic": .string(Self.topic)]]
        case .user: break
        }
        device["platform"] = "ios"
        let bearer = userToken(of: person, key: keys.users)
        _ = try await client.post("/v1/\(profile.id)/devices", .object(device), bearer: bearer)
    }

    /// What devices that belong to nobody follow.
    private static let topic = "demo"

    private func event(_ sample: Sample, for people: [DemoWorld.Person], of profile: TenantProfile) -> JSONValue {
        var event = JSONObject([
            .init("id", "demo-1"), .init("source", "demo"), .init("type", .string(sample.event.rawValue)),
            .init("data", sample.payload),
        ])
        if profile.devices.owner == .subscription {
            event["topic"] = .string(Self.topic)
        } else {
            event["recipients"] = .array(people.map(recipient))
        }
        return .object(event)
    }

    private func recipient(_ person: DemoWorld.Person) -> JSONValue {
        guard let email = person.email else { return .string(person.id.rawValue) }
        return ["id": .string(person.id.rawValue), "email": .string(email)]
    }

    private func userToken(of person: DemoWorld.Person, key: Secret) -> String {
        DemoCredentials.userToken(for: person.id, locale: person.locale, key: key, now: SystemClock().now)
    }

    /// The event's story once every delivery has ended, or time is up.
    private func settled(_ path: String, bearer: String) async throws -> JSONValue {
        let clock = ContinuousClock()
        let deadline = clock.now.advanced(by: Self.patience)
        while true {
            let trace = try await client.get(path, bearer: bearer)
            let notifications = trace["notifications"]?.array ?? []
            let isSettled =
                !notifications.isEmpty
                && notifications.allSatisfy { notification in
                    notification["status"]?.string != "scheduled"
                        && (notification["deliveries"]?.array ?? []).allSatisfy { $0["settledAt"] != nil }
                }
            if isSettled || clock.now > deadline { return trace }
            try await Task.sleep(for: .milliseconds(20))
        }
    }
}

extension DemoTraffic {
    /// What to open and what to try; every line works as printed.
    var invitation: String {
        guard let profile = world.profiles.tenants.first, let sample = world.sample(of: profile),
            let person = world.people(of: profile).first
        else { return "" }
        let keys = world.keys(of: profile)
        let base = "\(client.host)/v1/\(profile.id)"
        let user = "-H 'Authorization: Bearer \(userToken(of: person, key: keys.users))'"
        let service = "-H 'Authorization: Bearer \(keys.service.reveal())'"
        let json = "-H 'Content-Type: application/json'"
        let again: JSONValue = [
            "id": "demo-2", "source": "demo", "type": .string(sample.event.rawValue),
            "recipients": [.string(person.id.rawValue)], "data": sample.payload,
        ]
        let refusal: JSONValue = [
            "provider": "expo", "token": .string(person.token ?? ""), "error": "DeviceNotRegistered", "times": 1,
        ]
        return """

            Everything is still running. Open
              \(client.host)/health/ready
              \(sandbox)/sandbox/messages

            Try, for \(profile.name):

            # the feed of \(person.id)
            curl -s \(user) '\(base)/notifications'

            # another event
            curl -s \(service) \(json) -d '\(again.text.replacing("'", with: "'\\''"))' '\(base)/events'

            # the whole story of the first one
            curl -s \(service) '\(base)/events/demo-1'

            # what the sandbox got for this device
            curl -s -G --data-urlencode 'token=\(person.token ?? "")' '\(sandbox)/sandbox/messages'

            # make the provider refuse this device next time, then post again with another id
            curl -s \(json) -d '\(refusal.text)' '\(sandbox)/sandbox/script'

            Ctrl-C ends the demo and removes its data.
            """
    }
}

struct DemoFailure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
