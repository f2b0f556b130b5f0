import CarillonPipeline
import CarillonProfiles

/// A tenant that runs, as requests see it: who is let in, what it shows, and the runtime that delivers for it.
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

    /// Wakes everything that reads the store, because it was changed from outside.
    func wake() {
        wakeHere()
        runtime.tellHolder()
    }

    /// The same, of all in this process.
    func wakeHere() {
        wakeSignal.notify()
        runtime.channels.notify()
    }

    /// Has whoever routes look at the store again.
    func wakeRouting() {
        wakeSignal.notify()
        runtime.tellHolder()
    }
}
