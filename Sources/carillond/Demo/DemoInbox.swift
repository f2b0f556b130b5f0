import CarillonHost
import CarillonModel
import CarillonPluginKit
import CarillonProfiles

/// What the demo prints once its traffic is through: a link to each tenant's inbox in the browser, where the bell
/// counts up.
///
/// An actor, because tenants are loaded again while events are posted.
actor DemoInbox {
    /// The tenants that have an inbox page, each with a person for whom a link can be made.
    private var visits: [Visit]

    private struct Visit: Sendable {
        var trial: TenantTrial
        let person: TenantTrial.Person
        let url: String

        /// The samples whose events reach a feed.
        var samples: [Sample] {
            let feeds = Set(trial.profile.feedChannels(registry: trial.registry).map(\.id))
            return trial.profile.displayedSamples.filter { sample in
                trial.profile.event(sample.event).map { !feeds.isDisjoint(with: $0.channels) } ?? false
            }
        }
    }

    /// The pause between two events.
    private static let pause: Duration = .seconds(10)
    /// How many events are posted at most: half an hour's worth, so that a demo that is left running doesn't fill the
    /// disk.
    private static let limit = 180

    init(_ trials: [TenantTrial]) async throws {
        var visits: [Visit] = []
        for trial in trials {
            guard let person = trial.people.first, let url = try await InboxLink(trial: trial).url(for: person) else {
                continue
            }
            let visit = Visit(trial: trial, person: person, url: url)
            if !visit.samples.isEmpty { visits.append(visit) }
        }
        self.visits = visits
    }

    /// Nil where no tenant has a page.
    var text: String? {
        guard !visits.isEmpty else { return nil }
        let width = visits.map { $0.trial.profile.id.rawValue.count }.max() ?? 0
        let lines = visits.map { visit in
            let name = visit.trial.profile.id.rawValue
            return "  \(name)\(String(repeating: " ", count: width - name.count))  \(visit.url)"
        }
        return """

            Open the inbox in a browser. Something new comes every \(Self.pause.components.seconds) seconds, and the bell counts it.
            Each link signs in once, within an hour; without &view=bell it is the whole page.
            \(lines.joined(separator: "\n"))
            """
    }

    /// Posts events of a tenant as it was saved from now on.
    func take(_ profile: TenantProfile) {
        guard let index = visits.firstIndex(where: { $0.trial.profile.id == profile.id }) else { return }
        visits[index].trial = visits[index].trial.with(profile)
    }

    /// Posts one event after the other until its task is cancelled.
    func run() async throws {
        guard !visits.isEmpty else { return }
        for number in 0..<Self.limit {
            try await Task.sleep(for: Self.pause)
            for visit in visits {
                let samples = visit.samples
                guard !samples.isEmpty else { continue }
                let sample = samples[number % samples.count]
                let id = "demo-inbox-\(number)-\(sample.event)"
                do {
                    _ = try await visit.trial.post(sample, id: id, for: [visit.person])
                } catch let failure as TrialFailure {
                    Output.printError("carillond: \(visit.trial.profile.id): \(sample.event): \(failure)")
                }
            }
        }
    }
}
