import CarillonModel
import CarillonPluginKit
import CarillonProfiles

/// The sample traffic: the people of every tenant register, each event is posted once, and its outcome is looked up,
/// all through the public API.
struct DemoTraffic: Sendable {
    let trials: [TenantTrial]

    /// How long a delivery on loopback may take before it counts as missing.
    private static let timeLimit: Duration = .seconds(15)

    func run() async throws -> DemoReport {
        try await withThrowingTaskGroup(of: (Int, [DemoReport.Row]).self) { group in
            for (index, trial) in trials.enumerated() {
                group.addTask { (index, try await Self.show(trial)) }
            }
            var rows = [[DemoReport.Row]](repeating: [], count: trials.count)
            for try await (index, found) in group { rows[index] = found }
            return DemoReport(rows: rows.flatMap(\.self))
        }
    }

    /// One person, with the device and the address at which messages for them arrive.
    private struct Audience {
        let person: TenantTrial.Person
        let devices: [TenantTrial.Device]
    }

    private static func show(_ trial: TenantTrial) async throws -> [DemoReport.Row] {
        var audience: [Audience] = []
        do {
            for person in trial.people {
                audience.append(Audience(person: person, devices: try await trial.register(person)))
            }
        } catch let failure as TrialFailure {
            return [.failed(trial.profile.id, nil, failure.description)]
        }
        var rows: [DemoReport.Row] = []
        for sample in trial.profile.displayedSamples {
            do {
                rows += try await show(sample, of: trial, to: audience)
            } catch let failure as TrialFailure {
                rows.append(.failed(trial.profile.id, sample.event, failure.description))
            }
        }
        return rows
    }

    private static func show(
        _ sample: Sample,
        of trial: TenantTrial,
        to audience: [Audience]
    ) async throws -> [DemoReport.Row] {
        let earlier = try await trial.client.receivedCount()
        try await trial.admit(audience.map(\.person), to: sample)
        let id = try await trial.post(sample, id: "demo-\(sample.event)", for: audience.map(\.person))
        let trace = try await settled(id, of: trial)
        var rows: [DemoReport.Row] = []
        for member in audience {
            let arrivals = try await arrivals(of: trial, for: member, after: earlier)
            rows += DemoReport.rows(of: trace, trial, event: sample.event, person: member.person, arrivals: arrivals)
        }
        return rows
    }

    /// The content of a person's feed, and what the sandbox received for them.
    private static func arrivals(
        of trial: TenantTrial,
        for member: Audience,
        after earlier: Int64
    ) async throws -> DemoReport.Arrivals {
        var arrivals = DemoReport.Arrivals()
        if let bearer = member.person.bearer {
            let feed = try await trial.client.get("/v1/\(trial.profile.id)/notifications?limit=100", bearer: bearer)
            arrivals.feed = feed["items"]?.array
        }
        for device in member.devices {
            arrivals.byPlugin[device.plugin] = try await trial.client.received(for: device.address, after: earlier)
        }
        for binding in trial.profile.channels {
            switch trial.registry[binding.plugin]?.descriptor.address {
            case .email:
                guard let email = member.person.email else { continue }
                arrivals.byPlugin[binding.plugin] = try await trial.client.received(for: email, after: earlier)
            case .url:
                guard let url = binding.settings["url"]?.string else { continue }
                let path = url.drop { $0 != "/" }.dropFirst(2).drop { $0 != "/" }
                let token = path.isEmpty ? "/" : String(path.prefix { !"?#".contains($0) })
                arrivals.byPlugin[binding.plugin] = try await trial.client.received(for: token, after: earlier)
            case .phone:
                guard let phone = member.person.phone else { continue }
                arrivals.byPlugin[binding.plugin] = try await trial.client.received(for: phone, after: earlier)
            case .user, .deviceToken, .room, nil: continue
            }
        }
        return arrivals
    }

    /// The event's trace once every delivery has ended or waits for a later time, or once the time limit has passed.
    private static func settled(_ id: String, of trial: TenantTrial) async throws -> JSONValue {
        let clock = ContinuousClock()
        let deadline = clock.now.advanced(by: timeLimit)
        let key = try trial.requireServiceKey()
        while true {
            let trace = try await trial.client.get("/v1/\(trial.profile.id)/events/\(id)", bearer: key)
            if DemoReport.isSettled(trace) || clock.now > deadline { return trace }
            try await Task.sleep(for: .milliseconds(20))
        }
    }
}
