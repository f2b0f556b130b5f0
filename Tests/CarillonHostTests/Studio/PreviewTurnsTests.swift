import CarillonModel
import CarillonProfiles
import CarillonStudio
import Testing

@testable import CarillonHost

/// A page that asks again while it waits is answered once.
struct PreviewTurnsTests {
    private static let title = TextPlace("order.shipped", "title", locale: "nb")
    private static let ada = StaffMember(name: "Ada", grants: [.init(.writer)], session: "1")

    private static let adaElsewhere = StaffMember(name: "Ada", grants: [.init(.writer)], session: "2")

    @Test func `a newer preview of a text ends the one before, and nobody else's`() {
        let turns = PreviewTurns()
        let others = [
            turns.begin(of: Self.title.inLanguage("en"), in: "shop", for: Self.ada),
            turns.begin(of: Self.title, in: "other", for: Self.ada),
            turns.begin(of: Self.title, in: "shop", for: Self.adaElsewhere),
        ]
        let first = turns.begin(of: Self.title, in: "shop", for: Self.ada)
        #expect(!first.cancellation.isCancelled)
        let second = turns.begin(of: Self.title, in: "shop", for: Self.ada)
        #expect(first.cancellation.isCancelled && !second.cancellation.isCancelled)
        // The older one ends when the newer one has begun.
        first.end()
        let third = turns.begin(of: Self.title, in: "shop", for: Self.ada)
        #expect(second.cancellation.isCancelled && !third.cancellation.isCancelled)
        third.end()
        _ = turns.begin(of: Self.title, in: "shop", for: Self.ada)
        #expect(!third.cancellation.isCancelled)
        #expect(others.allSatisfy { !$0.cancellation.isCancelled })
    }
}
