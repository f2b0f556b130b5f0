import CarillonHost
import CarillonModel
import CarillonPluginKit
import CarillonProfiles

/// What the demo prints once its traffic is through: a link to each tenant's inbox in the browser, where the bell
/// counts up.
struct DemoInbox: Sendable {
    /// The tenants that have an inbox page, each with a person for whom a link can be made.
    private let visits: [Visit]

    private struct Visit: Sendable {
        let trial: TenantTrial
        let person: TenantTrial.Person
        let url: String
        /// The samples whose events reach a feed.
        let samples: [Sample]
    }

    /// The pause between two events.
    private static let pause: Duration = .seconds(10)
    /// How many events are posted at most: half an hour's worth, so that a demo that is left running doesn't fill the
    /// disk.
    private static let limit = 180

    init(_ trials: [TenantTrial]) async throws {
        var visits: [Visit] = []
        for trial in trials {
            let feeds = Set(trial.profile.feedChannels(registry: trial.registry).map(\.id))
            let samples = trial.profile.displayedSamples.filter { sample in
                trial.profile.event(sample.event).map { !feeds.isDisjoint(with: $0.channels) } ?? false
            }
            guard let person = trial.people.first, !samples.isEmpty,
                let url = try await InboxLink(trial: trial).url(for: person)
            else { continue }
            visits.append(Visit(trial: trial, person: person, url: url, samples: samples))
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

    /// Posts one event after the other until its task is cancelled.
    func run() async throws {
        guard !visits.isEmpty else { return }
        for number in 0..<Self.limit {
            try await Task.sleep(for: Self.pause)
            for visit in visits {
                let sample = visit.samples[number % visit.samples.count]
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
