/// The notification centre as a screen shows it: the inbox grouped by the reader's day, with the product's own labels.
///
/// ```swift
/// let centre = Centre(inbox, today: zone.day(of: now), in: zone)
/// for group in centre.groups { header(texts.text(group.heading, in: "nb", clock: clock)) }
/// ```
public struct Centre: Sendable, Hashable {
    /// Over the list: the text `center.title`.
    public let title: Label
    /// What a screen reader says for the bell: `bell.label` with `count`.
    public let bell: Label
    /// The number at the bell; a dot, or nothing, where it is 0.
    public let unreadCount: Int
    /// What stands there instead of a list: `center.empty`.
    ///
    /// Nil while there is a list, or nobody knows yet whether there is one.
    public let empty: Label?
    /// The newest first.
    public let groups: [Group]

    /// What came on one day.
    public struct Group: Sendable, Hashable {
        public let day: ReaderDay
        /// `group.today`, `group.yesterday`, or `group.date` with `date`.
        public let heading: Label
        /// The newest first.
        public fileprivate(set) var cards: [Card]
    }

    /// One notification of the centre.
    public struct Card: Sendable, Hashable {
        public let item: InboxItem
        /// `center.time` with `at`.
        public let time: Label
        /// What a screen reader says for the dot: `card.label` with `read`.
        ///
        /// The dot is there where ``InboxItem/isRead`` is false.
        public let dot: Label
    }

    /// A text of the client profile, and what it is filled with.
    public struct Label: Sendable, Hashable {
        /// The text's id.
        public let text: String
        public let values: [String: AppTexts.Value]

        /// - Parameters:
        ///   - text: the id of a text of the client profile.
        ///   - values: by the names that the text has for them.
        public init(_ text: String, _ values: [String: AppTexts.Value] = [:]) {
            self.text = text
            self.values = values
        }
    }

    /// - Parameters:
    ///   - inbox: what is marked and not sent yet counts.
    ///   - today: as ``CentreReducer`` has it. What came later, by a clock that is ahead, counts as today's.
    public init(_ inbox: InboxReducer.State, today: ReaderDay, in zone: ReaderZone) {
        let items = InboxReducer.shown(inbox)
        title = Label("center.title")
        unreadCount = InboxReducer.shownUnreadCount(inbox)
        bell = Self.bell(unreadCount)
        empty = items.isEmpty && !inbox.needsPage ? Label("center.empty") : nil
        var groups: [Group] = []
        for item in items {
            let day = min(zone.day(of: item.time), today)
            if groups.last?.day != day {
                groups.append(Group(day: day, heading: Self.heading(day, today: today), cards: []))
            }
            groups[groups.count - 1].cards.append(Card(item))
        }
        self.groups = groups
    }

    /// The bell's label, also while the centre is closed.
    public static func bell(_ inbox: InboxReducer.State) -> Label {
        bell(InboxReducer.shownUnreadCount(inbox))
    }

    private static func bell(_ unreadCount: Int) -> Label {
        Label("bell.label", ["count": .integer(Int64(unreadCount))])
    }

    private static func heading(_ day: ReaderDay, today: ReaderDay) -> Label {
        switch today.daysSince1970 - day.daysSince1970 {
        case 0: Label("group.today")
        case 1: Label("group.yesterday")
        default: Label("group.date", ["date": .date(day.date)])
        }
    }
}

extension Centre.Card {
    fileprivate init(_ item: InboxItem) {
        self.init(
            item: item,
            time: Centre.Label("center.time", ["at": .instant(item.time)]),
            dot: Centre.Label("card.label", ["read": .boolean(item.isRead)])
        )
    }
}

extension AppTexts {
    /// A label of the centre, as ``text(_:slot:in:_:clock:)`` makes it.
    public func text(_ label: Centre.Label, in locale: String, clock: Clock? = nil) -> String {
        text(label.text, in: locale, label.values, clock: clock)
    }
}
