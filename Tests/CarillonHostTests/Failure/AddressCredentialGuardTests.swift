import CarillonModel
import CarillonPluginKit
import Testing

@testable import CarillonHost

/// Whose credentials are wrong: one address', or the channel's.
struct AddressCredentialGuardTests {
    private typealias Sign = AddressCredentialGuard.Sign

    private static func sign(
        _ user: String?,
        _ outcome: Sign.Outcome,
        _ address: String? = nil,
        at server: String? = nil
    ) -> Sign {
        let recipient = user.map(UserID.init(unchecked:))
        return Sign(address: address ?? user ?? "", recipient: recipient, server: server, outcome: outcome)
    }

    @Test func `as long as nobody got through, the first refused stands for all`() {
        let watch = Watch()
        #expect(watch.isForAll([Self.sign("ada", .foreign)]))
        #expect(watch.isForAll([Self.sign("ben", .foreign)]))
        #expect(!watch.isForAll([Self.sign("cy", .accepted), Self.sign("ada", .foreign)]))
        #expect(!watch.isForAll([Self.sign("ada", .foreign)]))
        #expect(watch.users == ["ada"])
    }

    @Test func `one recipient alone stands for nobody else while others get through, with however many addresses`() {
        let watch = Watch()
        #expect(!watch.isForAll([Self.sign("ben", .accepted)]))
        for number in 0..<20 { #expect(!watch.isForAll([Self.sign("ada", .foreign, "token-\(number)")], at: 599)) }
        #expect(watch.users == ["ada"])
    }

    @Test func `while somebody got through in the last ten minutes, however many stand for nobody else`() {
        let watch = Watch()
        #expect(!watch.isForAll([Self.sign("ben", .accepted)]))
        for number in 0..<20 { #expect(!watch.isForAll([Self.sign("user-\(number)", .foreign)], at: 599)) }
        #expect(watch.isForAll([Self.sign("ada", .foreign)], at: 600))
    }

    @Test func `after ten minutes without success one stands for all, and whoever gets through takes that back`() {
        let watch = Watch()
        #expect(!watch.isForAll([Self.sign("ben", .accepted)]))
        #expect(watch.isForAll([Self.sign("ada", .foreign), Self.sign("cy", .foreign)], at: 700))
        #expect(!watch.isForAll([Self.sign("dee", .accepted), Self.sign("eve", .foreign)], at: 700))
        #expect(watch.users == ["eve"])
        #expect(!watch.isForAll([Self.sign("cy", .foreign), Self.sign("cy", .other)], at: 1299))
        #expect(watch.isForAll([Self.sign(nil, .foreign, "a device of nobody's")], at: 1300))
    }

    @Test func `ten minutes are no longer where the clock goes back`() {
        let watch = Watch()
        #expect(!watch.isForAll([Self.sign("ben", .accepted)], at: 3600))
        watch.clockWentBack(by: .seconds(3600))
        let signs = ["ada", "cy", "dee"].map { Self.sign($0, .foreign) }
        #expect(!watch.isForAll(signs, at: 599))
        #expect(watch.isForAll(signs, at: 600))
    }

    @Test func `who got through last stands for all, and so do two who got through before`() {
        let watch = Watch()
        #expect(!watch.isForAll((0..<200).map { Self.sign("user-\($0)", .accepted) }))
        #expect(!watch.isForAll([Self.sign("user-0", .foreign)]))
        #expect(!watch.isForAll([Self.sign("user-0", .foreign)]))
        #expect(watch.isForAll([Self.sign("user-1", .foreign)]))
        #expect(!watch.isForAll([Self.sign("user-2", .accepted), Self.sign("user-0", .foreign)]))
        #expect(!watch.isForAll([Self.sign("user-1", .foreign)]))
        #expect(watch.isForAll([Self.sign("user-2", .foreign)]))
    }

    @Test func `of addresses that got through, the latest are remembered`() {
        let watch = Watch()
        for number in 0..<2000 { #expect(!watch.isForAll([Self.sign("user-\(number)", .accepted)])) }
        #expect(!watch.isForAll([Self.sign("user-0", .foreign)]))
        #expect(!watch.isForAll([Self.sign("user-1800", .foreign)]))
        #expect(watch.isForAll([Self.sign("user-1801", .foreign)]))
    }

    @Test func `who names the server that answers stands for nobody else, be it the first or with many addresses`() {
        let watch = Watch()
        for number in 0..<20 {
            let sign = Self.sign("ada", .foreign, "endpoint-\(number)", at: "\(number).example")
            #expect(!watch.isForAll([sign]))
        }
    }

    @Test func `an address that got through before, at a server it names itself, stands for nobody else`() {
        let watch = Watch()
        #expect(!watch.isForAll([Self.sign("ada", .accepted)]))
        #expect(!watch.isForAll([Self.sign("ada", .foreign, at: "ada.example")]))
    }

    @Test func `three at servers of their own choice stand for all where these are two, or nobody else got through`() {
        let one = Watch()
        #expect(!one.isForAll(["ada", "ben"].map { Self.sign($0, .foreign, at: "one.example") }))
        #expect(one.isForAll([Self.sign("cy", .foreign, at: "one.example")]))
        let two = Watch()
        #expect(!two.isForAll([Self.sign("eve", .accepted)]))
        #expect(!two.isForAll(["ada", "ben", "cy"].map { Self.sign($0, .foreign, at: "one.example") }, at: 600))
        #expect(!two.isForAll([Self.sign("ada", .foreign, "another", at: "two.example")], at: 599))
        #expect(two.isForAll([Self.sign("ada", .foreign, "another", at: "two.example")], at: 600))
        let taken = Watch()
        #expect(!taken.isForAll([Self.sign("ada", .foreign, at: "ada.example")]))
        #expect(!taken.isForAll([Self.sign("ben", .foreign, at: "ben.example")]))
        #expect(!taken.isForAll([Self.sign("eve", .accepted)]))
        #expect(!taken.isForAll([Self.sign("cy", .foreign, at: "cy.example")]))
    }
}

/// A guard that can be asked inside of an expectation.
private final class Watch {
    private var foreign = AddressCredentialGuard()

    var users: Set<UserID> { Set(foreign.users) }

    func isForAll(_ signs: [AddressCredentialGuard.Sign], at second: Int64 = 0) -> Bool {
        foreign.isForAll(signs, at: Instant(epochMilliseconds: second * 1000))
    }

    func clockWentBack(by step: Duration) { foreign.clockWentBack(by: step) }
}
