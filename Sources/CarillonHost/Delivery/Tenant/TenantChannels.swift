import CarillonModel
import CarillonPipeline
import CarillonPluginKit

/// The channels of a tenant that could be opened.
struct TenantChannels: Sendable {
    /// By id.
    let all: [TenantChannel]
    /// Wakes the poller of receipts.
    let receiptSignal = WakeSignal()
    private let byID: [ChannelID: TenantChannel]

    init(_ channels: [TenantChannel]) {
        all = channels.sorted { $0.id < $1.id }
        byID = Dictionary(uniqueKeysWithValues: channels.map { ($0.id, $0) })
    }

    subscript(id: ChannelID) -> TenantChannel? { byID[id] }

    /// Restores pauses that an earlier process stored, and what is left of the rests that one noted, and releases what is held on
    /// channels that work.
    ///
    /// Starting, like a reload, is a moment at which credentials may have been corrected: a paused channel tries one
    /// delivery. That a provider answers again is no more likely then than at any other time.
    func begin(from store: any TenantStore, in lanes: HeldLanes, at now: Instant) async throws(StoreFailure) {
        for (id, condition) in try await store.conditions(of: lanes.all) { self[id]?.begin(noted: condition) }
        let paused = try await store.pausedChannels()
        for pause in paused {
            if let channel = self[pause.channel] {
                channel.breaker.begin(pause, at: now)
            } else {
                try await store.resume(pause.channel, in: lanes.lease(.home), at: now)
            }
        }
        for channel in all where !paused.contains(where: { $0.channel == channel.id }) {
            _ = try await store.release(channel.id, in: lanes.lease(.channel(channel.id)), at: now)
        }
    }

    /// Open circuits keep what is left of their time: one that was to close by the other clock never would.
    func clockWentBack(from earlier: Instant, to now: Instant) {
        for channel in all { channel.breaker.clockWentBack(by: now.duration(to: earlier)) }
    }

    /// Something was changed from outside, such as a dead letter to be tried again: all channels check the store.
    func notify() {
        for channel in all { channel.wakeSignal.notify() }
        receiptSignal.notify()
    }

    /// Something waits for this channel that didn't before.
    func notify(_ id: ChannelID) {
        self[id]?.wakeSignal.notify()
    }
}
