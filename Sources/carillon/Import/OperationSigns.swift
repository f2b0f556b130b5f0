import CarillonModel
import CarillonProfiles

/// The words by which an operation of the host is known in the paths and names of other backends.
struct OperationSigns {
    let operation: Operation
    let methods: Set<RequestMethod>
    /// What it is about; one of them must be there.
    let subjects: Set<String>
    /// What is done with it.
    let verbs: Set<String>
    /// Words that mean something else.
    let against: Set<String>

    private init(
        _ operation: Operation,
        _ methods: Set<RequestMethod>,
        about subjects: Set<String>,
        _ verbs: Set<String>,
        not against: Set<String> = []
    ) {
        self.operation = operation
        self.methods = methods
        self.subjects = subjects
        self.verbs = verbs
        self.against = against
    }

    private static let writing: Set<RequestMethod> = [.post, .put, .patch]
    private static let devices: Set<String> = [
        "device", "token", "push", "registration", "fcm", "apn", "expo", "installation", "pushtoken", "register",
        "unregister",
    ]
    private static let notifications: Set<String> = [
        "notification", "message", "inbox", "feed", "alert", "notice", "bell", "notify",
    ]
    private static let preferences: Set<String> = ["preference", "setting", "optin", "optout", "consent"]
    private static let subscriptions: Set<String> = [
        "subscription", "topic", "subscribe", "unsubscribe", "follow", "follower", "watch", "watcher",
    ]
    private static let sessions: Set<String> = ["session", "login", "logout", "signin", "signout"]
    private static let removal: Set<String> = [
        "unregister", "deregister", "remove", "delete", "revoke", "disable", "forget", "drop",
    ]
    private static let marking: Set<String> = [
        "read", "seen", "mark", "unread", "acknowledge", "ack", "opened", "clicked", "open", "click",
    ]
    private static let others = preferences.union(subscriptions).union(sessions)

    static let all: [OperationSigns] = [
        .init(
            .devicesRegister,
            writing,
            about: devices,
            ["register", "add", "create", "save", "store", "enrol", "enroll", "enable", "upsert"],
            not: removal.union(others).union(["send", "test", "read", "notify"])
        ),
        .init(
            .devicesGet,
            [.get],
            about: ["device", "installation"],
            ["get", "fetch", "show"],
            not: others.union(["list"])
        ),
        .init(.devicesUnregister, [.delete, .post, .put], about: devices, removal, not: others.union(["send"])),
        .init(
            .notificationsList,
            [.get],
            about: notifications.union(["unread", "badge"]),
            ["list", "all", "fetch", "get", "count", "unread", "badge", "recent", "history"],
            not: others.union(devices).union(["stream", "event", "template", "campaign", "delivery"])
        ),
        .init(
            .notificationsOpened,
            writing,
            about: notifications,
            ["opened", "clicked", "open", "click", "tap", "tapped"],
            not: others.union(["send"])
        ),
        .init(
            .notificationsMark,
            writing,
            about: notifications,
            ["read", "seen", "mark", "unread", "acknowledge", "ack", "viewed"],
            not: others.union(["send", "opened", "clicked"])
        ),
        .init(
            .notificationsStream,
            [.get],
            about: notifications,
            ["stream", "sse", "live", "realtime", "subscribe"],
            not: preferences.union(devices)
        ),
        .init(
            .notificationsSend,
            [.post, .put],
            about: notifications.union(["push"]),
            ["send", "create", "notify", "publish", "dispatch", "deliver", "trigger", "post"],
            not: others.union(marking).union(["register", "unregister", "device", "token", "campaign", "broadcast"])
        ),
        .init(
            .preferencesGet,
            [.get],
            about: preferences,
            ["get", "fetch", "list", "show"],
            not: ["device", "token"]
        ),
        .init(
            .preferencesSet,
            writing,
            about: preferences,
            ["set", "update", "save", "change", "put"],
            not: ["device", "token"]
        ),
        .init(
            .subscriptionsAdd,
            writing,
            about: subscriptions,
            ["add", "create", "subscribe", "follow", "join", "watch"],
            not: removal.union(preferences).union(["unsubscribe", "unfollow"])
        ),
        .init(
            .subscriptionsRemove,
            [.delete, .post, .put],
            about: subscriptions,
            removal.union(["unsubscribe", "unfollow", "leave", "unwatch"]),
            not: preferences
        ),
        .init(.subscriptionsList, [.get], about: subscriptions, ["list", "get", "fetch", "all"], not: preferences),
        .init(
            .sessionsLogin,
            [.post],
            about: ["login", "signin", "authenticate"],
            ["login", "signin"],
            not: ["logout", "signout", "device"]
        ),
        .init(
            .sessionsStart,
            [.post],
            about: ["session"],
            ["start", "create", "begin", "open"],
            not: ["end", "login"]
        ),
        .init(.sessionsUpdate, [.put, .patch], about: ["session"], ["update", "change", "refresh"]),
        .init(
            .sessionsEnd,
            [.delete, .post],
            about: ["session", "logout", "signout"],
            ["end", "close", "delete", "logout", "signout", "terminate"],
            not: ["start", "create"]
        ),
        .init(
            .campaignsCreate,
            [.post],
            about: ["campaign", "broadcast"],
            ["create", "send", "schedule", "start"],
            not: ["pause", "resume", "cancel"]
        ),
        .init(.campaignsPause, writing, about: ["campaign", "broadcast"], ["pause", "hold"]),
        .init(.campaignsResume, writing, about: ["campaign", "broadcast"], ["resume", "continue"]),
        .init(
            .campaignsCancel,
            [.post, .put, .patch, .delete],
            about: ["campaign", "broadcast"],
            ["cancel", "stop", "abort", "delete"]
        ),
        .init(.campaignsGet, [.get], about: ["campaign", "broadcast"], ["get", "show"], not: ["list"]),
        .init(.campaignsList, [.get], about: ["campaign", "broadcast"], ["list", "all"]),
        .init(
            .eventsAccept,
            [.post],
            about: ["event", "trigger"],
            ["accept", "publish", "ingest", "emit", "trigger", "track", "create", "post"],
            not: ["read", "mark", "subscribe"]
        ),
        .init(.eventsTrace, [.get], about: ["event"], ["trace", "get", "show", "status"], not: ["list", "stream"]),
        .init(
            .usersPut,
            writing,
            about: ["user", "contact", "recipient", "subscriber"],
            ["update", "put", "upsert", "identify", "create", "save", "contact"],
            not: notifications.union(devices).union(others).union(["password", "avatar"])
        ),
        .init(
            .usersErase,
            [.delete],
            about: ["user", "contact", "recipient", "subscriber"],
            ["delete", "erase", "forget", "remove"],
            not: notifications.union(devices).union(others)
        ),
    ]
}
