import CarillonHost
import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles
import ServiceLifecycle

/// What `carillond dev` does while the host runs: it shows how to use each tenant, sends its first event, and reports
/// what is saved and delivered, a line each.
///
/// An actor, because reloads and deliveries are reported concurrently.
actor DevSession {
    private let registry: ChannelRegistry
    private let secrets: GeneratedSecrets
    private let running: LocalHost.Running
    private let deliveries = DeliveryReports()
    /// The state of each tenant when it was last shown.
    private var shown: [TenantID: DevPage.Shown] = [:]
    private var sentCount = 0

    /// How often deliveries are checked for changes.
    private static let lookInterval: Duration = .milliseconds(100)

    init(registry: ChannelRegistry, secrets: GeneratedSecrets, running: LocalHost.Running) {
        self.registry = registry
        self.secrets = secrets
        self.running = running
    }

    /// Runs until the process is asked to end.
    func run(_ loaded: LoadedProfiles, news: AsyncStream<TenantReload>) async throws {
        Output.print(DevPage.greeting(running, waits: loaded.tenants.isEmpty))
        do {
            try await showAll(loaded, news)
        } catch is CancellationError {
            // The process was asked to end; that is no failure.
        }
    }

    private func showAll(_ loaded: LoadedProfiles, _ news: AsyncStream<TenantReload>) async throws {
        try await withThrowingDiscardingTaskGroup { group in
            group.addTask { try await self.follow(news, after: loaded) }
            group.addTask {
                for profile in loaded.tenants where self.running.tenants.contains(profile.id) {
                    await self.begin(profile, saying: "")
                }
                while !Task.isShuttingDownGracefully {
                    await self.checkDeliveries()
                    try await Task.sleep(for: Self.lookInterval)
                }
            }
            group.addTask {
                try await gracefulShutdown()
                throw CancellationError()
            }
        }
    }

    private func follow(_ news: AsyncStream<TenantReload>, after loaded: LoadedProfiles) async throws {
        var lines = ReloadLines(after: loaded)
        for await reload in news {
            let text = lines.text(of: reload)
            if let profile = reload.served { await begin(profile, saying: text) } else { Output.print(text) }
        }
    }

    /// Shows what is new about a tenant, and sends its first event to see it arrive.
    private func begin(_ profile: TenantProfile, saying news: String) async {
        let trial = TenantTrial(profile: profile, registry: registry, secrets: secrets, client: running.client)
        let page = DevPage(trial: trial, former: shown[profile.id])
        let isNew = shown.updateValue(page.shown, forKey: profile.id) == nil
        Output.print(news)
        for line in page.lines { Output.print(line) }
        do throws(StoreFailure) {
            if isNew { try await deliveries.begin(profile.id, in: running.store) }
        } catch {
            Output.print("\(profile.id): \(error)")
        }
        await send(trial)
    }

    private func send(_ trial: TenantTrial) async {
        do {
            let (people, samples) = (trial.people, trial.profile.displayedSamples)
            for person in people { _ = try await trial.register(person) }
            for sample in samples { try await trial.admit(people, to: sample) }
            guard let first = samples.first else { return }
            sentCount += 1
            let id = "dev-\(SystemClock().now.epochMilliseconds)-\(sentCount)"
            _ = try await trial.post(first, id: id, for: people)
        } catch {
            // A request that was cancelled because the session ends isn't reported.
            guard !Task.isCancelled else { return }
            Output.print("\(trial.profile.id): \(error)")
        }
    }

    private func checkDeliveries() async {
        for id in shown.keys.sorted() {
            do throws(StoreFailure) {
                let lines = try await deliveries.next(of: id, in: running.store, at: SystemClock().now)
                for line in lines { Output.print(line) }
            } catch {
                Output.print("\(id): what was delivered can't be read: \(error)")
                shown[id] = nil
            }
        }
    }
}
