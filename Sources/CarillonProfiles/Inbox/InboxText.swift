import CarillonModel

/// A text of the inbox, under an id that is the same for all tenants.
///
/// Each has a built-in text in six languages (``StandardWords``). A tenant's app text with the same id takes
/// precedence.
struct InboxText: Sendable, Hashable {
    let id: EventTypeID
    /// The slot that holds it in a template file.
    let slot: String
    /// The value that the text can use; nil where it uses none.
    let argument: Argument?

    enum Argument: Sendable, Hashable {
        /// The number of notifications.
        case count
        /// Whether the notification was read.
        case read
        /// When the notification came.
        case at
        /// The day of several notifications.
        case date

        /// The name of the payload's field.
        var field: String {
            switch self {
            case .count: "count"
            case .read: "read"
            case .at: "at"
            case .date: "date"
            }
        }

        /// The argument's name in the browser, for those that the browser fills in.
        var browserName: String { self == .read ? "isRead" : field }

        func takes(_ type: PayloadType) -> Bool {
            switch (self, type) {
            case (.count, .integer), (.read, .boolean), (.at, .instant), (.date, .date): true
            default: false
            }
        }

        /// Completes "gets …".
        var typeName: String {
            switch self {
            case .count: "an integer"
            case .read: "a boolean"
            case .at: "an instant"
            case .date: "a date"
            }
        }
    }

    /// Whether the host formats it for each notification: browsers format times and days differently.
    var isFormattedByHost: Bool { argument == .at || argument == .date }

    /// The text's name in the browser: the id, and the slot where the text has several.
    var key: String { slot == Self.onlySlot ? id.rawValue : "\(id).\(slot)" }

    private init(_ id: EventTypeID, _ slot: String = Self.onlySlot, _ argument: Argument? = nil) {
        self.id = id
        self.slot = slot
        self.argument = argument
    }

    private static let onlySlot = "text"
}

extension InboxText {
    static let time = InboxText("center.time", onlySlot, .at)
    static let date = InboxText("group.date", onlySlot, .date)

    static let all: [InboxText] =
        [
            InboxText("center.title"), InboxText("center.empty"), time,
            InboxText("group.today"), InboxText("group.yesterday"), date,
            InboxText("bell.label", onlySlot, .count), InboxText("card.label", onlySlot, .read),
            InboxText("inbox.new", onlySlot, .count),
        ]
        + [
            "inbox.high", "inbox.mark-all", "inbox.mark-read", "inbox.mark-unread", "inbox.more", "inbox.settings",
            "inbox.back", "inbox.close", "inbox.error", "inbox.retry", "inbox.offline", "inbox.signed-out",
            "inbox.saved", "inbox.not-saved", "preferences.title",
        ]
        .map { InboxText($0) }
        + ["title", "body", "action", "dismiss"].map { InboxText("permission.request", $0) }
        + ["title", "body"].map { InboxText("permission.denied-web", $0) }
        + [
            "permission.unsupported", "permission.enabled", "permission.disabled", "permission.turn-on",
            "permission.turn-off",
        ]
        .map { InboxText($0) }

    /// The same by id.
    static let byID = Dictionary(grouping: all, by: \.id)
}
