import CarillonModel
import CarillonTesting
import Testing

@testable import CarillonHost

struct FairPlacesTests {
    private let loud: TenantID = "loud"
    private let quiet: TenantID = "quiet"

    @Test func `one tenant alone gets half of the places`() {
        var places = FairSlots<TenantID, Int>(128)
        #expect(taken(by: loud, &places) == 64)
        #expect(places.free == 64)
    }

    @Test(arguments: 1...6)
    func `tenants that keep all they get leave a place for who comes next`(count: Int) {
        var places = FairSlots<TenantID, Int>(128)
        for number in 0..<count { #expect(taken(by: Self.tenant(number), &places) > 0) }
        #expect(taken(by: quiet, &places) > 0)
    }

    @Test func `no tenant gets more than the most, and many a share`() {
        var places = FairSlots<TenantID, Int>(64, most: 8)
        for number in 0..<6 { #expect(taken(by: Self.tenant(number), &places) == 8) }
        places.wait(Self.tenant(0), 1, ticket: 1)
        #expect(places.leave(Self.tenant(1)) == nil)
        #expect(places.leave(Self.tenant(0))?.waiter == 1)
        #expect(places.free == 17)
    }

    @Test func `a place that comes free goes to who has fewest, and to the first of those`() {
        var places = FairSlots<TenantID, Int>(2)
        let areTaken = places.take(loud) && places.take(quiet)
        #expect(areTaken)
        places.wait(loud, 1, ticket: 1)
        places.wait(loud, 2, ticket: 2)
        places.wait("late", 3, ticket: 3)
        places.wait("later", 4, ticket: 4)
        #expect(places.leave(quiet)?.waiter == 3)
        #expect(places.leave(loud)?.waiter == 1)
        #expect(places.leave("late")?.waiter == 4)
        #expect(places.leave("later") == nil)
        #expect(places.leave(loud)?.waiter == 2)
        #expect(places.leave(loud) == nil)
        #expect(places.free == 2)
    }

    @Test func `who gave up is not called, and holds up nobody`() {
        var places = FairSlots<TenantID, Int>(1)
        #expect(taken(by: loud, &places) == 1)
        for ticket in 1...1000 { places.wait(quiet, Int(ticket), ticket: UInt64(ticket)) }
        for ticket in 1...999 { #expect(places.giveUp(quiet, ticket: UInt64(ticket)) == ticket) }
        #expect(places.giveUp(quiet, ticket: 1) == nil)
        #expect(places.leave(loud)?.waiter == 1000)
        #expect(places.leave(quiet) == nil)
        #expect(places.free == 1)
    }

    @Test func `those who stay in line keep their order, whoever else leaves it`() {
        var line = WaitingQueue<UInt64>()
        for ticket in 0..<1000 as Range<UInt64> { line.append(ticket, ticket: ticket) }
        for ticket in 0..<1000 as Range<UInt64> where ticket % 7 != 3 { #expect(line.remove(ticket) == ticket) }
        var rest: [UInt64] = []
        while let next = line.removeFirst() { rest.append(next) }
        #expect(rest == (0..<1000).filter { $0 % 7 == 3 })
        #expect(line.isEmpty)
    }

    /// Whatever happens in whatever order, places are neither lost nor made, and nobody waits who may have one.
    @Test(arguments: 1...10 as ClosedRange<UInt64>)
    func `nobody waits for a place that is there`(seed: UInt64) {
        var dice = SplitMix(seed: seed)
        var places = FairSlots<TenantID, Request>(Int.random(in: 1...12, using: &dice))
        let count = places.free
        var underWay: [TenantID] = []
        var waiting: [Request] = []
        for ticket in 1...300 as ClosedRange<UInt64> {
            let tenant = Self.tenant(Int.random(in: 0..<5, using: &dice))
            switch Int.random(in: 0..<5, using: &dice) {
            case 0...2:
                if places.take(tenant) {
                    underWay.append(tenant)
                } else {
                    waiting.append(Request(tenant: tenant, ticket: ticket))
                    places.wait(tenant, Request(tenant: tenant, ticket: ticket), ticket: ticket)
                }
            case 3:
                guard let index = underWay.indices.randomElement(using: &dice) else { continue }
                guard let next = places.leave(underWay.remove(at: index))?.waiter else { continue }
                underWay.append(next.tenant)
                #expect(waiting.first { $0.tenant == next.tenant } == next)
                waiting.removeAll { $0 == next }
            default:
                guard let index = waiting.indices.randomElement(using: &dice) else { continue }
                let request = waiting.remove(at: index)
                #expect(places.giveUp(request.tenant, ticket: request.ticket) == request)
            }
            #expect(places.free + underWay.count == count)
            for tenant in Set(waiting.map(\.tenant)) {
                #expect(underWay.count { $0 == tenant } >= places.free)
            }
        }
        while let tenant = underWay.popLast() {
            if let next = places.leave(tenant)?.waiter {
                underWay.append(next.tenant)
                waiting.removeAll { $0 == next }
            }
        }
        #expect(waiting.isEmpty)
        #expect(places.free == count)
    }

    private func taken(by tenant: TenantID, _ places: inout FairSlots<TenantID, Int>) -> Int {
        var count = 0
        while places.take(tenant) { count += 1 }
        return count
    }

    private static func tenant(_ number: Int) -> TenantID {
        let all: [TenantID] = ["a", "b", "c", "d", "e", "f"]
        return all[number]
    }
}

private struct Request: Equatable {
    let tenant: TenantID
    let ticket: UInt64
}
