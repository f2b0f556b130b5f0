/// Chooses what a lease, or a round of routing, takes of what is due, the earliest first, so that one recipient's many leave room for
/// others'.
///
/// Each recipient has ``share`` places as things come. Who has more due than that is passed over as long as others have any; what is
/// left of the lease then is theirs as well. A value, for stores to make the same choice.
public struct FairLease<Element: Sendable, Recipient: Hashable & Sendable>: Sendable {
    private struct Offer: Sendable {
        var place: Int
        var element: Element
    }

    /// A lease has room for so many recipients with much at the least.
    private static var parts: Int { 16 }

    private let limit: Int
    /// How many of one recipient's are taken before others'.
    public let share: Int
    /// Those who have had their share, and more: nothing else of theirs need be offered.
    public private(set) var crowd: Set<Recipient> = []
    private var counts: [Recipient: Int] = [:]
    private var taken: [Offer] = []
    private var passedOver: [Offer] = []
    private var offers = 0

    /// - Parameter limit: how many the lease takes at most.
    public init(limit: Int) {
        self.limit = limit
        share = max(1, limit / Self.parts)
    }

    /// How many of others it still takes.
    public var room: Int { max(0, limit - taken.count) }

    /// Offers the next that is due.
    public mutating func offer(_ element: Element, to recipient: Recipient) {
        let offer = Offer(place: offers, element: element)
        offers += 1
        if room > 0, counts[recipient, default: 0] < share {
            counts[recipient, default: 0] += 1
            taken.append(offer)
        } else {
            crowd.insert(recipient)
            passedOver.append(offer)
        }
    }

    /// What the lease takes, in the order in which it was offered.
    public var elements: [Element] {
        (taken + passedOver.prefix(room)).sorted { $0.place < $1.place }.map(\.element)
    }
}
