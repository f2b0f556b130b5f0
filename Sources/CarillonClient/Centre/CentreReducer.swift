public import CarillonModel

/// Keeps an open notification centre true to the reader's calendar: at midnight “today” becomes “yesterday”, without anybody doing
/// anything.
///
/// Opening the centre may mark everything that is unread, as some products have it.
public struct CentreReducer: Reducer {
    private let zone: ReaderZone
    private let marksOnOpening: Bool

    /// - Parameters:
    ///   - zone: the reader's, as the phone knows it.
    ///   - marksOnOpening: whether the centre marks what is unread when it is opened.
    public init(zone: ReaderZone, marksOnOpening: Bool = false) {
        self.zone = zone
        self.marksOnOpening = marksOnOpening
    }

    /// What the centre knows between two events.
    public struct State: Sendable, Hashable {
        /// What counts as today, for ``Centre``; nil while the centre is closed.
        public var today: ReaderDay?

        public init() {}

        /// From what ``json`` wrote, for a centre that was open when the system ended the app; closed from anything else.
        ///
        /// Report ``Event/resumed(at:)`` then: midnight may have passed.
        public init(_ json: JSONValue) { today = json["today"]?.string.flatMap(ReaderDay.init(date:)) }

        /// For ``init(_:)``: `{"today": "2026-02-25"}`, null while the centre is closed.
        public var json: JSONValue { ["today": JSONValue(today?.date)] }
    }

    /// What happens to the centre, or to the time.
    public enum Event: Sendable, Hashable {
        /// The centre is shown, with so many items unread.
        case opened(unread: [String], at: Int64)
        case closed
        /// The time came that ``Effect/wake(at:)`` had named; a timer may be early.
        case woke(at: Int64)
        /// The app is back in the foreground, or the phone's clock or time zone was changed.
        case resumed(at: Int64)
    }

    /// What the app does about it.
    public enum Effect: Sendable, Hashable {
        /// Group anew, with this as today.
        case show(today: ReaderDay)
        /// Report ``Event/woke(at:)`` at this instant, in milliseconds since 1970, in place of one that was named before.
        case wake(at: Int64)
        case cancelWake
        /// For ``InboxReducer/Event/mark(ids:isRead:at:)``.
        case mark(ids: [String])
    }

    public func reduce(_ state: inout State, _ event: Event) -> [Effect] {
        switch event {
        case .opened(let unread, let at):
            let marks: [Effect] = marksOnOpening && !unread.isEmpty ? [.mark(ids: unread)] : []
            state.today = zone.day(of: at)
            return [.show(today: zone.day(of: at)), .wake(at: zone.nextDay(after: at))] + marks
        case .closed:
            guard state.today != nil else { return [] }
            state.today = nil
            return [.cancelWake]
        case .woke(let at), .resumed(let at):
            guard let before = state.today else { return [] }
            let today = zone.day(of: at)
            state.today = today
            return (today == before ? [] : [.show(today: today)]) + [.wake(at: zone.nextDay(after: at))]
        }
    }
}
