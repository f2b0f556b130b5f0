import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles
import Logging

/// Keeps this host alive among those that share its store, and has it work for the tenants that are its own.
///
/// An actor, because renewing may not wait for anything else: each of its duties has a task of its own, and they meet
/// here.
actor LaneKeeper {
    private let membership: any Membership
    private let directory: TenantDirectory
    private let clock: any WallClock
    /// The time since some moment, whatever anybody sets a clock to.
    private let uptime: @Sendable () -> Duration
    /// Nil where this host goes by another clock than the store's.
    private let shared: SharedClock?
    /// Whether it was said that the machine's clock is wrong.
    private var isClockWrong = false
    private let logger: Logger
    private let onHosts: @Sendable (Int) -> Void
    /// Of this host; its tenants are those of the directory.
    private let facts: HostFacts

    private var number: HostNumber?
    /// What the others know of this host.
    private var published: HostFacts?
    /// The hosts that lived when the store was last read, with what they said.
    private var hosts: [HostNumber: HostFacts] = [:]
    private var renewing = FailureSpell()
    private var looking = FailureSpell()
    /// By ``uptime``: from when on others may count this host as dead.
    private var worksUntil: Duration?
    private var positions: [FeedReader: Int64] = [:]
    /// Notified when there may be other hosts, lanes or commands.
    private let changeSignal = WakeSignal()
    /// Notified when other words may be live.
    private let textSignal = WakeSignal()
    /// The newest texts that this host was told to take.
    private var texts: [TenantID: Int] = [:]
    /// Has the newest texts of a tenant count here; nil where the tenants don't come from a folder.
    private let onTexts: (@Sendable (TenantID) async -> Void)?

    /// Between the machine's clock and the store's, before it is said.
    private static let largestDifference: Duration = .seconds(2)
    /// How often it is looked for what hints should have said.
    static let lookInterval: Duration = .seconds(1)
    static let positionInterval: Duration = .seconds(10)
    /// How often it is looked at hosts, lanes and commands where nothing says that they changed.
    static let updateInterval: Duration = .seconds(4)

    /// - Parameters:
    ///   - onTexts: told that other words of a tenant are live, which another host may have published.
    ///   - onHosts: told how many hosts live, this one among them, when others came or went.
    init(
        _ membership: any Membership,
        _ directory: TenantDirectory,
        facts: HostFacts,
        time: HostTime,
        logger: Logger,
        onTexts: (@Sendable (TenantID) async -> Void)? = nil,
        onHosts: @escaping @Sendable (Int) -> Void = { _ in }
    ) {
        self.membership = membership
        self.directory = directory
        self.facts = facts
        self.logger = logger
        self.onTexts = onTexts
        self.onHosts = onHosts
        clock = time.clock
        uptime = time.uptime
        shared = time.shared
    }

    private var live: LiveFeeds { directory.live }

    /// Runs until its task is cancelled; then the lanes are still held.
    func run() async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                while !Task.isCancelled {
                    let isDone = await self.renew()
                    // Cancellation is how this ends.
                    try? await Task.sleep(for: isDone ? HostLease.renewalInterval : WakeSignal.pauseAfterStoreFailure)
                }
            }
            group.addTask {
                while (try? await Task.sleep(for: Self.lookInterval)) != nil { await self.checkTime() }
            }
            group.addTask {
                while !Task.isCancelled {
                    await self.changeSignal.wait(atMost: Self.updateInterval)
                    await self.update()
                }
            }
            group.addTask {
                while (try? await Task.sleep(for: Self.lookInterval)) != nil { await self.lookForWork() }
            }
            group.addTask {
                while !Task.isCancelled {
                    await self.textSignal.wait(atMost: Self.lookInterval)
                    await self.lookForTexts()
                }
            }
            group.addTask {
                while (try? await Task.sleep(for: Self.positionInterval)) != nil { await self.lookAtPositions() }
            }
            group.addTask {
                while !Task.isCancelled { await self.receive() }
            }
        }
    }

    // MARK: Living

    /// Joins, or renews.
    ///
    /// - Returns: whether this host is alive.
    @discardableResult
    func renew() async -> Bool {
        // From before it is sent: the store counts from a later moment.
        let sent = uptime()
        var facts = facts
        facts.tenants = directory.revisions
        let living: [LiveHost]
        do {
            if number == nil {
                let joined = try await membership.join(facts)
                number = joined
                logger.notice("joined the hosts on this store", metadata: ["host": "\(joined)"])
                living = try await membership.hosts()
            } else {
                living = try await membership.renew(facts == published ? nil : facts)
            }
        } catch {
            await fail(error)
            return false
        }
        if let length = renewing.end(at: uptime()) {
            logger.notice("the store that hosts share answers again", metadata: ["after": "\(length.wholeSeconds) s"])
        }
        if let own = living.first(where: { $0.number == number }) {
            noteTime(own.renewedAt, between: sent, and: uptime())
        }
        directory.note(living: living.count)
        worksUntil = sent + HostLease.length - HostLease.margin
        if facts != published {
            published = facts
            membership.send([.lanes])
        }
        note(living)
        return true
    }

    private func noteTime(_ time: Instant, between sent: Duration, and received: Duration) {
        guard let shared else { return }
        shared.note(time, between: sent, and: received)
        let fast = shared.machineIsFastBy
        let isWrong = max(fast, .zero - fast) > received - sent + Self.largestDifference
        guard isWrong != isClockWrong else { return }
        isClockWrong = isWrong
        if isWrong {
            let seconds = (max(fast, .zero - fast).milliseconds + 500) / 1000
            logger.warning(
                "this machine's clock isn't the database's, by which all hosts go",
                metadata: [fast > .zero ? "fast" : "slow": "\(seconds) s"]
            )
        } else {
            logger.notice("this machine's clock is the database's again")
        }
    }

    /// A host that came, ended, died or serves something else changes who is to work for what.
    private func note(_ living: [LiveHost]) {
        let seen = Dictionary(living.map { ($0.number, $0.facts) }) { first, _ in first }
        guard seen != hosts else { return }
        if seen.count != hosts.count { onHosts(seen.count) }
        hosts = seen
        changeSignal.notify()
    }

    private func fail(_ failure: StoreFailure) async {
        if failure.kind != .laneLost { directory.note(living: 0) }
        guard failure.kind == .laneLost else {
            if let length = renewing.fail(at: uptime()) {
                var metadata: Logger.Metadata = ["reason": "\(failure)"]
                if length > .zero { metadata["for"] = "\(length.wholeSeconds) s" }
                logger.error("can't renew this host's time in the store", metadata: metadata)
            }
            return
        }
        logger.error("this host counts as dead; it joins again", metadata: ["reason": "\(failure)"])
        number = nil
        published = nil
        worksUntil = nil
        hosts = [:]
        directory.abandonLanes()
    }

    /// Stops working where others may count this host as dead.
    func checkTime() {
        guard let worksUntil, uptime() >= worksUntil else { return }
        self.worksUntil = nil
        guard !directory.kept.isEmpty else { return }
        logger.error("the store hasn't answered for so long that other hosts may have this one's work: it stops")
        directory.abandonLanes()
    }

    /// Leaves the other hosts; the lanes were given back.
    func leave() async {
        guard number != nil else { return }
        do {
            try await membership.leave()
            membership.send([.lanes])
        } catch {
            logger.error("can't leave the hosts on this store", metadata: ["reason": "\(error)"])
        }
        (number, worksUntil) = (nil, nil)
    }

    // MARK: Lanes

    /// Looks who lives, which tenants are this host's, how the others' channels fare, and what operators want.
    func update() async {
        guard let number, worksUntil != nil else { return }
        do {
            let living = try await membership.hosts()
            let lanes = try await membership.lanes()
            // Should it count as dead, the next renewal says so.
            if living.contains(where: { $0.number == number }), worksUntil != nil {
                let owners = LaneOwner.owners(among: living, holders: LaneOwner.holders(in: lanes))
                await directory.keep(Set(directory.revisions.keys.filter { owners[$0] == number }))
            }
            noteConditions(in: lanes)
            try await stopWithheld()
            try await carryOutCommands()
            looking.end(at: uptime())
        } catch {
            // Where the store doesn't answer at all, renewing says so.
            guard !renewing.isOn, looking.fail(at: uptime()) != nil else { return }
            logger.error("can't look at the other hosts on this store", metadata: ["reason": "\(error)"])
        }
    }

    /// Ends work for tenants that leave the store, or aren't whole in it yet; they start again as others whose store couldn't be used.
    private func stopWithheld() async throws(StoreFailure) {
        guard let store = directory.store as? any MovableStore else { return }
        for (id, why) in try await store.withheld() where directory.withhold(id, why) {
            logger.notice("a tenant is being moved: it isn't served meanwhile", metadata: ["tenant": "\(id)"])
        }
    }

    private func noteConditions(in lanes: [LaneState]) {
        let lanes = Dictionary(grouping: lanes, by: \.tenant)
        for runtime in directory.runtimes where !runtime.lanes.areHeld {
            var conditions: [ChannelID: ChannelStatus] = [:]
            for state in lanes[runtime.profile.id] ?? [] {
                guard let channel = state.lane.servedChannel, state.holder != nil else { continue }
                conditions[channel] = state.condition.flatMap { ChannelStatus($0) }
            }
            runtime.lanes.note(elsewhere: conditions)
        }
    }

    private func carryOutCommands() async throws(StoreFailure) {
        for command in try await membership.commands() {
            guard let runtime = directory.tenant(command.command.tenant)?.runtime, runtime.lanes.areHeld
            else { continue }
            let answer = try await runtime.carryOut(command.command, at: clock.now)
            try await membership.answer(command.number, with: answer)
            membership.send([.command(command.command.tenant)])
        }
    }

    // MARK: What others do

    /// Waits for hints, and acts on them.
    func receive() async { act(on: await membership.hints()) }

    private func act(on hints: Set<Hint>) {
        for hint in hints {
            switch hint {
            case .work(let tenant): directory.tenant(tenant)?.wakeHere()
            case .feed(let reader): live.wakeHere([reader.user], of: reader.tenant)
            case .erased(let reader): live.end(.erased, of: reader.tenant, user: reader.user)
            case .command: changeSignal.notify()
            case .texts: textSignal.notify()
            case .lanes:
                changeSignal.notify()
                wakeWaiting()
            case .everything:
                changeSignal.notify()
                textSignal.notify()
                for served in directory.served { served.tenant.wakeHere() }
                for reader in live.readers { live.wakeHere([reader.user], of: reader.tenant) }
            }
        }
    }

    /// Those that wait for another host's lanes.
    private func wakeWaiting() {
        for id in directory.kept {
            guard let tenant = directory.tenant(id), !tenant.runtime.lanes.areHeld else { continue }
            tenant.wakeSignal.notify()
        }
    }

    /// Wakes workers for what waits in the store, should a hint have been lost.
    func lookForWork() async {
        guard number != nil, let tenants = try? await membership.agenda(at: clock.now) else { return }
        for id in tenants { directory.tenant(id)?.wakeHere() }
    }

    /// Takes texts that other hosts have published: each version once, whatever becomes of it here.
    func lookForTexts() async {
        let tenants = directory.runtimes.map(\.profile).filter { $0.studio.publishing == .live }.map(\.id)
        guard let onTexts, number != nil, !tenants.isEmpty,
            let newest = try? await membership.textVersions(of: Set(tenants))
        else { return }
        for (tenant, version) in newest {
            let known = max(texts[tenant] ?? 0, directory.texts(of: tenant)?.version ?? 0)
            guard version > known else { continue }
            texts[tenant] = version
            await onTexts(tenant)
        }
    }

    /// Wakes streams whose readers have something new, should a hint have been lost.
    func lookAtPositions() async {
        let readers = live.readers
        guard !readers.isEmpty, let found = try? await membership.positions(of: readers) else { return }
        for (reader, position) in found where positions[reader] != position {
            live.wakeHere([reader.user], of: reader.tenant)
        }
        positions = found
    }
}
