import CarillonPipeline
import CarillonProfiles

/// A tenant that runs, as requests see it: who may call, its documents, and the runtime that delivers for it.
///
/// A class, because every request holds it, and nothing in it ever changes.
final class ActiveTenant: Sendable {
    let runtime: TenantRuntime
    let access: TenantAccess
    let inbox: TenantInbox
    let feedItemStyles: FeedItemStyles
    /// What anybody may ask for.
    let clientProfile: RenderedDocument
    let openAPI: RenderedDocument
    let unstoredLogins = UnstoredLogins()
    let staff = KnownStaff()
    /// Wakes who routes: notified of whatever was accepted.
    let wakeSignal: WakeSignal

    init(
        _ runtime: TenantRuntime,
        access: TenantAccess,
        inbox: TenantInbox,
        clientProfile: RenderedDocument,
        openAPI: RenderedDocument,
        wakeSignal: WakeSignal
    ) {
        self.runtime = runtime
        self.access = access
        self.inbox = inbox
        feedItemStyles = FeedItemStyles(runtime.profile)
        self.clientProfile = clientProfile
        self.openAPI = openAPI
        self.wakeSignal = wakeSignal
    }

    /// Wakes whom a commit gives something to do, here or at the host that works for the tenant.
    func wake(_ wakes: Wakes) {
        if !wakes.readers.isEmpty { runtime.live.wake(wakes.readers, of: runtime.profile.id) }
        guard !wakes.lanes.isEmpty else { return }
        for lane in wakes.lanes {
            switch lane {
            case .channel(let id) where runtime.channels[id] != nil: runtime.channels.notify(id)
            case .channel, .home: wakeSignal.notify()
            }
        }
        runtime.tellHolder()
    }

    /// Wakes everything in this process that reads the store, because others may have changed it.
    func wakeHere() {
        wakeSignal.notify()
        runtime.channels.notify()
    }
}
