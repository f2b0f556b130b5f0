/// What the host can do for a caller; contracts map their routes onto these.
public enum Operation: String, Sendable, Hashable, CaseIterable {
    case eventsAccept = "events.accept"
    case eventsTrace = "events.trace"
    case devicesRegister = "devices.register"
    case devicesUnregister = "devices.unregister"
    case notificationsSend = "notifications.send"
    case notificationsList = "notifications.list"
    case notificationsMark = "notifications.mark"
    case notificationsOpened = "notifications.opened"
    case notificationsStream = "notifications.stream"
    case preferencesGet = "preferences.get"
    case preferencesSet = "preferences.set"
    case subscriptionsAdd = "subscriptions.add"
    case subscriptionsRemove = "subscriptions.remove"
    case subscriptionsList = "subscriptions.list"
    case sessionsStart = "sessions.start"
    case sessionsUpdate = "sessions.update"
    case sessionsEnd = "sessions.end"
    /// Forwarded to the tenant's own login; the session begins with its answer.
    case sessionsLogin = "sessions.login"
    case usersPut = "users.put"
    case usersErase = "users.erase"
    case deliveriesRedrive = "deliveries.redrive"
    /// The dead letters.
    case deliveriesFailed = "deliveries.failed"
    case deliveriesRedriveFailed = "deliveries.redriveFailed"
}
