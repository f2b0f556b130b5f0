public import CarillonModel

/// What the number on the app's icon says, as the product wants it.
public enum BadgePolicy: String, Sendable, Hashable, CaseIterable {
    /// What the last push said.
    case server
    /// How many notifications are unread in the inbox.
    case unread
    /// How many came since the app was opened.
    case count
    /// A push's number is removed as soon as the app is there: for products whose pushes always say 1.
    case cleared
    /// No number.
    case none
}

/// Keeps the number on the app's icon.
public struct BadgeReducer: Reducer {
    public let policy: BadgePolicy

    /// - Parameter policy: as `badge` of the client profile names it.
    public init(_ policy: BadgePolicy) {
        self.policy = policy
    }

    /// The number that is shown; never below 0.
    public struct State: Sendable, Hashable {
        public var shown: Int

        /// - Parameter shown: what the icon says now; less than 0 counts as 0.
        public init(shown: Int = 0) {
            self.shown = max(0, shown)
        }

        /// From what ``json`` wrote; 0 from anything else.
        public init(_ json: JSONValue) { self.init(shown: json["shown"]?.count ?? 0) }

        /// For ``init(_:)``: `{"shown"}`.
        public var json: JSONValue { ["shown": JSONValue(shown)] }
    }

    /// What changes the number.
    public enum Event: Sendable, Hashable {
        /// A push arrived in the background, with the number it carried.
        case received(badge: Int?)
        /// The app came to the foreground.
        case foreground
        /// Somebody opened the list of notifications, or a notification.
        case opened
        /// The inbox knows how many are unread.
        case unread(Int)
        case signedOut
    }

    /// What the app does about it.
    public enum Effect: Sendable, Hashable {
        case setBadge(Int)
    }

    public func reduce(_ state: inout State, _ event: Event) -> [Effect] {
        guard let number = number(state, event) else { return [] }
        let isSetElsewhere = if case .received = event { policy == .server || policy == .cleared } else { false }
        let isNew = number != state.shown
        state.shown = max(0, number)
        // What a push carries, the system has set by itself.
        return isNew && !isSetElsewhere ? [.setBadge(state.shown)] : []
    }

    /// The number after an event; nil where it stays.
    private func number(_ state: State, _ event: Event) -> Int? {
        switch (event, policy) {
        case (.signedOut, _): 0
        case (.received(let badge), .server), (.received(let badge), .cleared): badge
        case (.received, .count): state.shown + 1
        case (.foreground, .cleared), (.opened, .count), (.opened, .server): 0
        case (.unread(let count), .unread): max(0, count)
        case (.received, _), (.foreground, _), (.opened, _), (.unread, _): nil
        }
    }
}
